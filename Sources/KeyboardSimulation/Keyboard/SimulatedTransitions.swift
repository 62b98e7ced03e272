import Foundation
import KeyboardObservation

/// These values override the behavior of the keyboard for one transition.
struct TransitionStyle {
    /// The reported duration, in seconds.
    var duration: Double?
    var didDelay: Duration?
    /// Whether the user drags an undocked keyboard.
    var isDrag = false
}

@MainActor
final class SimulatedTransitions {
    /// The orientation of `situation` is out of date after another keyboard has rotated the shared screen.
    private(set) var situation: KeyboardSituation
    var behavior: SimulatedKeyboard.Behavior
    let actions = ActionQueue()
    var faultInjector = FaultInjector(.none)
    private(set) var frame: CGRect

    private var presence = KeyboardPresence.nothing
    private let screen: SimulatedScreen
    private let scheduler: any KeyboardScheduler
    private let poster: KeyboardPoster
    private var motion: SimulatedMotion?
    private var nextFrameReport: KeyboardScheduledAction?
    private var lastAnnouncement: Announcement?
    private var lastIsLocal = true
    private var rotation: KeyboardScheduledAction?

    init(on screen: SimulatedScreen, behavior: SimulatedKeyboard.Behavior, scheduler: any KeyboardScheduler) {
        self.screen = screen
        self.scheduler = scheduler
        self.behavior = behavior
        situation = KeyboardSituation(model: screen.model, orientation: screen.orientation)
        poster = KeyboardPoster(scheduler: scheduler, actions: actions)
        frame = CGRect(x: 0, y: behavior.hiddenTop(on: screen), width: screen.size.width, height: 0)
    }

    deinit {
        nextFrameReport?.cancel()
        rotation?.cancel()
    }

    var center: NotificationCenter? {
        poster.center
    }

    var currentSituation: KeyboardSituation {
        var current = situation
        current.orientation = screen.orientation
        return current
    }

    var phase: KeyboardState.Phase {
        switch (presence.kind, poster.isTransitionUnderWay) {
        case (.nothing, false): .hidden
        case (.nothing, true): .disappearing
        case (_, true): .appearing
        case (_, false): .shown
        }
    }

    var currentFrame: CGRect {
        if let top = situation.draggedTop {
            return CGRect(x: frame.minX, y: top, width: frame.width, height: frame.height)
        }
        return motion?.frame(at: scheduler.now) ?? frame
    }

    func start(_ center: NotificationCenter) {
        poster.center = center
        actions.perform { [self] in
            guard presence.kind != .nothing else { return }
            announceAgain(Announcement(from: .nothing, to: presence.kind), TransitionStyle(duration: 0))
        }
    }

    func stop() {
        poster.stop()
        // Observers may have made requests that still wait. These requests are performed now, without notifications.
        actions.performPostponed()
        endRotation()
        nextFrameReport?.cancel()
        poster.endTransition()
        actions.interrupt()
    }

    func update(_ style: TransitionStyle = TransitionStyle(), _ change: (inout KeyboardSituation) -> Void) {
        let before = situation
        change(&situation)
        let hasSameKeys = situation.layout == before.layout
        update(style, changesKeys: hasSameKeys ? situation.otherLayout != before.otherLayout : true)
    }

    func takeFocus(_ layout: SimulatedKeyboard.Layout?, accessoryHeight: CGFloat? = nil) {
        update {
            $0.focus = .field
            if let layout { $0.layout = layout }
            if let accessoryHeight { $0.accessoryHeight = accessoryHeight }
        }
    }
}

// MARK: - Obscuring

extension SimulatedTransitions {
    /// A change of *isObscured* does not move the keyboard, so a running transition continues.
    func setObscured(_ isObscured: Bool) {
        situation.isObscured = isObscured
        guard presence.kind != .nothing, !actions.isInterrupted else { return }
        poster.post(
            payload(.frame, from: presence.frame, to: presence.frame, TransitionStyle(duration: 0)),
            from: behavior.reportsScreen ? screen : nil
        )
    }
}

// MARK: - Dragging

extension SimulatedTransitions {
    func beginDragging() {
        situation.draggedTop = currentFrame.minY
    }

    func moveDragging(toTop top: CGFloat) {
        situation.draggedTop = currentSituation.limitedDrag(top)
        reportFrame()
    }

    func endDragging(hides: Bool) {
        guard let top = situation.draggedTop else { return }
        if hides {
            // A keyboard that the finger has dragged off the screen hides without an animation.
            update(TransitionStyle(duration: top < screen.size.height ? nil : 0)) { $0.focus = .none }
            return
        }
        if presence == currentSituation.presence {
            announceAgain(.show)
            situation.draggedTop = nil
        } else {
            // Another keyboard has rotated the shared screen during the drag.
            update(TransitionStyle(), changesKeys: false)
        }
    }
}

