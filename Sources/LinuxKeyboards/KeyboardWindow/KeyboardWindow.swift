import Foundation

/// The window of an on-screen keyboard.
struct KeyboardWindow: Equatable {
    /// The window's identifier on its display.
    var identifier: UInt32
    /// The frame in pixels, in the coordinates of the root window.
    var frame: CGRect
    /// Whether the window is mapped.
    ///
    /// The X server shows only mapped windows. A mapped window can be off screen.
    var isMapped: Bool
    /// Whether a full-screen window covers the window of the keyboard.
    var isObscured = false
}
