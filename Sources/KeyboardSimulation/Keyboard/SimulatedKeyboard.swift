public import Foundation
public import KeyboardForms
public import KeyboardObservation

/// An on-screen keyboard for development and tests.
///
/// The keyboard posts the notifications of UIKit's keyboard, with UIKit's payload, in UIKit's order.
///
/// ```swift
/// let keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
/// keyboard.start(postingTo: center)
/// keyboard.show()                            // posts willChangeFrame, willShow
/// scheduler.advance(by: .milliseconds(250))  // posts didChangeFrame, didShow
/// ```
///
/// The methods are named after user actions. ``behavior`` determines which notifications an action posts. The *will*
/// events are posted before the method returns, unless ``Behavior/pairGap`` or ``Behavior/burstSpacing`` delays them. The
/// *did* events are posted when the transition ends on the scheduler.
/// If another transition interrupts a transition, the *did* events of the interrupted transition are not posted. If an
/// observer requests an action during a notification, the action is performed when the pair of notifications is complete. An
/// action that is not possible in the current state has no effect. See ``canPerform(_:)``.
@MainActor
public final class SimulatedKeyboard: KeyboardSource {
    /// The state of the keyboard.
    public enum Phase: Sendable, Hashable {
        /// The keyboard is off screen.
        case hidden
        /// The keyboard is in a transition to a frame on screen.
        case appearing
        /// The keyboard is on screen, at rest.
        ///
        /// With a hardware keyboard, only the accessory bar may be on screen.
        case shown
        /// The keyboard is in a transition to a frame off screen.
        case disappearing
    }

    /// The place to which the user has moved the keyboard.
    public enum Docking: Sendable, Hashable {
        /// The keyboard is at the bottom, and as wide as the screen.
        case docked
        /// The keyboard is above the bottom, and as wide as the screen.
        case undocked
        /// The keyboard is in two halves above the bottom.
        ///
        /// The frame contains both halves.
        case split
        /// The keyboard is small, and anywhere on the screen.
        case floating
    }

    /// The screen of the keyboard, and the `object` of its notifications.
    ///
    /// The keyboard retains the screen. If two keyboards share a screen and one of them rotates the screen, the other
    /// keyboard moves at its own next transition.
    public let screen: SimulatedScreen

    /// The behaviour of the keyboard.
    ///
    /// A change takes effect with the next transition, so a keyboard can change its behaviour in mid-scenario.
    public var behavior: Behavior {
        get { situation.behavior }
        set { situation.behavior = newValue }
    }

    /// The frame of the keyboard; during a transition, the end frame of the transition.
    ///
    /// The frame is in points, in screen coordinates, with the origin at the top left. The frame of a hidden keyboard
    /// is off screen.
    public private(set) var frame: CGRect

    /// The situation without the state of the screen and of the fields.
    ///
    /// `situationWithFields` has both.
    private var situation: KeyboardSituation
    private var presence = KeyboardPresence.nothing
    private let scheduler: any KeyboardScheduler
    private let actions = ActionQueue()
    private let poster: KeyboardPoster
    private var faultInjector = FaultInjector(.none)
    private(set) weak var focusedField: (any KeyboardInputField)?
    private var inputFields = KeyboardInputFields()

    private var motion: SimulatedMotion?
    private var nextFrameReport: KeyboardScheduledAction?
    private var lastAnnouncement: Announcement?
    /// The reported value of *isLocal* while the keyboard is off screen.
    private var lastIsLocal = true
    /// Whether the last *show* or *hide* event was a *show* event.
    private var isPostedAsShown = false
    /// The scheduled *show* event of a rotation, during the *hide* transition of the rotation.
    private var rotation: KeyboardScheduledAction?
    /// The scheduled *show* event of the next height of a third-party keyboard.
    private var burst: KeyboardScheduledAction?
    /// The player of the last recording.
    private var player: KeyboardRecordingPlayer?

    /// Creates a hidden keyboard.
    ///
    /// The keyboard does not post before ``start(postingTo:)``.
    ///
    /// - Parameters:
    ///   - screen: The screen of the keyboard. The keyboard retains the screen.
    ///   - behavior: The behaviour of the keyboard.
    ///   - scheduler: The scheduler that supplies the time. If it is `nil`,
    ///     ``/KeyboardObservation/MainQueueScheduler/shared`` is used.
    public init(
        on screen: SimulatedScreen,
        behavior: Behavior = Behavior(),
        scheduler: (any KeyboardScheduler)? = nil
    ) {
        self.screen = screen
        situation = KeyboardSituation(model: screen.model, orientation: screen.orientation, behavior: behavior)
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        poster = KeyboardPoster(scheduler: self.scheduler, actions: actions)
        let top = screen.size.height + behavior.validHiddenDistance
        frame = CGRect(x: 0, y: top, width: screen.size.width, height: 0)
    }

