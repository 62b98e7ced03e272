import Foundation
import KeyboardObservation

/// One screen, run through one scenario and dropped.
@MainActor
final class ScreenRun<Screen: AnyObject> {
    private static var frame: Duration { .nanoseconds(16_666_667) }

    private let scenario: KeyboardScenario
    private let way: ScreenRunWay
    let conformance: ScreenConformance<Screen>
    private let undisturbed: UndisturbedScreen
    /// The rules that need not be checked again.
    private let known: Set<ScreenFinding.Rule>
    let bed: KeyboardTestBed
    private let other: SimulatedKeyboard?
    let ownTokens = TokenList()

    var screen: Screen?
    private weak var dropped: Screen?
    private(set) var findings: [ScreenFinding] = []
    private var eventsAtOneTime = (time: Duration.zero, count: 0)
    private var isOver = false
    /// Whether an action on the scheduler schedules itself again and again after the screen was dropped.
    private var hasEndlessAction = false
    /// Whether the latest *will* event belongs to a *hide*.
    private var isHiding = false
    private var last: (sample: ScreenSample, keyboardTop: CGFloat, bounds: CGRect)?
    /// The heights of the *show* events since the last *hide*.
    private var shownHeights: [CGFloat] = []
    /// The positions of the content in each display frame.
    var recordedPositions: [CGFloat] = []

    init(
        _ scenario: KeyboardScenario,
        _ way: ScreenRunWay,
        _ conformance: ScreenConformance<Screen>,
        _ undisturbed: UndisturbedScreen = UndisturbedScreen(),
        known: Set<ScreenFinding.Rule> = []
    ) {
        self.known = known
        self.scenario = scenario
        self.way = way
        self.conformance = conformance
        self.undisturbed = undisturbed
        bed = KeyboardTestBed { scenario.makeKeyboard(scheduler: $0) }
        other = way == .twoKeyboards ? bed.addKeyboard(on: .tablet768x1024) : nil
    }

    private var probes: ScreenProbes<Screen> {
        conformance.probes
    }

    // MARK: The scenario

    func perform() async {
        await KeyboardObserverPool.$current.withValue(bed.pool) { @MainActor in
            observeEvents()
            if way == .callbackBefore { dropInCallback() }
            screen = watchingSharedPool { conformance.makeScreen(bed) }
            dropped = screen
            if way == .callbackAfter { dropInCallback() }
            await KeyboardTestBed.runTasks()
            sample(isTap: true)
            switch way {
            case .repeated: await performRepeatedly()
            case .midTransition: await performInterrupted()
            default: await performOnce()
            }
            checkPool()
            drop()
            ownTokens.removeAll()
            await showAndHideAfterDrop()
        }
    }

    func drop() {
        guard let closed = screen else { return }
        // The screen may hide the keyboard, which drops it in a callback.
        screen = nil
        conformance.close?(closed)
    }

    private func performOnce() async {
        for step in scenario.steps where !isOver { await perform(step) }
        await cleanUp()
        await runWaitingActions()
        judgeRest(isHidden: true)
    }

    private func performInterrupted() async {
        let lastAction = scenario.steps.lastIndex { $0.waitingTime == .zero }.map { $0 + 1 } ?? 0
        for step in scenario.steps[..<lastAction] where !isOver { await perform(step) }
        advance(by: .milliseconds(50))
        await KeyboardTestBed.runTasks()
        checkPool()
        drop()
        await cleanUp()
    }

    private func performRepeatedly() async {
        var counts: [Int] = []
        for _ in 0..<conformance.repetitions where !isOver {
            for step in scenario.steps where !isOver { await perform(step, isSampled: false) }
            await cleanUp()
            bed.keyboard.rotate(to: scenario.orientation)
            counts.append(bed.pool.trackedCount)
        }
        guard let first = counts.first, let last = counts.last, counts.count == conformance.repetitions else { return }
        if last - first >= conformance.repetitions - 4 {
            add(
                .subscribesWithBound,
                "the screen subscribes again and again: \(last - first) observers more after \(counts.count - 1) "
                    + "repetitions of a scenario"
            )
        }
    }

    func perform(_ step: KeyboardScenario.Step, isSampled: Bool = true) async {
        guard step.waitingTime == .zero else {
            isSampled ? advanceByFrames(step.waitingTime) : advance(by: step.waitingTime)
            await KeyboardTestBed.runTasks(turns: 2)
            // A screen may animate on its own, and the heights of a burst follow each other.
            if isSampled, step.waitingTime >= .seconds(1) { judgeRest(isHidden: false) }
            return
        }
        watchingSharedPool {
            bed.keyboard.perform(step)
            other?.perform(step)
        }
        await KeyboardTestBed.runTasks(turns: 2)
        guard isSampled else { return }
        let isTap = if case .tap = step { true } else { false }
        sample(isTap: isTap)
    }

