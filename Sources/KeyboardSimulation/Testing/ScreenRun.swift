import Foundation
import KeyboardObservation

/// One screen, run through one scenario and dropped.
@MainActor
final class ScreenRun<Screen: AnyObject> {
    private static var frame: Duration { .nanoseconds(16_666_667) }
    private static var repetitions: Int { 40 }

    private let scenario: KeyboardScenario
    private let way: ScreenRunWay
    private let probes: ScreenProbes<Screen>
    private let motion: ContentMotion?
    /// The rules that need not be checked again.
    private let known: Set<ScreenFinding.Rule>
    private var bed: KeyboardTestBed
    private let other: SimulatedKeyboard?
    private let ownTokens = TokenList()
    private let firstOrientation: SimulatedScreen.Orientation

    private var screen: Screen?
    private weak var dropped: Screen?
    private var findings: [ScreenFinding] = []
    private var eventsAtOneTime = (time: Duration.zero, count: 0)
    private var isOver = false
    /// Whether an action on the scheduler schedules itself again and again after the screen was dropped.
    private var hasEndlessAction = false
    private var atBegin = ScreenSample()
    private var last: (sample: ScreenSample, keyboardTop: CGFloat, bounds: CGRect)?
    /// The positions of the content in each display frame.
    private var recordedPositions: [CGFloat] = []

    init(
        _ scenario: KeyboardScenario,
        _ way: ScreenRunWay,
        _ probes: ScreenProbes<Screen>,
        _ motion: ContentMotion?,
        known: Set<ScreenFinding.Rule> = []
    ) {
        self.known = known
        self.scenario = scenario
        self.way = way
        self.probes = probes
        self.motion = motion
        firstOrientation = scenario.orientation
        bed = KeyboardTestBed { scenario.makeKeyboard(scheduler: $0) }
        other = way == .twoKeyboards ? bed.addKeyboard(on: .tablet768x1024) : nil
    }

    var recordedMotion: ContentMotion? {
        ContentMotion(recordedPositions)
    }

    // MARK: The scenario

    func perform(_ makeScreen: @MainActor (KeyboardTestBed) -> Screen) async {
        await KeyboardObserverPool.$current.withValue(bed.pool) { @MainActor in
            observeEvents()
            if way == .callbackBefore { dropInCallback() }
            screen = makeScreen(bed)
            dropped = screen
            if way == .callbackAfter { dropInCallback() }
            await KeyboardTestBed.runTasks()
            if let screen { atBegin = probes.sample(screen) }
            sample(isTap: true)
            switch way {
            case .repeated: await performRepeatedly()
            case .midTransition: await performInterrupted()
            default: await performOnce()
            }
            screen = nil
            ownTokens.removeAll()
            await showAndHideAfterDrop()
        }
    }

    private func performOnce() async {
        for step in scenario.steps where !isOver { await perform(step) }
        await cleanUp()
        judgeRest(isHidden: true)
    }

    private func performInterrupted() async {
        let lastAction = scenario.steps.lastIndex { $0.waitingTime == .zero }.map { $0 + 1 } ?? 0
        for step in scenario.steps[..<lastAction] where !isOver { await perform(step) }
        advance(by: .milliseconds(50))
        await KeyboardTestBed.runTasks()
        screen = nil
        await cleanUp()
    }

    private func performRepeatedly() async {
        var counts: [Int] = []
        for _ in 0..<Self.repetitions where !isOver {
            for step in scenario.steps where !isOver { await perform(step, isSampled: false) }
            await cleanUp()
            counts.append(bed.pool.observerCount + bed.pool.trackingEntryCount)
        }
        guard let first = counts.first, let last = counts.last, counts.count == Self.repetitions else { return }
        if last - first >= Self.repetitions - 4 {
            add(
                .subscribesWithBound,
                "the screen subscribes again and again: \(last - first) observers more after \(counts.count - 1) "
                    + "repetitions of a scenario"
            )
        }
    }

