public import Foundation
public import KeyboardObservation

/// An on-screen keyboard to develop and test against. It posts what UIKit's keyboard posts, with UIKit's payload, in
/// UIKit's order.
///
/// ```swift
/// let keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
/// keyboard.start(postingTo: center)
/// keyboard.show()                            // willChangeFrame, willShow: now
/// scheduler.advance(by: .milliseconds(250))  // didChangeFrame, didShow
/// ```
///
/// Its methods are named for what a person does; what is posted for it follows from ``behavior``. The *will* pair is
/// posted before a method returns, the *did* pair when the scheduler says that the move has ended. A move that is
/// interrupted by another has no *did* of its own: the story goes on with the next *will*. What is called from inside
/// a callback of its notifications happens as soon as the pair that is being posted is complete. What makes no sense
/// in the state that the keyboard is in does nothing: see ``canPerform(_:)``.
@MainActor
public final class SimulatedKeyboard: KeyboardSource {
    /// Which keys the keyboard shows. How tall that is, the screen knows.
    public enum Layout: Sendable, Hashable {
        /// Letters, without a prediction row.
        case letters
        /// Letters with a row of predictions above.
        case lettersWithPredictions
        /// Digits only.
        case numberPad
        /// A keyboard of this height, in points. What is negative or not finite counts as 0.
        case custom(height: CGFloat)
        /// Somebody else's keyboard, which finds out how tall it is only as it comes: it tells *show* for each of
        /// these heights in a row. The last one stays.
        case thirdParty(heights: [CGFloat])
    }

    /// What the keyboard is doing.
    public enum Phase: Sendable, Hashable {
        /// Off screen.
        case hidden
        /// On its way in, or to another frame.
        case appearing
        /// On screen, at rest; with a hardware keyboard that may be an accessory bar only.
        case shown
        /// On its way out.
        case disappearing
    }

    /// Where on the screen a person has put the keyboard.
    public enum Placement: Sendable, Hashable {
        /// At the bottom, as wide as the screen.
        case docked
        /// Above the bottom, as wide as the screen.
        case undocked
        /// In two halves above the bottom; its frame is that of both together.
        case split
        /// Small, anywhere.
        case floating
    }

    /// The screen that it comes up on, and the `object` of its notifications. Held.
    public let screen: SimulatedScreen

    /// How it behaves where systems and versions differ. What is changed counts from the next move on.
    public var behavior: Behavior

    /// What it gets wrong. What is changed counts from the next move on.
    public var faults = Faults.none {
        didSet { faultRandom = SeededRandom(seed: faults.seed) }
    }

    /// Which keys it shows, or will show when it comes next.
    public internal(set) var layout: Layout = .letters

    /// Where a person has put it, or where it will come up next.
    public internal(set) var placement: Placement = .docked

    /// How tall the bar above the keys is, in points; 0 where there is none.
    public internal(set) var accessoryHeight: CGFloat = 0

    /// Whether a hardware keyboard is attached, so that at most the accessory bar comes up.
    public internal(set) var hasHardwareKeyboard = false

    /// Where it is, or where the move under way ends, in points, screen coordinates, origin top left. Off screen where
    /// nothing of it is to be seen.
    public internal(set) var frame: CGRect

    /// The field that has the focus, if it is one of ours. Weak.
    public internal(set) weak var firstResponder: SimulatedTextField?

    let scheduler: any KeyboardScheduler
    var center: NotificationCenter?
    /// How often it was started and stopped: what was under way before is not told afterwards.
    var session = 0
    var faultRandom = SeededRandom(seed: 0)

    /// Who types.
    var focus = Focus.nobody
    /// What is on screen, or will be when the move under way has ended.
    var presence = Presence.nothing
    /// Whose keyboard was on screen last.
    var lastIsLocal = true
    /// Which keys another app's keyboard shows.
    var otherLayout = Layout.letters
    /// Where a person has put the top edge of the undocked or split keyboard.
    var freeTop: CGFloat = 0
    /// Where a person has put the floating keyboard.
    var floatingFrame = CGRect.zero
    var isAlertPresented = false
    var isPasswordPromptPresented = false
    /// Where the finger has drawn the top edge while the keyboard is being dismissed.
    var draggedTop: CGFloat?

