import Foundation
import KeyboardObservation

/// The optional parameters of a transition.
struct TransitionStyle {
    /// The reported duration, in seconds.
    ///
    /// If the property is `nil`, the behaviour of the keyboard determines the duration.
    var duration: Double?
    /// The time between the *will* events and the *did* events, in seconds.
    ///
    /// If the property is `nil`, the time depends on the behaviour of the keyboard and on the reported duration.
    var didDelay: Double?
    /// Whether the user drags an undocked keyboard.
    var isDrag = false
    /// Whether the transition changes the keys.
    var changesKeys = false
}

/// Stores the situation of a simulated keyboard, and begins a transition when the situation changes.
@MainActor
final class SimulatedTransitions {
    /// The situation of the keyboard.
    ///
    /// If another keyboard rotates the shared screen, `situation` keeps the previous orientation. `currentSituation`
    /// contains the current orientation of the screen. `SimulatedKeyboard.situationWithFields` also contains the states
    /// of the fields.
    private(set) var situation: KeyboardSituation
    let actions = ActionQueue()
    var faultInjector = FaultInjector(.none)
    /// The frame of the keyboard; during a transition, the end frame of the transition.
    private(set) var frame: CGRect

    private var presence = KeyboardPresence.nothing
    private let screen: SimulatedScreen
    private let scheduler: any KeyboardScheduler
    private let poster: KeyboardPoster
    private var motion: SimulatedMotion?
    private var nextFrameReport: KeyboardScheduledAction?
    private var lastAnnouncement: Announcement?
    /// The value of *isLocal* when the keyboard was last on screen.
    private var lastIsLocal = true
    /// Whether the keyboard has posted a *show* event since its latest *hide* event.
    private var isPostedAsShown = false
    /// The scheduled action that will post the *show* event after a rotation.
    private var rotation: KeyboardScheduledAction?
    /// The scheduled action that will report the next height of a third-party keyboard.
    private var burst: KeyboardScheduledAction?

    init(on screen: SimulatedScreen, behavior: SimulatedKeyboard.Behavior, scheduler: any KeyboardScheduler) {
        self.screen = screen
        self.scheduler = scheduler
        situation = KeyboardSituation(model: screen.model, orientation: screen.orientation, behavior: behavior)
        poster = KeyboardPoster(scheduler: scheduler, actions: actions)
        let top = screen.size.height + behavior.validHiddenDistance
        frame = CGRect(x: 0, y: top, width: screen.size.width, height: 0)
    }

    deinit {
        nextFrameReport?.cancel()
        rotation?.cancel()
        burst?.cancel()
    }

    var behavior: SimulatedKeyboard.Behavior {
        get { situation.behavior }
        set { situation.behavior = newValue }
    }

    /// The center that receives the notifications of the keyboard; `nil` if the keyboard is stopped.
    var center: NotificationCenter? {
        poster.center
    }