    deinit {
        nextFrameReport?.cancel()
        rotation?.cancel()
        burst?.cancel()
    }

    /// The faults of the keyboard.
    ///
    /// A change takes effect with the next transition.
    public var faults: FaultInjection {
        get { faultInjector.injection }
        set { faultInjector = FaultInjector(newValue) }
    }

    /// The keys that the keyboard shows, or will show next.
    public var layout: Layout {
        situation.layout
    }

    /// The place to which the user has moved the keyboard.
    public var docking: Docking {
        situation.docking
    }

    /// The height of the accessory bar above the keys, in points.
    ///
    /// The height is 0 if there is no bar.
    public var accessoryHeight: CGFloat {
        situation.accessoryHeight
    }

    /// Whether a hardware keyboard is attached.
    ///
    /// With a hardware keyboard, at most the accessory bar is shown.
    public var hasHardwareKeyboard: Bool {
        situation.hasHardwareKeyboard
    }

    /// The ``SimulatedTextField`` that has the focus; `nil` if no field has the focus.
    ///
    /// The keyboard does not retain the field.
    public var firstResponder: (any FormField)? {
        focusedField
    }

    /// The state of the keyboard.
    public var phase: Phase {
        switch (presence.kind, poster.isTransitionUnderWay) {
        case (.nothing, false): .hidden
        case (.nothing, true): .disappearing
        case (_, true): .appearing
        case (_, false): .shown
        }
    }

    /// The visible frame at the scheduler's current time.
    ///
    /// During a transition, the frame follows the curve. During a dismissal, the frame follows the finger. At rest, the
    /// frame is equal to ``frame``.
    ///
    /// The frame is in points, in screen coordinates, with the origin at the top left. A transition that interrupts
    /// another transition begins at the current frame. The keyboard's own curve is a spring, and the keyboard still
    /// moves slightly when the *did* events are posted. The frame is not continuous when the device rotates, when an
    /// undocked keyboard is dragged, and when ``stop()`` ends a transition.
    public var currentFrame: CGRect {
        if let top = situation.draggedTop {
            return CGRect(x: frame.minX, y: top, width: frame.width, height: frame.height)
        }
        return motion?.frame(at: scheduler.now) ?? frame
    }
}

// MARK: - Source

extension SimulatedKeyboard {
    /// The abilities of the keyboard: *did* events and requests.
    ///
    /// The keyboard also reports frames and frames in motion if `reportsFrameValues` and `reportsFrames` of ``behavior`` are
    /// `true`.
    public var capabilities: KeyboardSourceCapabilities {
        var capabilities: KeyboardSourceCapabilities = [.didEvents, .visibilityRequests]
        if behavior.reportsFrameValues { capabilities.insert(.frames) }
        if behavior.reportsFrames { capabilities.insert(.framesInMotion) }
        return capabilities
    }

    /// Starts posting to `center`.
    ///
    /// A running transition ends without a notification. If the keyboard is on screen, it posts the events of a
    /// transition of 0 seconds that begins and ends at its frame.
    public func start(postingTo center: NotificationCenter) {
        stop()
        poster.start(center)
        actions.perform { [self] in
            guard presence.kind != .nothing else { return }
            announceAgain(announcement(from: .nothing, to: presence), TransitionStyle(duration: 0))
        }
    }

    /// Stops posting.
    ///
    /// A running transition ends without a notification. If an observer calls the method during a notification, the rest of
    /// the running action takes effect without a notification.
    ///
    /// A stopped keyboard can still show and hide.
    public func stop() {
        player = nil
        poster.stop()
        // Actions that observers requested before are performed without notifications.
        actions.performPostponed()
        endRotation()
        nextFrameReport?.cancel()
        poster.endTransition()
        actions.interrupt()
    }

    /// Shows the keyboard, as ``show(_:)`` does.
    public func requestShow() throws(KeyboardSourceError) {
        guard poster.isStarted else { throw .notStarted }
        show()
    }

    /// Hides the keyboard, as ``hide()`` does.
    public func requestHide() throws(KeyboardSourceError) {
        guard poster.isStarted else { throw .notStarted }
        hide()
    }
}

// MARK: - Showing, hiding and the keys

