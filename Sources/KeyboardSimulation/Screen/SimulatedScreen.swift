public import Foundation

/// The screen of a ``SimulatedKeyboard``.
///
/// By default, the screen is the `object` of the keyboard's notifications. In UIKit, a `UIScreen` has been the `object`
/// since iOS 16.1.
@MainActor
public final class SimulatedScreen {
    /// The orientation of the device.
    public enum Orientation: String, Sendable, CaseIterable {
        /// The longer side is vertical.
        case portrait
        /// The longer side is horizontal.
        case landscape
    }

    let model: SimulatedScreenModel

    /// The orientation of the device.
    ///
    /// To rotate the device, call ``SimulatedKeyboard/rotate(to:)``.
    public internal(set) var orientation: Orientation

    /// Creates a screen, in portrait by default.
    public init(_ model: SimulatedScreenModel, orientation: Orientation = .portrait) {
        self.model = model
        self.orientation = orientation
    }

    /// The size of the screen in its current orientation, in points.
    public var size: CGSize {
        model.size(in: orientation)
    }

    /// The bounds of the screen in its current orientation, in points.
    ///
    /// The origin is at the top left.
    public var bounds: CGRect {
        CGRect(origin: .zero, size: size)
    }
}
