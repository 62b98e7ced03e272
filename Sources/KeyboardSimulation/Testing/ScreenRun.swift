import Foundation
import KeyboardForms
import KeyboardObservation

/// Runs one screen through one scenario, and drops the screen.
@MainActor
final class ScreenRun<Screen: AnyObject> {
    let scenario: KeyboardScenario
    private let way: ScreenRunWay
    let conformance: ScreenConformance<Screen>
    private let reference: ScreenReference
    /// The rules that earlier findings have already reported.
    private let known: Set<ScreenFinding.Rule>
    let bed: KeyboardTestBed
    private let other: SimulatedKeyboard?
    /// Whether the run compares the content with the keyboard in each display frame.
    private let judgesFrames: Bool
    private var ownTokens: [KeyboardObservationToken] = []
    /// A layout guide that measures the covered part of the view.
    ///
    /// If the run does not compare display frames, the property is `nil`.
    private var guide: KeyboardLayoutGuide?

    var screen: Screen?
    let remains: DroppedScreen<Screen>
    private(set) var findings: [ScreenFinding] = []
    private var eventsAtOneTime = (time: Duration.zero, count: 0)
    /// Whether the run ended early.
    ///
    /// If the screen posts notifications or schedules actions without end, the run ends early.
    private var isOver: Bool {
        get { remains.isOver }
        set { remains.isOver = newValue }
    }
    /// Whether the run has received a willHide event since the latest willShow event.
    private var isHiding = false
    /// The keyboard heights in the *show* events since the last *hide*.
    private var shownHeights: [CGFloat] = []
    /// The display frames since the keyboard was last at rest.
    var track = ScreenTrack()
    /// The number of actions in the half second before the first step.
    private var firstActionCount = 0
    /// The frame of the last focused field, in the coordinates of the content.
    private var lastFieldFrame: CGRect?
    /// The real time that the last display frame took.
    private var work: Duration?

    init(
        _ scenario: KeyboardScenario,
        _ way: ScreenRunWay,
        _ conformance: ScreenConformance<Screen>,
        _ reference: ScreenReference = ScreenReference(),
        known: Set<ScreenFinding.Rule> = [],
        judgesFrames: Bool = true
    ) {
        self.known = known
        self.scenario = scenario
        self.way = way
        self.conformance = conformance
        self.reference = reference
        bed = KeyboardTestBed { scenario.makeKeyboard(scheduler: $0) }
        remains = DroppedScreen(bed, way)
        other = way == .twoKeyboards ? bed.addKeyboard(on: .tablet768x1024) : nil
        self.judgesFrames = judgesFrames && way == .atRest && !scenario.misleads && scenario.hasPlainMotion
        if !self.judgesFrames { bed.pool.frameSource = SlowFrameSource(bed.scheduler) }
    }

    private var probes: ScreenProbes<Screen> {
        conformance.probes
    }

    // MARK: The scenario

    func perform() async {
        await KeyboardObserverPool.$current.withValue(bed.pool) { @MainActor in
            observeEvents()
            let steps = way == .late ? await performBeforeScreen() : scenario.steps[...]
            if way == .callbackBefore { dropInCallback() }
            screen = watchingSharedPool { conformance.makeScreen(bed) }
            remains.screen = screen
            if way == .callbackAfter { dropInCallback() }
            await bed.runTasks()
            if way == .late {
                await catchUp()
            } else if way == .atRest, bed.scheduler.hasWork {
                firstActionCount = countActions()
            }
            sample(isTap: true)
            switch way {
            case .repeated: await performRepeatedly()
            case .midTransition: await performInterrupted()
            default: await performOnce(steps)
            }
            checkObjects()
            drop()
            endObservation()
            await showAndHideAfterDrop()
        }
    }

    func drop() {
        guard let closed = screen else { return }
        // The closure `close` can hide the keyboard, and an observer of the *hide* event can call `drop()` again.
        screen = nil
        conformance.close?(closed)
    }

