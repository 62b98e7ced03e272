import KeyboardSimulation
import TestSupport

extension ScreenConformance {
    /// The conformance without waits in real time.
    ///
    /// It has all repetitions only if the environment has `KEYBOARD_OBSERVATION_FULL`.
    var impatient: Self {
        var conformance = self
        conformance.patience = Patience { _ in await Task.yield() }
        if !RandomTestSize.isFull { conformance.repetitions = 10 }
        return conformance
    }

    /// Runs the scenarios that find most mistakes; all scenarios if the environment has `KEYBOARD_OBSERVATION_FULL`.
    func testFindings() async -> [ScreenFinding] {
        if RandomTestSize.isFull { return await impatient.findings() }
        let library: [KeyboardScenario] = [.growthInPlace, .showDuringHide, .noMotion, .smallerHeight]
        return await impatient.findings(library: library, walks: 0)
    }

    /// Runs these scenarios until one has findings; all scenarios if the environment has `KEYBOARD_OBSERVATION_FULL`.
    func firstTestFindings() async -> [ScreenFinding] {
        let conformance = impatient
        if RandomTestSize.isFull { return await conformance.findings() }
        let scenarios: [KeyboardScenario] = [
            .showAndHide, .growthInPlace, .showDuringHide, .noMotion, .rotation, .smallerHeight,
        ]
        for scenario in scenarios {
            let findings = await conformance.findings(in: scenario)
            if !findings.isEmpty { return findings }
        }
        return []
    }
}