// MARK: - Rotation

extension SimulatedTransitions {
    // The comment of `Duration.rotation` cites the log that contains these delays.
    private static let hideDidDelay = Duration.milliseconds(24)
    private static let showDidDelay = Duration.milliseconds(421)

    func rotateDevice(to orientation: SimulatedScreen.Orientation) {
        guard presence.kind != .nothing || rotation != nil else {
            rotateScreen(to: orientation)
            return
        }
        rotation?.cancel()
        rotation = scheduler.schedule(after: .rotation) { [weak self] in
            self?.showAfterRotation()
        }
        // While `rotationTime` is set, the keyboard is off screen.
        update(TransitionStyle(didDelay: Self.hideDidDelay)) { $0.rotationTime = .rotation }
        rotateScreen(to: orientation)
        if actions.isInterrupted { endRotation() }
    }

    private func showAfterRotation() {
        actions.perform { [self] in
            guard rotation?.isWaiting == false else { return }
            rotation = nil
            update(TransitionStyle(didDelay: Self.showDidDelay)) { $0.rotationTime = nil }
        }
    }

    /// Ends the rotation without posting events.
    private func endRotation() {
        rotation?.cancel()
        rotation = nil
        situation.rotationTime = nil
        presence = currentSituation.presence
        if presence.kind != .nothing { frame = presence.frame }
        motion = nil
    }

    private func rotateScreen(to orientation: SimulatedScreen.Orientation) {
        screen.orientation = orientation
        situation.orientation = orientation
        frame = CGRect(x: 0, y: behavior.hiddenTop(on: screen), width: screen.size.width, height: frame.height)
        motion = nil
        // The keyboard must post an event before it reports a frame in the new coordinates.
        nextFrameReport?.cancel()
    }
}

// MARK: - Transitions

extension SimulatedTransitions {
    private func update(_ style: TransitionStyle, changesKeys: Bool) {
        if behavior.ignoresShowWhileHiding, phase == .disappearing, currentSituation.presence.kind != .nothing {
            situation.isStuckOffScreen = true
        }
        let (old, new) = (presence, currentSituation.presence)
        guard old != new else { return }
        if new.kind == .docked, old.kind != .docked || changesKeys {
            for height in transientHeights {
                let frame = currentSituation.dockedFrame(of: .custom(height: height))
                change(to: KeyboardPresence(kind: .docked, frame: frame, isLocal: new.isLocal), style)
            }
        }
        change(to: currentSituation.presence, style)
        situation.draggedTop = nil
    }

    private var transientHeights: ArraySlice<CGFloat> {
        let keys = situation.focus == .otherApp ? situation.otherLayout : situation.layout
        guard case .thirdParty(let heights) = keys else { return [] }
        return heights.dropLast()
    }

    private func change(to new: KeyboardPresence, _ style: TransitionStyle) {
        let old = presence
        guard old != new else { return }
        presence = new
        var style = style
        // With a stepped motion, the keyboard slides only from hidden to docked, and from docked to hidden.
        if behavior.motion == .stepped, Set([old.kind, new.kind]) != [.nothing, .docked] { style.duration = 0 }
        let begin = old.kind == .nothing ? frameBeforeShowing(new) : old.frame
        let end = new.kind == .nothing ? frameAfterHiding(old) : new.frame
        if old.kind == .undocked, new.kind == .docked {
            // The keyboard posts *frame* events while it docks, and *show* events after it has docked.
            beginTransition(from: begin, to: end, .frame, style) {
                $0.announceAgain(.showWithoutFrame, TransitionStyle(duration: style.duration))
            }
        } else {
            let announcement = Announcement(from: old.kind, to: new.kind)
            // If `announcement` is `frame` while a *hide* transition runs, the keyboard posts *hide* events instead of
            // *frame* events. So didHide follows willHide.
            let isHiding = poster.isTransitionUnderWay && lastAnnouncement == .hide
            beginTransition(from: begin, to: end, announcement == .frame && isHiding ? .hide : announcement, style)
        }
    }

    private func announceAgain(_ announcement: Announcement, _ style: TransitionStyle = TransitionStyle()) {
        beginTransition(from: presence.frame, to: presence.frame, announcement, style)
    }

    private func frameBeforeShowing(_ new: KeyboardPresence) -> CGRect {
        var height = new.frame.height
        if let begin = behavior.beginHeight, begin.isFinite, begin >= 0 { height = begin }
        return CGRect(x: new.frame.minX, y: behavior.hiddenTop(on: screen), width: new.frame.width, height: height)
    }

    private func frameAfterHiding(_ old: KeyboardPresence) -> CGRect {
        let height = behavior.isCrossFading ? 0 : old.frame.height
        return CGRect(x: old.frame.minX, y: behavior.hiddenTop(on: screen), width: old.frame.width, height: height)
    }