    /// Performs steps of the scenario until the keyboard is shown and at rest.
    ///
    /// - Returns: The remaining steps.
    private func performBeforeScreen() async -> ArraySlice<SimulatedKeyboard.Step> {
        for (index, step) in scenario.steps.enumerated() {
            await perform(step)
            if !bed.isMoving, dockedFrame != nil { return scenario.steps[(index + 1)...] }
        }
        return []
    }

    /// Advances the time so that a new screen can adapt its layout, and then judges the layout.
    ///
    /// The keyboard is already shown when the new screen is created.
    private func catchUp() async {
        advance(by: .seconds(1))
        await bed.runTasks()
        judgeRest(isHidden: false)
    }

    private func performOnce(_ steps: ArraySlice<SimulatedKeyboard.Step>) async {
        for step in steps where !isOver { await perform(step) }
        if way == .twoKeyboards { await hideOtherKeyboard() }
        await cleanUp()
        await runWaitingActions()
        judgeRest(isHidden: true)
    }

    /// Shows both keyboards, and then hides the keyboard on the other display.
    private func hideOtherKeyboard() async {
        guard let other, reference.knowsItsDisplay, !scenario.misleads, !isOver else { return }
        await perform(.show(.letters))
        settle()
        other.hide()
        settle()
        await bed.runTasks(turns: 2)
        judgeRest(isHidden: false)
    }

    private func performInterrupted() async {
        let lastAction = scenario.steps.lastIndex { $0.waitingTime == .zero }.map { $0 + 1 } ?? 0
        for step in scenario.steps[..<lastAction] where !isOver { await perform(step) }
        advance(by: .milliseconds(50))
        await bed.runTasks()
        checkObjects()
        drop()
        await cleanUp()
    }

    private func performRepeatedly() async {
        var (counts, actionCounts): ([Int], [Int]) = ([], [])
        for _ in 0..<conformance.repetitions where !isOver {
            for step in scenario.steps where !isOver { await perform(step, isSampled: false) }
            await cleanUp()
            bed.keyboard.rotate(to: scenario.orientation)
            counts.append(bed.pool.trackedCount)
            actionCounts.append(countActions())
            // If the numbers of observers and actions grow by less than two, six repetitions are enough.
            if counts.count == 6, counts[5] - counts[0] < 2, actionCounts[5] - actionCounts[0] < 2 { return }
        }
        func growth(_ counts: [Int]) -> Int? {
            guard let first = counts.first, let last = counts.last, counts.count == conformance.repetitions,
                last - first >= conformance.repetitions - 4
            else { return nil }
            return last - first
        }
        let repetitions = "after \(counts.count - 1) repetitions of a scenario"
        if let growth = growth(counts) {
            add(
                .subscribesWithBound,
                "the screen subscribes again and again: \(growth) observers more \(repetitions)"
            )
        }
        if let growth = growth(actionCounts) {
            add(
                .stopsItsTimers,
                "the screen starts a timer again and again: \(growth) actions more run in half a second \(repetitions)"
            )
        }
    }

    func perform(_ step: SimulatedKeyboard.Step, isSampled: Bool = true) async {
        guard step.waitingTime == .zero else {
            isSampled ? advanceByFrames(step.waitingTime) : advance(by: step.waitingTime)
            await bed.runTasks(turns: 2)
            // After a wait of less than a second, the screen can still be in an animation. A third-party keyboard can
            // also still change its height.
            guard isSampled, step.waitingTime >= .seconds(1) || scenario.isRecorded else { return }
            // After a wait of one second, a spring can still move for one display frame. After a rotation, the keyboard
            // first hides, and then appears with a spring. The screen can lay out its views after the spring has begun.
            for wait in [100, 400, 500, 1_000] where !scenario.isRecorded && (bed.isMoving || bed.scheduler.hasWork) {
                advanceByFrames(.milliseconds(wait))
            }
            judgeRest(isHidden: false)
            return
        }
        watchingSharedPool {
            bed.keyboard.perform(step)
            other?.perform(step)
        }
        lastFieldFrame = bed.keyboard.firstResponder?.formState.frame ?? lastFieldFrame
        await bed.runTasks(turns: 2)
        guard isSampled else { return }
        let isTap = if case .tap = step { true } else { false }
        sample(isTap: isTap)
    }