    /// Hides the keyboard, and shows and hides it once more with true payloads if those of the scenario mislead.
    private func cleanUp() async {
        guard !isOver else { return }
        await hide()
        if scenario.misleads, screen != nil {
            bed.keyboard.faults = .none
            bed.keyboard.behavior = SimulatedKeyboard.Behavior()
            bed.keyboard.show(.letters)
            settle()
            await KeyboardTestBed.runTasks(turns: 2)
            await hide()
        }
    }

    private func hide() async {
        for keyboard in [other, bed.keyboard].compactMap(\.self) {
            keyboard.endDismissing(cancelled: true)
            keyboard.dismissAlert()
            keyboard.dismissPasswordPrompt()
            keyboard.hideOtherAppsKeyboard()
            keyboard.detachHardwareKeyboard()
            settle()
            keyboard.dock()
            keyboard.setAccessory(height: 0)
            keyboard.hide()
            settle()
        }
        await KeyboardTestBed.runTasks(turns: 4)
    }

    /// Lets a screen restore its content a while after a hide.
    private func runWaitingActions() async {
        for _ in 0..<5 where bed.scheduler.hasWork && !isOver {
            advance(by: .seconds(1))
            await KeyboardTestBed.runTasks(turns: 2)
        }
    }

    /// Lets the last actions and tasks of the dropped screen end.
    private func showAndHideAfterDrop() async {
        guard !isOver else { return }
        bed.keyboard.faults = .none
        bed.keyboard.behavior = SimulatedKeyboard.Behavior()
        await KeyboardTestBed.runTasks()
        // A task may end at the next event.
        bed.keyboard.show(.letters)
        settle()
        await KeyboardTestBed.runTasks()
        bed.keyboard.hide()
        settle()
        // An action that runs once may retain the screen until then.
        hasEndlessAction = !isOver && (try? bed.scheduler.runToEnd(limit: 1_000)) == nil
        let (isLeakKnown, isCallKnown) = (known.contains(.isDeallocated), known.contains(.isSilentAfterwards))
        await KeyboardTestBed.runTasks(turns: 100) {
            (dropped == nil || isLeakKnown) && (bed.pool.observerCount == 0 || isCallKnown || isLeakKnown)
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

    private func advanceByFrames(_ duration: Duration) {
        guard probes.hasPosition, screen != nil else { return advance(by: duration) }
        var rest = duration
        // Nothing moves in a long wait.
        while rest > .zero, !isOver {
            guard bed.isMoving || bed.pool.keyboard.transition != nil || duration - rest < .seconds(1) else {
                advance(by: rest)
                break
            }
            advance(by: min(rest, Self.frame))
            rest -= Self.frame
            sample(isTap: false)
        }
    }

    // MARK: Observation

    func observeEvents() {
        ownTokens.add(
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
                // The screen would post forever, and the pool would deliver forever.
                run.bed.pool.close()
                run.add(
                    .postsWithBound,
                    "the screen posts keyboard notifications again and again: more than 1,000 at one time"
                )
            }
        )
    }

    private func dropInCallback() {
        ownTokens.add(
            bed.pool.observe(for: self, [.willShow, .willHide, .willChangeFrame]) { run, _ in
                run.drop()
            }
        )
    }

    // MARK: The pool

    /// Adds a finding if the shared pool gains observers during an action.
    ///
    /// The action does not suspend, so other tests that use the shared pool do not run meanwhile.
    private func watchingSharedPool<Result>(_ action: () -> Result) -> Result {
        let count = KeyboardObserverPool.shared.trackedCount
        let result = action()
        if KeyboardObserverPool.shared.trackedCount > count { add(.usesCurrentPool, ScreenFinding.usesSharedPool) }
        return result
    }

    /// Adds a finding if the shared pool has an entry for the screen, or for a token of the screen.
    ///
    /// A GCD block runs while the run is suspended. Other tests may use the shared pool at this time, so the number of its
    /// observers means nothing.
    private func checkPool() {
        guard let screen else { return }
        let shared = KeyboardObserverPool.shared
        let isSubscribed = (screen as? any KeyboardObservable).map { shared.contains($0) } ?? false
        guard isSubscribed || ScreenLeak.tokens(of: screen).contains(where: { $0.observesEvents(of: shared) }) else {
            return
        }
        add(.usesCurrentPool, ScreenFinding.usesSharedPool)
    }

    // MARK: Layout

    /// Whether the payloads describe a keyboard of this app without faults, in the coordinates of the screen.
    private var isTruthful: Bool {
        way == .atRest && !scenario.misleads
    }

    /// Whether the keyboard is docked or hidden, and belongs to this app.
    private var isDocked: Bool {
        let state = bed.pool.keyboard
        guard bed.keyboard.docking == .docked, state.isLocal, !bed.keyboard.hasHardwareKeyboard else { return false }
        return state.placement == .docked || state.placement == .offScreen
    }

    /// Compares the positions of the content with those of the last display frame.
    func sample(isTap: Bool) {
        guard probes.hasPosition, let screen, !isOver else { return }
        let sample = probes.sample(screen)
        checkFinite(sample)
        let top = isDocked ? min(bed.keyboard.currentFrame.minY, bed.screen.bounds.maxY) : .nan
        let bounds = bed.screen.bounds
        defer { last = (sample, top, bounds) }
        if let position = sample.positions.first { recordedPositions.append(position.value) }
        let motion = isHiding ? undisturbed.hiding : undisturbed.showing
        guard let motion, let last, last.bounds == bounds, !isTap, isTruthful, scenario.hasPlainMotion else { return }
        let keyboardStep = abs(top - last.keyboardTop)
        guard keyboardStep.isFinite else { return }
        let distance = max(bed.keyboard.frame.height, bounds.maxY - min(top, last.keyboardTop))
        let limit = max(2 * motion.largestStep * distance, keyboardStep) + 2
        for (old, new) in zip(last.sample.positions, sample.positions) where abs(new.value - old.value) > limit {
            add(
                .movesContinuously,
                "the \(new.name) jumps from \(old.value.inSentence) to \(new.value.inSentence) while the keyboard "
                    + "moves by \(keyboardStep.inSentence) points: a transition that interrupts another begins where "
                    + "that one is"
            )
        }
    }

    private func checkFinite(_ sample: ScreenSample) {
        if let value = sample.nonFiniteValue { add(.isFinite, value) }
    }

    /// Checks the screen while the keyboard is at rest.
    private func judgeRest(isHidden: Bool) {
        guard !bed.isMoving, let screen, !isOver else { return }
        let sample = probes.sample(screen)
        checkFinite(sample)
        if isHidden, bed.keyboard.phase == .hidden, !bed.pool.keyboard.isOnScreen { judgeHidden(sample) }
        guard isTruthful, isDocked, bed.keyboard.phase == .shown, bed.pool.keyboard.placement == .docked else { return }
        judgeFocus(sample, bed.keyboard.frame)
        judgeInset(sample, bed.keyboard.frame)
    }

    /// Compares the screen with a screen that never had a keyboard.
    private func judgeHidden(_ sample: ScreenSample) {
        guard let expected = undisturbed.withoutKeyboard[bed.screen.orientation] else { return }
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
            // A screen without a view does not receive a rotation with a hidden keyboard.
            let isRestored = undisturbed.withoutKeyboard.values.contains {
                !(abs($0.positions[index].value - position.value) > 1)
            }
            guard !isRestored else { continue }
            add(
                .restoresItsContent,
                "the content is not restored after a hide: the \(position.name) is \(position.value.inSentence), and is "
                    + "\(expected.positions[index].value.inSentence) on a screen that never had a keyboard"
            )
        }
    }

