public import Foundation

extension PaneGeometry {
    /// Returns the offset that shows the focused content and is nearest to the present offset.
    ///
    /// ```swift
    /// let list = PaneGeometry.scrollView(frame: frame, contentHeight: 1_400, offset: 0)
    /// let covered = geometry.insets(of: list, in: screenBounds, with: pool.keyboard)
    /// let offset = list.offset(showing: focused, covered: covered, screen: screenBounds, margin: 8)
    /// ```
    ///
    /// The method only computes the offset. The *free space* is the part of the pane that is on the screen and not
    /// covered by the keyboard or a bar. These are the rules:
    ///
    /// - If the caret, the field and the group are visible, the pane does not move.
    /// - If the field is taller than the free space and the caret is visible, the pane does not move.
    /// - In all other cases, the pane moves as little as possible, within the range of its offsets.
    /// - If a rectangle is taller than the free space, the pane moves until the rectangle fills the free space.
    /// - The caret takes precedence over the field, and the field takes precedence over the group.
    ///
    /// A scroll view does not scroll beyond the top or the end of its content. A sheet stops moving up when its
    /// distance from the keyboard is equal to the margin. If a sheet fits above the keyboard, the top of the sheet
    /// stays on the screen.
    ///
    /// If the free space is empty or too small for the caret, the method only moves the offset into the allowed range.
    /// During a bounce, the offset can be outside of the allowed range. If the content is visible during a bounce, the
    /// pane does not move.
    ///
    /// - Parameters:
    ///   - content: The focused content. If the frame of the field is empty or not finite, the pane does not move.
    ///   - covered: The insets for the part of the pane that the keyboard covers. See
    ///     ``KeyboardGeometry/insets(of:in:with:)``.
    ///   - screen: The bounds of the screen; `nil` if the bounds are unknown.
    ///   - margin: The smallest distance between the content and the edges of the free space after a movement. If the
    ///     free space is not tall enough for the margins, the method reduces the distance.
    /// - Returns: The offset. The result is finite if the pane's ``offset`` is finite.
    public func offset(
        showing content: FocusedContent,
        covered: KeyboardInsets,
        screen: CGRect? = nil,
        margin: CGFloat
    ) -> CGFloat {
        guard let pane = checked else { return offset }
        let (covered, margin) = (covered.checked, margin.isLength ? max(margin, 0) : 0)
        let range = pane.range(covered: covered, screen: screen, margin: margin)
        return pane.room(covered: covered, screen: screen)
            .offset(from: pane.offset, showing: content, in: range, margin: margin)
    }

    /// The insets of a sheet can be greater than the sheet's height, because a tall keyboard can move the sheet by more
    /// than this height.
    func covered(on screen: CGRect?, insets: (CGRect) -> KeyboardInsets) -> KeyboardInsets {
        var covered = insets(frame)
        guard kind == .sheet else { return covered }
        let top = screen?.minY ?? min(0, frame.minY)
        let bottom = screen?.maxY ?? frame.maxY
        func extended(from top: CGFloat, to bottom: CGFloat) -> KeyboardInsets {
            insets(CGRect(x: frame.minX, y: top, width: frame.width, height: bottom - top))
        }
        if covered.bottom > 0 { covered.bottom = max(covered.bottom, extended(from: top, to: frame.maxY).bottom) }
        if covered.top > 0 { covered.top = max(covered.top, extended(from: frame.minY, to: bottom).top) }
        return covered
    }

    /// Returns the free space of the pane, relative to the top of the ``frame``.
    func room(covered: KeyboardInsets, screen: CGRect?) -> Extent {
        if kind == .sheet {
            let top = (screen?.minY ?? min(frame.minY, 0)) - frame.minY + safeArea.top
            let bottom = (screen?.maxY).map { $0 - frame.minY } ?? frame.height
            return Extent(
                low: covered.top > 0 ? max(top - safeArea.top, 0) + covered.top : top,
                high: covered.bottom > 0 ? min(bottom, frame.height) - covered.bottom : bottom
            )
        }
        guard let visible = frame.visible(in: screen) else { return Extent(low: 0, high: 0) }
        return Extent(
            low: visible.minY - frame.minY + max(safeArea.top + contentInsets.top, covered.top),
            high: visible.maxY - frame.minY - max(safeArea.bottom + contentInsets.bottom, covered.bottom)
        )
    }

