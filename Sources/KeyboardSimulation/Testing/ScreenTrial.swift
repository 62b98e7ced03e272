import Foundation
import KeyboardForms
import KeyboardObservation

/// The times at which a trial creates and drops its screen.
enum ScreenTrialCourse: CaseIterable {
    case atRest
    case underAKeyboard
    case midTransition
}

@MainActor
final class ScreenTrial<Screen: AnyObject> {
    private enum Rest {
        case hidden
        case behindTheWindow
        case docked(CGRect)
        case undocked(CGRect)
    }

    private(set) var findings: [ScreenFinding] = []
    private let conformance: ScreenConformance<Screen>
    private let scenario: KeyboardScenario
    private let course: ScreenTrialCourse
    private let margins: InsetMargins<Screen>
    private let known: Set<ScreenFinding.Promise>
    private let bed: KeyboardTestBed
    private var screen: Screen?
    private weak var dropped: Screen?
    private var firstView = CGRect.zero
    private var firstBounds = CGRect.zero
    private static var end: String { "the last hide" }
    private var stepCount = 0
    private var latestAction = "the beginning"
    private var latestChange: KeyboardEvent.Kind?

    init(
        _ conformance: ScreenConformance<Screen>,
        _ scenario: KeyboardScenario,
        _ course: ScreenTrialCourse,
        _ margins: InsetMargins<Screen>,
        known: Set<ScreenFinding.Promise>
    ) {
        (self.conformance, self.scenario, self.course) = (conformance, scenario, course)
        (self.margins, self.known) = (margins, known)
        bed = KeyboardTestBed { scenario.makeKeyboard(scheduler: $0) }
        // The trial checks screens only at rest, so a display frame every 90 ms is enough.
        bed.pool.frameSource = SlowFrameSource(scheduler: bed.scheduler)
    }

    // MARK: The scenario

    func run() async {
        await KeyboardObserverPool.$current.withValue(bed.pool) { @MainActor in
            let token = bed.pool.observe(for: self, [.willShow, .willHide]) { $0.latestChange = $1.kind }
            var steps = scenario.steps[...]
            if course == .underAKeyboard {
                while !isDocked, let step = steps.popFirst() { await perform(step) }
            }
            create()
            await bed.runTasks()
            if course == .midTransition {
                let end = steps.lastIndex { $0.waitingTime == .zero }.map { $0 + 1 } ?? steps.startIndex
                for step in steps[..<end] { await perform(step) }
                bed.advance(by: .milliseconds(50))
                await bed.runTasks()
            } else {
                if isDocked { await rest() }
                for step in steps { await perform(step) }
                await hideAtEnd()
            }
            token.cancel()
            drop()
            await endTasks()
        }
        await judgeRemains()
    }

    private func perform(_ step: SimulatedKeyboard.Step) async {
        stepCount += 1
        if step.waitingTime == .zero { latestAction = step.words }
        bed.keyboard.perform(step)
        bed.advance(by: step.waitingTime)
        await bed.runTasks(turns: 2)
        if step.waitingTime >= .seconds(1) || isRecorded, step.waitingTime > .zero { await rest() }
    }

    /// The animation of a screen can be longer than the transition of the keyboard.
    ///
    /// A screen can restore its content some time after a *hide*. In a scenario that plays a recording, the screen is
    /// checked at once, because the recording does not wait for the screen.
    private func rest() async {
        for _ in 0..<5 where !isRecorded && (bed.isMoving || bed.scheduler.hasWork) {
            bed.advance(by: .milliseconds(500))
            await bed.runTasks(turns: 2)
        }
        await judge()
    }

    private func hideAtEnd() async {
        if scenario.faults != .none {
            await hide()
            bed.keyboard.faults = .none
            bed.keyboard.behavior = SimulatedKeyboard.Behavior()
            bed.keyboard.show(.letters)
            await bed.settle()
        }
        await hide()
        latestAction = Self.end
        await rest()
    }

    private func hide() async {
        for step in SimulatedKeyboard.Step.toHide {
            bed.keyboard.perform(step)
            bed.advance(by: step.waitingTime)
        }
        await bed.settle()
    }

    private var isRecorded: Bool {
        scenario.steps.contains { if case .play = $0 { true } else { false } }
    }

    // MARK: The layout

    private var state: KeyboardState {
        bed.pool.keyboard(on: ObjectIdentifier(bed.screen))
    }

