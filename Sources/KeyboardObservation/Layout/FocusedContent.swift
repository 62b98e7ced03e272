public import Foundation

/// The rectangles that a ``KeyboardAvoider`` keeps visible for the focused field.
///
/// Return the content from the `focus` closure of an avoider. Without an avoider, pass the content to
/// ``PaneGeometry/offset(showing:covered:screen:margin:)``.
///
/// ```swift
/// let content = FocusedContent(field, field: field.formState.frame(), caret: field.formState.caretRectangle())
/// ```
///
/// The three rectangles are the caret, the field and the group around the field. In a small pane, the caret takes
/// precedence over the field, and the field takes precedence over the group.
///
/// All rectangles are in the units of the ``PaneGeometry``, for example in points. The origin is the top left of the
/// pane's content, so scrolling does not change the rectangles.
///
/// The content is a value that retains no view. An avoider calls the `focus` closure again when the keyboard, the focus
/// or the layout changes. If the closure reads an observable property, the avoider also calls the closure when the
/// property changes. The avoider does not call the closure for each display frame of a motion.
public struct FocusedContent: Sendable, Hashable {
    /// The identity of the field.
    ///
    /// With the identity, an avoider distinguishes a move of the focus from a change of the field's size. The identity
    /// must stay the same while the field has the focus.
    public var owner: ObjectIdentifier

    /// The frame of the field.
    ///
    /// If the frame is not known yet, use an empty rectangle. An avoider does not scroll to a frame that is empty or
    /// not finite. Instead, the avoider uses the last known frame of the field.
    public var field: CGRect

    /// The rectangle of the caret; `nil` if the rectangle is unknown.
    ///
    /// The caret is important in a field that is taller than the free space above the keyboard. If only the caret's
    /// line is known, use the rectangle of the line.
    ///
    /// An avoider ignores the part of the rectangle that is outside of the field. If the rectangle has no height or is
    /// not finite, an avoider treats the rectangle as `nil`.
    public var caret: CGRect?

    /// The frame of the views that belong to the field, for example a label and an error message; `nil` if there are
    /// none.
    ///
    /// The frame does not have to contain the field.
    public var group: CGRect?

    /// Creates a description of the focused field.
    ///
    /// - Parameters:
    ///   - owner: The field. The content does not retain the field.
    ///   - field: See ``field``.
    ///   - caret: See ``caret``.
    ///   - group: See ``group``.
    public init(_ owner: AnyObject, field: CGRect, caret: CGRect? = nil, group: CGRect? = nil) {
        self.owner = ObjectIdentifier(owner)
        self.field = field
        self.caret = caret
        self.group = group
    }
}

extension FocusedContent {
    var extent: Extent? {
        field.isComputable && !field.isEmpty ? Extent(low: field.minY, high: field.maxY) : nil
    }

    /// The visible extent of the caret.
    ///
    /// A field that scrolls its text can report a caret that is outside of the field's frame, and therefore invisible.
    var line: Extent? {
        checked.caret.flatMap { extent?.narrowed(to: Extent(low: $0.minY, high: $0.maxY)) }
    }

    var surroundings: Extent? {
        guard let extent, let group, group.isComputable, !group.isEmpty else { return nil }
        return Extent(low: min(group.minY, extent.low), high: max(group.maxY, extent.high))
    }

    /// Before the first layout, a toolkit can report an empty caret.
    var checked: FocusedContent {
        var checked = self
        checked.caret = caret.flatMap { $0.isComputable && $0.height > 0 ? $0 : nil }
        return checked
    }

    /// A list does not know the frame of a field while the list recycles the field's row.
    func completed(by old: FocusedContent) -> FocusedContent {
        guard extent != nil else { return old }
        var completed = self
        if caret == nil, old.extent != nil {
            completed.caret = old.caret?.offsetBy(dx: field.minX - old.field.minX, dy: field.minY - old.field.minY)
        }
        return completed
    }

    /// An edit moves the caret within the field, or changes the height of the field.
    ///
    /// The width is not compared, because only a layout changes the width.
    func isEdited(since old: FocusedContent) -> Bool {
        if field.height != old.field.height { return true }
        guard let caret, let last = old.caret else { return false }
        // Scrolling the whole content can cause small rounding errors.
        return abs((caret.minY - field.minY) - (last.minY - old.field.minY)) > 0.01
            || abs((caret.minX - field.minX) - (last.minX - old.field.minX)) > 0.01
    }

    /// The rectangles are limited to the inner pane, because the outer pane cannot show what the inner pane hides.
    func moved(by distance: CGFloat, within limits: Extent) -> FocusedContent {
        func move(_ frame: CGRect) -> CGRect {
            let extent = limits.narrowed(to: Extent(low: frame.minY + distance, high: frame.maxY + distance))
            return CGRect(x: frame.minX, y: extent.low, width: frame.width, height: extent.height)
        }
        var moved = self
        (moved.field, moved.caret, moved.group) = (move(field), caret.map(move), group.map(move))
        return moved
    }
}