    /// Returns the offsets at which the pane can rest.
    func range(covered: KeyboardInsets, screen: CGRect?, margin: CGFloat) -> Extent {
        guard kind == .sheet else { return range(insets: insets(covered: covered)) }
        let above = frame.minY - (screen?.minY ?? min(frame.minY, 0)) - safeArea.top
        let below = screen.map { $0.maxY - frame.maxY } ?? 0
        // A sheet moves up by at most its covered height plus the margin. A sheet that fits above the keyboard keeps
        // its top on the screen.
        func limit(_ covered: CGFloat, _ free: CGFloat) -> CGFloat {
            guard covered > 0 else { return 0 }
            return covered <= free ? min(covered + margin, free) : covered + margin
        }
        // A part of a sheet can be below the bottom of the screen. The keyboard does not cover this part, but the part
        // must also move up.
        let hidden = covered.bottom > 0 ? max(0 - below, 0) : 0
        return Extent(low: 0 - limit(covered.top, below), high: limit(covered.bottom + hidden, above))
    }

    /// Returns the offsets that a toolkit allows for a pane with these insets.
    func range(insets: KeyboardInsets) -> Extent {
        guard kind == .scrollView else { return .unlimited }
        let low = 0 - (safeArea.top + insets.top)
        return Extent(low: low, high: max(low, contentHeight - (frame.height - safeArea.bottom - insets.bottom)))
    }
}

extension KeyboardGeometry {
    /// Returns the insets for the part of the pane that the keyboard covers at the end of the keyboard's transition.
    ///
    /// If the keyboard does not cover the pane, the insets are 0.
    ///
    /// The insets of a scroll view are never greater than its height. The insets of a sheet can be greater than the
    /// sheet's height, because a tall keyboard moves the sheet by more than this height.
    ///
    /// - Parameters:
    ///   - pane: The pane.
    ///   - screen: The bounds of the screen.
    ///   - keyboard: The keyboard.
    /// - Returns: The insets, in the unit of the pane's coordinates. The insets are never negative.
    public func insets(of pane: PaneGeometry, in screen: CGRect, with keyboard: KeyboardState) -> KeyboardInsets {
        pane.covered(on: screen) { insets(of: $0, in: screen, with: keyboard) }
    }
}

/// A vertical range: the extent of a rectangle, the free space of a pane, or a range of offsets.
struct Extent {
    var low: CGFloat
    var high: CGFloat

    static let unlimited = Extent(low: -.infinity, high: .infinity)

    var height: CGFloat { high - low }

    func contains(_ offset: CGFloat) -> Bool { low <= offset && offset <= high }

    func clamp(_ offset: CGFloat) -> CGFloat { min(max(offset, low), high) }

    /// If the extents do not overlap, the result is an empty extent at `low` or `high`, whichever is nearer to `other`.
    func narrowed(to other: Extent) -> Extent { Extent(low: clamp(other.low), high: clamp(other.high)) }

    /// Returns whether a pane is at the end of its content.
    func ends(_ pane: PaneGeometry) -> Bool { pane.kind == .scrollView && pane.offset > high - pane.unit }
}

/// In these methods, the extent is the free space of a pane.
extension Extent {
    func fits(_ content: FocusedContent) -> Bool { height > 0 && height >= content.line?.height ?? 0 }

    func offset(
        from offset: CGFloat,
        showing content: FocusedContent,
        in range: Extent,
        margin: CGFloat
    ) -> CGFloat {
        guard let field = content.extent else { return offset }
        guard fits(content) else { return range.clamp(offset) }
        if field.height > height, content.line != nil, shows(content, at: offset) { return offset }
        let rectangles = [content.line, field, content.surroundings].compactMap(\.self)
        func narrowed(_ range: Extent, margin: CGFloat = 0) -> Extent {
            rectangles.reduce(range) { $0.narrowed(to: offsets(showing: $1, margin)) }
        }
        // During a bounce, the present offset can be outside of the range. The pane keeps this offset if no offset in
        // the range shows more of the rectangles.
        let allowed = Extent(low: min(range.low, offset), high: max(range.high, offset))
        if narrowed(allowed).contains(offset) { return offset }
        // The inner call of `narrowed` uses no margin. With a margin, the pane could hide a part of a large rectangle
        // only to keep the margin around a small rectangle.
        return narrowed(narrowed(range), margin: margin).clamp(offset)
    }

    func shows(_ content: FocusedContent, at offset: CGFloat) -> Bool {
        (content.line ?? content.extent).map { offsets(showing: $0, 0).contains(offset) } ?? false
    }

    /// If the rectangle is taller than the free space, the free space shows only a part of the rectangle.
    private func offsets(showing extent: Extent, _ margin: CGFloat) -> Extent {
        let margin = min(margin, max(height - extent.height, 0) / 2)
        let (first, last) = (extent.high + margin - high, extent.low - margin - low)
        return Extent(low: min(first, last), high: max(first, last))
    }
}
