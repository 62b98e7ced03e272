import Foundation

/// The measurement of an output of a Wayland compositor.
struct MeasuredOutput: Equatable {
    /// The number of the output.
    var name: UInt32
    /// The size of the whole output.
    var size: CGSize
    /// The size of the area that panels and keyboards leave free.
    var freeArea: CGSize
    /// The size of the area that panels and keyboards of the overlay layer leave free.
    ///
    /// The compositor draws the overlay layer above a full-screen window, and all other layers below the window.
    var overlayArea: CGSize
}
