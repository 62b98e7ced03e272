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
/// Your view's controller retains the guide, and the pool holds the guide weakly. During a transition, the guide
/// updates its values for each display frame. While the keyboard is at rest, the guide does not request display frames.
/// The values are observable. If the pool is deallocated, the guide keeps the last frame of the keyboard.
///
/// If the screen's bounds are known, the values describe only the on-screen part of the view. Therefore a margin that
/// extends the window beyond the screen does not increase the inset. The bounds are known if the keyboard's source
/// reports them, or if ``KeyboardObserverPool/fallbackScreenBounds`` is set.
@MainActor
public final class KeyboardLayoutGuide: Observable {
    /// The view's frame, in points, in the coordinates of the screen.
    public var viewFrame = CGRect.zero {
        didSet { if viewFrame != oldValue { layoutDidChange() } }
    }

    /// A closure that returns the view's frame.
    ///
    /// The closure is for a toolkit that does not report the movement of its windows.
    ///
    /// Before each computation of its values, the guide calls the closure. The guide sets ``viewFrame`` to the
    /// closure's result. The result is in points, in the coordinates of the screen. If the window moves while the
    /// keyboard is at rest, call ``layoutDidChange()``. The guide retains the closure. Capture the view weakly in the
    /// closure.
    public var viewFrameProvider: (@MainActor () -> CGRect)? {
        didSet { layoutDidChange() }
    }

    /// The height of the view's bottom safe area, in points.
    ///
    /// The safe area can contain a tab bar or a home indicator.
    public var safeAreaBottom: CGFloat = 0 {
        didSet { if safeAreaBottom != oldValue { layoutDidChange() } }
    }

    /// Whether ``bottomInset`` is at least ``safeAreaBottom``, even without a keyboard.
    ///
    /// The default is `true`, as in UIKit.
    public var usesBottomSafeArea = true {
        didSet { layoutDidChange() }
    }

    /// Whether a floating or split keyboard counts as extending to the bottom of the view.
    ///
    /// The default is `false`, as in UIKit. If you set the property to `true`, the policy of ``geometry`` becomes
    /// ``KeyboardGeometry/UndockedPolicy/follow``. If you set the property to `false`, the policy `follow` becomes
    /// ``KeyboardGeometry/UndockedPolicy/ignore``. Setting `false` does not change any other policy.
    public var followsUndockedKeyboard: Bool {
        get { geometry.undocked == .follow }
        set { if newValue != followsUndockedKeyboard { geometry.undocked = newValue ? .follow : .ignore } }
    }

    /// The rules for the overlap of the keyboard and the view.
    public var geometry = KeyboardGeometry() {
        didSet {
            guard geometry != oldValue else { return }
            if let pool { keyboard = pool.keyboards.visible(on: geometry.screen) }
            layoutDidChange()
            if geometry.screen != oldValue.screen { pool?.keyboards.followersDidChange() }
        }
    }

    /// Whether the guide rounds the insets up to whole points.
    ///
    /// The property is for a toolkit that uses only whole points.
    ///
    /// The default is `false`.
    public var roundsToWholePoints = false {
        didSet { if roundsToWholePoints != oldValue { layoutDidChange() } }
    }

    /// A closure that the guide calls when ``bottomInset`` or ``topInset`` has changed.
    ///
    /// The closure's parameter is ``bottomInset``.
    ///
    /// The closure can change the properties of the guide. The guide then computes its values again. If an inset has
    /// changed again, the guide calls the closure again. After 100 computations in a row, the guide stops until the
    /// next change. The pool reports the stop as ``KeyboardIssue/unsettledLayout(limit:)``.
    public var onChange: (@MainActor (CGFloat) -> Void)?

    private static let updateLimit = 100

    private let registrar = ObservationRegistrar()
    private weak let pool: KeyboardObserverPool?
    private var keyboard: VisibleKeyboard
    private var insets = KeyboardInsets()
    private var free = CGRect.zero
    private var isUpdating = false
    private var isUpdateNeeded = false