extension SimulatedKeyboard {
    /// Shows the keyboard, as if a field took the focus.
    ///
    /// If the keyboard is already shown, its keys change.
    ///
    /// If the keyboard is already shown with the same height, no notification is posted, unless
    /// ``Behavior/repeatsShowOfSameHeight`` is `true`.
    ///
    /// - Parameter layout: The keys. If it is `nil`, the keyboard keeps its previous keys.
    public func show(_ layout: Layout? = nil) {
        perform(.show(layout))
    }

    /// Hides the keyboard.
    ///
    /// The focused field resigns the focus. If the field refuses to resign, the keyboard does not hide.
    ///
    /// If the keyboard is already hidden, no notification is posted.
    public func hide() {
        perform(.hide)
    }
}

// MARK: - Performing steps

extension SimulatedKeyboard {
    /// The situation of the keyboard, which determines the steps that are possible, in O(n) of the fields.
    var situationWithFields: KeyboardSituation {
        var current = currentSituation
        let fields = fields
        current.fields.tappable = Set(fields.indices.filter { fields[$0].takesFocusWhenTapped })
        if let focusedField, focusedField.isEnabled {
            current.fields.takesText = true
            current.fields.hasReturnKey = hasHardwareKeyboard || focusedField.formState.keyboardType.hasReturnKey
        }
        return current
    }

    /// The situation of the keyboard without the state of the fields.
    private var currentSituation: KeyboardSituation {
        var current = situation
        // Two keyboards may share a screen.
        current.orientation = screen.orientation
        return current
    }

    /// Calls `action` when the current pair of notifications is complete.
    func performInTurn(_ action: @escaping @MainActor () -> Void) {
        actions.perform(action)
    }

    /// Changes the situation, and begins the transition that follows from the change.
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
    ///   - layout: The keys. If it is `nil`, the keyboard keeps its previous keys.
    ///   - isRefocusing: Whether a field takes the focus, even if a field has the focus already.
    func takeFocus(_ layout: Layout?, isRefocusing: Bool = true) {
        let isRefocused = situation.focus == .field && isRefocusing
        let before = presence
        update {
            $0.focus = .field
            $0.layout = layout ?? $0.layout
        }
        guard isRefocused, presence == before, behavior.repeatsShowOfSameHeight else { return }
        switch before.kind {
        case .docked: announceAgain(.show)
        case .bar: announceAgain(.hide)
        case .nothing, .undocked: break
        }
    }

    /// Asks the focused field to resign the focus, and hides the keyboard.
    func releaseFocus() {
        if let field = firstResponder {
            field.resignFirstResponder()
        } else {
            update { $0.focus = .none }
        }
    }

    /// Shows another app's keyboard after the focused field has lost the focus.
    func loseFocusToOtherApp(_ layout: Layout) {
        focusedField?.loseFocus()
        update {
            $0.focus = .otherApp
            $0.otherLayout = layout
        }
    }

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

    func endDragging(cancelled: Bool) {
        guard let top = situation.draggedTop else { return }
        if currentSituation.hidesAfterDragging(cancelled: cancelled), endEditing() {
            // A keyboard that was completely dragged off the screen hides without an animation.
            update(TransitionStyle(duration: top < screen.size.height ? nil : 0)) { $0.focus = .none }
        } else {
            let style = TransitionStyle(duration: behavior.returnsAtOnce ? 0 : nil)
            if presence == currentSituation.presence {
                announceAgain(.show, style)
                situation.draggedTop = nil
            } else {
                // The finger caught a third-party keyboard before its last height.
                update(style)
            }
        }
    }

    func rotateDevice(to orientation: SimulatedScreen.Orientation) {
        guard presence.kind != .nothing || rotation != nil else {
            rotateScreen(to: orientation)
            return
        }
        rotation?.cancel()
        rotation = scheduler.schedule(after: .rotation) { [weak self] in
            self?.showAfterRotation()
        }
        // During a rotation nothing is on screen.
        update(TransitionStyle(didDelay: Self.hideDidDelay, variant: .rotationHide)) { $0.rotationTime = .rotation }
        rotateScreen(to: orientation)
        if actions.isInterrupted { endRotation() }
    }

    /// Returns whether the user can tap the field, and the field then takes the focus.
    ///
    /// ``Step/tap(field:)`` and the field's own method use this rule.
    func canTap(_ field: some KeyboardInputField) -> Bool {
        situation.canTakeFocus && field.takesFocusWhenTapped
    }

    func tapField(_ number: Int) {
        let fields = inputFields.live
        guard fields.indices.contains(number) else { return }
        fields[number].tap(at: nil)
    }
}