    /// The situation of the keyboard, with the current orientation of the screen.
    var currentSituation: KeyboardSituation {
        var current = situation
        // Another keyboard on the same screen can rotate the screen.
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

    /// The visible frame at the scheduler's current time.
    var currentFrame: CGRect {
        if let top = situation.draggedTop {
            return CGRect(x: frame.minX, y: top, width: frame.width, height: frame.height)
        }
        return motion?.frame(at: scheduler.now) ?? frame
    }

    func start(_ center: NotificationCenter) {
        poster.start(center)
        actions.perform { [self] in
            guard presence.kind != .nothing else { return }
            announceAgain(announcement(from: .nothing, to: presence), TransitionStyle(duration: 0))
        }
    }

    func stop() {
        poster.stop()
        // Actions that observers have requested can still be waiting. The keyboard performs these actions without
        // notifications.
        actions.performPostponed()
        endRotation()
        nextFrameReport?.cancel()
        poster.endTransition()
        actions.interrupt()
    }

    /// Changes the situation, and begins a transition if the keyboard must move.
    func update(_ style: TransitionStyle = TransitionStyle(), _ change: (inout KeyboardSituation) -> Void) {
        let before = situation
        change(&situation)
        var style = style
        style.changesKeys = situation.layout != before.layout || situation.otherLayout != before.otherLayout
        update(style)
    }

    /// Gives the focus to a field.
    ///
    /// - Parameters:
    ///   - layout: The keys. Pass `nil` to keep the previous keys.
    ///   - accessoryHeight: The height of the bar. Pass `nil` to keep the previous bar.
    ///   - isRefocusing: Whether a field takes the focus. Pass `false` if the focused field only changes its keys or
    ///     its bar.
    func takeFocus(_ layout: SimulatedKeyboard.Layout?, accessoryHeight: CGFloat? = nil, isRefocusing: Bool = true) {
        let isRefocused = situation.focus == .field && isRefocusing
        let before = presence
        update {
            $0.focus = .field
            $0.layout = layout ?? $0.layout
            $0.accessoryHeight = accessoryHeight ?? $0.accessoryHeight
        }
        guard isRefocused, presence == before, behavior.repeatsShowOfSameHeight else { return }
        switch before.kind {
        case .docked: announceAgain(.show)
        case .bar: announceAgain(.hide)
        case .nothing, .undocked: break
        }
    }
}

// MARK: - Obscuring

extension SimulatedTransitions {
    /// Records whether the window of the app covers the keyboard, and posts *frame* events if the keyboard is shown.
    ///
    /// The begin frame and the end frame of the events are both the frame of the keyboard. The events do not interrupt
    /// a running transition.
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
        endBurst()
        situation.draggedTop = currentFrame.minY
        situation.movedTop = nil
    }

    func moveDragging(toTop top: CGFloat) {
        situation.draggedTop = currentSituation.limitedDrag(top)
        situation.movedTop = situation.draggedTop
        reportFrame()
    }

    func endDragging(hides: Bool) {
        guard let top = situation.draggedTop else { return }
        if hides {
            // If the finger has dragged the whole keyboard off the screen, the keyboard hides without an animation.
            update(TransitionStyle(duration: top < screen.size.height ? nil : 0)) { $0.focus = .none }
            return
        }
        if presence == currentSituation.presence {
            announceAgain(.show)
            situation.draggedTop = nil
        } else {
            // The drag began before the third-party keyboard had reached its last height.
            update(TransitionStyle())
        }
    }
}

// MARK: - Rotation

extension SimulatedTransitions {
    // In a rotation, the keyboard first hides and then appears again. The delays come from the log that
    // `Duration.rotation` cites. When the keyboard hides, the *did* events come 24 ms after the *will* events. When the
    // keyboard appears again, the *did* events come 421 ms after the *will* events.
    private static let hideDidDelay = 0.024
    private static let showDidDelay = 0.421

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

    /// Cancels a running rotation and a running sequence of heights, but posts no events.
    private func endRotation() {
        rotation?.cancel()
        rotation = nil
        endBurst()
        situation.rotationTime = nil
        presence = currentSituation.presence
        if presence.kind != .nothing { frame = presence.frame }
        motion = nil
    }

    private func endBurst() {
        burst?.cancel()
        burst = nil
    }

    private func rotateScreen(to orientation: SimulatedScreen.Orientation) {
        screen.orientation = orientation
        situation.orientation = orientation
        frame = CGRect(x: 0, y: hiddenTop, width: screen.size.width, height: frame.height)
        motion = nil
        // A rotation changes the coordinates of frames in motion. After a rotation, the keyboard must post an event
        // before it reports a frame in motion. Therefore a rotation cancels the scheduled report of a frame in motion.
        nextFrameReport?.cancel()
    }
}

// MARK: - Transitions