    private func perform(_ step: KeyboardScenario.Step, isSampled: Bool = true) async {
        guard step.waitingTime == .zero else {
            isSampled ? advanceByFrames(step.waitingTime) : advance(by: step.waitingTime)
            await KeyboardTestBed.runTasks(turns: 2)
            // A screen may animate on its own, and the heights of a burst follow each other.
            if isSampled, step.waitingTime >= .seconds(1) { judgeRest(isHidden: false) }
            return
        }
        bed.keyboard.perform(step)
        other?.perform(step)
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
        if bed.screen.orientation != firstOrientation {
            bed.keyboard.rotate(to: firstOrientation)
            settle()
        }
        await KeyboardTestBed.runTasks(turns: 4)
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
        await KeyboardTestBed.runTasks(turns: 1_000) {
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

    private func settle() {
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

    private func observeEvents() {
        ownTokens.add(
            bed.pool.observe(for: self) { run, _ in
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
                run.screen = nil
            }
        )
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
    private func sample(isTap: Bool) {
        guard probes.hasPosition, let screen, !isOver else { return }
        let sample = probes.sample(screen)
        checkFinite(sample)
        let top = isDocked ? min(bed.keyboard.currentFrame.minY, bed.screen.bounds.maxY) : .nan
        let bounds = bed.screen.bounds
        defer { last = (sample, top, bounds) }
        if let position = sample.positions.first { recordedPositions.append(position.value) }
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

    private func judgeHidden(_ sample: ScreenSample) {
        if let open = sample.openTransitions, let before = atBegin.openTransitions, open != before {
            add(
                .balancesTransitions,
                open > before
                    ? "\(open - before) begun transitions have no end"
                    : "\(before - open) ended transitions have no begin"
            )
        }
        guard other == nil else { return }
        for (old, new) in zip(atBegin.positions, sample.positions) where abs(old.value - new.value) > 1 {
            add(
                .restoresItsContent,
                "the content is not restored after a hide: the \(new.name) is \(new.value.inSentence), and was "
                    + "\(old.value.inSentence) before the first show"
            )
        }
    }

    private func judgeFocus(_ sample: ScreenSample, _ keyboard: CGRect) {
        guard let focused = sample.focusedFrame, focused.isFinite, focused.height > 0 else { return }
        let covered = min(focused.maxY, keyboard.maxY) - keyboard.minY
        let isBeside = focused.maxX <= keyboard.minX || focused.minX >= keyboard.maxX
        guard covered > 1, focused.height <= keyboard.minY, !isBeside else { return }
        add(
            .showsItsFocus,
            "the keyboard covers \(covered.inSentence) points of the focused frame at rest, which would fit above it"
        )
    }

    private func judgeInset(_ sample: ScreenSample, _ keyboard: CGRect) {
        guard let inset = sample.bottomInset, inset.isFinite, let before = atBegin.bottomInset else { return }
        let view = (sample.viewFrame ?? bed.screen.bounds).visible(in: bed.screen.bounds) ?? .zero
        let isBeside = view.maxX <= keyboard.minX || view.minX >= keyboard.maxX
        let covered = isBeside ? 0 : min(max(view.maxY - keyboard.minY, 0), view.height)
        // Safe areas and margins may count or not.
        let tolerance: CGFloat = 48
        let isTooLarge = inset > max(covered, before) + before + tolerance
        let isTooSmall = inset < covered - before - tolerance
        guard isTooLarge || isTooSmall else { return }
        let hint = isTooLarge && covered > 0 ? ": use the overlap of the view, not the height of the keyboard" : ""
        add(
            .insetIsOverlap,
            "the bottom inset is \(inset.inSentence) points where the keyboard covers \(covered.inSentence) points of "
                + "the view" + hint
        )
    }

    // MARK: Lifetime

    /// Checks that nothing of the dropped screen is left.
    func judgeLifetime() async -> [ScreenFinding] {
        let pool = bed.pool
        if dropped != nil, known.contains(.isDeallocated) { return findings }
        if let leak = await ScreenLeak.reason(bed, screen: { [weak self] in self?.dropped }) {
            add(.isDeallocated, "the screen is not deallocated when it is dropped \(way.words): \(leak)")
        } else if !isOver {
            pool.sweep()
            let count = pool.observerCount
            if count > 0 {
                add(
                    .isSilentAfterwards,
                    "\(count) \(count == 1 ? "observer of the screen is" : "observers of the screen are") still called "
                        + "after the screen was dropped: a token or a task outlives it"
                )
            }
            if hasEndlessAction {
                add(
                    .stopsItsTimers,
                    "an action on the scheduler runs again and again after the screen was dropped: cancel it in deinit"
                )
            }
        }
        return findings
    }

    private func add(_ rule: ScreenFinding.Rule, _ sentence: String) {
        guard !known.contains(rule), !findings.contains(where: { $0.rule == rule }) else { return }
        findings.append(ScreenFinding(rule: rule, sentence: sentence))
    }
}

/// The tokens of the run's own observers.
@MainActor
private final class TokenList {
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

extension CGRect {
    /// Returns the part of the frame inside the bounds; `nil` if there is none.
    fileprivate func visible(in bounds: CGRect) -> CGRect? {
        let (left, right) = (max(minX, bounds.minX), min(maxX, bounds.maxX))
        let (top, bottom) = (max(minY, bounds.minY), min(maxY, bounds.maxY))
        guard left < right, top < bottom else { return nil }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