    private var isDocked: Bool {
        if case .docked = keyboardAtRest { true } else { false }
    }

    /// The value is `nil` if the layout cannot be checked, for example because the keyboard moves.
    private var keyboardAtRest: Rest? {
        let (state, keyboard) = (state, bed.keyboard)
        // During a drag, the latest reported frame is the frame before the drag.
        guard !bed.isMoving, keyboard.situationWithFields.draggedTop == nil else { return nil }
        if keyboard.phase == .hidden, !state.isOnScreen { return .hidden }
        guard state.phase == .shown, state.isLocal else { return nil }
        if state.isObscured { return .behindTheWindow }
        if isRecorded {
            let isKnown = state.screenBounds == nil || state.screenBounds == bed.screen.bounds
            return isKnown && state.placement == .docked ? state.frame.map { .docked($0) } : nil
        }
        guard keyboard.phase == .shown else { return nil }
        switch (keyboard.docking, state.placement) {
        case (.docked, .docked): return keyboard.hasHardwareKeyboard ? nil : .docked(keyboard.frame)
        case (.docked, _): return nil
        case (_, .floating), (_, .split): return latestChange == .willHide ? .undocked(keyboard.frame) : nil
        default: return nil
        }
    }

    private func view(of screen: Screen) -> CGRect {
        conformance.viewFrame?(screen) ?? bed.screen.bounds
    }

    private func judge() async {
        guard let screen, let keyboard = keyboardAtRest else { return }
        if scenario.faults != .none, latestAction != Self.end { return }
        if case .docked(let frame) = keyboard { judgeFocus(of: screen, above: frame) }
        if let inset = conformance.bottomInset { await judge(inset, of: screen, keyboard) }
    }

    private func judgeFocus(of screen: Screen, above keyboard: CGRect) {
        guard let focused = conformance.focusedFrame?(screen), focused.isFinite, focused.height > 0 else { return }
        let isBeside = focused.maxX <= keyboard.minX || focused.minX >= keyboard.maxX
        let covered = min(focused.maxY, keyboard.maxY) - keyboard.minY
        let view = view(of: screen).visible(in: bed.screen.bounds) ?? .zero
        let room = keyboard.minY - view.minY
        guard covered > 1, focused.height <= room, !isBeside else { return }
        let fits = "which would fit in the \(room.inSentence) points of the view above it"
        add(
            .showsItsFocus,
            "\(moment), the keyboard covers \(covered.inSentence) points of the focused frame, \(fits)\(hint)"
        )
    }

    private func judge(_ inset: @MainActor (Screen) -> CGFloat, of screen: Screen, _ keyboard: Rest) async {
        let (bounds, inset) = (bed.screen.bounds, inset)
        let margin = await margins.margin(on: scenario.model, bed.screen.orientation, inset)
        let (value, view) = (inset(screen), view(of: screen))
        let covered: CGFloat
        switch keyboard {
        case .hidden:
            // A hidden keyboard posts no event for a rotation, so the screen may keep the inset of the other
            // orientation.
            let turned = bed.screen.orientation == .portrait ? SimulatedScreen.Orientation.landscape : .portrait
            if InsetMargin.isEqual(value, margin.rest) { return }
            if conformance.rotates, await margins.margin(on: scenario.model, turned, inset).rest == value { return }
            covered = 0
        case .behindTheWindow:
            if !receivesFrames(screen) || InsetMargin.isEqual(value, margin.rest) { return }
            let obscured = "while a window of the app is above the keyboard, and \(margin.rest.inSentence) without one"
            return add(.insetIsOverlap, "\(moment), the bottom inset is \(value.inSentence) points \(obscured)")
        case .docked(let frame):
            covered = view.height(coveredBy: frame, in: bounds)
            if margin.accepts(value, covered: covered) { return }
            if firstBounds != bounds, margin.accepts(value, covered: firstView.height(coveredBy: frame, in: nil)) {
                let size = "\(firstView.width.inSentence) × \(firstView.height.inSentence)"
                return add(
                    value,
                    covered,
                    ": the view has kept its size of \(size) points while the screen has turned, "
                        + "so read its frame anew, or pass `rotates: false`"
                )
            }
        case .undocked(let frame):
            // The content may ignore an undocked keyboard, or may avoid the keyboard and the gap below it.
            covered = view.height(coveredBy: frame, in: bounds)
            let isIgnored = InsetMargin.isEqual(value, margin.rest)
            if isIgnored || margin.accepts(value, covered: covered) { return }
        }
        add(value, covered, ", and would be \(margin.expected(covered).inSentence) on a new screen\(hint)")
    }