    /// Hides the keyboard.
    ///
    /// If the scenario has misleading payloads, the method also shows and hides the keyboard with correct payloads.
    private func cleanUp() async {
        guard !isOver else { return }
        // The run does not record the display frames of the following *hide*. Therefore the run begins a new track.
        track = ScreenTrack()
        await hide()
        if scenario.misleads, screen != nil {
            bed.keyboard.faults = .none
            bed.keyboard.behavior = SimulatedKeyboard.Behavior()
            bed.keyboard.show(.letters)
            settle()
            await bed.runTasks(turns: 2)
            await hide()
        }
    }

    private func hide() async {
        for keyboard in [other, bed.keyboard].compactMap(\.self) {
            keyboard.perform(.endDismissing(cancelled: true))
            keyboard.perform(.dismissAlert)
            keyboard.perform(.hideOtherAppsKeyboard)
            keyboard.perform(.detachHardwareKeyboard)
            keyboard.perform(.setObscured(false))
            settle()
            keyboard.perform(.dock)
            keyboard.perform(.setAccessory(height: 0))
            keyboard.hide()
            settle()
        }
        await bed.runTasks(turns: 4)
    }

    /// Runs the waiting actions for up to five seconds.
    ///
    /// Some screens restore their content with a delay after a *hide*.
    private func runWaitingActions() async {
        for _ in 0..<5 where bed.scheduler.hasWork {
            advance(by: .seconds(1))
            await bed.runTasks(turns: 2)
        }
    }

    /// Shows and hides the keyboard after the screen is dropped.
    ///
    /// Meanwhile, the remaining actions and tasks of the dropped screen can end.
    private func showAndHideAfterDrop() async {
        guard !isOver else { return }
        bed.keyboard.faults = .none
        bed.keyboard.behavior = SimulatedKeyboard.Behavior()
        await bed.runTasks()
        // Some tasks end only after the next event.
        bed.keyboard.show(.letters)
        settle()
        await bed.runTasks()
        bed.keyboard.hide()
        settle()
        // An action that runs only once can retain the screen until the action has run.
        remains.hasEndlessAction = !isOver && (try? bed.scheduler.runToEnd(limit: 1_000)) == nil
        let (isLeakKnown, isCallKnown) = (known.contains(.isDeallocated), known.contains(.isSilentAfterwards))
        await KeyboardTestBed.runTasks(turns: 100) {
            (remains.screen == nil || isLeakKnown) && (bed.pool.observerCount == 0 || isCallKnown || isLeakKnown)
        }
    }

    // MARK: Time

    private func advance(by duration: Duration) {
        guard !isOver, !bed.scheduler.advance(by: duration, limit: 10_000) else { return }
        isOver = true
        bed.scheduler.removeAll()
        add(.postsWithBound, "the screen schedules an action again and again without a delay")
    }

    func settle() {
        bed.settle { advance(by: $0) }
    }

    func advanceByFrames(_ duration: Duration) {
        guard probes.hasPosition, screen != nil else { return advance(by: duration) }
        var rest = duration
        let frame = judgesFrames ? MotionRecord.frame : .milliseconds(100)
        // When a wait has lasted 1 second, the run takes further samples only during transitions.
        while rest > .zero, !isOver {
            guard bed.isMoving || bed.pool.keyboard.transition != nil || duration - rest < .seconds(1) else {
                advance(by: rest)
                break
            }
            let clock = ContinuousClock()
            let start = clock.now
            advance(by: min(rest, frame))
            work = clock.now - start
            rest -= frame
            sample(isTap: false)
        }
    }

    // MARK: Observation

