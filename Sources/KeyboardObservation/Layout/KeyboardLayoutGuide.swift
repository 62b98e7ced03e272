public import Foundation
public import Observation

/// A layout guide for the part of a view that the keyboard does not cover.
///
/// The guide works with any toolkit.
///
/// ```swift
/// guide = KeyboardLayoutGuide()
/// guide.onChange = { [weak self] inset in self?.content.bottomMargin = inset }
/// guide.viewFrame = view.frameOnScreen
/// ```
///
/// Retain the guide in your view's controller, because the pool holds the guide weakly. During a transition, the guide
/// updates its values for each display frame. While the keyboard is at rest, the guide does not request display frames.
/// You can observe ``bottomInset`` and ``topInset`` with the `Observation` framework. If the pool is deallocated, the
/// guide keeps the last frame of the keyboard.
///
/// If the screen's bounds are known, the guide ignores the part of the view that is outside the screen. For example, a
/// window margin beyond the screen's edge does not increase the inset. The bounds are known if the keyboard's source
/// reports the bounds, or if ``KeyboardObserverPool/fallbackScreenBounds`` is set.
@MainActor
public final class KeyboardLayoutGuide: Observable {
    /// The view's frame, in points, in the coordinates of the screen.
    public var viewFrame = CGRect.zero {
        didSet { if viewFrame != oldValue { layoutDidChange() } }
    }

    /// A closure that returns the view's frame.
    ///
    /// Set the closure if the toolkit does not report when a window moves.
    ///
    /// The guide calls the closure before each update of the insets, and sets ``viewFrame`` to the closure's result.
    /// The result is in points, in the coordinates of the screen. While the keyboard is at rest, call
    /// ``layoutDidChange()`` if you know that the window has moved. Capture the view weakly, because the guide retains
    /// the closure.
    public var viewFrameProvider: (@MainActor () -> CGRect)? {
        didSet { layoutDidChange() }
    }

    /// The height of the view's bottom safe area, in points.
    ///
    /// The safe area can contain a tab bar or a home indicator. ``bottomInset`` is never less than this height. If the
    /// content is allowed to extend to the bottom of the view, leave the property at 0.
    public var safeAreaBottom: CGFloat = 0 {
        didSet { if safeAreaBottom != oldValue { layoutDidChange() } }
    }

    /// The rules that the guide uses to compute the overlap of the keyboard and the view.
    public var geometry = KeyboardGeometry() {
        didSet {
            guard geometry != oldValue else { return }
            if let pool { keyboard = pool.keyboards.snapshot(on: geometry.screen) }
            layoutDidChange()
            if geometry.screen != oldValue.screen { pool?.keyboards.followersDidChange() }
        }
    }

    /// A closure that the guide calls when ``bottomInset`` or ``topInset`` has changed.
    ///
    /// The closure's parameter is ``bottomInset``.
    ///
    /// If the closure changes a property of the guide, the guide updates the insets again. If this update changes an
    /// inset, the guide calls the closure again.
    ///
    /// After 100 updates in a row, the guide stops updating the insets, and the pool reports
    /// ``KeyboardIssue/unsettledLayout(limit:)``. The guide updates the insets again when the keyboard changes, or when
    /// a property of the guide changes.
    public var onChange: (@MainActor (CGFloat) -> Void)?

    private static let updateLimit = 100

    private let registrar = ObservationRegistrar()
    private weak let pool: KeyboardObserverPool?
    private var keyboard: KeyboardSnapshot
    private var insets = KeyboardInsets()
    private var updates = UpdateLoop()

    /// Creates a guide that follows the keyboard of a pool.
    ///
    /// - Parameter pool: The pool, which the guide holds weakly. If the pool is `nil`, the guide uses
    ///   ``KeyboardObserverPool/current``.
    public init(pool: KeyboardObserverPool? = nil) {
        let pool = pool ?? .current
        self.pool = pool
        keyboard = pool.keyboards.snapshot(on: nil)
        pool.keyboards.addWeakly(self)
    }

    /// The distance that the content must keep from the view's bottom, in points.
    ///
    /// The inset includes the safe area. The property is observable.
    public var bottomInset: CGFloat {
        registrar.access(self, keyPath: \.bottomInset)
        return insets.bottom
    }

    /// The distance that the content must keep from the view's top, in points.
    ///
    /// The inset is greater than 0 if the keyboard is docked at the top. With the policy
    /// ``KeyboardGeometry/UndockedPolicy/avoid``, a keyboard that floats over the upper part of the view also increases
    /// the inset. The property is observable.
    public var topInset: CGFloat {
        registrar.access(self, keyPath: \.topInset)
        return insets.top
    }

    /// Calls ``viewFrameProvider`` and updates the insets.
    ///
    /// Call `layoutDidChange()` after the toolkit has laid out its views, and after a window has moved. The guide
    /// itself calls ``viewFrameProvider`` only when the keyboard changes, while the keyboard moves, and when you set a
    /// property. If no inset has changed, the guide does not call ``onChange``.
    public func layoutDidChange() {
        // During the update, the closures and the observers can change the guide, so the update is repeated.
        guard updates.begin() else { return }
        for _ in 0..<Self.updateLimit {
            if let frame = viewFrameProvider?(), frame != viewFrame {
                viewFrame = frame
                updates.ignoreChanges()
            }
            let covered = geometry.insets(of: viewFrame, with: keyboard)
            let safeArea = safeAreaBottom.isLength ? max(safeAreaBottom, 0) : 0
            let old = insets
            let bottom = max(covered.bottom, safeArea)
            if bottom != old.bottom {
                registrar.willSet(self, keyPath: \.bottomInset)
                insets.bottom = bottom
                registrar.didSet(self, keyPath: \.bottomInset)
            }
            if covered.top != old.top {
                registrar.willSet(self, keyPath: \.topInset)
                insets.top = covered.top
                registrar.didSet(self, keyPath: \.topInset)
            }
            if insets != old { onChange?(bottom) }
            guard updates.isRepeated() else { return }
        }
        pool?.report(.unsettledLayout(limit: Self.updateLimit))
        updates.end()
    }
}

extension KeyboardLayoutGuide: KeyboardFollower {
    func follow(_ keyboards: [KeyboardSnapshot]) -> Bool? {
        let followed = keyboards[keyboards.index(followedOn: geometry.screen)]
        keyboard = followed
        layoutDidChange()
        return followed.needsTicks
    }
}
