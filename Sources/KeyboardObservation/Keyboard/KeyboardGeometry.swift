public import Foundation

/// The rules that determine which part of a view the keyboard covers.
///
/// ```swift
/// let geometry = KeyboardGeometry()
/// let overlap = geometry.overlap(of: viewFrame, in: screenBounds, with: pool.keyboard)
/// let insets = geometry.insets(of: viewFrame, in: screenBounds, with: pool.keyboard, safeArea: safeArea)
/// ```
///
/// The covered height of a view can differ from the keyboard's height. For example, the covered height is smaller in
/// these views:
///
/// - a form sheet
/// - a window beside another window
/// - a view above a bar
///
/// An obscured keyboard covers no part of a view. See ``KeyboardState/isObscured``.
///
/// All frames are in points, in screen coordinates with the origin at the top left.
public struct KeyboardGeometry: Sendable, Hashable {
    /// The policies for a floating or split keyboard.
    public enum UndockedPolicy: Sendable, Hashable, CaseIterable {
        /// The geometry ignores the keyboard, because the user can move the keyboard away.
        case ignore
        /// The geometry treats the keyboard's frame and the part of the view below the frame as covered.
        ///
        /// Content stays above the keyboard.
        ///
        /// UIKit's layout guide uses this policy if its `followsUndockedKeyboard` is `true`.
        case follow
        /// The geometry treats only the keyboard's frame as covered.
        ///
        /// Content stays above or below the keyboard, wherever more space is available.
        case avoid
    }

    /// The policy for a floating or split keyboard, by default ``UndockedPolicy/ignore``.
    public var undocked: UndockedPolicy

    /// The minimum height and width of an overlap, in points.
    ///
    /// The default is 1, because frames with rounded coordinates can overlap slightly.
    @usableFromInline
    package var minimumOverlap: CGFloat

    /// The identity of the view's screen.
    ///
    /// The `object` of a keyboard's notifications is the keyboard's screen.
    ///
    /// The geometry ignores the keyboards of other screens. A keyboard that reports no screen can cover the view. If
    /// `screen` is `nil`, the keyboards of all screens can cover the view. The default is `nil`.
    public var screen: ObjectIdentifier?

    /// Whether the keyboard of another app can cover the view.
    ///
    /// The default is `true` for two reasons. First, if two apps are side by side, the keyboard of one app also covers
    /// the other app. Second, UIKit has sometimes reported the wrong app as the owner of a keyboard.
    public var countsOtherApps: Bool

    /// Creates a geometry.
    ///
    /// - Parameters:
    ///   - undocked: See ``undocked``.
    ///   - minimumOverlap: The minimum height and the minimum width of an overlap, in points. The geometry ignores an
    ///     overlap with a smaller height or width.
    ///   - screen: See ``screen``.
    ///   - countsOtherApps: See ``countsOtherApps``.
    @inlinable
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

    /// Returns the part of a view that the keyboard covers at the end of the keyboard's transition.
    ///
    /// If the keyboard covers no part of the view, the result is `.zero`.
    ///
    /// - Parameters:
    ///   - view: The view's frame.
    ///   - screen: The bounds of the screen.
    ///   - keyboard: The keyboard.
    /// - Returns: The covered part, in points, in the coordinates of the screen.
    public func overlap(of view: CGRect, in screen: CGRect, with keyboard: KeyboardState) -> CGRect {
        guard counts(keyboard), let frame = keyboard.frame, let view = view.common(with: screen) else { return .zero }
        return overlap(of: view, Part(frame: frame, placement: keyboard.placement, weight: 1))
    }

    /// Returns the insets of the view's content at the end of the keyboard's transition.
    ///
    /// The insets do not include the safe area.
    ///
    /// - Parameters:
    ///   - view: The view's frame. The insets apply to the part of the view that is on the screen.
    ///   - screen: The bounds of the screen.
    ///   - keyboard: The keyboard.
    ///   - safeArea: The insets of the view's safe area while no keyboard is shown. For example, a tab bar increases
    ///     the bottom inset.
    /// - Returns: The insets, in points. The insets are never negative.
    public func insets(
        of view: CGRect,
        in screen: CGRect,
        with keyboard: KeyboardState,
        safeArea: KeyboardInsets = KeyboardInsets()
    ) -> KeyboardInsets {
        guard counts(keyboard), let frame = keyboard.frame, let view = view.common(with: screen) else {
            return KeyboardInsets()
        }
        return insets(of: view, Part(frame: frame, placement: keyboard.placement, weight: 1), safeArea.checked)
    }

    // MARK: Visible keyboard

    func overlap(of view: CGRect, with keyboard: KeyboardSnapshot) -> CGRect {
        guard counts(keyboard.state), let view = view.visible(in: keyboard.state.screenBounds) else { return .zero }
        if let part = keyboard.wholePart { return overlap(of: view, part) }
        guard let transition = keyboard.moving, let frame = keyboard.frame else { return .zero }
        var first: Part?
        var count = 0
        var undockedWeight: CGFloat = 0
        transition.forEachPart(at: frame, beginningWith: keyboard.beginParts) { part in
            guard undocked != .ignore || !part.placement.isUndocked else { return }
            count += 1
            if first == nil { first = part }
            if part.placement.isUndocked { undockedWeight += part.weight }
        }
        guard let first else { return .zero }
        if count == 1, undocked == .ignore || first.weight == 1 {
            return overlap(of: view, first).part(first.weight, at: first.placement.edge)
        }
        // While the keyboard moves from one placement to another, the visible frame determines the overlap.
        var whole = Part(frame: frame, placement: .docked, weight: 1)
        if undocked == .follow { whole.frame.size.height += max(view.maxY - frame.maxY, 0) * min(undockedWeight, 1) }
        return overlap(of: view, whole)
    }

