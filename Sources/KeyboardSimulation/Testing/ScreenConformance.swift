public import Foundation
import KeyboardObservation

/// A conformance suite, which checks four promises of a screen while scenarios run.
///
/// ```swift
/// @MainActor @Test func loginScreenConforms() async {
///     let conformance = ScreenConformance { _ in LoginScreen() } bottomInset: { $0.bottomMargin }
///     let findings = await conformance.findings()
///     #expect(findings.isEmpty, "\(findings)")
/// }
/// ```
///
/// In each scenario:
///
/// - At rest, `bottomInset` is the height of the covered part of the view.
/// - At rest, the keyboard does not cover `focusedFrame`, if the frame fits above the keyboard.
/// - The screen is deallocated after its last reference was dropped.
/// - After the screen was dropped, the observers that it has subscribed are no longer called.
///
/// The inset and the field are checked only if you pass the closures `bottomInset` and `focusedFrame`. The other two
/// promises need no closure. The inset and the field are not checked while the keyboard has faults or belongs to
/// another app. While a window of the app covers the keyboard, the field is not checked, and the inset is checked only
/// for screens that receive *frame* events.
///
/// A conformance suite needs no testing library. The suite runs on the main actor, with its own clock. A task that
/// sleeps or awaits a response can retain a screen for a while. So the suite waits for up to a second in real time
/// before it reports a leak.
@MainActor
public struct ScreenConformance<Screen: AnyObject> {
    let model: SimulatedScreenModel?
    let rotates: Bool
    let makeScreen: @MainActor (KeyboardTestBed) -> Screen
    let focusedFrame: (@MainActor (Screen) -> CGRect?)?
    let bottomInset: (@MainActor (Screen) -> CGFloat)?
    let viewFrame: (@MainActor (Screen) -> CGRect)?
    let close: @MainActor (Screen) -> Void

    /// Some tests of this package replace this closure to avoid waits in real time.
    package var pause: @MainActor (Duration) async -> Void = { try? await Task.sleep(for: $0) }

    /// Creates a conformance suite.
    ///
    /// All lengths are in points. All frames are in the coordinates of the keyboard's screen.
    ///
    /// - Parameters:
    ///   - model: The device. Pass `nil` to use the devices of the scenarios.
    ///   - rotates: Whether the screen supports both orientations. Pass `false` to keep the device in portrait.
    ///   - makeScreen: Creates a screen just as the app does. During the call, the pool of the test bed is the current
    ///     pool. If the screen needs a keyboard or a scheduler, pass the keyboard or the scheduler of the test bed. The
    ///     closure must not retain the screen.
    ///   - focusedFrame: Returns the frame of the focused field, or `nil` if no field has the focus.
    ///   - bottomInset: The distance of the content from the bottom of the view. The distance can include up to 64
    ///     points for a safe area, a margin or a bar.
    ///   - viewFrame: The frame of the view that has the inset and contains the focused field. If a bar covers the top
    ///     of the view, return the part below the bar. The default is the bounds of the device.
    ///   - close: Makes the calls that the app makes before it drops a screen. For example, the closure calls the
    ///     *disappear* method of a toolkit.
    public init(
        on model: SimulatedScreenModel? = nil,
        rotates: Bool = true,
        _ makeScreen: @MainActor @escaping (KeyboardTestBed) -> Screen,
        focusedFrame: (@MainActor (Screen) -> CGRect?)? = nil,
        bottomInset: (@MainActor (Screen) -> CGFloat)? = nil,
        viewFrame: (@MainActor (Screen) -> CGRect)? = nil,
        close: @MainActor @escaping (Screen) -> Void = { _ in }
    ) {
        self.model = model
        self.rotates = rotates
        self.makeScreen = makeScreen
        self.focusedFrame = focusedFrame
        self.bottomInset = bottomInset
        self.viewFrame = viewFrame
        self.close = close
    }

    /// Runs every scenario of ``KeyboardScenario/library``.
    ///
    /// - Returns: At most one finding for each promise.
    public func findings() async -> [ScreenFinding] {
        let fieldCount = fieldCount()
        let fields = fieldCount > 2 ? [KeyboardScenario.everyField(fieldCount)] : []
        return await findings(in: KeyboardScenario.library + fields) {
            $0 % 2 == 0 ? [.atRest, .underAKeyboard] : [.atRest, .midTransition]
        }
    }

    /// Runs one scenario three times, each time with a new screen.
    ///
    /// One screen is dropped at rest, one is dropped in mid-transition, and one is created while the keyboard is shown.
    public func findings(in scenario: KeyboardScenario) async -> [ScreenFinding] {
        await findings(in: [scenario]) { _ in ScreenTrialCourse.allCases }
    }

    private func findings(
        in scenarios: [KeyboardScenario],
        _ courses: (Int) -> [ScreenTrialCourse]
    ) async -> [ScreenFinding] {
        var findings: [ScreenFinding] = []
        let margins = InsetMargins(self)
        func trial(_ scenario: KeyboardScenario, _ course: ScreenTrialCourse) async -> [ScreenFinding] {
            let trial = ScreenTrial(self, scenario, course, margins, known: Set(findings.map(\.promise)))
            await trial.run()
            return trial.findings
        }
        for (number, scenario) in scenarios.map(adapted).enumerated() {
            for course in courses(number) {
                let first = await trial(scenario, course)
                guard !first.isEmpty else { continue }
                // The first screen may create an observer for the whole app. So only repeated findings count.
                let second = await trial(scenario, course)
                findings += first.filter { finding in second.contains { $0.promise == finding.promise } }
            }
        }
        return findings
    }

    private func adapted(_ scenario: KeyboardScenario) -> KeyboardScenario {
        var scenario = scenario
        if let model { scenario.model = model }
        guard !rotates else { return scenario }
        scenario.orientation = .portrait
        scenario.steps.removeAll { if case .rotate = $0 { true } else { false } }
        return scenario
    }

    private func fieldCount() -> Int {
        let bed = KeyboardTestBed(model ?? .phone393x852, .portrait, SimulatedKeyboard.Behavior())
        return KeyboardObserverPool.$current.withValue(bed.pool) {
            let screen = makeScreen(bed)
            defer { close(screen) }
            return bed.keyboard.fieldCount
        }
    }

    func wait(until isDone: () -> Bool) async {
        for _ in 0..<50 where !isDone() { await pause(.milliseconds(20)) }
    }
}