// MARK: - Fields

extension SimulatedKeyboard {
    /// The ``SimulatedTextField`` objects that type with this keyboard, in the order of their creation.
    ///
    /// The keyboard does not retain the fields. ``Step/tap(field:)`` has the index of a field.
    public var fields: [any FormField] {
        inputFields.live
    }

    func addField(_ field: some KeyboardInputField) {
        inputFields.append(field)
    }

    func setFocusedField(_ field: (any KeyboardInputField)?) {
        focusedField = field
    }

    /// Shows the keys and the accessory bar of the focused field in one transition.
    func showKeys(_ layout: Layout?, accessoryHeight: CGFloat, isRefocusing: Bool = true) {
        actions.perform { [self] in
            situation.accessoryHeight = accessoryHeight
            takeFocus(layout, isRefocusing: isRefocusing)
        }
    }

    /// Ends editing in the focused field, unless the field refuses to resign.
    ///
    /// - Returns: Whether no field has the focus. An observer of the end of editing may have focused another field.
    func endEditing() -> Bool {
        guard let focusedField else { return true }
        guard focusedField.formState.canResignFirstResponder else { return false }
        focusedField.loseFocus()
        return self.focusedField == nil
    }

    /// Hides the keyboard after the focused field has resigned.
    func dropFocus() {
        actions.perform { [self] in
            // Another field may have taken the focus while this action was postponed.
            guard focusedField == nil, situation.focus == .field else { return }
            update { $0.focus = .none }
        }
    }
}

// MARK: - Recordings

extension SimulatedKeyboard {
    /// Posts the events of a recording in the name of the keyboard's screen.
    func play(_ recording: KeyboardRecording) {
        guard let center = poster.center else { return }
        let player = KeyboardRecordingPlayer(recording, scheduler: scheduler, screen: screen)
        self.player = player
        player.start(postingTo: center)
    }
}

// MARK: - Rotation

extension SimulatedKeyboard {
    // In the log of `Duration.rotation`, the did pair of the hide is posted 24 ms after its will pair, and the did pair
    // of the show 421 ms after its will pair.
    private static let hideDidDelay = 0.024
    private static let showDidDelay = 0.421

    /// Rotates the device.
    ///
    /// A shown keyboard posts *hide* events, and then *show* events in the new coordinates.
    public func rotate(to orientation: SimulatedScreen.Orientation) {
        perform(.rotate(to: orientation))
    }

    private func showAfterRotation() {
        actions.perform { [self] in
            guard rotation?.isWaiting == false else { return }
            rotation = nil
            update(TransitionStyle(didDelay: Self.showDidDelay, variant: .rotationShow)) { $0.rotationTime = nil }
        }
    }

    /// Ends a running rotation and a running burst without posting.
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
        // The events have not yet reported the new coordinates.
        nextFrameReport?.cancel()
    }
}

// MARK: - Transitions

/// The parameters of a transition that differ from the usual parameters.
struct TransitionStyle {
    /// The reported duration, in seconds.
    ///
    /// If the property is `nil`, the transition has the duration of the behaviour.
    var duration: Double?
    /// The time between the *will* events and the *did* events, in seconds.
    ///
    /// If the property is `nil`, the time is the duration of the transition.
    var didDelay: Double?
    var variant: KeyboardPost.Variant?
    /// Whether the transition changes the keys.
    var changesKeys = false
}

extension SimulatedKeyboard {
    /// Begins a transition to the presence of the situation, if it differs from the current presence.
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

