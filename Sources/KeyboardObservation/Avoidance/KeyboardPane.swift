public import Foundation

/// A scroll view or a sheet that makes room for the keyboard, as it is now.
///
/// ```swift
/// let list = KeyboardPane.scrollView(frame: frame, contentHeight: 1_400, offset: 0)
/// let sheet = KeyboardPane.sheet(frame: frame, offset: 0)
/// ```
///
/// All lengths are in the unit of the toolkit's coordinates, such as points, pixels or the rows of a terminal.
public struct KeyboardPane: Sendable, Hashable {
    /// The way in which a pane makes room.
    package enum Kind: Sendable, Hashable {
        /// The content scrolls within the pane.
        case scrollView
        /// The pane moves as a whole.
        case sheet
    }

    /// The way in which the pane makes room.
    package var kind: Kind

    /// The pane's frame, in the coordinates of the screen.
    ///
    /// For a sheet, it is the frame at rest, which does not contain the movement for the keyboard.
    public var frame: CGRect

    /// The height of the scrolling content, without insets.
    ///
    /// A sheet has no such height.
    public var contentHeight: CGFloat

    /// The distance by which the content has scrolled up, or the sheet has moved up.
    ///
    /// If the content is at the top of its pane, the offset is the negative of the top inset.
    public var offset: CGFloat

    /// The parts at the edges of a scroll view that bars cover, with or without a keyboard.
    ///
    /// For a sheet, only ``KeyboardInsets/top`` is used. It is the distance that a sheet keeps from the screen's top.
    public var safeArea: KeyboardInsets

    /// The insets that the app itself gives to the content of a scroll view, beyond the safe area.
    ///
    /// At each edge, the larger of this inset and the keyboard's inset counts. These insets do not contain the insets
    /// that ``KeyboardAvoiding/avoidKeyboard(_:offset:)`` has set.
    public var contentInsets: KeyboardInsets

    /// The least distance that the toolkit can scroll, by default 1.
    ///
    /// A smaller difference of the offset is a rounding by the toolkit, and not a scroll by a person.
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
    ) -> KeyboardPane {
        KeyboardPane(
            kind: .scrollView,
            frame: frame,
            contentHeight: contentHeight,
            offset: offset,
            safeArea: safeArea,
            contentInsets: contentInsets,
            unit: unit
        )
    }

    /// Creates a pane that moves as a whole.
    ///
    /// - Parameters:
    ///   - frame: The frame at rest. See ``frame``.
    ///   - offset: See ``offset``.
    ///   - safeArea: See ``safeArea``.
    ///   - unit: See ``unit``.
    /// - Returns: The pane.
    public static func sheet(
        frame: CGRect,
        offset: CGFloat,
        safeArea: KeyboardInsets = KeyboardInsets(),
        unit: CGFloat = 1
    ) -> KeyboardPane {
        KeyboardPane(
            kind: .sheet,
            frame: frame,
            contentHeight: 0,
            offset: offset,
            safeArea: safeArea,
            contentInsets: KeyboardInsets(),
            unit: unit
        )
    }
}

extension KeyboardPane {
    /// The pane without negative insets and heights; `nil` if a coordinate is not finite or too large to compute with.
    var checked: KeyboardPane? {
        guard frame.isComputable, offset.isLength, contentHeight.isLength else { return nil }
        var checked = self
        checked.contentHeight = max(contentHeight, 0)
        checked.safeArea = safeArea.checked
        checked.contentInsets = contentInsets.checked
        checked.unit = unit.isLength && unit > 0 ? unit : 1
        return checked
    }

    /// Whether the two panes have the same layout, apart from their offsets.
    func hasSameLayout(as other: KeyboardPane) -> Bool {
        frame.matches(other.frame) && contentHeight == other.contentHeight && kind == other.kind
            && safeArea == other.safeArea && contentInsets == other.contentInsets && unit == other.unit
    }

    /// Returns the insets to set if this part of the pane is covered.
    func insets(covered: KeyboardInsets) -> KeyboardInsets {
        guard kind == .scrollView else { return contentInsets }
        return KeyboardInsets(
            top: max(contentInsets.top, covered.top - safeArea.top),
            bottom: max(contentInsets.bottom, covered.bottom - safeArea.bottom)
        )
    }
}

extension KeyboardInsets {
    /// The insets without values that are negative, not finite or too large to compute with.
    var checked: KeyboardInsets {
        KeyboardInsets(top: top.isLength ? max(top, 0) : 0, bottom: bottom.isLength ? max(bottom, 0) : 0)
    }
}

extension CGFloat {
    /// Whether the value is finite and not too large to compute with.
    var isLength: Bool {
        magnitude <= 1e9
    }
}