    private func add(_ inset: CGFloat, _ covered: CGFloat, _ reason: String) {
        let covers = "where the keyboard covers \(covered.inSentence) points of the view"
        add(.insetIsOverlap, "\(moment), the bottom inset is \(inset.inSentence) points \(covers)\(reason)")
    }

    /// Only *frame* events report that a window covers the keyboard.
    private func receivesFrames(_ screen: Screen) -> Bool {
        !(screen is any KeyboardObservable) || screen is any FullKeyboardPresentable
            || screen is any KeyboardTransitionPresentable
    }

    private var hint: String {
        // The trial itself is the only observer.
        if bed.pool.trackedCount == 1 {
            return
                ": nothing observes the pool of the test bed, so subscribe to `KeyboardObserverPool.current`, and pass "
                + "it to GCD blocks and detached tasks, which do not inherit it"
        }
        guard course == .underAKeyboard else { return "" }
        return ", on a screen that is created while the keyboard is shown: read `pool.keyboard` when it subscribes, or "
            + "adopt a presentable"
    }

    // MARK: The end

    private func create() {
        let screen = conformance.makeScreen(bed)
        (firstView, firstBounds) = (view(of: screen), bed.screen.bounds)
        self.screen = screen
        dropped = screen
    }

    private func drop() {
        if let screen { conformance.close(screen) }
        screen = nil
    }

    private var isReleased: Bool {
        dropped == nil && bed.pool.observerCount == 0
    }

    private func endTasks() async {
        bed.keyboard.faults = .none
        bed.keyboard.behavior = SimulatedKeyboard.Behavior()
        bed.keyboard.perform(.detachHardwareKeyboard)
        // Some tasks end only after the next event.
        bed.keyboard.show(.letters)
        await bed.settle()
        await hide()
        if !isReleased { _ = try? bed.scheduler.runToEnd(limit: 1_000) }
        await KeyboardTestBed.runTasks(turns: 100) { isReleased }
        if known.isDisjoint(with: [.isDeallocated, .isSilentAfterwards]) { await conformance.wait { isReleased } }
    }

    private func judgeRemains() async {
        let count = bed.pool.observerCount
        let time = course == .midTransition ? "in mid-transition, \(moment)" : "at rest"
        if dropped == nil, count > 0 {
            let subject = count == 1 ? "1 observer of the screen is" : "\(count) observers of the screen are"
            add(
                .isSilentAfterwards,
                "\(subject) still called after it was dropped \(time): a token or a task outlives it"
            )
        } else if dropped != nil, !known.contains(.isDeallocated) {
            let owner = await ScreenOwner.find(of: { [self] in dropped }, in: bed)
            add(.isDeallocated, "the screen is not deallocated when it is dropped \(time): \(owner)")
        }
    }

    // MARK: Findings

    private var moment: String {
        "after \(latestAction)"
    }

    private func add(_ promise: ScreenFinding.Promise, _ sentence: String) {
        guard !known.contains(promise), !findings.contains(where: { $0.promise == promise }) else { return }
        var scenario = scenario
        scenario.steps = Array(scenario.steps.prefix(stepCount))
        findings.append(ScreenFinding(promise: promise, sentence: sentence, scenario: scenario))
    }
}

private struct SlowFrameSource: KeyboardFrameSource {
    let scheduler: ManualScheduler

    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        scheduler.schedule(after: .milliseconds(90), action)
    }
}

extension SimulatedKeyboard.Step {
    fileprivate static let toHide: [Self] = [
        .endDismissing(cancelled: true), .dismissAlert, .hideOtherAppsKeyboard, .detachHardwareKeyboard,
        .setObscured(false), .settle, .dock, .setAccessory(height: 0), .hide,
    ]

    fileprivate var words: String {
        switch self {
        case .rotate(let orientation): "the rotation to \(orientation)"
        case .tap(let field): "the tap on field \(field)"
        case .show, .hide, .undock, .dock, .split, .drag, .float: "the \(name)"
        default: "the step `\(name)`"
        }
    }

    private var name: String {
        Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }
}

extension CGFloat {
    fileprivate var inSentence: String {
        isFinite ? String(format: self == rounded() ? "%.0f" : "%.1f", Double(self)) : "\(self)"
    }
}