    func observeEvents() {
        ownTokens.append(
            bed.pool.observe(for: self) { run, event in
                if event.kind == .willShow {
                    run.isHiding = false
                    run.shownHeights.append(event.info.frameEnd?.height ?? 0)
                }
                if event.kind == .willHide {
                    run.isHiding = true
                    run.shownHeights = []
                }
                let now = run.bed.scheduler.now
                run.eventsAtOneTime = now == run.eventsAtOneTime.time ? (now, run.eventsAtOneTime.count + 1) : (now, 1)
                guard run.eventsAtOneTime.count > 1_000, !run.isOver else { return }
                run.isOver = true
                // If the pool stayed open, the screen would post notifications forever.
                run.bed.pool.close()
                run.add(
                    .postsWithBound,
                    "the screen posts keyboard notifications again and again: more than 1,000 at one time"
                )
            }
        )
        ownTokens.append(
            bed.pool.observeIssues { [weak self] issue in
                guard case .unsettledLayout(let limit) = issue else { return }
                self?.add(
                    .settlesItsLayout,
                    "a layout causes another layout without end: the pool has stopped it after \(limit) times"
                )
            }
        )
        guard probes.hasPosition, judgesFrames else { return }
        let guide = KeyboardLayoutGuide(pool: bed.pool)
        guide.viewFrameProvider = { [weak self] in self?.viewFrame ?? .zero }
        self.guide = guide
    }

    /// The frame of the screen's view, in the coordinates of the keyboard's screen.
    private var viewFrame: CGRect {
        screen.flatMap { probes.viewFrame?($0) } ?? bed.screen.bounds
    }

    /// Removes the run's own observers, so that only the observers of the screen are left.
    func endObservation() {
        ownTokens = []
        guide = nil
    }

    private func dropInCallback() {
        ownTokens.append(
            bed.pool.observe(for: self, [.willShow, .willHide, .willChangeFrame]) { run, _ in
                run.drop()
            }
        )
    }

    // MARK: The pool

    /// Checks the objects of the screen before the screen is dropped.
    private func checkObjects() {
        guard let screen else { return }
        let objects = OwnedObjects(of: screen)
        checkPool(screen, objects.tokens)
        if way == .atRest, !known.contains(.isSilentAfterwards) { remains.references = ReferenceWatch(objects) }
    }

    /// Adds a finding if the shared pool gains observers during an action.
    ///
    /// The action does not suspend. Therefore no other test uses the shared pool during the action.
    private func watchingSharedPool<Result>(_ action: () -> Result) -> Result {
        let count = KeyboardObserverPool.shared.trackedCount
        let result = action()
        if KeyboardObserverPool.shared.trackedCount > count { add(.usesCurrentPool, ScreenFinding.usesSharedPool) }
        return result
    }

    /// Adds a finding if the screen, or a token of the screen, is subscribed to the shared pool.
    ///
    /// While this run is suspended, a GCD block of the screen can subscribe to the shared pool. Other tests can also
    /// subscribe to the shared pool while this run is suspended. Therefore the method does not compare numbers of
    /// observers.
    private func checkPool(_ screen: Screen, _ tokens: [KeyboardObservationToken]) {
        let shared = KeyboardObserverPool.shared
        let isSubscribed = (screen as? any KeyboardObservable).map { shared.contains($0) } ?? false
        guard isSubscribed || tokens.contains(where: { $0.observesEvents(of: shared) }) else { return }
        add(.usesCurrentPool, ScreenFinding.usesSharedPool)
    }

    // MARK: Rules of the layout

    /// Whether the run checks the rules about the layout.
    ///
    /// The payloads must have no faults, and must be in the coordinates of the screen. The property `way` must be
    /// `atRest` or `late`. If the screen ignores the keyboards of other displays, `way` can also be `twoKeyboards`.
    private var isTruthful: Bool {
        guard !scenario.misleads else { return false }
        return way == .atRest || way == .late || way == .twoKeyboards && reference.knowsItsDisplay
    }

    /// The state of the keyboard on the display of the screen.
    private var state: KeyboardState {
        bed.pool.keyboard(on: ObjectIdentifier(bed.screen))
    }

