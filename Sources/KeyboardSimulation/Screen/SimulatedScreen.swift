public import Foundation

/// A screen that a ``SimulatedKeyboard`` comes up on. It is the `object` of the notifications, as `UIScreen` is since
/// iOS 16.1.
@MainActor
public final class SimulatedScreen {
    /// How the device is held.
    public enum Orientation: String, Sendable, CaseIterable {
        /// The longer side is upright.
        case portrait
        /// The longer side is level.
        case landscape
    }

    /// What device the screen is of.
    public let model: SimulatedScreenModel

    /// How the device is held. ``SimulatedKeyboard/rotate(to:)`` turns it.
    public internal(set) var orientation: Orientation

    /// Makes a screen, held upright unless said otherwise.
    public init(_ model: SimulatedScreenModel, orientation: Orientation = .portrait) {
        self.model = model
        self.orientation = orientation
    }

    /// The screen's size as it is held, in points.
    public var size: CGSize {
        let size = model.portraitSize
        return switch orientation {
        case .portrait: size
        case .landscape: CGSize(width: size.height, height: size.width)
        }
    }

    /// The whole screen, in points, origin top left.
    public var bounds: CGRect {
        CGRect(origin: .zero, size: size)
    }

    /// How tall a keyboard of this layout is here, in points. Never taller than the screen.
    public func height(of layout: SimulatedKeyboard.Layout) -> CGFloat {
        let heights =
            switch orientation {
            case .portrait: model.portrait
            case .landscape: model.landscape
            }
        return min(heights.height(of: layout), size.height)
    }
}
