import Foundation

/// A private desktop with an on-screen keyboard.
protocol Screen: AnyObject {
    var children: Children { get }
    /// The number of pixels in a point.
    var scale: Double { get }
    func picture() throws -> Picture
    /// The frame of the keyboard in points; `nil` if the keyboard is hidden.
    func keyboardFrame() throws -> CGRect?
    /// Clicks at a position, in points.
    func click(_ point: CGPoint) throws
    func type(_ text: String) throws
    /// Presses a key that has a name in X11, such as `Return`.
    func press(_ key: String) throws
    /// Closes the window that has the focus, as the window manager does.
    func closeWindow() throws
    func killKeyboard()
    /// Shows the keyboard; does nothing if an app can ask the keyboard to appear.
    func showKeyboard() throws
    /// Hides the keyboard; does nothing if an app can ask the keyboard to disappear.
    func hideKeyboard()
}

extension Screen {
    func showKeyboard() {}
    func hideKeyboard() {}
}