    /// Whether the keyboard is docked or hidden, and belongs to this app.
    private var isDocked: Bool {
        let state = state
        guard bed.keyboard.docking == .docked, state.isLocal, !bed.keyboard.hasHardwareKeyboard else { return false }
        return state.placement == .docked || state.placement == .offScreen
    }

    /// The frame of the keyboard, if the keyboard is docked and at rest; otherwise `nil`.
    var dockedFrame: CGRect? {
        let state = state
        if scenario.isRecorded {
            let isKnown = state.screenBounds == nil || state.screenBounds == bed.screen.bounds
            return isKnown && state.phase == .shown && state.placement == .docked && state.isLocal ? state.frame : nil
        }
        return isDocked && bed.keyboard.phase == .shown && state.placement == .docked ? bed.keyboard.frame : nil
    }

    /// The frame of the keyboard, if the keyboard is undocked and at rest; otherwise `nil`.
    ///
    /// Until an event reports that the keyboard is undocked, the property is `nil`.
    private var undockedFrame: CGRect? {
        let state = state
        guard bed.keyboard.docking != .docked, bed.keyboard.phase == .shown, isHiding, state.isLocal else { return nil }
        return state.placement == .floating || state.placement == .split ? bed.keyboard.frame : nil
    }

    /// Adds a finding if a value is not finite, or if the content has jumped since the last display frame.
    func sample(isTap: Bool) {
        guard probes.hasPosition, let screen, !isOver else { return }
        let sample = probes.sample(screen)
        checkFinite(sample)
        guard judgesFrames else { return }
        let frame = ScreenTrack.Frame(
            sample: sample,
            keyboardTop: isDocked ? min(bed.keyboard.currentFrame.minY, bed.screen.bounds.maxY) : .nan,
            keyboardHeight: bed.keyboard.frame.height,
            bounds: bed.screen.bounds,
            covered: guide?.bottomInset ?? 0
        )
        let motion = isHiding ? reference.hiding : reference.showing
        let jump = track.add(frame, work: isTap ? nil : work, motion: isTap ? nil : motion)
        if let jump { add(.movesContinuously, jump) }
    }

    private func checkFinite(_ sample: ScreenSample) {
        if let value = sample.nonFiniteValue { add(.isFinite, value) }
    }

    /// Checks the screen while the keyboard is at rest.
    private func judgeRest(isHidden: Bool) {
        guard !bed.isMoving, let screen, !isOver else { return }
        judgeMotion()
        let sample = probes.sample(screen)
        checkFinite(sample)
        if isHidden, bed.keyboard.phase == .hidden, !state.isOnScreen { judgeHidden(sample, "after a hide") }
        if way == .atRest { judgeActions() }
        // While a finger drags the keyboard, the content follows the finger, but the state keeps the earlier frame.
        guard isTruthful, state.phase == .shown, bed.keyboard.situationWithFields.draggedTop == nil else { return }
        if state.isObscured {
            if followsFrames(screen) { judgeHidden(sample, "while the window of the app covers the keyboard") }
            return
        }
        let bounds = bed.screen.bounds
        let margin = reference.places[bed.screen.orientation]?.margin
        if let frame = dockedFrame {
            let layout = ScreenLayout(sample, frame, bounds)
            if let fault = layout.focusFault() { add(.showsItsFocus, fault + way.hint) }
            guard let margin else { return }
            let fault = layout.insetFault(margin, upright: reference.uprightMargin, shownHeights: shownHeights)
            if let fault { add(.insetIsOverlap, fault + way.hint) }
        } else if let frame = undockedFrame {
            let layout = ScreenLayout(sample, frame, bounds)
            if let margin, let fault = layout.undockedInsetFault(margin) { add(.insetIsOverlap, fault + way.hint) }
            let place = reference.places[bed.screen.orientation]
            if let place, let fault = layout.undockedOffsetFault(rest: place.hidden.scrollOffset ?? 0) {
                add(.restoresItsContent, fault)
            }
        }
    }

