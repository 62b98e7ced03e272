public import Foundation

/// A toolkit's scroll view or sheet, which makes room for the keyboard.
///
/// A toolkit's scroll view adopts the protocol once:
///
/// ```swift
/// extension ListView: KeyboardAvoiding {
///     var keyboardPane: KeyboardPane {
///         .scrollView(frame: frameOnScreen, contentHeight: contentHeight, offset: scrollOffset)
///     }
///     func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
///         bottomInset = insets.bottom
///         scrollOffset = offset
///     }
/// }
/// ```
///
/// A ``KeyboardAvoider`` reads the pane, and sets the pane's insets and offset.
@MainActor
public protocol KeyboardAvoiding: AnyObject {
    /// The pane as it is now.
    ///
    /// While the keyboard moves, an avoider reads the property for each display frame. The avoider thereby notices when
    /// a person scrolls. While the keyboard is at rest, an avoider reads the property only at these times:
    ///
    /// - after an event
    /// - after a call of ``KeyboardAvoider/layoutDidChange()``
    /// - after a move of the focus
    var keyboardPane: KeyboardPane { get }

    /// Sets the insets of the content and the offset, without an animation.
    ///
    /// When the insets or the offset change, the avoider calls the method once per display frame. In this method, you
    /// can change the focus, the layout and the avoider.
    ///
    /// - Parameters:
    ///   - insets: The insets of a scroll view's content beyond its safe area. They include
    ///     ``KeyboardPane/contentInsets``. A sheet ignores the insets.
    ///   - offset: The value for ``KeyboardPane/offset``.
    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat)
}