extension SimulatedTransitions {
    /// Begins a transition if `currentSituation.presence` differs from `presence`.
    private func update(_ style: TransitionStyle) {
        endBurst()
        if behavior.ignoresShowWhileHiding, phase == .disappearing, currentSituation.presence.kind != .nothing {
            situation.isStuckOffScreen = true
        }
        let (old, new) = (presence, currentSituation.presence)
        guard old != new else { return }
        let beginsBurst = new.kind == .docked && (old.kind != .docked || style.changesKeys)
        post(beginsBurst ? transientHeights : [], style)
        // The finger no longer holds the keyboard.
        situation.draggedTop = nil
    }

    /// Begins a transition for each element of `heights`, and then a transition to the frame of `currentSituation`.
    private func post(_ heights: ArraySlice<CGFloat>, _ style: TransitionStyle) {
        let new = currentSituation.presence
        guard let height = heights.first else {
            change(to: new, style)
            return
        }
        let frame = currentSituation.dockedFrame(of: .custom(height: height))
        change(to: KeyboardPresence(kind: .docked, frame: frame, isLocal: new.isLocal), style)
        let spacing = behavior.burstSpacing.validSeconds
        guard spacing > 0, !actions.isInterrupted else {
            post(heights.dropFirst(), style)
            return
        }
        burst = scheduler.schedule(after: .delay(seconds: spacing)) { [weak self] in
            self?.actions.perform { [weak self] in
                // Another action may have ended the sequence of heights during the delay.
                guard let self, burst?.isWaiting == false else { return }
                post(heights.dropFirst(), style)
            }
        }
    }

