public import Foundation

/// The rules by which a keyboard covers a view, and the values that follow from them.
///
/// ```swift
/// let geometry = KeyboardGeometry()
/// let overlap = geometry.overlap(of: viewFrame, in: screenBounds, with: pool.keyboard)
/// let insets = geometry.insets(of: viewFrame, in: screenBounds, with: pool.keyboard, safeArea: safeArea)
/// ```
///
/// The keyboard's height is not enough: a form sheet, a window beside another, and a view with a bar below it are
/// covered by less. All frames are in points, in the coordinates of the screen, origin top left.
public struct KeyboardGeometry: Sendable, Hashable {
    /// How a keyboard counts that is floating or split.
    public enum UndockedPolicy: Sendable, Hashable, CaseIterable {
        /// Not at all: a person has put it there, and can move it.
        case ignore
        /// As if it reached down to the bottom of the view, so that content stays above it. UIKit's layout guide does
        /// so with `followsUndockedKeyboard`.
        case follow
        /// With its frame: content keeps to the side of it that has more room.
        case avoid
    }

    /// How a keyboard counts that is floating or split. The default is ``UndockedPolicy/ignore``.
    public var undocked: UndockedPolicy

    /// The height and width below which an overlap does not count, in points. The default is 1, as frames are rounded.
    public var minimumOverlap: CGFloat

    /// The identity of the view's screen: the `object` of its keyboard's notifications. Keyboards of other screens do
    /// not count; one that reports no screen does. `nil`, the default, counts every keyboard.
    public var screen: ObjectIdentifier?

    /// Whether the keyboard of another app counts. The default is `true`: with two apps side by side it covers this app
    /// too, and UIKit has been seen to report the owner wrongly.
    public var countsOtherApps: Bool

    /// Creates the rules.
    public init(
        undocked: UndockedPolicy = .ignore,
        minimumOverlap: CGFloat = 1,
        screen: ObjectIdentifier? = nil,
        countsOtherApps: Bool = true
    ) {
        self.undocked = undocked
        self.minimumOverlap = minimumOverlap
        self.screen = screen
        self.countsOtherApps = countsOtherApps
    }

    /// Returns the part of a view that the keyboard covers at the end of its transition; `.zero` if there is none.
    ///
    /// - Parameters:
    ///   - view: the view's frame.
    ///   - screen: the visible part of the coordinates.
    ///   - keyboard: the keyboard.
    public func overlap(of view: CGRect, in screen: CGRect, with keyboard: KeyboardState) -> CGRect {
        guard counts(keyboard), let frame = keyboard.frame else { return .zero }
        return overlap(of: view, in: screen, frame: frame, placement: keyboard.placement)
    }

    /// Returns the part of a view that a keyboard at this frame covers; `.zero` if there is none.
    ///
    /// - Parameters:
    ///   - view: the view's frame.
    ///   - screen: the visible part of the coordinates.
    ///   - frame: the keyboard's frame: see ``KeyboardTransition/frame(at:)``.
    ///   - placement: where on the screen the keyboard is.
    public func overlap(
        of view: CGRect,
        in screen: CGRect,
        frame: CGRect,
        placement: KeyboardState.Placement
    ) -> CGRect {
        guard let view = view.common(with: screen) else { return .zero }
        return overlap(of: view, Part(frame: frame, placement: placement))
    }

    /// Returns how far the view's content should keep away from its edges, beyond its safe area.
    ///
    /// - Parameters:
    ///   - view: the view's frame. The insets are those of its visible part.
    ///   - screen: the visible part of the coordinates.
    ///   - keyboard: the keyboard, at the end of its transition.
    ///   - safeArea: how far the content keeps away anyway, for a tab bar or a home indicator.
    public func insets(
        of view: CGRect,
        in screen: CGRect,
        with keyboard: KeyboardState,
        safeArea: KeyboardInsets = KeyboardInsets()
    ) -> KeyboardInsets {
        guard counts(keyboard), let frame = keyboard.frame else { return KeyboardInsets() }
        return insets(of: view, in: screen, frame: frame, placement: keyboard.placement, safeArea: safeArea)
    }

    /// Returns how far the view's content should keep away from its edges, beyond its safe area, with the keyboard at
    /// this frame.
    ///
    /// - Parameters:
    ///   - view: the view's frame. The insets are those of its visible part.
    ///   - screen: the visible part of the coordinates.
    ///   - frame: the keyboard's frame.
    ///   - placement: where on the screen the keyboard is.
    ///   - safeArea: how far the content keeps away anyway, for a tab bar or a home indicator.
    public func insets(
        of view: CGRect,
        in screen: CGRect,
        frame: CGRect,
        placement: KeyboardState.Placement,
        safeArea: KeyboardInsets = KeyboardInsets()
    ) -> KeyboardInsets {
        guard let view = view.common(with: screen) else { return KeyboardInsets() }
        return insets(of: view, Part(frame: frame, placement: placement), safeArea)
    }

    // MARK: While the keyboard moves