    private func judgeFocus(_ sample: ScreenSample, _ keyboard: CGRect) {
        guard let focused = sample.focusedFrame, focused.isFinite, focused.height > 0 else { return }
        let covered = min(focused.maxY, keyboard.maxY) - keyboard.minY
        let isBeside = focused.maxX <= keyboard.minX || focused.minX >= keyboard.maxX
        let room = keyboard.minY - visibleView(sample).minY
        guard covered > 1, focused.height <= room, !isBeside else { return }
        add(
            .showsItsFocus,
            "the keyboard covers \(covered.inSentence) points of the focused frame at rest, which would fit in the "
                + "\(room.inSentence) points of the view above it" + (hintOfStaleFrame(sample) ?? "")
        )
    }

    /// Returns the remedy if the view has the frame of the other orientation.
    private func hintOfStaleFrame(_ sample: ScreenSample) -> String? {
        let size = bed.screen.bounds.size
        guard let view = sample.viewFrame?.size, size.width != size.height else { return nil }
        guard view.width == size.height, view.height == size.width else { return nil }
        return ": the view's frame is that of the other orientation, so set it after a rotation, or pass "
            + "`rotates: false` if the screen does not rotate"
    }

    private func visibleView(_ sample: ScreenSample) -> CGRect {
        (sample.viewFrame ?? bed.screen.bounds).visible(in: bed.screen.bounds) ?? .zero
    }