    /// The heights that a third-party keyboard reports before its last height.
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
        // In a stepped motion, the keyboard slides only between the docked frame and the hidden frame.
        if behavior.motion == .stepped, Set([old.kind, new.kind]) != [.nothing, .docked] { style.duration = 0 }
        let begin = old.kind == .nothing ? frameBeforeShowing(new) : old.frame
        let end = new.kind == .nothing ? frameAfterHiding(old) : new.frame
        if old.kind == .undocked, new.kind == .docked {
            // While the keyboard docks, it posts only *frame* events. The keyboard posts *show* events after it has
            // reached its docked position.
            beginTransition(from: begin, to: end, .frame, style) {
                $0.announceAgain(.showWithoutFrame, TransitionStyle(duration: style.duration))
            }
        } else {
            let announcement = announcement(from: old, to: new)
            // A *frame* transition can interrupt a *hide* transition. The *frame* transition then posts *hide* events,
            // so that didHide still follows willHide.
            let isHiding = poster.isTransitionUnderWay && lastAnnouncement == .hide
            beginTransition(from: begin, to: end, announcement == .frame && isHiding ? .hide : announcement, style)
        }
    }

    /// Posts the events of a transition that begins and ends at `presence.frame`.
    private func announceAgain(_ announcement: Announcement, _ style: TransitionStyle = TransitionStyle()) {
        beginTransition(from: presence.frame, to: presence.frame, announcement, style)
    }

    private func announcement(from old: KeyboardPresence, to new: KeyboardPresence) -> Announcement {
        let floatsWithoutHide = situation.docking == .floating && !behavior.hidesToFloat
        return Announcement(from: old.kind, to: new.kind, floatsWithoutHide, isPostedAsShown: isPostedAsShown)
    }

    /// Returns the begin frame of a keyboard that appears.
    private func frameBeforeShowing(_ new: KeyboardPresence) -> CGRect {
        let height = behavior.beginHeight.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? new.frame.height
        return CGRect(x: new.frame.minX, y: hiddenTop, width: new.frame.width, height: height)
    }

    /// The top edge of a hidden keyboard.
    private var hiddenTop: CGFloat {
        screen.size.height + behavior.validHiddenDistance
    }

    /// Returns the end frame of a keyboard that disappears.
    private func frameAfterHiding(_ old: KeyboardPresence) -> CGRect {
        let hasHeight = !behavior.hidesToZeroHeight && !behavior.isCrossFading
        return CGRect(
            x: old.frame.minX,
            y: hiddenTop,
            width: old.frame.width,
            height: hasHeight ? old.frame.height : 0
        )
    }

    private func beginTransition(
        from begin: CGRect,
        to end: CGRect,
        _ announcement: Announcement,
        _ style: TransitionStyle,
        didEnd: (@MainActor (SimulatedTransitions) -> Void)? = nil
    ) {
        lastAnnouncement = announcement
        if announcement != .frame { isPostedAsShown = announcement != .hide }
        guard !actions.isInterrupted else {
            (frame, motion) = (end, nil)
            return
        }
        let duration = duration(announcement, style)
        let start = motion?.isVisible(at: scheduler.now) == true || situation.draggedTop != nil ? currentFrame : begin
        let motion = SimulatedMotion(
            KeyboardTransition(
                from: start,
                to: end,
                startTime: scheduler.now,
                duration: behavior.isCrossFading ? 0 : duration,
                curve: KeyboardAnimationCurve(reported: behavior.curve)
            ),
            isStepped: behavior.motion == .stepped
        )
        // A repeated event, such as the *show* event after docking, does not restart the motion.
        let isContinued = situation.draggedTop == nil && self.motion?.continues(as: motion, at: scheduler.now) == true
        if !isContinued { self.motion = motion }
        frame = end
        var post = payload(announcement, from: begin, to: end, style)
        let faults = faultInjector.nextFaults()
        for fault in faults { post.apply(fault, screenSize: screen.size) }
        poster.post(
            post,
            from: behavior.reportsScreen ? screen : nil,
            didAfter: style.didDelay ?? visibleDuration(of: motion, duration) + behavior.didLateness.validSeconds,
            pairGap: behavior.pairGap.validSeconds,
            faults: faults,
            willEnd: { [weak self] in self?.nextFrameReport?.cancel() },
            didEnd: { [weak self] in if let self { didEnd?(self) } }
        )
        // If a stepped motion begins on screen, the keyboard reports the first step immediately.
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
        KeyboardPost(
            announcement,
            begin: reported(begin),
            end: reported(end),
            duration: duration(announcement, style),
            isDrag: style.isDrag,
            isLocal: reportedIsLocal(),
            screenBounds: behavior.reportsScreenBounds ? reported(screen.bounds) : nil,
            isObscured: situation.isObscured,
            behavior: behavior
        )
    }

    /// Returns the time until the keyboard reaches its end frame, in seconds.
    private func visibleDuration(of motion: SimulatedMotion, _ duration: Double) -> Double {
        switch behavior.motion {
        case .full, .none: duration
        case .stepped: motion.steppedDuration
        // During a cross-fade, UIKit posts the *did* events within about 40 ms.
        case .crossFade: 0.04
        }
    }

    private func duration(_ announcement: Announcement, _ style: TransitionStyle) -> Double {
        let usual: Double
        switch behavior.motion {
        case .none: return 0
        case .crossFade(let duration): usual = duration
        // During the presentation of a screen, UIKit reports a duration of 0.4 seconds for a *show*.
        case .full, .stepped: usual = announcement == .show && behavior.isPresenting ? 0.4 : behavior.duration
        }
        return (style.duration ?? usual).validSeconds
    }

    private func reportedIsLocal() -> Bool? {
        guard behavior.reportsIsLocal else { return nil }
        // A *hide* event reports the same value of *isLocal* as the previous *show* event.
        if presence.kind != .nothing { lastIsLocal = presence.isLocal }
        return lastIsLocal
    }

    /// Converts the frame to the coordinates of the payload.
    private func reported(_ frame: CGRect) -> CGRect {
        guard behavior.usesPortraitCoordinates, screen.orientation == .landscape else { return frame }
        return frame.turned(onScreenOfHeight: screen.size.height)
    }

    /// Reports the current frame every 20 ms, as Onboard does, until the transition ends.
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

    fileprivate var validHiddenDistance: CGFloat {
        hiddenDistance.isFinite ? max(hiddenDistance, 0) : 0
    }
}

extension Double {
    /// The number as seconds; 0 if the number is negative or not finite.
    fileprivate var validSeconds: Double {
        isFinite ? max(self, 0) : 0
    }
}
