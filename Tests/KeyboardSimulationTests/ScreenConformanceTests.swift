import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

@MainActor
struct ScreenConformanceTests {
    @Test(arguments: RandomTestSize.part(of: FaultyScreen.all, each: 8))
    func aPlantedMistakeIsFoundAndShrunk(_ screen: FaultyScreen) async throws {
        let findings = await screen.findings()
        #expect(Set(findings.map(\.rule)).subtracting(screen.otherRules) == [screen.rule], "\(findings)")
        let finding = try #require(findings.first { $0.rule == screen.rule })
        #expect(finding.sentence.contains(screen.words), "\(finding)")
        let scenario = try #require(finding.scenario)
        #expect(scenario.steps.count <= 5, "\(finding)")
        #expect(finding.description.hasSuffix(scenario.swiftSource))
    }

    @Test(arguments: RandomTestSize.part(of: CorrectScreen.all, each: 6))
    func nothingIsFoundInACorrectScreen(_ screen: CorrectScreen) async {
        let findings = await screen.findings()
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theScenarioOfAFindingReproducesIt() async throws {
        let conformance = ScreenConformance { _ in
            UnrestoredScreen()
        } scrollOffset: {
            $0.offset
        }
        let finding = try #require(await conformance.findings(in: .otherHeight).first)
        let again = await conformance.findings(in: try #require(finding.scenario))
        #expect(again == [finding])
    }

    /// The content follows the finger, while the announced frame is still the frame before the drag.
    @Test func aKeyboardThatAFingerHoldsIsNoFinding() async {
        let scenario = KeyboardScenario(
            "held",
            on: .phone375x667,
            behavior: SimulatedKeyboard.Behavior { $0.reportsFrames = true },
            steps: [.show(), .wait(.seconds(1)), .beginDismissing, .moveDismissing(toTop: 590), .wait(.seconds(1))]
        )
        let conformance = ScreenConformance { bed in
            GuideScreen(bed)
        } bottomInset: {
            $0.guide.bottomInset
        }
        let findings = await conformance.findings(in: scenario)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func findingsAreRepeatable() async {
        let conformance = ScreenConformance { bed in
            RestartingScreen(bed)
        } bottomInset: {
            $0.inset
        }
        let first = await conformance.findings(in: .showDuringHide)
        #expect(await conformance.findings(in: .showDuringHide) == first)
        #expect(!first.isEmpty)
    }

    @Test func aScreenWithAFixedOrientationIsNotRotated() async {
        var orientations: Set<SimulatedScreen.Orientation> = []
        let conformance = ScreenConformance(on: .phone320x480, rotates: false) { bed in
            FieldScreen(bed)
        } bottomInset: {
            orientations.insert($0.screen.orientation)
            return $0.inset
        }
        _ = await conformance.findings(walks: 2)
        #expect(orientations == [.portrait])
    }

    /// A form of several columns may be scrolled sideways, so that the focused field is beside the keyboard.
    @Test(arguments: [-120, -100, 0, 393, 420])
    func aFieldBesideTheKeyboardIsNotCovered(x: Double) async {
        let conformance = ScreenConformance { _ in
            EmptyScreen()
        } focusedFrame: { _ in
            CGRect(x: x, y: 700, width: 100, height: 40)
        }
        let findings = await conformance.findings(in: .showAndHide)
        #expect(findings.map(\.rule) == (x == 0 ? [.showsItsFocus] : []))
    }

    @Test func aScreenIsClosedBeforeItIsDropped() async {
        let conformance = ScreenConformance { _ in
            ClosableScreen()
        } close: {
            $0.close()
        }
        let findings = await conformance.findings(in: .showAndHide) + conformance.findings(lifetimes: 100)
        #expect(findings.isEmpty, "\(findings)")
        let unclosed = await ScreenConformance { _ in ClosableScreen() }.impatient.findings(in: .showAndHide)
        #expect(unclosed.map(\.rule) == [.isDeallocated])
    }

    @Test func eachScreenIsClosedOnce() async {
        var screens: [ObjectIdentifier: ClosableScreen] = [:]
        let conformance = ScreenConformance { _ in
            let screen = ClosableScreen()
            screens[ObjectIdentifier(screen)] = screen
            return screen
        } scrollOffset: {
            CGFloat($0.closeCount)
        } close: {
            $0.close()
        }
        _ = await conformance.impatient.findings(in: .showAndHide)
        #expect(screens.count > 1)
        #expect(screens.values.allSatisfy { $0.closeCount == 1 })
    }

    @Test func aLongWaitAtRestIsSampledForItsFirstSecondOnly() async {
        func readingCount(of wait: Duration) async -> Int {
            var count = 0
            let conformance = ScreenConformance { _ in
                EmptyScreen()
            } scrollOffset: { _ in
                count += 1
                return 0
            }
            _ = await conformance.impatient.findings(
                in: KeyboardScenario("a wait", on: .phone393x852, steps: [.show(.letters), .wait(wait), .hide])
            )
            return count
        }
        #expect(await readingCount(of: .seconds(600)) == readingCount(of: .seconds(60)))
    }

    @Test func twoMistakesOfOneRunAreTwoFindings() async {
        let conformance = ScreenConformance {
            TwiceFaultyScreen($0)
        } bottomInset: {
            $0.inset
        }
        let findings = await conformance.impatient.findings(in: .showAndHide)
        #expect(findings.map(\.rule) == [.followsTheKeyboard, .settlesItsLayout], "\(findings)")
    }

    /// The suite does not judge the motion of a recording, a third-party keyboard or a keyboard of at most 100 points.
    @Test(arguments: [100, 101])
    func theMotionOfAKeyboardOfMoreThanAHundredPointsIsJudged(height: CGFloat) async {
        let conformance = ScreenConformance {
            TwiceFaultyScreen($0)
        } bottomInset: {
            $0.inset
        }
        let scenario = KeyboardScenario(
            "a low keyboard",
            on: .phone393x852,
            steps: [.show(.custom(height: height)), .settle, .hide, .settle]
        )
        let findings = await conformance.impatient.findings(in: scenario)
        #expect(findings.contains { $0.rule == .followsTheKeyboard } == (height > 100), "\(findings)")
    }

    @Test func onlyTheFirstAndTheLastFourOfManyFieldsAreTapped() async {
        var tapped: Set<Int> = []
        let conformance = ScreenConformance(on: .phone393x852) { bed in
            ManyFieldsScreen(bed)
        } focusedFrame: {
            if let index = $0.focusedIndex { tapped.insert(index) }
            return nil
        }
        _ = await conformance.impatient.findings(library: [], walks: 0)
        #expect(tapped.sorted() == [0, 1, 2, 3, 6, 7, 8, 9])
    }

    @Test func aScreenIsAlsoDroppedFiftyMillisecondsAfterATransitionHasBegun() async {
        let conformance = ScreenConformance {
            SelfRetainingScreen($0)
        } close: {
            $0.close()
        }
        let findings = await conformance.impatient.findings(in: .showAndHide)
        #expect(findings.map(\.rule) == [.isDeallocated])
        #expect(findings.first?.sentence.contains("dropped in mid-transition") == true, "\(findings)")
    }

    /// The search follows a path of at most four properties.
    @Test(arguments: [4, 5])
    func aReferenceToTheScreenIsFoundAlongFourProperties(count: Int) async throws {
        let conformance = ScreenConformance { _ in ChainScreen(links: count - 1) }
        let finding = try #require(await conformance.impatient.findings(in: .showAndHide).first)
        let path = (["first"] + Array(repeating: "next", count: count - 1)).joined(separator: ".")
        #expect(finding.rule == .isDeallocated)
        #expect(finding.sentence.contains("`\(path)`") == (count == 4), "\(finding)")
    }

    // MARK: Lifetimes

    @Test(arguments: [0, 1, 99, 100, 250])
    func lifetimesOfACorrectScreenLeaveNothingBehind(_ count: Int) async {
        let made = LockedCount()
        var progress: [Int] = []
        let conformance = ScreenConformance { bed in
            made.value += 1
            return TransitionScreen(bed)
        }
        #expect(await conformance.findings(lifetimes: count) { progress.append($0) }.isEmpty)
        #expect(made.value == count)
        #expect(progress == Array(stride(from: 100, through: count, by: 100)))
    }

    @Test func aTaskThatEndsWithTheNextEventIsNoGrowthOfTheObservers() async {
        // The only screen is dropped before the first event.
        let findings = await ScreenConformance { _ in EventTaskScreen() }.impatient.findings(lifetimes: 1)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func anObserverOfTheAppIsNoGrowthOfOneScreen() async {
        var token: KeyboardObservationToken?
        let findings = await ScreenConformance { bed -> TransitionScreen in
            if token == nil { token = bed.pool.observe { _ in } }
            return TransitionScreen(bed)
        }.impatient.findings(lifetimes: 1)
        #expect(findings.isEmpty, "\(findings)")
        token?.cancel()
    }

    @Test func lifetimesFindACycleThatBeginsWithAHideDuringAShow() async {
        @MainActor
        final class Screen {
            private var token: KeyboardObservationToken?
            private var own: Screen?
            private var lastShow: Duration?

            init(_ bed: KeyboardTestBed) {
                token = bed.pool.observe { [weak self, scheduler = bed.scheduler] event in
                    if event.kind == .willShow { self?.lastShow = scheduler.now }
                    guard event.kind == .willHide, let time = self?.lastShow else { return }
                    if (1..<90).contains((scheduler.now - time) / .milliseconds(1)) { self?.own = self }
                }
            }
        }
        let findings = await ScreenConformance { Screen($0) }.impatient.findings(lifetimes: 100)
        #expect(findings.map(\.rule) == [.isDeallocated])
    }

    @Test(arguments: [true, false])
    func lifetimesFindACycleThatBeginsInARotationOrInAnInterruption(isRotation: Bool) async {
        @MainActor
        final class Screen {
            private var token: KeyboardObservationToken?
            private var own: Screen?
            private var lastHide: Duration?

            init(_ bed: KeyboardTestBed, isRotation: Bool) {
                let orientation = bed.screen.orientation
                token = bed.pool.observe { [weak self, weak bed] event in
                    guard let self, let bed else { return }
                    if isRotation, bed.screen.orientation != orientation { own = self }
                    if !isRotation, event.kind == .willShow, let lastHide, bed.scheduler.now - lastHide < .seconds(1) {
                        own = self
                    }
                    if event.kind == .willHide { lastHide = bed.scheduler.now }
                }
            }
        }
        let conformance = ScreenConformance { Screen($0, isRotation: isRotation) }
        let findings = await conformance.impatient.findings(lifetimes: 100)
        #expect(findings.map(\.rule) == [.isDeallocated])
    }

    @Test func lifetimesFindACycle() async {
        let findings = await ScreenConformance { _ in ClosureCycleScreen() }.impatient.findings(lifetimes: 100)
        #expect(findings.map(\.sentence) == ["100 of 100 screens were not deallocated after they were dropped"])
    }

    @Test func anAppWideObserverOfTheFirstScreenIsNoGrowth() async {
        let findings = await ScreenConformance { _ in FirstScreen() }.findings(lifetimes: 100)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func lifetimesFindTokensThatOutliveTheirScreens() async {
        let findings = await ScreenConformance { _ in LostTokenScreen() }.impatient.findings(lifetimes: 50)
        #expect(findings.map(\.rule) == [.isSilentAfterwards], "\(findings)")
        #expect(findings.first?.sentence.hasPrefix("25 observers of the last 25 screens are still called") == true)
    }

    @Test func lifetimesFindObserversThatAGCDBlockAddsToTheSharedPool() async {
        var tokens: [KeyboardObservationToken] = []
        let conformance = ScreenConformance { _ in
            let screen = EmptyScreen()
            DispatchQueue.main.async { tokens.append(KeyboardObserverPool.current.observe([.willShow]) { _ in }) }
            return screen
        }
        let findings = await conformance.impatient.findings(lifetimes: 100, readingMemory: nil, checksSharedPool: true)
        #expect(findings.map(\.rule) == [.usesCurrentPool], "\(findings)")
        // Without `checksSharedPool`, the suite ignores the shared pool, because other tests may use it.
        #expect(await conformance.impatient.findings(lifetimes: 100).isEmpty)
    }

    @Test(arguments: [(1 << 20, true), (1 << 20 + 1, false)])
    func memoryThatGrowsIsAFinding(_ growth: Int, _ isBounded: Bool) async {
        let (findings, readings) = await findings(lifetimes: 100, growth: growth)
        #expect(findings.isEmpty == isBounded, "\(findings)")
        #expect(readings == 2)
    }

    @Test func theMemoryOfFewLifetimesIsNotRead() async {
        let (findings, readings) = await findings(lifetimes: 99, growth: 1 << 30)
        #expect(findings.isEmpty, "\(findings)")
        #expect(readings == 0)
    }

    /// Returns the findings if the memory grows by `growth` bytes between two readings, and the number of readings.
    private func findings(lifetimes: Int, growth: Int) async -> ([ScreenFinding], readings: Int) {
        var readings = 0
        var conformance = ScreenConformance { _ in EmptyScreen() }
        conformance.fewestLifetimesForMemory = 100
        let findings = await conformance.findings(lifetimes: lifetimes) {
            readings += 1
            return readings * growth
        }
        return (findings, readings)
    }
}

/// Creates an observer for the whole app, once.
@MainActor
private final class FirstScreen {
    private static var token: KeyboardObservationToken?

    init() {
        if Self.token == nil { Self.token = KeyboardObserverPool.current.observe([.didShow]) { _ in } }
    }
}

/// Moves its content one display frame late, and lays out in each display frame after a *show*.
private final class TwiceFaultyScreen: FieldScreen, KeyboardObservable, KeyboardTransitionPresentable {
    private let scheduler: ManualScheduler
    private var next: CGFloat = 0

    override init(_ bed: KeyboardTestBed) {
        scheduler = bed.scheduler
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    var keyboardAvoidingFrame: CGRect { screen.bounds }

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {}

    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
        (inset, next) = (next, overlap.height)
    }

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        (inset, next) = (overlap.height, overlap.height)
        layOut()
    }

    private func layOut() {
        guard inset > 0 else { return }
        scheduler.schedule(after: .milliseconds(16)) { [weak self] in self?.layOut() }
    }
}

/// Has a task that ends at the first event after the screen is deallocated.
@MainActor
private final class EventTaskScreen {
    private var count = 0

    init() {
        let events = KeyboardObserverPool.current.events
        Task { [weak self] in
            for await _ in events {
                guard let self else { return }
                count += 1
            }
        }
    }
}

/// Has ten fields.
@MainActor
private final class ManyFieldsScreen {
    private let fields: [SimulatedTextField]

    init(_ bed: KeyboardTestBed) {
        fields = (0..<10).map { _ in SimulatedTextField(on: bed.keyboard) }
    }

    var focusedIndex: Int? {
        fields.firstIndex(where: \.isFirstResponder)
    }
}

/// Retains itself from the second display frame of a transition until the end of the transition.
///
/// A screen that is closed before this end retains itself forever.
@MainActor
private final class SelfRetainingScreen {
    private var token: KeyboardObservationToken?
    private var own: SelfRetainingScreen?

    init(_ bed: KeyboardTestBed) {
        token = bed.pool.observe { [weak self, scheduler = bed.scheduler] event in
            switch event.kind {
            case .willShow, .willHide: scheduler.schedule(after: .milliseconds(20)) { self?.own = self }
            case .didShow, .didHide: self?.own = nil
            default: break
            }
        }
    }

    func close() {
        token = nil
    }
}

/// Refers to itself through several objects.
@MainActor
private final class ChainScreen {
    private final class Link {
        let next: AnyObject

        init(_ next: AnyObject) {
            self.next = next
        }
    }

    private var first: AnyObject?

    init(links: Int) {
        first = (0..<links).reduce(self as AnyObject) { next, _ in Link(next) }
    }
}

/// Retains itself until it is closed.
private final class ClosableScreen: KeyboardObservable, CommonKeyboardPresentable {
    private(set) var closeCount = 0
    private var onShow: (() -> Void)?
    private var isVisible = false

    init() {
        subscribeOnKeyboardNotifications()
        onShow = { self.isVisible = true }
    }

    func close() {
        closeCount += 1
        onShow = nil
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { onShow?() }
    func keyboardWillBeHidden(duration: TimeInterval) {}
}

@MainActor
private final class LockedCount {
    var value = 0
}