    /// The part of a view that is covered now.
    func overlap(of view: CGRect, with keyboard: VisibleKeyboard) -> CGRect {
        guard counts(keyboard.state), let view = view.visible(in: keyboard.state.screenBounds),
            let frame = keyboard.frame
        else { return .zero }
        let parts = parts(frame, keyboard).filter { undocked != .ignore || !$0.placement.isUndocked }
        // From one edge to the other: what is covered is where the keyboard is.
        if parts.count > 1 { return overlap(of: view, Part(frame: frame, placement: .docked)) }
        return parts.first.map { overlap(of: view, $0) } ?? .zero
    }

    /// The insets of a view now, from the edges of its visible part.
    func insets(of view: CGRect, with keyboard: VisibleKeyboard) -> KeyboardInsets {
        guard counts(keyboard.state), let view = view.visible(in: keyboard.state.screenBounds),
            let frame = keyboard.frame
        else { return KeyboardInsets() }
        return parts(frame, keyboard).reduce(into: KeyboardInsets()) { insets, part in
            let own = self.insets(of: view, part, KeyboardInsets())
            insets = KeyboardInsets(top: max(insets.top, own.top), bottom: max(insets.bottom, own.bottom))
        }
    }

    private typealias Part = KeyboardTransition.Part

    /// What counts of the keyboard now.
    private func parts(_ frame: CGRect, _ keyboard: VisibleKeyboard) -> [Part] {
        guard let transition = keyboard.state.transition else {
            return [Part(frame: frame, placement: keyboard.placement)]
        }
        let (from, to) = (transition.beginPlacement, transition.endPlacement)
        if undocked != .ignore,
            from.isUndocked || to.isUndocked || keyboard.beginParts.contains(where: \.placement.isUndocked)
        {
            return [Part(frame: frame, placement: from.isUndocked || to == .offScreen ? from : to)]
        }
        return transition.parts(at: frame, beginningWith: keyboard.beginParts)
    }

    // MARK: One view and one frame

    /// Whether this keyboard counts at all.
    private func counts(_ keyboard: KeyboardState) -> Bool {
        if !keyboard.isLocal, !countsOtherApps { return false }
        guard let screen, let sender = keyboard.sender else { return true }
        return screen == sender
    }

    private func overlap(of view: CGRect, _ part: Part) -> CGRect {
        guard let covered = countedFrame(part, view)?.common(with: view), covered.height >= minimumOverlap,
            covered.width >= minimumOverlap
        else { return .zero }
        return covered
    }

    private func countedFrame(_ part: Part, _ view: CGRect) -> CGRect? {
        let frame = part.frame
        switch (part.placement, undocked) {
        case (.offScreen, _), (.floating, .ignore), (.split, .ignore):
            return nil
        case (.floating, .follow), (.split, .follow):
            return CGRect(
                x: frame.minX,
                y: frame.minY,
                width: frame.width,
                height: max(frame.maxY, view.maxY) - frame.minY
            )
        case (.docked, _), (.dockedAtTop, _), (.accessoryBarOnly, _), (.floating, .avoid), (.split, .avoid):
            return frame
        }
    }

    private func insets(of view: CGRect, _ part: Part, _ safeArea: KeyboardInsets) -> KeyboardInsets {
        let overlap = overlap(of: view, part)
        guard !overlap.isEmpty else { return KeyboardInsets() }
        let (above, below) = (overlap.minY - view.minY, view.maxY - overlap.maxY)
        let isAtTop = part.placement.isUndocked ? undocked == .avoid && below > above : part.placement == .dockedAtTop
        if isAtTop { return KeyboardInsets(top: max(overlap.maxY - view.minY - safeArea.top, 0)) }
        return KeyboardInsets(bottom: max(view.maxY - overlap.minY - safeArea.bottom, 0))
    }
}

extension CGRect {
    /// The part of the frame that is on the screen; the whole frame if the screen is not known. `nil` if the frame is
    /// not finite.
    func visible(in bounds: CGRect?) -> CGRect? {
        bounds.map { common(with: $0) } ?? (isFinite ? self : nil)
    }

    /// The part that two rectangles have in common. Unlike Foundation's `intersection` on Linux, it is `nil` where they
    /// only touch, and where a coordinate is not a number.
    fileprivate func common(with other: CGRect) -> CGRect? {
        let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
        let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
        let common = CGRect(x: left, y: top, width: right - left, height: bottom - top)
        return left < right && top < bottom && common.isFinite ? common : nil
    }
}
/// How far a view's content should keep away from its edges, in points, so that the keyboard covers none of it.
public struct KeyboardInsets: Sendable, Hashable {
    /// The distance from the top edge: for a keyboard that is docked at the top, or floats over the upper part.
    public var top: CGFloat

    /// The distance from the bottom edge.
    public var bottom: CGFloat

    /// Creates insets. Both are 0 by default.
    public init(top: CGFloat = 0, bottom: CGFloat = 0) {
        self.top = top
        self.bottom = bottom
    }
}