    /// Begins a transition to each of the heights, and then to the presence of the situation.
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
                // Another action may have ended the burst while this action was postponed.
                guard let self, burst?.isWaiting == false else { return }
                post(heights.dropFirst(), style)
            }
        }
    }

    /// The heights that third-party keys report before their last height.
    private var transientHeights: ArraySlice<CGFloat> {
        let keys = situation.focus == .otherApp ? situation.otherLayout : layout
        guard case .thirdParty(let heights) = keys else { return [] }
        return heights.dropLast()
    }

    private func change(to new: KeyboardPresence, _ style: TransitionStyle) {
        let old = presence
        guard old != new else { return }
        presence = new
        var style = style
        // A window slides only between its dock and the place where it is hidden.
        if behavior.motion == .stepped, Set([old.kind, new.kind]) != [.nothing, .docked] { style.duration = 0 }
        let begin = old.kind == .nothing ? frameBeforeShowing(new) : old.frame
        let end = new.kind == .nothing ? frameAfterHiding(old) : new.frame
        if old.kind == .undocked, new.kind == .docked {
            // Docking posts the frame events first. The show events follow when the keyboard has reached its frame.
            beginTransition(from: begin, to: end, .frame, style) {
                $0.announceAgain(.showWithoutFrame, TransitionStyle(duration: style.duration))
            }
        } else {
            let announcement = announcement(from: old, to: new)
            // A running *hide* transition needs its *did* event, even if the keyboard moves to another frame.
            let isHiding = poster.isTransitionUnderWay && lastAnnouncement == .hide
            beginTransition(from: begin, to: end, announcement == .frame && isHiding ? .hide : announcement, style)
        }
    }

    /// Posts the events of a transition that ends at the current frame.
    private func announceAgain(_ announcement: Announcement, _ style: TransitionStyle = TransitionStyle()) {
        beginTransition(from: presence.frame, to: presence.frame, announcement, style)
    }

    private func announcement(from old: KeyboardPresence, to new: KeyboardPresence) -> Announcement {
        switch (old.kind, new.kind) {
        case (_, .docked): .show
        case (_, .bar): .hide
        case (.docked, .undocked), (.bar, .undocked): docking == .floating && !behavior.hidesToFloat ? .frame : .hide
        case (.docked, .nothing), (.bar, .nothing): .hide
        // A keyboard that began to float without a *hide* event posts a *hide* event when it disappears.
        case (.undocked, .nothing): isPostedAsShown ? .hide : .frame
        default: .frame
        }
    }

    /// Returns the begin frame of a *show* event from off screen.
    private func frameBeforeShowing(_ new: KeyboardPresence) -> CGRect {
        if new.kind == .docked, behavior.presentation == .underWayFromOneScreenBelow {
            return new.frame.offsetBy(dx: 0, dy: screen.size.height)
        }
        let height = behavior.beginHeight.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? new.frame.height
        return CGRect(x: new.frame.minX, y: hiddenTop, width: new.frame.width, height: height)
    }

    /// The top edge of a hidden keyboard.
    private var hiddenTop: CGFloat {
        screen.size.height + behavior.validHiddenDistance
    }

    /// Returns the end frame of a *hide* event, which is off screen.
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
        didEnd: (@MainActor (SimulatedKeyboard) -> Void)? = nil
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
        // An event that repeats the end of a transition, as the show of a docking does, does not restart its curve.
        let isContinued = situation.draggedTop == nil && self.motion?.continues(as: motion, at: scheduler.now) == true
        if !isContinued { self.motion = motion }
        frame = end
        var post = KeyboardPost(
            announcement,
            begin: reported(begin),
            end: reported(end),
            duration: duration,
            variant: style.variant,
            isLocal: reportedIsLocal(),
            screenBounds: behavior.reportsScreenBounds ? reported(screen.bounds) : nil,
            behavior: behavior
        )
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
        // The first step of a keyboard on screen is made at once.
        if behavior.motion == .stepped, start.intersects(screen.bounds), motion.isVisible(at: scheduler.now) {
            reportFrame()
        }
        reportFrames()
    }

    /// Returns the time after which the keyboard has reached the end frame of the motion, in seconds.
    private func visibleDuration(of motion: SimulatedMotion, _ duration: Double) -> Double {
        switch behavior.motion {
        case .full, .none: duration
        case .stepped: motion.steppedDuration
        // With cross-fade, UIKit posts the *did* events within about 40 ms.
        case .crossFade: 0.04
        }
    }

    private func duration(_ announcement: Announcement, _ style: TransitionStyle) -> Double {
        let usual: Double
        switch behavior.motion {
        case .none: return 0
        case .crossFade(let duration): usual = duration
        // UIKit's duration is 0.4 when a field takes the focus while its screen is presented.
        case .full, .stepped: usual = announcement == .show && behavior.presentation != .none ? 0.4 : behavior.duration
        }
        return (style.duration ?? usual).validSeconds
    }

    private func reportedIsLocal() -> Bool? {
        guard behavior.reportsIsLocal else { return nil }
        // A *hide* event reports the value of the previous *show* event.
        if presence.kind != .nothing { lastIsLocal = presence.isLocal }
        return lastIsLocal
    }

    /// Returns the frame in the coordinates of the payload.
    private func reported(_ frame: CGRect) -> CGRect {
        guard behavior.coordinates == .fixedPortrait, screen.orientation == .landscape else { return frame }
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
    /// The seconds, or 0 if the number is negative or not finite.
    fileprivate var validSeconds: Double {
        isFinite ? max(self, 0) : 0
    }
}