    /// If the view extends beyond the screen, the insets are measured from the edge of the screen.
    func insets(of view: CGRect, with keyboard: KeyboardSnapshot) -> KeyboardInsets {
        guard counts(keyboard.state), let view = view.visible(in: keyboard.state.screenBounds) else {
            return KeyboardInsets()
        }
        if let part = keyboard.wholePart { return insets(of: view, part, KeyboardInsets()) }
        guard let transition = keyboard.moving, let frame = keyboard.frame else { return KeyboardInsets() }
        var docked = KeyboardInsets()
        var undocked = KeyboardInsets()
        transition.forEachPart(at: frame, beginningWith: keyboard.beginParts) { part in
            let own = self.insets(of: view, part, KeyboardInsets())
            if part.placement.isUndocked { undocked.add(own, part.weight) } else { docked.add(own, part.weight) }
        }
        // The visible frame limits the insets of a docked keyboard, because a source can report a visible frame that is
        // partly off screen.
        return KeyboardInsets(
            top: undocked.top + min(docked.top, max(frame.maxY - view.minY, 0)),
            bottom: undocked.bottom + min(docked.bottom, max(view.maxY - frame.minY, 0))
        )
    }

    private typealias Part = KeyboardTransition.Part

    // MARK: One view and one frame

    /// Returns whether the keyboard can cover a view.
    func counts(_ keyboard: KeyboardState) -> Bool {
        if keyboard.isObscured { return false }
        if !keyboard.isLocal, !countsOtherApps { return false }
        guard let screen, let sender = keyboard.sender else { return true }
        return screen == sender
    }

    private func overlap(of view: CGRect, _ part: Part) -> CGRect {
        var frame = part.frame
        switch (part.placement, undocked) {
        case (.offScreen, _), (.floating, .ignore), (.split, .ignore): return .zero
        case (.floating, .follow), (.split, .follow): frame.size.height = max(frame.maxY, view.maxY) - frame.minY
        case (.docked, _), (.dockedAtTop, _), (.accessoryBarOnly, _), (.floating, .avoid), (.split, .avoid): break
        }
        guard let covered = frame.common(with: view), covered.height >= minimumOverlap,
            covered.width >= minimumOverlap
        else { return .zero }
        return covered
    }

    private func insets(of view: CGRect, _ part: Part, _ safeArea: KeyboardInsets) -> KeyboardInsets {
        let overlap = overlap(of: view, part)
        guard !overlap.isEmpty else { return KeyboardInsets() }
        let isAtTop =
            switch part.placement {
            case .dockedAtTop: true
            case .floating, .split: undocked == .avoid && view.maxY - overlap.maxY > overlap.minY - view.minY
            case .docked, .accessoryBarOnly, .offScreen: false
            }
        if isAtTop { return KeyboardInsets(top: max(overlap.maxY - view.minY - safeArea.top, 0)) }
        return KeyboardInsets(bottom: max(view.maxY - overlap.minY - safeArea.bottom, 0))
    }
}

extension CGRect {
    /// Returns the part of the frame within the bounds, or the whole frame if the bounds are `nil`.
    ///
    /// The result is `nil` if no part is within the bounds, or if a coordinate would be infinite or NaN.
    package func visible(in bounds: CGRect?) -> CGRect? {
        guard let bounds else { return isFinite ? self : nil }
        return common(with: bounds)
    }

    fileprivate func part(_ fraction: CGFloat, at edge: KeyboardState.Placement.Edge) -> CGRect {
        guard fraction < 1 else { return self }
        let height = height * fraction
        return CGRect(x: minX, y: edge == .top ? minY : maxY - height, width: width, height: height)
    }

    /// On Linux, Foundation's `intersection` handles empty rectangles and NaN differently from this method.
    fileprivate func common(with other: CGRect) -> CGRect? {
        let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
        let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
        let common = CGRect(x: left, y: top, width: right - left, height: bottom - top)
        guard left < right, top < bottom, common.isFinite else { return nil }
        return common
    }
}
/// The insets of a view at its top edge and at its bottom edge, in points.
///
/// The inset for a keyboard is the distance from the view's edge to the part of the view that stays free.
public struct KeyboardInsets: Sendable, Hashable {
    /// The inset at the view's top edge, in points.
    ///
    /// The top inset for a keyboard is greater than 0 in two cases:
    ///
    /// - The keyboard is docked at the top.
    /// - The content avoids a keyboard that floats over the upper part of the view.
    public var top: CGFloat

    /// The inset at the view's bottom edge, in points.
    public var bottom: CGFloat

    /// Creates insets, in points.
    public init(top: CGFloat = 0, bottom: CGFloat = 0) {
        self.top = top
        self.bottom = bottom
    }

    fileprivate mutating func add(_ other: KeyboardInsets, _ weight: CGFloat) {
        top += other.top * weight
        bottom += other.bottom * weight
    }
}
