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
/// The *will* pair is posted before a method returns, the *did* pair when the scheduler says that the move has ended.
/// A move that is interrupted by another has no *did* of its own: the story goes on with the next *will*. What is
/// called from inside a callback of its notifications happens as soon as the pair that is being posted is complete.
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
    }

    /// What the keyboard is doing.
    public enum Phase: Sendable, Hashable {
        /// Off screen.
        case hidden
        /// On its way in, or to another height.
        case appearing
        /// On screen, at rest.
        case shown
        /// On its way out.
        case disappearing
    }

    /// The screen that it comes up on, and the `object` of its notifications. Held.
    public let screen: SimulatedScreen

    /// Which keys it shows, or will show when it comes next.
    public private(set) var layout: Layout = .letters

    /// What it is doing.
    public private(set) var phase: Phase = .hidden

    /// Where it is, or where the move under way ends, in points, screen coordinates, origin top left.
    public private(set) var frame: CGRect

    /// How long its moves take, in seconds. UIKit's usual 0.25. What is negative or not finite counts as 0.
    public var animationDuration = 0.25

    /// The curve that its notifications tell. 7 is the keyboard's own since iOS 7.
    public var animationCurve: UInt = 7

    /// What its notifications tell of whose keyboard it is.
    public var isLocal = true

    private let scheduler: any KeyboardScheduler
    private var center: NotificationCenter?
    private var endOfMove: KeyboardScheduledAction?
    private var moveCount = 0
    private var isPosting = false
    private var postponed: [@MainActor (SimulatedKeyboard) -> Void] = []

    /// Makes a keyboard, hidden. It posts nothing before ``start(postingTo:)``.
    ///
    /// - Parameters:
    ///   - screen: where it comes up. The keyboard holds it.
    ///   - scheduler: what tells when a move has ended; ``KeyboardObservation/MainQueueScheduler/shared`` where `nil`.
    public init(on screen: SimulatedScreen, scheduler: (any KeyboardScheduler)? = nil) {
        self.screen = screen
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        frame = CGRect(x: 0, y: screen.size.height, width: screen.size.width, height: 0)
    }

    deinit {
        endOfMove?.cancel()
    }

    /// Brings the keyboard up, or changes its keys where it is up: a field takes the focus.
    ///
    /// Where it is up and as tall already, nothing is posted. (Sources disagree on UIKit there.)
    ///
    /// - Parameter layout: which keys; those of the last time where `nil`.
    public func show(_ layout: Layout? = nil) {
        perform { $0.showNow(layout ?? $0.layout) }
    }

    /// Takes the keyboard away: the field with the focus resigns. Nothing is posted where it is hidden already.
    public func hide() {
        perform { $0.hideNow() }
    }

    /// Changes the keys: *frame* and *show* again, as UIKit tells it, with no *hide* between. Where the keyboard is
    /// hidden nothing is posted; it will come up so.
    public func changeFrame(to layout: Layout) {
        perform { keyboard in
            if keyboard.phase == .appearing || keyboard.phase == .shown {
                keyboard.showNow(layout)
            } else {
                keyboard.layout = layout
            }
        }
    }

    private func showNow(_ layout: Layout) {
        self.layout = layout
        let end = dockedFrame
        let begin: CGRect
        switch phase {
        case .hidden:
            begin = CGRect(x: 0, y: screen.size.height, width: end.width, height: end.height)
        case .appearing, .shown:
            if frame == end { return }
            begin = frame
        case .disappearing:
            begin = frame
        }
        phase = .appearing
        move(from: begin, to: end, will: [.willChangeFrame, .willShow], did: [.didChangeFrame, .didShow])
    }

    private func hideNow() {
        guard phase == .appearing || phase == .shown else { return }
        phase = .disappearing
        let end = frame.offsetBy(dx: 0, dy: screen.size.height - frame.minY)
        move(from: frame, to: end, will: [.willChangeFrame, .willHide], did: [.didChangeFrame, .didHide])
    }

    private var dockedFrame: CGRect {
        let height = screen.height(of: layout)
        return CGRect(x: 0, y: screen.size.height - height, width: screen.size.width, height: height)
    }

    private func move(from begin: CGRect, to end: CGRect, will: [KeyboardEvent.Kind], did: [KeyboardEvent.Kind]) {
        let seconds = animationDuration.isFinite ? max(animationDuration, 0) : 0
        let info = Notification.KeyboardInfo(
            frameBegin: begin,
            frameEnd: end,
            animationDuration: seconds,
            animationCurve: animationCurve,
            isLocal: isLocal
        )
        frame = end
        endOfMove?.cancel()
        moveCount += 1
        endOfMove = scheduler.schedule(after: .delay(seconds: seconds)) { [weak self, moveCount] in
            self?.perform { keyboard in
                // It may have been interrupted while it waited for a pair to be complete.
                guard keyboard.moveCount == moveCount else { return }
                keyboard.settle()
                keyboard.post(did, info)
            }
        }
        post(will, info)
    }

    private func settle() {
        endOfMove = nil
        phase =
            switch phase {
            case .hidden, .disappearing: .hidden
            case .appearing, .shown: .shown
            }
    }

    private func post(_ kinds: [KeyboardEvent.Kind], _ info: Notification.KeyboardInfo) {
        guard let center else { return }
        for kind in kinds {
            // A callback may have stopped the keyboard, or started it anew, between the two halves of the pair.
            guard self.center === center else { return }
            var notification = KeyboardEvent(kind, info: info).notification
            notification.object = screen
            center.post(notification)
        }
    }

    /// Runs what posts, one after the other: what a callback asks for meanwhile waits, or it would come between the
    /// two halves of a pair.
    private func perform(_ action: @escaping @MainActor (SimulatedKeyboard) -> Void) {
        postponed.append(action)
        guard !isPosting else { return }
        isPosting = true
        while !postponed.isEmpty {
            postponed.removeFirst()(self)
        }
        isPosting = false
    }

    /// Frames, *did* events and requests.
    public var capabilities: KeyboardSourceCapabilities {
        [.frames, .didEvents, .visibilityRequests]
    }

    /// Posts to `center` from now on. What happened before is not told; a move under way counts as ended.
    public func start(postingTo center: NotificationCenter) {
        stop()
        self.center = center
    }

    /// Posts no more. A move under way counts as ended. The keyboard can still be shown and hidden, unheard.
    public func stop() {
        center = nil
        endOfMove?.cancel()
        moveCount += 1
        settle()
    }

    /// Shows the keyboard, as ``show(_:)`` does.
    public func requestShow() throws(KeyboardSourceError) {
        guard center != nil else { throw .notStarted }
        show()
    }

    /// Hides the keyboard, as ``hide()`` does.
    public func requestHide() throws(KeyboardSourceError) {
        guard center != nil else { throw .notStarted }
        hide()
    }
}
