import Foundation

/// Leads those who follow a pool's keyboard through its moves: by its curve from frame to frame, or by the real frames
/// that its source tells.
///
/// It calls them as the pool calls its observers: what they post comes afterwards.
@MainActor
final class KeyboardMotion {
    private struct Move {
        var transition: KeyboardTransition
        /// Who was told of the beginning, and will be told of the end.
        let followers: [KeyboardFollowers.Entry]
        /// Where the keyboard was told to be last.
        var frame: CGRect
        var hasRealFrames = false
    }

    /// How long after the last real frame a move counts as ended that nobody has ended, in seconds.
    private static let silence = 0.5

    private weak var pool: KeyboardObserverPool?
    private let scheduler: any KeyboardScheduler
    private let frames: any KeyboardFrameSource
    private let followers = KeyboardFollowers()
    private var move: Move?
    /// A move that begins with the next frame, unless an event before that tells more of it.
    private var proposed: KeyboardTransition?
    private var nextFrame: KeyboardScheduledAction?
    private var silenceEnd: KeyboardScheduledAction?

    init(_ pool: KeyboardObserverPool, _ scheduler: any KeyboardScheduler, _ frames: any KeyboardFrameSource) {
        self.pool = pool
        self.scheduler = scheduler
        self.frames = frames
    }

    deinit {
        nextFrame?.cancel()
        silenceEnd?.cancel()
    }

    /// Whether there is nobody left to follow.
    var isIdle: Bool {
        followers.isEmpty
    }

    func append(_ follower: any KeyboardFollower) {
        followers.append(follower)
    }

    func append(standInOf screen: any KeyboardTransitionPresentable) {
        followers.append(standInOf: screen)
    }

    func remove(standInOf screen: ObjectIdentifier) {
        followers.remove(standInOf: screen)
    }

    /// The keyboard begins to move, and the next event may say more about it.
    func propose(_ transition: KeyboardTransition) {
        guard !isIdle else { return }
        proposed = transition
        requestFrame()
    }

    /// The keyboard begins to move: from where a move under way is, if there is one.
    func begin(_ transition: KeyboardTransition) {
        proposed = nil
        if let move, move.transition.isSameMove(as: transition) {
            self.move?.transition = transition
            return
        }
        nextFrame?.cancel()
        end(at: transition.begin, isFinished: false)
        followers.purge()
        guard !isIdle else { return }
        let move = Move(transition: transition, followers: followers.entries, frame: transition.begin)
        self.move = move
        tell(move) { $0.keyboardDidBegin(transition, $1) }
        guard !transition.isInteractive else { return }
        if transition.visibleDuration > 0 {
            requestFrame()
        } else {
            end(at: transition.end, isFinished: true)
        }
    }

    /// The source tells where the keyboard is to be seen now.
    func frameDidArrive(_ frame: CGRect) {
        guard let pool else { return }
        if let proposed { begin(proposed) }
        if move == nil {
            let state = pool.keyboard
            guard state.isOnScreen, let told = state.frame else { return }
            let begin = pool.stateMachine.realFrame ?? told
            guard begin != frame else { return }
            self.begin(.interactive(from: begin, to: frame, state.placement, scheduler.now))
        }
        guard move != nil else { return }
        pool.stateMachine.frameDidArrive(frame)
        nextFrame?.cancel()
        move?.hasRealFrames = true
        progress(to: frame)
        endIfArrived()
        waitForSilence()
    }

    /// Ends a move of real frames, when the keyboard has been told to be where it went, and has been seen to be there.
    func endIfArrived() {
        guard let move, move.hasRealFrames, !move.transition.isInteractive, move.frame == move.transition.end,
            pool?.stateMachine.healingTime == nil
        else { return }
        pool?.stateMachine.forgetFrames()
        end(at: move.frame, isFinished: true)
    }

    private func requestFrame() {
        nextFrame?.cancel()
        nextFrame = frames.requestFrame { [weak self] in
            self?.pool?.serve { self?.tick() }
        }
    }

    private func tick() {
        if let proposed { return begin(proposed) }
        guard let move, !move.hasRealFrames else { return }
        guard move.followers.contains(where: \.isLiving) else {
            self.move = nil
            return
        }
        if let frame = move.transition.visibleFrame(at: scheduler.now) {
            progress(to: frame)
            requestFrame()
        } else {
            end(at: move.transition.end, isFinished: true)
        }
    }

    private func progress(to frame: CGRect) {
        move?.frame = frame
        guard let move else { return }
        tell(move) { $0.keyboardDidMove(move.transition, to: frame, $1) }
    }

    private func end(at frame: CGRect, isFinished: Bool) {
        guard let ended = move else { return }
        move = nil
        nextFrame?.cancel()
        silenceEnd?.cancel()
        tell(ended) { $0.keyboardDidEnd(ended.transition, at: frame, $1, isFinished: isFinished) }
    }

    private func waitForSilence() {
        silenceEnd?.cancel()
        guard move != nil else { return }
        silenceEnd = scheduler.schedule(after: .delay(seconds: Self.silence)) { [weak self] in
            self?.pool?.serve { self?.endInSilence() }
        }
    }

    private func endInSilence() {
        if let move { end(at: move.frame, isFinished: true) }
    }

    private func tell(_ move: Move, _ call: (any KeyboardFollower, KeyboardState) -> Void) {
        guard let pool else { return }
        for entry in move.followers {
            if let follower = entry.follower, !follower.isOver { call(follower, pool.keyboard) }
        }
    }
}

extension KeyboardTransition {
    /// Whether it is another telling of the same move.
    fileprivate func isSameMove(as other: KeyboardTransition) -> Bool {
        begin == other.begin && end == other.end && startTime == other.startTime && duration == other.duration
    }

    fileprivate static func interactive(
        from begin: CGRect,
        to end: CGRect,
        _ placement: KeyboardState.Placement,
        _ time: Duration
    ) -> KeyboardTransition {
        KeyboardTransition(
            from: begin,
            to: end,
            placement: placement,
            beginPlacement: placement,
            startTime: time,
            duration: 0,
            isInteractive: true
        )
    }
}
