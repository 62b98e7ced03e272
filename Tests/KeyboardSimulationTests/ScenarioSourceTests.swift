import Foundation
import KeyboardSimulation
import Testing

/// The printed source of a scenario is Swift code that creates an equal scenario.
///
/// The compiler reads the scenarios below, and the tests compare the printed source with the text of this file.
struct ScenarioSourceTests {
    private static let usual =
        // begin: usual
        KeyboardScenario(
            "an \"alert\"\nover the form",
            on: .phone393x852,
            steps: [
                .show(nil),
                .show(.letters),
                .wait(.milliseconds(7)),
                .wait(.seconds(1)),
                .hide,
                .presentAlert,
            ]
        )
    // end

    private static let complete =
        // begin: complete
        KeyboardScenario(
            "every step",
            on: SimulatedScreenModel(
                name: "own",
                portraitSize: CGSize(width: 700.5, height: 1000),
                portrait: SimulatedScreenModel.KeyboardHeights(letters: 200, lettersWithPredictions: 210),
                landscape: SimulatedScreenModel.KeyboardHeights(letters: 100, lettersWithPredictions: 100),
                isPhone: false
            ),
            orientation: .landscape,
            behavior: SimulatedKeyboard.Behavior {
                $0.duration = 0.4
                $0.curve = 2
                $0.motion = .crossFade(duration: 0.383)
                $0.usesPortraitCoordinates = true
                $0.reportsScreen = false
                $0.beginHeight = 54
                $0.pairGap = 0.003
            },
            faults: SimulatedKeyboard.FaultInjection([.didLate, .wrongCoordinates], rate: 0.1, seed: 17),
            steps: [
                .show(.thirdParty(heights: [0, 216.25])),
                .changeFrame(to: .custom(height: 100), animated: false),
                .changeFrame(to: .lettersWithPredictions, animated: true),
                .setAccessory(height: 44),
                .undock(toTop: nil),
                .split(toTop: 100),
                .float(in: CGRect(x: -1.5, y: 2, width: 100, height: 100)),
                .drag(to: CGPoint(x: 0, y: 0.1)),
                .rotate(to: .landscape),
                .moveDismissing(toTop: .infinity),
                .endDismissing(cancelled: true),
                .showOtherAppsKeyboard(.lettersWithPredictions),
                .tap(field: 1),
                .type("Ada\n\t\"ö\""),
                .deleteBackward,
                .setBehavior(
                    SimulatedKeyboard.Behavior {
                        $0.motion = .none; $0.hidesToFloat = false
                    }
                ),
                .setBehavior(SimulatedKeyboard.Behavior()),
                .wait(.microseconds(12500)),
                .wait(.nanoseconds(1)),
                .wait(Duration(attoseconds: 1)),
            ]
        )
    // end

    private static let empty =
        // begin: empty
        KeyboardScenario(
            "",
            on: .linuxPhone720x1440,
            steps: []
        )
    // end

    @Test(arguments: [("usual", usual), ("complete", complete), ("empty", empty)])
    func thePrintedSourceIsTheSourceOfAnEqualScenario(name: String, scenario: KeyboardScenario) throws {
        let lines = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).components(separatedBy: "\n")
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// begin: \(name)") })
        let end = try #require(lines[begin...].firstIndex { $0 == "    // end" })
        // The formatter breaks long lines.
        let source = lines[(begin + 1)..<end].joined(separator: "\n")
        #expect(scenario.swiftSource.filter { !$0.isWhitespace } == source.filter { !$0.isWhitespace })
    }

    @Test func thePrintedSourceIsIndented() {
        #expect(
            Self.usual.swiftSource.hasPrefix(
                """
                KeyboardScenario(
                    "an \\"alert\\"\\nover the form",
                    on: .phone393x852,
                    steps: [
                        .show(nil),
                """
            )
        )
    }

    @Test func theLongestWaitsHaveASource() {
        let waits = [
            Duration(secondsComponent: 9_223_372_036, attosecondsComponent: 999_999_999_000_000_000),
            Duration(secondsComponent: 9_223_372_036_854_775, attosecondsComponent: 999_000_000_000_000_000),
            .seconds(Int64.min), .seconds(Int64.max),
        ]
        let steps = waits.map { SimulatedKeyboard.Step.wait($0) }
        let source = KeyboardScenario("long", on: .phone393x852, steps: steps).swiftSource
        #expect(source.contains(".wait(Duration(attoseconds: 9223372036999999999000000000))"))
    }
}
