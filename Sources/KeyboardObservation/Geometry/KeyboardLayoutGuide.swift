public import Foundation
public import Observation

/// By how much a screen's content should stay away from its view's bottom, at any moment: for any toolkit.
///
/// ```swift
/// guide = KeyboardLayoutGuide()
/// guide.onChange = { [weak self] inset in self?.content.bottomMargin = inset }
/// guide.viewFrame = view.frameOnScreen
/// ```
///
/// The screen keeps it; the pool knows it weakly. It follows the keyboard's moves frame by frame, and nothing ticks
/// while nothing moves. A guide that is made while the keyboard moves goes to where that will be. ``bottomInset`` can
/// be observed. Without a pool, which the guide does not keep, it is what it was.
@MainActor
public final class KeyboardLayoutGuide: Observable {
    /// Where the view is, in points, in the coordinates of the screen.
    public var viewFrame = CGRect.zero {
        didSet { if viewFrame != oldValue { update() } }
    }

    /// What of the view's bottom its content keeps away from anyway, in points: a tab bar, a home indicator.
    public var safeAreaBottom: CGFloat = 0 {
        didSet { if safeAreaBottom != oldValue { update() } }
    }

    /// Whether the inset is at least the safe area, when the keyboard is away as well. It is, unless said otherwise, as
    /// in UIKit.
    public var usesBottomSafeArea = true {
        didSet { update() }
    }

    /// Whether a keyboard that floats, or is split, counts as reaching down to the view's bottom. It is ignored, unless
    /// said otherwise, as in UIKit. Short for ``geometry``'s policy.
    public var followsUndockedKeyboard: Bool {
        get { geometry.undocked == .follow }
        set { geometry.undocked = newValue ? .follow : .ignore }
    }

    /// What counts as covered. The default rules, unless said otherwise.
    public var geometry = KeyboardGeometry() {
        didSet { if geometry != oldValue { update() } }
    }

    /// Is told each new inset.
    public var onChange: (@MainActor (CGFloat) -> Void)?

    private let registrar = ObservationRegistrar()
    private weak let pool: KeyboardObserverPool?
    private var inset: CGFloat = 0
    /// Where the keyboard is to be seen while it moves.
    private var moving: (frame: CGRect, transition: KeyboardTransition)?

    /// Makes a guide, and has it follow the keyboard.
    ///
    /// - Parameter pool: whose keyboard; that of ``KeyboardObserverPool/current`` where `nil`. Weak.
    public init(pool: KeyboardObserverPool? = nil) {
        let pool = pool ?? .current
        self.pool = pool
        pool.follow(self)
    }

    /// By how much the view's content should stay away from its bottom, in points, the safe area included. Can be
    /// observed.
    public var bottomInset: CGFloat {
        registrar.access(self, keyPath: \.bottomInset)
        return inset
    }

    private func update() {
        let safeArea = usesBottomSafeArea ? max(safeAreaBottom, 0) : 0
        let new = max(covered, safeArea)
        guard new != inset else { return }
        registrar.withMutation(of: self, keyPath: \.bottomInset) { inset = new }
        onChange?(new)
    }

    private var covered: CGFloat {
        guard let state = pool?.keyboard else { return 0 }
        if let moving {
            return geometry.bottomInset(of: viewFrame, at: moving.frame, of: moving.transition, state)
        }
        return geometry.insets(of: viewFrame, in: viewFrame, with: state).bottom
    }
}

extension KeyboardLayoutGuide: KeyboardFollower {
    var isOver: Bool { false }

    func keyboardDidBegin(_ transition: KeyboardTransition, _ state: KeyboardState) {
        moving = (transition.begin, transition)
        update()
    }

    func keyboardDidMove(_ transition: KeyboardTransition, to frame: CGRect, _ state: KeyboardState) {
        moving = (frame, transition)
        update()
    }

    func keyboardDidEnd(_ transition: KeyboardTransition, at frame: CGRect, _ state: KeyboardState, isFinished: Bool) {
        // Real frames may have led elsewhere than was told.
        let isThere = isFinished && !transition.isInteractive && (frame == transition.end || !state.isOnScreen)
        moving = isThere ? nil : (frame, transition)
        update()
    }
}
