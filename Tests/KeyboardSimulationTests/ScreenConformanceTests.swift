import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct ScreenConformanceTests {
    @Test(arguments: FaultyScreen.all)
    func aPlantedMistakeIsFoundAndShrunk(_ screen: FaultyScreen) async throws {
        let findings = await screen.findings()
        #expect(findings.map(\.rule) == [screen.rule], "\(findings)")
        let finding = try #require(findings.first)
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

    @Test func lifetimesFindACycle() async {
        let findings = await ScreenConformance { _ in ClosureCycleScreen() }.findings(lifetimes: 100)
        #expect(findings.map(\.sentence) == ["100 of 100 screens were not deallocated after they were dropped"])
    }

    @Test func lifetimesFindTokensThatOutliveTheirScreens() async {
        let findings = await ScreenConformance { _ in LostTokenScreen() }.findings(lifetimes: 50)
        #expect(findings.map(\.rule) == [.isSilentAfterwards], "\(findings)")
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

@MainActor
private final class LockedCount {
    var value = 0
}

extension ScreenConformance {
    /// Runs the scenarios that find most mistakes; all scenarios if the environment has `KEYBOARD_OBSERVATION_FULL`.
    func testFindings() async -> [ScreenFinding] {
        if RandomTestSize.cases(of: 20) == 20 { return await findings() }
        var all: [ScreenFinding] = []
        let scenarios: [KeyboardScenario] = [.showAndHide, .growthInPlace, .showDuringHide, .noMotion, .smallerHeight]
        for scenario in scenarios where all.isEmpty {
            all = await findings(in: scenario)
        }
        return all
    }
}
