import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct ScreenConformanceTests {
    @Test(arguments: FaultyScreen.all)
    func aPlantedMistakeIsFoundAndShrunk(_ screen: FaultyScreen) async throws {
        let findings = await screen.findings()
        #expect(Set(findings.map(\.rule)).subtracting(screen.otherRules) == [screen.rule], "\(findings)")
        let finding = try #require(findings.first { $0.rule == screen.rule })
        #expect(finding.sentence.contains(screen.words), "\(finding)")
        let scenario = try #require(finding.scenario)
        #expect(scenario.steps.count <= 5, "\(finding)")
        #expect(finding.description.hasSuffix(scenario.swiftSource))
    }

    @Test(arguments: CorrectScreen.all)
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

    // MARK: Lifetimes

    @Test(arguments: [0, 1, 99, 100, 250])
    func lifetimesOfACorrectScreenLeaveNothingBehind(_ count: Int) async {
        let made = LockedCount()
        let conformance = ScreenConformance { bed in
            made.value += 1
            return TransitionScreen(bed)
        }
        #expect(await conformance.findings(lifetimes: count).isEmpty)
        #expect(made.value == count)
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
        // Other tests may use the shared pool.
        #expect(await conformance.impatient.findings(lifetimes: 100).isEmpty)
    }

    @Test(arguments: [(10, true), (1_000, false)])
    func memoryThatGrowsIsAFinding(_ bytes: Int, _ isBounded: Bool) async {
        var readings = 0
        let findings = await ScreenConformance { _ in EmptyScreen() }.findings(lifetimes: 5_000) {
            readings += 1
            return readings * bytes * 4_000
        }
        #expect(findings.isEmpty == isBounded, "\(findings)")
        #expect(readings == 2)
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