    /// Returns whether the screen can notice a change that only *frame* events report.
    ///
    /// The typed methods of ``CommonKeyboardPresentable`` and the required raw methods do not receive *frame* events.
    private func followsFrames(_ screen: Screen) -> Bool {
        !(screen is any KeyboardObservable) || screen is any FullKeyboardPresentable
            || screen is any KeyboardTransitionPresentable
    }

    /// Judges the motion of the content since the keyboard was last at rest.
    ///
    /// The method compares the content with the keyboard, and with the content of a new screen.
    private func judgeMotion() {
        let durations = [bed.keyboard.behavior.duration, SimulatedKeyboard.Behavior().duration]
        let times = durations.map { reference.times[$0].map { isHiding ? $0.hiding : $0.showing } ?? [] }
        for finding in track.end(expected: times[0], usual: times[1]) { add(finding.rule, finding.sentence) }
    }

    /// Adds a finding if too many actions run while the keyboard is at rest.
    ///
    /// The limit depends on the number of actions before the first step.
    private func judgeActions() {
        // An action is allowed to run in every second display frame.
        let limit = firstActionCount + 20
        guard bed.scheduler.hasWork, !scenario.isRecorded, countActions() > limit else { return }
        // If the screen has an animation, the animation must end within 5 seconds.
        advance(by: .seconds(5))
        let count = countActions()
        guard count > limit, !isOver else { return }
        add(
            .settlesItsLayout,
            "\(count) actions run in half a second while the keyboard is at rest, and \(firstActionCount) before it "
                + "appeared: a layout schedules the next one"
        )
    }

    /// Returns the number of actions that run in half a second.
    func countActions() -> Int {
        let count = bed.scheduler.actionCount
        advance(by: .milliseconds(500))
        return bed.scheduler.actionCount - count
    }

    /// Compares the screen with a screen that never had a keyboard.
    ///
    /// - Parameters:
    ///   - sample: The properties of the screen.
    ///   - time: The time of the sample in words, such as "after a hide".
    private func judgeHidden(_ sample: ScreenSample, _ time: String) {
        guard let expected = reference.places[bed.screen.orientation]?.hidden else { return }
        if let open = sample.openTransitions, let before = expected.openTransitions, open != before {
            add(
                .balancesTransitions,
                open > before
                    ? "\(open - before) begun transitions have no end"
                    : "\(before - open) ended transitions have no begin"
            )
        }
        guard other == nil else { return }
        for (index, position) in sample.positions.enumerated() {
            // While the keyboard is hidden, a screen without a view receives no event about a rotation. Therefore the
            // method accepts the original position in any orientation.
            let isRestored = reference.places.values.contains {
                !(abs($0.hidden.positions[index].value - position.value) > InsetMargin.tolerance)
            }
            guard !isRestored, !keepsLastField(sample, position) else { continue }
            add(
                .restoresItsContent,
                "the content is not restored \(time): the \(position.name) is \(position.value.inSentence), and is "
                    + "\(expected.positions[index].value.inSentence) on a screen that never had a keyboard" + way.hint
            )
        }
    }

    /// Whether the content is still scrolled to the last focused field.
    ///
    /// The value is `true` only if the field would be below the view without the scroll offset.
    private func keepsLastField(_ sample: ScreenSample, _ position: (name: String, value: CGFloat)) -> Bool {
        guard let frame = lastFieldFrame, position.name == ScreenSample.offsetName, position.value > 0 else {
            return false
        }
        // The frame of the field is relative to the top of the content.
        return frame.maxY > (sample.viewFrame ?? bed.screen.bounds).height
    }

    // MARK: Lifetime

    /// Adds a finding if the center retains a block of the dropped screen.
    func checkBlockObservers() async {
        guard let finding = await remains.blockObserverFinding() else { return }
        add(finding.rule, finding.sentence)
    }

    private func add(_ rule: ScreenFinding.Rule, _ sentence: String) {
        guard !known.contains(rule), !findings.contains(where: { $0.rule == rule }) else { return }
        findings.append(ScreenFinding(rule: rule, sentence: sentence))
    }
}