    var motion: KeyboardTransition?
    var lastAnnouncement: Announcement?
    /// Whether a *show* was told, and no *hide* since.
    var isToldAsShown = false
    var endOfMove: KeyboardScheduledAction?
    var nextFrame: KeyboardScheduledAction?
    var moveCount = 0
    var lateDids: [KeyboardScheduledAction] = []
    /// The second half of a rotation, while the first one runs.
    var turn: KeyboardScheduledAction?

    private var isPerforming = false
    private var postponed: [@MainActor (SimulatedKeyboard) -> Void] = []

    /// Makes a keyboard, hidden. It posts nothing before ``start(postingTo:)``.
    ///
    /// - Parameters:
    ///   - screen: where it comes up. The keyboard holds it.
    ///   - behavior: how it behaves where systems and versions differ.
    ///   - scheduler: what tells when a move has ended; ``KeyboardObservation/MainQueueScheduler/shared`` where `nil`.
    public init(
        on screen: SimulatedScreen,
        behavior: Behavior = Behavior(),
        scheduler: (any KeyboardScheduler)? = nil
    ) {
        self.screen = screen
        self.behavior = behavior
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        frame = CGRect(x: 0, y: screen.size.height, width: screen.size.width, height: 0)
    }

    deinit {
        endOfMove?.cancel()
        nextFrame?.cancel()
        turn?.cancel()
        for did in lateDids { did.cancel() }
    }

    /// What it is doing.
    public var phase: Phase {
        switch (presence.kind, endOfMove != nil) {
        case (.nothing, false): .hidden
        case (.nothing, true): .disappearing
        case (_, true): .appearing
        case (_, false): .shown
        }
    }

    /// Brings the keyboard up, or changes its keys where it is up: a field takes the focus.
    ///
    /// Where it is up and as tall already, nothing is posted, unless ``Behavior/repeatsShowOfSameHeight`` says so.
    ///
    /// - Parameter layout: which keys; those of the last time where `nil`.
    public func show(_ layout: Layout? = nil) {
        perform { $0.bringUp(layout, isRefocusing: true) }
    }

    /// Takes the keyboard away: the field with the focus resigns, unless it refuses. Nothing is posted where the
    /// keyboard is hidden already.
    public func hide() {
        if let field = firstResponder {
            field.resignFirstResponder()
        } else {
            dropFocus()
        }
    }

    /// Changes the keys: *frame* and *show* again, as UIKit tells it, with no *hide* between. Where the keyboard is
    /// hidden nothing is posted; it will come up so.
    ///
    /// - Parameters:
    ///   - layout: which keys.
    ///   - animated: whether it moves to its new height. A growth in place has been seen with a duration of 0.
    public func changeFrame(to layout: Layout, animated: Bool = true) {
        perform { $0.changeLayout(to: layout, duration: animated ? nil : 0) }
    }

    /// Turns the prediction row on or off. Only letters have one.
    public func setPredictions(_ isOn: Bool) {
        perform { keyboard in
            guard keyboard.layout == .letters || keyboard.layout == .lettersWithPredictions else { return }
            keyboard.changeLayout(to: isOn ? .lettersWithPredictions : .letters)
        }
    }

    /// Puts a bar of this height above the keys: the focused field's accessory. 0 takes it away.
    public func setAccessory(height: CGFloat) {
        perform { keyboard in
            keyboard.accessoryHeight = height.isFinite ? max(height, 0) : 0
            keyboard.update()
        }
    }

    func changeLayout(to layout: Layout, duration: Double? = nil) {
        let isOther = layout != self.layout
        self.layout = layout
        update(MoveStyle(duration: duration, hasOtherKeys: isOther))
    }

    /// Runs what posts, one after the other: what a callback asks for meanwhile waits, or it would come between the
    /// two halves of a pair.
    func perform(_ action: @escaping @MainActor (SimulatedKeyboard) -> Void) {
        postponed.append(action)
        guard !isPerforming else { return }
        isPerforming = true
        performPostponed()
        isPerforming = false
    }

    func performPostponed() {
        while !postponed.isEmpty {
            postponed.removeFirst()(self)
        }
    }
}