    private func beginTransition(
        from begin: CGRect,
        to end: CGRect,
        _ announcement: Announcement,
        _ style: TransitionStyle,
        didEnd: (@MainActor (SimulatedTransitions) -> Void)? = nil
    ) {
        lastAnnouncement = announcement
        guard !actions.isInterrupted else {
            (frame, motion) = (end, nil)
            return
        }
        let duration = duration(style)
        let isMoving = motion?.isVisible(at: scheduler.now) == true
        let start = isMoving ? currentFrame : situation.draggedTop == nil ? begin : currentFrame
        let motion = SimulatedMotion(
            transition: KeyboardTransition(
                from: start,
                to: end,
                startTime: scheduler.now,
                seconds: behavior.isCrossFading ? 0 : duration,
                curve: KeyboardAnimationCurve(reported: behavior.curve)
            ),
            isStepped: behavior.motion == .stepped
        )
        // The *show* event after docking repeats the end frame, and does not restart the motion.
        let isContinued = isMoving && situation.draggedTop == nil && self.motion?.continues(as: motion) == true
        if !isContinued { self.motion = motion }
        frame = end
        var post = payload(announcement, from: begin, to: end, style)
        let faults = faultInjector.nextFaults()
        for fault in faults { post.apply(fault) }
        poster.post(
            post,
            from: behavior.reportsScreen ? screen : nil,
            didAfter: didDelay(style, motion, duration),
            faults: faults,
            willEnd: { [weak self] in self?.nextFrameReport?.cancel() },
            didEnd: { [weak self] in if let self { didEnd?(self) } }
        )
        // A stepped motion takes its first step together with the *will* events.
        if behavior.motion == .stepped, start.intersects(screen.bounds), motion.isVisible(at: scheduler.now) {
            reportFrame()
        }
        reportFrames()
    }

    private func payload(
        _ announcement: Announcement,
        from begin: CGRect,
        to end: CGRect,
        _ style: TransitionStyle
    ) -> KeyboardPost {
        let reportsFrames = behavior.reportsFrameValues
        let bounds = behavior.reportsScreenBounds ? screen.bounds : nil
        return KeyboardPost(
            announcement,
            info: Notification.KeyboardInfo(
                frameBegin: reportsFrames ? begin : nil,
                frameEnd: reportsFrames ? end : nil,
                animationDuration: duration(style),
                animationCurve: behavior.curve,
                isLocal: reportedIsLocal(),
                screenBounds: reportsFrames ? bounds : nil,
                isObscured: situation.isObscured
            ),
            hidesEndOfDrag: style.isDrag && !behavior.reportsDraggedEnd
        )
    }

    private func didDelay(_ style: TransitionStyle, _ motion: SimulatedMotion, _ duration: Double) -> Duration {
        if let delay = style.didDelay { return delay }
        return switch behavior.motion {
        case .full, .none: .delay(seconds: duration)
        case .stepped: motion.steppedDuration
        // UIKit posts the *did* events of a cross-fade within 40 ms.
        case .crossFade: .milliseconds(40)
        }
    }

    private func duration(_ style: TransitionStyle) -> Double {
        var duration: Double
        switch behavior.motion {
        case .none: return 0
        case .crossFade(let usual): duration = usual
        case .full, .stepped: duration = behavior.duration
        }
        if let own = style.duration { duration = own }
        return duration.isFinite ? max(duration, 0) : 0
    }

    private func reportedIsLocal() -> Bool? {
        guard behavior.reportsIsLocal else { return nil }
        // When the keyboard leaves the screen, its events report the same *isLocal* as the previous event.
        if presence.kind != .nothing { lastIsLocal = presence.isLocal }
        return lastIsLocal
    }

    /// Onboard reports its frame every 20 ms.
    private func reportFrames() {
        nextFrameReport?.cancel()
        guard behavior.reportsFrames, situation.draggedTop != nil || motion != nil else { return }
        nextFrameReport = scheduler.schedule(after: .milliseconds(20)) { [weak self] in
            self?.reportNextFrame()
        }
    }

    private func reportNextFrame() {
        actions.perform { [self] in
            reportFrame()
            if motion?.isVisible(at: scheduler.now) == true { reportFrames() }
        }
    }

    private func reportFrame() {
        guard behavior.reportsFrames else { return }
        poster.postFrame(currentFrame, from: behavior.reportsScreen ? screen : nil)
    }
}

extension SimulatedKeyboard.Behavior {
    fileprivate var isCrossFading: Bool {
        if case .crossFade = motion { true } else { false }
    }

    @MainActor
    fileprivate func hiddenTop(on screen: SimulatedScreen) -> CGFloat {
        screen.size.height + (hiddenDistance.isFinite ? max(hiddenDistance, 0) : 0)
    }
}
