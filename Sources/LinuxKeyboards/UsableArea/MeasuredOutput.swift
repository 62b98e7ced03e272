import Foundation

struct MeasuredOutput: Equatable {
    /// The number that identifies the output in the registry.
    ///
    /// Wayland calls this number a name.
    var name: UInt32
    var size: CGSize
    /// The size of the area that panels and keyboards leave free.
    var freeArea: CGSize
    /// The size of the area that the layers in front of a full-screen window leave free.
    ///
    /// Most compositors draw only the overlay layer in front of a full-screen window.
    var overlayArea: CGSize
}
