public import Foundation

extension KeyboardPane {
    /// Returns the offset that shows the focused content with the least movement.
    ///
    /// ```swift
    /// let list = KeyboardPane.scrollView(frame: frame, contentHeight: 1_400, offset: 0)
    /// let covered = geometry.insets(of: list, in: screenBounds, with: pool.keyboard)
    /// let offset = list.offset(showing: focused, covered: covered, screen: screenBounds, margin: 8)
    /// ```
    ///
    /// The method does not change the pane. The *room* is the part of the pane that is on the screen and is not covered
    /// by the keyboard or a bar. The method applies these rules:
    ///
    /// - If the caret, the field and the group are visible, the pane does not move.
    /// - If the field is taller than the room and the caret is visible, the pane does not move.
    /// - In all other cases, the pane moves as little as possible within its range.
    /// - If a rectangle is taller than the room, the pane moves until the rectangle fills the room.
    /// - The caret takes precedence over the field, and the field takes precedence over the group.
    ///
    /// A scroll view does not scroll beyond the top or the end of its content. A sheet stops moving up when its
    /// distance from the keyboard is equal to the margin. If a sheet fits above the keyboard, the top of the sheet
    /// stays on the screen.
    ///
    /// If the room is empty or too small for the caret, the method only limits the offset to the range. During a
    /// bounce, the offset can be outside of the range. If the content is visible during a bounce, the pane does not
    /// move.
    ///
    /// - Parameters:
    ///   - content: The focused content. If the frame of the field is empty or not finite, the pane does not move.
    ///   - covered: The insets for the part of the pane that the keyboard covers. See
    ///     ``KeyboardGeometry/insets(of:in:with:)``.
    ///   - screen: The bounds of the screen; `nil` if the bounds are unknown.
    ///   - margin: The smallest distance between the content and the edges of the room after a movement. If the room is
    ///     not tall enough for the margins, the method reduces the distance.
    /// - Returns: The offset. The result is finite if the pane's ``offset`` is finite.
    public func offset(
        showing content: FocusedContent,
        covered: KeyboardInsets,
        screen: CGRect? = nil,
        margin: CGFloat
    ) -> CGFloat {
        guard let pane = checked else { return offset }
        let covered = covered.checked
        let margin = margin.isLength ? max(margin, 0) : 0
        let room = pane.room(covered: covered, screen: screen)
        let range = pane.range(covered: covered, screen: screen, margin: margin)
        return room.offset(from: pane.offset, showing: content, in: range, margin: margin)
    }

    /// Returns the insets for the part of the pane that the keyboard covers.
    ///
    /// If the keyboard does not cover the pane, the insets are 0.
    ///
    /// A sheet moves as a whole. A sheet behind a taller keyboard moves up by more than its own height. Therefore the
    /// bottom inset of a sheet can exceed the sheet's height. The closure `insets` computes the keyboard's insets for a
    /// frame.
    func covered(on screen: CGRect?, insets: (CGRect) -> KeyboardInsets) -> KeyboardInsets {
        var covered = insets(frame)
        guard kind == .sheet else { return covered }
        let top = min(screen?.minY ?? 0, frame.minY)
        let bottom = max(screen?.maxY ?? frame.maxY, frame.maxY)
        func extended(from top: CGFloat, to bottom: CGFloat) -> KeyboardInsets {
            insets(CGRect(x: frame.minX, y: top, width: frame.width, height: bottom - top))
        }
        if covered.bottom > 0 { covered.bottom = max(covered.bottom, extended(from: top, to: frame.maxY).bottom) }
        if covered.top > 0 { covered.top = max(covered.top, extended(from: frame.minY, to: bottom).top) }
        return covered
    }

    /// Returns the part of the pane that is on the screen and not covered.
    ///
    /// The result is relative to the top of the pane's ``frame``.
    func room(covered: KeyboardInsets, screen: CGRect?) -> VerticalExtent {
        if kind == .sheet {
            let top = (screen?.minY ?? min(frame.minY, 0)) - frame.minY + safeArea.top
            let bottom = (screen?.maxY).map { $0 - frame.minY } ?? frame.height
            return VerticalExtent(
                top: covered.top > 0 ? max(top - safeArea.top, 0) + covered.top : top,
                bottom: covered.bottom > 0 ? min(bottom, frame.height) - covered.bottom : bottom
            )
        }
        guard let visible = frame.visible(in: screen) else { return VerticalExtent(top: 0, bottom: 0) }
        return VerticalExtent(
            top: visible.minY - frame.minY + max(safeArea.top + contentInsets.top, covered.top),
            bottom: visible.maxY - frame.minY - max(safeArea.bottom + contentInsets.bottom, covered.bottom)
        )
    }

