package import Foundation

/// The window of an on-screen keyboard.
package struct KeyboardWindow: Equatable {
    /// The window's identifier on its display.
    package var identifier: UInt32
    /// The frame in pixels, in the coordinates of the root window.
    package var frame: CGRect
    /// Whether the window is mapped.
    ///
    /// A mapped window may be off screen.
    package var isMapped: Bool

    package init(identifier: UInt32, frame: CGRect, isMapped: Bool) {
        self.identifier = identifier
        self.frame = frame
        self.isMapped = isMapped
    }
}
