public import Foundation

/// A toolkit's scroll view or sheet, which makes room for the keyboard.
///
/// For example, a list view of a toolkit adopts the protocol in an extension:
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
/// A ``KeyboardAvoider`` reads ``keyboardPane``, and calls ``avoidKeyboard(_:offset:)`` to set the insets and the
/// offset.
@MainActor
public protocol KeyboardAvoiding: AnyObject {
    /// The current geometry of the pane.
    ///
    /// While the keyboard or the offset moves, an avoider reads ``keyboardPane`` for each display frame. The avoider
    /// uses the offset to find out whether a person scrolls. While nothing moves, an avoider reads ``keyboardPane``
    /// less often, for example at these times:
    ///
    /// - after an event
    /// - after a call of ``KeyboardAvoider/layoutDidChange()``
    /// - after a move of the focus
    var keyboardPane: KeyboardPane { get }

    /// Sets the content's insets and the pane's offset, without an animation.
    ///
    /// While the insets or the offset change, the avoider calls ``avoidKeyboard(_:offset:)`` once per display frame.
    /// Your implementation of this method can change the focus, the layout and the properties of the avoider.
    ///
    /// - Parameters:
    ///   - insets: The insets of a scroll view's content, in addition to the safe area. The insets include
    ///     ``KeyboardPane/contentInsets``. A sheet ignores the insets.
    ///   - offset: The new value of ``KeyboardPane/offset``.
    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat)
}
