public import Foundation

/// A scroll view or a sheet of a toolkit that makes room for the keyboard.
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
/// A ``KeyboardAvoider`` reads and sets the pane.
@MainActor
public protocol KeyboardAvoiding: AnyObject {
    /// The pane as it is now.
    ///
    /// An avoider reads the property for each display frame while the keyboard moves, and therefore recognizes the
    /// scrolling of a person. While the keyboard is at rest, an avoider reads the property only after an event, after
    /// ``KeyboardAvoider/layoutDidChange()`` and after a move of the focus.
    var keyboardPane: KeyboardPane { get }

    /// Sets the insets of the content and the offset, without an animation.
    ///
    /// The method is called once for each display frame in which the insets or the offset change. The method may change
    /// the focus, the layout and the avoider.
    ///
    /// - Parameters:
    ///   - insets: The insets of a scroll view's content beyond its safe area, which include
    ///     ``KeyboardPane/contentInsets``. A sheet ignores them.
    ///   - offset: The value for ``KeyboardPane/offset``.
    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat)
}
