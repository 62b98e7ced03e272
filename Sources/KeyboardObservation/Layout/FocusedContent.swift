public import Foundation

/// The rectangles that a ``KeyboardAvoider`` keeps visible for the focused field.
///
/// ```swift
/// let content = FocusedContent(field, field: field.formState.frame, caret: field.formState.caretRectangle)
/// ```
///
/// The three rectangles are the caret, the field and the group around the field. If the pane is too small for all three
/// rectangles, the caret takes precedence over the field, and the field takes precedence over the group.
///
/// All rectangles are in points, in the coordinates of the pane's content, with the origin at the top left. Scrolling
/// does not change these coordinates.
public struct FocusedContent: Sendable, Hashable {
    /// The identity of the field.
    ///
    /// An avoider compares the identities to distinguish a move of the focus from a change of the field's size.
    public var owner: ObjectIdentifier

    /// The frame of the field.
    ///
    /// An avoider does not scroll to a frame that is empty or not finite.
    public var field: CGRect

    /// The rectangle of the caret; `nil` if the rectangle is unknown.
    ///
    /// If only the caret's line is known, use the rectangle of the line.
    ///
    /// An avoider ignores the part of the rectangle that is outside of the field. If the rectangle has no height or is
    /// not finite, an avoider treats the rectangle as `nil`.
    public var caret: CGRect?

    /// The frame of the views that belong to the field.
    ///
    /// For example, a label or an error message can belong to the field. ``group`` is `nil` if no views belong to the
    /// field.
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
    /// The vertical extents of the caret, the field and the group.
    ///
    /// `extents` is `nil` if the field's frame is empty or not finite.
    var extents: (caret: VerticalExtent?, field: VerticalExtent, group: VerticalExtent?)? {
        guard field.isComputable, !field.isEmpty else { return nil }
        let whole = VerticalExtent(top: field.minY, bottom: field.maxY)
        let line = checked.caret.map { whole.clamp($0.minY, $0.maxY) }
        let around = group.flatMap { group in
            group.isComputable && !group.isEmpty
                ? VerticalExtent(top: min(group.minY, whole.top), bottom: max(group.maxY, whole.bottom)) : nil
        }
        return (line, whole, around)
    }

    /// A copy of the content, in which an unusable caret rectangle is replaced with `nil`.
    var checked: FocusedContent {
        guard let caret, !caret.isComputable || caret.height <= 0 else { return self }
        var checked = self
        checked.caret = nil
        return checked
    }

    /// Takes missing rectangles from `old`, and returns the completed content.
    ///
    /// The parameter `old` describes the same field at an earlier time.
    func completed(by old: FocusedContent) -> FocusedContent {
        guard extents != nil else { return old }
        guard caret == nil, old.extents != nil, let caret = old.caret else { return self }
        var completed = self
        completed.caret = caret.offsetBy(dx: field.minX - old.field.minX, dy: field.minY - old.field.minY)
        return completed
    }

    /// Returns whether the text has probably been edited.
    ///
    /// The text counts as edited if the caret has moved within the field, or if the field's height has changed. If only
    /// the field's width has changed, the layout has changed, and the text does not count as edited.
    func isEdited(since old: FocusedContent) -> Bool {
        guard owner == old.owner else { return false }
        if field.height != old.field.height { return true }
        guard let caret, let oldCaret = old.caret else { return false }
        return caret.minY - field.minY != oldCaret.minY - old.field.minY
            || caret.minX - field.minX != oldCaret.minX - old.field.minX
    }

    /// Returns the content in the coordinates of an outer pane.
    ///
    /// The parameter `limits` is the extent of the inner pane. The method limits each rectangle to this extent.
    func moved(by distance: CGFloat, within limits: VerticalExtent) -> FocusedContent {
        func move(_ frame: CGRect) -> CGRect {
            let extent = limits.clamp(frame.minY + distance, frame.maxY + distance)
            return CGRect(x: frame.minX, y: extent.top, width: frame.width, height: extent.bottom - extent.top)
        }
        var moved = self
        (moved.field, moved.caret, moved.group) = (move(field), caret.map(move), group.map(move))
        return moved
    }
}

/// The positions of the top edge and the bottom edge of a rectangle.
struct VerticalExtent {
    var top: CGFloat
    var bottom: CGFloat

    var height: CGFloat { bottom - top }

    /// Returns the overlap of this extent and another extent.
    ///
    /// If the extents do not overlap, the result has a height of 0. If the other extent is above this extent, the
    /// result is at the top edge of this extent. If the other extent is below, the result is at the bottom edge.
    func clamp(_ top: CGFloat, _ bottom: CGFloat) -> VerticalExtent {
        VerticalExtent(top: min(max(top, self.top), self.bottom), bottom: max(min(bottom, self.bottom), self.top))
    }
}
