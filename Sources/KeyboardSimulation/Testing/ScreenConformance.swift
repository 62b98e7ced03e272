public import Foundation
import KeyboardObservation

/// Checks a screen against the rules of ``ScreenFinding``.
///
/// A conformance repeatedly creates a screen, runs the screen through a scenario, and drops the screen. The findings
/// are sentences in plain words:
///
/// ```swift
/// @MainActor @Test func loginScreenConforms() async {
///     let conformance = ScreenConformance { _ in LoginScreen() } bottomInset: { $0.bottomMargin }
///     let findings = await conformance.findings()
///     #expect(findings.isEmpty, "\(findings)")
/// }
/// ```
///
/// Only the closure that creates a screen is required. Most of the other closures read a property of the screen. If you
/// pass a closure that reads a property, the conformance checks the rules about this property. If the keyboard belongs
/// to another app, or reports faulty frames, the conformance does not check the rules about the layout.
///
/// While the window of the app covers the keyboard, the content must have the same layout as without a keyboard. Only
/// *frame* events report that the window covers the keyboard. A screen receives *frame* events if it adopts
/// `FullKeyboardPresentable` or `KeyboardTransitionPresentable`. If a `KeyboardObservable` screen adopts neither of
/// these protocols, the conformance does not check this layout.
///
/// A conformance needs no testing library. A conformance runs on the main actor, and has a clock of its own.
///
/// A request or a sleeping task can retain a screen for a while. Therefore the conformance waits in real time before it
/// reports a remaining screen or observer. The wait ends when all screens and observers are released, or two seconds
/// after the last release.
@MainActor
public struct ScreenConformance<Screen: AnyObject> {
    let probes: ScreenProbes<Screen>
    let model: SimulatedScreenModel?
    let rotates: Bool
    let makeScreen: @MainActor (KeyboardTestBed) -> Screen
    let close: (@MainActor (Screen) -> Void)?

    /// The wait before the conformance reports a remaining screen or observer.
    ///
    /// Tests replace the wait.
    package var patience = Patience()
    /// The number of repetitions of a scenario on one screen.
    ///
    /// If repetitions 2 to 40 together add at least 36 observers, the conformance reports a finding. The same limit
    /// applies to the number of actions that run in half a second. Tests use a smaller number of repetitions.
    package var repetitions = 40
    /// The smallest number of lifetimes after which the conformance checks the memory.
    ///
    /// With fewer lifetimes, memory that the allocator keeps looks like a leak. Tests replace the reading of the memory,
    /// and use a smaller number.
    package var fewestLifetimesForMemory = 5_000

    /// Creates a conformance.
    ///
    /// All lengths are in points. All frames are in the coordinates of the keyboard's screen.
    ///
    /// - Parameters:
    ///   - model: The device. Pass `nil` to use the devices of the scenarios.
    ///   - rotates: Whether the screen supports both orientations. Pass `false` to keep the device upright.
    ///   - makeScreen: Creates a screen in the same way as the app. During the call, the pool of the test bed is the
    ///     current pool. If the screen needs a keyboard or a scheduler, pass the keyboard or the scheduler of the test
    ///     bed. The closure must not retain the screen.
    ///   - focusedFrame: The frame of the focused field; `nil` if no field has the focus.
    ///   - scrollOffset: The distance that the content has moved because of the keyboard. After a *hide*, the distance
    ///     must equal the distance on a screen that never had a keyboard.
    ///   - bottomInset: The distance of the content from the bottom of the view. The distance can include a safe area,
    ///     a margin or a bar of constant height. Between the two orientations, the height of the bar can differ by up
    ///     to 16 points. If the difference is larger, subtract the height from the distance.
    ///   - viewFrame: The frame of the view that has the inset and contains the focused field. If a bar covers the top
    ///     of the view, return the part below the bar. The default is the bounds of the device.
    ///   - openTransitions: The number of transitions that the screen has begun but not ended. For example, an
    ///     animation is a transition.
    ///   - close: A closure that is called before the release of a screen. If the app calls a method before it releases
    ///     a screen, call the same method in the closure. For example, the method can be the *disappear* method of a
    ///     toolkit.
    public init(
        on model: SimulatedScreenModel? = nil,
        rotates: Bool = true,
        _ makeScreen: @MainActor @escaping (KeyboardTestBed) -> Screen,
        focusedFrame: (@MainActor (Screen) -> CGRect?)? = nil,
        scrollOffset: (@MainActor (Screen) -> CGFloat)? = nil,
        bottomInset: (@MainActor (Screen) -> CGFloat)? = nil,
        viewFrame: (@MainActor (Screen) -> CGRect)? = nil,
        openTransitions: (@MainActor (Screen) -> Int)? = nil,
        close: (@MainActor (Screen) -> Void)? = nil
    ) {
        self.model = model
        self.rotates = rotates
        self.makeScreen = makeScreen
        self.close = close
        probes = ScreenProbes(
            focusedFrame: focusedFrame,
            scrollOffset: scrollOffset,
            bottomInset: bottomInset,
            viewFrame: viewFrame,
            openTransitions: openTransitions
        )
    }