    /// Creates a guide that follows the keyboard of a pool.
    ///
    /// - Parameter pool: The pool. If it is `nil`, ``KeyboardObserverPool/current`` is used. Held weakly.
    public init(pool: KeyboardObserverPool? = nil) {
        let pool = pool ?? .current
        self.pool = pool
        keyboard = pool.keyboards.visible(on: nil)
        pool.keyboards.add(WeakFollower(self))
    }

    /// The distance that the content must keep from the view's bottom, in points.
    ///
    /// The inset includes the safe area if ``usesBottomSafeArea`` is `true`. The property is observable.
    public var bottomInset: CGFloat {
        registrar.access(self, keyPath: \.bottomInset)
        return insets.bottom
    }

    /// The distance that the content must keep from the view's top, in points.
    ///
    /// The inset is greater than 0 if the keyboard is docked at the top. If the policy of ``geometry`` is
    /// ``KeyboardGeometry/UndockedPolicy/avoid``, a floating keyboard can also cause an inset. Such a keyboard floats
    /// over the upper part of the view. The property is observable.
    public var topInset: CGFloat {
        registrar.access(self, keyPath: \.topInset)
        return insets.top
    }

    /// The part of the view that is on the screen and not covered by the keyboard.
    ///
    /// The frame is in points, in the coordinates of the screen, and includes the safe area. The property is
    /// observable.
    public var uncovered: CGRect {
        registrar.access(self, keyPath: \.uncovered)
        return free
    }

    /// Reports that the view's frame may have changed, and reads ``viewFrameProvider`` again.
    ///
    /// The toolkit calls the method after its layout, and when a window has moved. Without this call, the guide calls
    /// ``viewFrameProvider`` only for the keyboard's next event or display frame. If no inset has changed, ``onChange``
    /// is not called.
    public func layoutDidChange() {
        isUpdateNeeded = true
        // The method can be called recursively, because `onChange`, an observer or the provider can change the guide.
        guard !isUpdating else { return }
        isUpdating = true
        defer { isUpdating = false }
        for _ in 0..<Self.updateLimit {
            isUpdateNeeded = false
            if let frame = viewFrameProvider?(), frame != viewFrame {
                viewFrame = frame
                isUpdateNeeded = false
            }
            let view = viewFrame.visible(in: keyboard.state.screenBounds) ?? .zero
            var covered = geometry.insets(of: viewFrame, with: keyboard)
            if roundsToWholePoints {
                covered = KeyboardInsets(top: covered.top.rounded(.up), bottom: covered.bottom.rounded(.up))
            }
            let free = CGRect(
                x: view.minX,
                y: view.minY + covered.top,
                width: view.width,
                height: max(view.height - covered.top - covered.bottom, 0)
            )
            let safeArea = usesBottomSafeArea && safeAreaBottom.isLength ? max(safeAreaBottom, 0) : 0
            let bottom = max(covered.bottom, roundsToWholePoints ? safeArea.rounded(.up) : safeArea)
            let isInsetNew = bottom != insets.bottom || covered.top != insets.top
            set(\.bottomInset, isNew: bottom != insets.bottom) { insets.bottom = bottom }
            set(\.topInset, isNew: covered.top != insets.top) { insets.top = covered.top }
            set(\.uncovered, isNew: free != self.free) { self.free = free }
            if isInsetNew { onChange?(bottom) }
            guard isUpdateNeeded else { return }
        }
        pool?.report(.unsettledLayout(limit: Self.updateLimit))
    }

    private func set<Value>(_ property: KeyPath<KeyboardLayoutGuide, Value>, isNew: Bool, _ change: () -> Void) {
        if isNew { registrar.withMutation(of: self, keyPath: property, change) }
    }
}

extension KeyboardLayoutGuide: LayoutObserver {
    func follow(_ keyboards: AllKeyboards) -> Bool {
        let followed = keyboards[on: geometry.screen]
        keyboard = followed.visible
        layoutDidChange()
        return followed.needsTicks
    }
}
