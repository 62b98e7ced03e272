import Foundation

/// The measurement of an output of a Wayland compositor.
struct MeasuredOutput: Equatable {
    /// The number of the output.
    var name: UInt32
    /// The size of the whole output.
    var size: CGSize
    /// The size of the area that panels and keyboards leave free.
    var freeArea: CGSize
    /// The size of the area that the layers in front of a full-screen window leave free.
    ///
    /// Most compositors draw only the overlay layer in front of a full-screen window.
    var overlayArea: CGSize
}
