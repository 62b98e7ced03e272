public import Foundation

/// A toolkit's scroll view or sheet, which makes room for the keyboard.
///
/// Adopt the protocol once for each kind of pane that a toolkit has, and create a ``KeyboardAvoider`` for each pane.
/// For example, a list view adopts the protocol in an extension:
///
/// ```swift
/// extension ListView: KeyboardPane {
///     var paneGeometry: PaneGeometry {
///         .scrollView(frame: frameOnScreen, contentHeight: contentHeight, offset: scrollOffset)
///     }
///     func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
///         bottomInset = insets.bottom
///         scrollOffset = offset
///     }
/// }
/// ```
///
/// The avoider reads ``paneGeometry``, and calls ``avoidKeyboard(_:offset:)`` to set the insets and the offset. The
/// avoider holds the pane weakly, and calls the pane on the main actor. All lengths are in the units of the
/// ``PaneGeometry``.
///
/// The toolkit can also call ``KeyboardAvoider/layoutDidChange()`` and ``KeyboardAvoider/scrollDidChange(byUser:)``.
/// With these calls, the avoider notices changes of the layout, and knows whether a person or the toolkit scrolls.
@MainActor
public protocol KeyboardPane: AnyObject {
    /// The current geometry of the pane.
    ///
    /// While the keyboard or the offset moves, an avoider reads ``paneGeometry`` before and after each change of the
    /// offset. The value before the change shows whether a person has scrolled. The value after the change shows which
    /// offset the pane has accepted. Return the toolkit's current values, and do not perform a layout, because the
    /// avoider reads the property for each display frame. While nothing moves, an avoider reads ``paneGeometry`` after
    /// a keyboard event, after a call of ``KeyboardAvoider/layoutDidChange()`` and after a move of the focus.
    var paneGeometry: PaneGeometry { get }

    /// Sets the content's insets and the pane's offset, without an animation.
    ///
    /// While the insets or the offset change, the avoider calls ``avoidKeyboard(_:offset:)`` once per display frame.
    /// The pane can round the offset, or limit the offset to the range of the content. Your implementation is allowed
    /// to move the focus, change the layout, set the properties of the avoider, and release the avoider.
    ///
    /// - Parameters:
    ///   - insets: The insets of a scroll view's content, in addition to the safe area. The insets include
    ///     ``PaneGeometry/contentInsets``. A sheet ignores the insets.
    ///   - offset: The new value of ``PaneGeometry/offset``.
    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat)
}
