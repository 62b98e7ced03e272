import Foundation

struct KeyboardWindow: Equatable {
    var identifier: UInt32
    /// The frame in pixels, in the coordinates of the root window.
    var frame: CGRect
    /// A mapped window can be off screen.
    var isMapped: Bool
    /// Whether a full-screen window covers the window of the keyboard.
    var isObscured = false
}