    /// Returns the range of the pane's allowed offsets.
    ///
    /// The pane can rest at each offset in the range.
    func range(covered: KeyboardInsets, screen: CGRect?, margin: CGFloat) -> OffsetRange {
        switch kind {
        case .scrollView:
            let insets = insets(covered: covered)
            let low = 0 - (safeArea.top + insets.top)
            let high = contentHeight - (frame.height - safeArea.bottom - insets.bottom)
            return OffsetRange(low: low, high: max(low, high))
        case .sheet:
            let free = (screen?.minY ?? min(frame.minY, 0)) + safeArea.top
            let below = screen.map { $0.maxY - frame.maxY } ?? 0
            // If a sheet extends below the screen, `covered.bottom` does not include the height below the screen.
            // Therefore the method adds the height below the screen to `covered.bottom`.
            let hidden = covered.bottom > 0 ? max(0 - below, 0) : 0
            return OffsetRange(
                low: 0 - limit(covered.top, margin, free: below),
                high: limit(covered.bottom + hidden, margin, free: frame.minY - free)
            )
        }
    }

    /// Returns the largest distance that a sheet can move away from the keyboard.
    ///
    /// The keyboard covers one edge of the sheet. The parameter `free` is the height of the free space beyond the
    /// opposite edge.
    private func limit(_ covered: CGFloat, _ margin: CGFloat, free: CGFloat) -> CGFloat {
        guard covered > 0 else { return 0 }
        return covered <= free ? min(covered + margin, free) : covered + margin
    }
}

extension KeyboardGeometry {
    /// Returns the insets for the part of the pane that the keyboard covers at the end of its transition.
    ///
    /// If the keyboard does not cover the pane, the insets are 0.
    ///
    /// The insets of a scroll view are at most as large as the scroll view's height. A sheet behind a taller keyboard
    /// moves up by more than its own height. Therefore the insets of a sheet can exceed the sheet's height.
    /// `insets(of:in:with:)` takes twice as long as `overlap(of:in:with:)`.
    ///
    /// - Parameters:
    ///   - pane: The pane.
    ///   - screen: The bounds of the screen.
    ///   - keyboard: The keyboard.
    /// - Returns: The insets, in the unit of the pane's coordinates. The insets are never negative.
    public func insets(of pane: KeyboardPane, in screen: CGRect, with keyboard: KeyboardState) -> KeyboardInsets {
        pane.covered(on: screen) { insets(of: $0, in: screen, with: keyboard) }
    }
}

extension VerticalExtent {
    /// Returns whether the caret fits in this room.
    func fits(_ content: FocusedContent) -> Bool {
        height > 0 && height >= content.extents?.caret?.height ?? 0
    }

    /// Returns the offset that shows the content in this room with the least movement.
    func offset(
        from offset: CGFloat,
        showing content: FocusedContent,
        in range: OffsetRange,
        margin: CGFloat
    ) -> CGFloat {
        guard let extents = content.extents else { return offset }
        guard fits(content) else { return range.clamp(offset) }
        // If the field does not fit and the caret is visible, the pane does not move.
        if let caret = extents.caret, extents.field.height > height, offsets(showing: caret, 0).contains(offset) {
            return offset
        }
        // During a bounce, the offset can be outside of the range. If no offset in the range shows the rectangles
        // better, the pane keeps the offset of the bounce.
        let allowed = OffsetRange(low: min(range.low, offset), high: max(range.high, offset))
        if narrowed(allowed, extents).contains(offset) { return offset }
        // The method narrows the range twice: first without margins, and then with margins. Without the first step, the
        // margin of a small rectangle could hide a part of a larger rectangle.
        return narrowed(narrowed(range, extents), extents, margin: margin).clamp(offset)
    }

    private func narrowed(
        _ range: OffsetRange,
        _ extents: (caret: VerticalExtent?, field: VerticalExtent, group: VerticalExtent?),
        margin: CGFloat = 0
    ) -> OffsetRange {
        var range = range
        if let caret = extents.caret { range.narrow(to: offsets(showing: caret, margin)) }
        range.narrow(to: offsets(showing: extents.field, margin))
        if let group = extents.group { range.narrow(to: offsets(showing: group, margin)) }
        return range
    }

    /// Returns the range of the offsets that show a rectangle in the room.
    ///
    /// If a rectangle is taller than the room, the rectangle fills the room at these offsets.
    private func offsets(showing extent: VerticalExtent, _ margin: CGFloat) -> OffsetRange {
        let margin = min(margin, max(height - extent.height, 0) / 2)
        let (first, last) = (extent.bottom + margin - bottom, extent.top - margin - top)
        return OffsetRange(low: min(first, last), high: max(first, last))
    }
}

/// A closed range of offsets.
struct OffsetRange {
    var low: CGFloat
    var high: CGFloat

    static let unlimited = OffsetRange(low: -.infinity, high: .infinity)

    func contains(_ offset: CGFloat) -> Bool {
        low <= offset && offset <= high
    }

    func clamp(_ offset: CGFloat) -> CGFloat {
        min(max(offset, low), high)
    }

    /// Limits this range to its overlap with another range.
    ///
    /// If the ranges do not overlap, this range shrinks to one of its ends: the end nearest to the other range.
    mutating func narrow(to other: OffsetRange) {
        let (first, last) = (clamp(other.low), clamp(other.high))
        (low, high) = (first, last)
    }
}