    private func judgeInset(_ sample: ScreenSample, _ keyboard: CGRect) {
        guard let inset = sample.bottomInset, inset.isFinite else { return }
        let before = max(undisturbed.withoutKeyboard[bed.screen.orientation]?.bottomInset ?? 0, 0)
        let view = visibleView(sample)
        let isBeside = view.maxX <= keyboard.minX || view.minX >= keyboard.maxX
        let covered = isBeside ? 0 : min(max(view.maxY - keyboard.minY, 0), view.height)
        // Safe areas and margins may count or not.
        let tolerance: CGFloat = 48
        let isTooLarge = inset > max(covered, before) + before + tolerance
        let isTooSmall = inset < covered - before - tolerance
        guard isTooLarge || isTooSmall else { return }
        var hint = ""
        if let stale = hintOfStaleFrame(sample) {
            hint = stale
        } else if isTooLarge, shownHeights.count > 1, abs(inset - shownHeights.reduce(0, +)) <= 1 {
            hint = ": it is the sum of the last \(shownHeights.count) heights, so set the inset, and do not add to it"
        } else if isTooLarge, covered > 0 {
            hint =
                ": use the overlap of the view, not the height of the keyboard, and leave out a bar of the screen's own"
        }
        add(
            .insetIsOverlap,
            "the bottom inset is \(inset.inSentence) points where the keyboard covers \(covered.inSentence) points of "
                + "the view" + hint
        )
    }

    // MARK: Lifetime

    /// Whether the dropped screen or its observers are left, and may be released later.
    var isWaiting: Bool {
        dropped != nil || (!isOver && bed.pool.observerCount > 0)
    }

    /// Whether something of the dropped screen is left.
    var leavesSomething: Bool {
        isWaiting || hasEndlessAction
    }

    /// Returns findings on what is left of the dropped screen.
    func judgeRemains(known: Set<ScreenFinding.Rule>) async -> [ScreenFinding] {
        if dropped != nil, known.contains(.isDeallocated) { return [] }
        if let leak = await ScreenLeak.reason(bed, screen: { [weak self] in self?.dropped }) {
            let sentence = "the screen is not deallocated when it is dropped \(way.words): \(leak)"
            return [ScreenFinding(rule: .isDeallocated, sentence: sentence)]
        }
        var remains: [ScreenFinding] = []
        guard !isOver else { return remains }
        let count = bed.pool.observerCount
        if count > 0 {
            let subject = count == 1 ? "1 observer of the screen is" : "\(count) observers of the screen are"
            let sentence = "\(subject) still called after the screen was dropped: a token or a task outlives it"
            remains.append(ScreenFinding(rule: .isSilentAfterwards, sentence: sentence))
        }
        if hasEndlessAction {
            let sentence =
                "an action on the scheduler runs again and again after the screen was dropped: cancel it in deinit"
            remains.append(ScreenFinding(rule: .stopsItsTimers, sentence: sentence))
        }
        return remains
    }

    private func add(_ rule: ScreenFinding.Rule, _ sentence: String) {
        guard !known.contains(rule), !findings.contains(where: { $0.rule == rule }) else { return }
        findings.append(ScreenFinding(rule: rule, sentence: sentence))
    }
}

/// The tokens of the run's own observers.
@MainActor
final class TokenList {
    private var tokens: [KeyboardObservationToken] = []

    func add(_ token: KeyboardObservationToken) {
        tokens.append(token)
    }

    func removeAll() {
        for token in tokens { token.cancel() }
        tokens = []
    }
}

extension KeyboardScenario {
    /// Whether payloads may have faults, or the coordinates of another orientation.
    fileprivate var misleads: Bool {
        faults != .none || behavior.coordinates != .interface
            || steps.contains { step in
                switch step {
                case .setFaults, .setBehavior: true
                default: false
                }
            }
    }

    /// Whether the keyboard moves with its usual curve between its docked and its hidden frame.
    fileprivate var hasPlainMotion: Bool {
        behavior == SimulatedKeyboard.Behavior()
            && !steps.contains { step in
                switch step {
                case .beginDismissing, .rotate, .promptForPassword, .showOtherAppsKeyboard, .undock, .split, .float:
                    true
                case .show(let layout?), .changeFrame(let layout, animated: true): !layout.isPlain
                case .changeFrame: true
                default: false
                }
            }
    }
}

extension SimulatedKeyboard.Layout {
    /// Whether the keyboard appears in one transition, with a usual height.
    fileprivate var isPlain: Bool {
        switch self {
        case .thirdParty: false
        case .custom(let height): height > 100
        default: true
        }
    }
}
