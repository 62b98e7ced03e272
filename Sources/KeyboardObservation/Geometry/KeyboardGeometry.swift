public import Foundation

/// What the keyboard covers of a view: the rules, and the figures that follow from them.
///
/// ```swift
/// let geometry = KeyboardGeometry()
/// let covered = geometry.overlap(of: viewFrame, in: screenBounds, with: pool.keyboard)
/// let insets = geometry.insets(of: viewFrame, in: screenBounds, with: pool.keyboard, safeArea: safeArea)
/// ```
///
/// A height is the wrong number: a form sheet, a window at the side and a bar at the bottom are covered by less than
/// the keyboard's height. All frames are in points and in the coordinates of the screen, origin top left.
public struct KeyboardGeometry: Sendable, Hashable {
    /// What a keyboard that is not docked counts as.
    public enum UndockedPolicy: Sendable, Hashable, CaseIterable {
        /// Nothing: a person has put it where it is, and can put it elsewhere.
        case ignore
        /// As reaching down to the view's bottom: content stays above it. What UIKit's layout guide does when it
        /// follows.
        case follow
        /// What it is: content keeps away from it to the side of it that has more room.
        case avoid
    }

    /// What a keyboard that floats, or is split, counts as. It is ignored, unless said otherwise.
    public var undocked: UndockedPolicy

    /// Overlaps that are less tall, or less wide, count as nothing, in points. 1, unless said otherwise: frames are
    /// rounded here and there.
    public var minimumOverlap: CGFloat

    /// The identity of the view's own screen, which is the `object` of its keyboard's notifications. A keyboard that is
    /// told to be on another one covers nothing. `nil`, unless said otherwise: every keyboard counts.
    public var screen: ObjectIdentifier?

    /// Whether another app's keyboard counts. It does, unless said otherwise: side by side, it covers this app too, and
    /// UIKit has been seen to tell apps wrongly whose it is.
    public var countsOtherApps: Bool

    /// Makes the rules.
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

    /// The part of a view that the keyboard covers, or will cover when its move has ended; `.zero` where it covers
    /// nothing.
    public func overlap(of view: CGRect, in screen: CGRect, with keyboard: KeyboardState) -> CGRect {
        guard counts(keyboard), let frame = keyboard.frame else { return .zero }
        return overlap(of: view, in: screen, frame: frame, placement: keyboard.placement)
    }

    /// The part of a view that a keyboard at this frame covers; `.zero` where it covers nothing. For the frames of a
    /// move: see ``KeyboardTransition/frame(at:)``.
    public func overlap(
        of view: CGRect,
        in screen: CGRect,
        frame: CGRect,
        placement: KeyboardState.Placement
    ) -> CGRect {
        guard let visible = view.common(with: screen), let frame = counted(frame, placement, view) else { return .zero }
        guard let covered = frame.common(with: visible), covered.height >= minimumOverlap,
            covered.width >= minimumOverlap
        else { return .zero }
        return covered
    }

    /// By how much the view's content should keep away from its edges, beyond its safe area.
    ///
    /// - Parameters:
    ///   - view: the view's frame.
    ///   - screen: what of the coordinates is visible.
    ///   - keyboard: the keyboard, where it is or where its move ends.
    ///   - safeArea: what the view's content keeps away from anyway: a tab bar, a home indicator.
    public func insets(
        of view: CGRect,
        in screen: CGRect,
        with keyboard: KeyboardState,
        safeArea: KeyboardInsets = KeyboardInsets()
    ) -> KeyboardInsets {
        insets(of: view, overlap: overlap(of: view, in: screen, with: keyboard), keyboard.placement, safeArea)
    }

    /// By how much the view's content should keep away from its edges, beyond its safe area, with the keyboard at this
    /// frame.
    public func insets(
        of view: CGRect,
        in screen: CGRect,
        frame: CGRect,
        placement: KeyboardState.Placement,
        safeArea: KeyboardInsets = KeyboardInsets()
    ) -> KeyboardInsets {
        let overlap = overlap(of: view, in: screen, frame: frame, placement: placement)
        return insets(of: view, overlap: overlap, placement, safeArea)
    }

    /// The part of a view that is covered while the keyboard moves.
    func overlap(
        of view: CGRect,
        at frame: CGRect,
        of transition: KeyboardTransition,
        _ keyboard: KeyboardState
    ) -> CGRect {
        guard counts(keyboard), let counted = counted(frame, of: transition) else { return .zero }
        return overlap(of: view, in: view, frame: counted.frame, placement: counted.placement)
    }

    /// By how much the view's content should keep away from its bottom while the keyboard moves.
    func bottomInset(
        of view: CGRect,
        at frame: CGRect,
        of transition: KeyboardTransition,
        _ keyboard: KeyboardState
    ) -> CGFloat {
        guard counts(keyboard), let counted = counted(frame, of: transition) else { return 0 }
        return insets(of: view, in: view, frame: counted.frame, placement: counted.placement).bottom
    }

    private func counted(
        _ frame: CGRect,
        of transition: KeyboardTransition
    ) -> (frame: CGRect, placement: KeyboardState.Placement)? {
        guard undocked == .ignore else { return (frame, transition.placement) }
        return transition.frameIgnoringUndocked(frame).map { ($0, .docked) }
    }

    /// Whether this keyboard counts at all.
    func counts(_ keyboard: KeyboardState) -> Bool {
        if !keyboard.isLocal, !countsOtherApps { return false }
        guard let screen, let sender = keyboard.sender else { return true }
        return screen == sender
    }

    private func counted(_ frame: CGRect, _ placement: KeyboardState.Placement, _ view: CGRect) -> CGRect? {
        switch (placement, undocked) {
        case (.offScreen, _), (.floating, .ignore), (.split, .ignore):
            return nil
        case (.floating, .follow), (.split, .follow):
            return CGRect(
                x: frame.minX,
                y: frame.minY,
                width: frame.width,
                height: max(frame.maxY, view.maxY) - frame.minY
            )
        case (.docked, _), (.accessoryBarOnly, _), (.floating, .avoid), (.split, .avoid):
            return frame
        }
    }

    private func insets(
        of view: CGRect,
        overlap: CGRect,
        _ placement: KeyboardState.Placement,
        _ safeArea: KeyboardInsets
    ) -> KeyboardInsets {
        guard !overlap.isEmpty else { return KeyboardInsets() }
        let isUndocked = placement == .floating || placement == .split
        let (above, below) = (overlap.minY - view.minY, view.maxY - overlap.maxY)
        if isUndocked, undocked == .avoid, below > above {
            return KeyboardInsets(top: max(overlap.maxY - view.minY - safeArea.top, 0))
        }
        return KeyboardInsets(bottom: max(view.maxY - overlap.minY - safeArea.bottom, 0))
    }
}

extension CGRect {
    /// What two rectangles have in common. Unlike Foundation's for Linux, it is nothing where they only touch, and
    /// where a coordinate is no number.
    fileprivate func common(with other: CGRect) -> CGRect? {
        let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
        let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
        guard left < right, top < bottom, [left, right, top, bottom].allSatisfy(\.isFinite) else { return nil }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
