public import Foundation

/// The current geometry of a scroll view or a sheet that makes room for the keyboard.
///
/// ```swift
/// let list = PaneGeometry.scrollView(frame: frame, contentHeight: 1_400, offset: 0)
/// let sheet = PaneGeometry.sheet(frame: frame, offset: 0)
/// ```
///
/// All lengths are in the toolkit's coordinates, for example in points, in pixels or in rows of a terminal.
public struct PaneGeometry: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case scrollView
        /// The pane moves as a whole.
        case sheet
    }

    package var kind: Kind

    /// The pane's frame, in the coordinates of the screen.
    ///
    /// For a sheet, ``frame`` is the sheet's frame while no keyboard is shown. At this frame, ``offset`` is 0.
    public var frame: CGRect

    /// The height of the scrolling content, without insets.
    ///
    /// For a sheet, ``contentHeight`` is 0.
    public var contentHeight: CGFloat = 0

    /// The distance that the scroll view's content or the sheet has moved up.
    ///
    /// At the top of the content, the offset of a scroll view is the negative sum of all insets at the top edge. The
    /// sum includes the safe area.
    public var offset: CGFloat

    /// The heights of the areas that bars cover at the edges of a scroll view.
    ///
    /// The keyboard does not change these insets.
    ///
    /// A sheet uses only ``KeyboardInsets/top``. If a sheet fits above the keyboard, the distance from the top of the
    /// screen to the sheet is at least ``KeyboardInsets/top``.
    public var safeArea: KeyboardInsets

    /// The insets that the app itself sets for the content of a scroll view.
    ///
    /// The scroll view adds these insets to its safe area.
    ///
    /// At each edge, the avoider sets the larger of the app's inset and the keyboard's inset. Do not include insets
    /// that ``KeyboardPane/avoidKeyboard(_:offset:)`` has set.
    public var contentInsets = KeyboardInsets()

    /// The smallest distance that the toolkit can scroll, by default 1.
    ///
    /// A pane can round the offset that the avoider has set. So if the pane's offset differs from the avoider's offset
    /// by less than one unit, the avoider ignores the difference. While the toolkit reports that a person scrolls,
    /// every difference counts.
    public var unit: CGFloat

    /// Creates a pane with content that scrolls.
    ///
    /// - Parameters:
    ///   - frame: See ``frame``.
    ///   - contentHeight: See ``contentHeight``.
    ///   - offset: See ``offset``.
    ///   - safeArea: See ``safeArea``.
    ///   - contentInsets: See ``contentInsets``.
    ///   - unit: See ``unit``.
    /// - Returns: The pane.
    public static func scrollView(
        frame: CGRect,
        contentHeight: CGFloat,
        offset: CGFloat,
        safeArea: KeyboardInsets = KeyboardInsets(),
        contentInsets: KeyboardInsets = KeyboardInsets(),
        unit: CGFloat = 1
    ) -> PaneGeometry {
        var pane = PaneGeometry(kind: .scrollView, frame: frame, offset: offset, safeArea: safeArea, unit: unit)
        (pane.contentHeight, pane.contentInsets) = (contentHeight, contentInsets)
        return pane
    }

    /// Creates a pane that moves as a whole.
    ///
    /// - Parameters:
    ///   - frame: The frame while no keyboard is shown. See ``frame``.
    ///   - offset: See ``offset``.
    ///   - safeArea: See ``safeArea``.
    ///   - unit: See ``unit``.
    /// - Returns: The pane.
    public static func sheet(
        frame: CGRect,
        offset: CGFloat,
        safeArea: KeyboardInsets = KeyboardInsets(),
        unit: CGFloat = 1
    ) -> PaneGeometry {
        PaneGeometry(kind: .sheet, frame: frame, offset: offset, safeArea: safeArea, unit: unit)
    }
}

extension PaneGeometry {
    /// A copy with usable values: negative or unusable insets and a negative content height become 0, and an unusable
    /// unit becomes 1.
    ///
    /// The result is `nil` if the frame, the offset or the content height is unusable.
    ///
    /// A number is unusable if it is not finite, or if its magnitude is greater than a billion.
    var checked: PaneGeometry? {
        guard frame.isComputable, offset.isLength, contentHeight.isLength else { return nil }
        var checked = self
        checked.contentHeight = max(contentHeight, 0)
        checked.safeArea = safeArea.checked
        checked.contentInsets = contentInsets.checked
        checked.unit = unit.isLength && unit > 0 ? unit : 1
        return checked
    }

    func insets(covered: KeyboardInsets) -> KeyboardInsets {
        guard kind == .scrollView else { return contentInsets }
        return KeyboardInsets(
            top: max(contentInsets.top, covered.top - safeArea.top),
            bottom: max(contentInsets.bottom, covered.bottom - safeArea.bottom)
        )
    }
}

extension KeyboardInsets {
    var checked: KeyboardInsets {
        KeyboardInsets(top: top.isLength ? max(top, 0) : 0, bottom: bottom.isLength ? max(bottom, 0) : 0)
    }
}

extension CGFloat {
    var isLength: Bool {
        magnitude <= 1e9
    }
}