    /// Runs every scenario of ``KeyboardScenario/library``, and random walks with and without faults.
    ///
    /// The method also runs some of the scenarios beside a second keyboard.
    ///
    /// The method returns at most one finding for each rule, with the shortest known scenario. If a second run does not
    /// reproduce a finding, the method leaves out the finding.
    ///
    /// - Parameters:
    ///   - walks: The number of random walks. Every third walk has faults.
    ///   - length: The number of steps of a random walk.
    ///   - seed: The seed of the first random walk.
    /// - Returns: The findings.
    public func findings(walks: Int = 12, length: Int = 25, seed: UInt64 = 1) async -> [ScreenFinding] {
        await findings(library: KeyboardScenario.library, walks: walks, length: length, seed: seed)
    }

    /// Runs the scenarios of a library.
    ///
    /// Tests pass their own library.
    package func findings(
        library: [KeyboardScenario],
        walks: Int,
        length: Int = 25,
        seed: UInt64 = 1
    ) async -> [ScreenFinding] {
        let judgement = ScreenJudgement(self)
        let basics: [KeyboardScenario] = [.showAndHide, .rotation].filter { rotates || !$0.rotates }
        for scenario in basics { await judgement.judge(scenario, ScreenRunWay.allCases) }
        let fieldCount = await fieldCount()
        let library = fieldCount > 2 ? library + [.everyField(fieldCount)] : library
        for (number, scenario) in scenarios(library).enumerated() {
            // The method runs each scenario with `atRest`. The method also runs every second scenario with the next
            // element of `changing`.
            let ways = ScreenRunWay.changing
            await judgement.judge(scenario, number % 2 == 0 ? [.atRest] : [.atRest, ways[number / 2 % ways.count]])
        }
        for number in 0..<max(walks, 0) {
            let walkSeed = seed &+ UInt64(number)
            let faults = SimulatedKeyboard.FaultInjection(
                Set(SimulatedKeyboard.Fault.allCases),
                rate: 0.3,
                seed: walkSeed
            )
            let walk = KeyboardScenario.random(
                seed: walkSeed,
                length: length,
                faults: number % 3 == 2 ? faults : .none,
                fieldCount: fieldCount
            )
            let ways = ScreenRunWay.changing
            for scenario in scenarios([walk]) {
                await judgement.judge(scenario, [.atRest, ways[number % ways.count]])
            }
        }
        return await judgement.end()
    }

    /// Runs one scenario several times, and drops the screen at rest, in mid-transition or inside a callback.
    ///
    /// In a test, use this method to run the scenario of a finding again.
    public func findings(in scenario: KeyboardScenario) async -> [ScreenFinding] {
        let judgement = ScreenJudgement(self)
        for scenario in scenarios([scenario]) { await judgement.judge(scenario, ScreenRunWay.allCases) }
        return await judgement.end()
    }

    private func fieldCount() async -> Int {
        let bed = KeyboardTestBed(model ?? .phone393x852, .portrait, SimulatedKeyboard.Behavior())
        return KeyboardObserverPool.$current.withValue(bed.pool) {
            let screen = makeScreen(bed)
            defer { close?(screen) }
            return bed.keyboard.fields.count
        }
    }

    /// Adapts the scenarios to the device and the supported orientations of the screen.
    private func scenarios(_ all: [KeyboardScenario]) -> [KeyboardScenario] {
        all.map { scenario in
            var scenario = scenario
            if let model { scenario.model = model }
            guard !rotates else { return scenario }
            scenario.orientation = .portrait
            scenario.steps.removeAll { if case .rotate = $0 { true } else { false } }
            return scenario
        }
    }
}

extension KeyboardScenario {
    fileprivate var rotates: Bool {
        steps.contains { if case .rotate = $0 { true } else { false } }
    }
}

/// How a conformance runs a screen through a scenario, and when the conformance drops the screen.
enum ScreenRunWay: CaseIterable {
    /// The screen is dropped after the scenario, while the keyboard is hidden.
    case atRest
    /// The screen is created while the keyboard is shown.
    case late
    /// The screen is dropped 50 ms after the last step that is not a wait.
    case midTransition
    /// An observer drops the screen before the pool calls the observers of the screen.
    case callbackBefore
    /// An observer drops the screen after the pool has called the observers of the screen.
    case callbackAfter
    /// A second keyboard performs the same steps.
    case twoKeyboards
    /// The scenario is run ``ScreenConformance/repetitions`` times on one screen.
    case repeated

    static let changing: [ScreenRunWay] = [.midTransition, .callbackBefore, .callbackAfter, .twoKeyboards, .late]

    /// A hint for a finding about the layout.
    var hint: String {
        switch self {
        case .late:
            ", on a screen that is created while the keyboard is shown: read `pool.keyboard` when it subscribes and lay "
                + "out as after an event, or adopt a presentable"
        case .twoKeyboards: ", beside a keyboard on another display: ignore the events of that display"
        default: ""
        }
    }

    var words: String {
        switch self {
        case .atRest, .late: "at rest"
        case .midTransition: "in mid-transition"
        case .callbackBefore, .callbackAfter: "inside a callback"
        case .twoKeyboards: "at rest, beside a second keyboard"
        case .repeated: "at rest, after many repetitions"
        }
    }
}
