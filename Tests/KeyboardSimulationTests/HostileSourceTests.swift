import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// A source may post any payload, but no payload may end the process that tests the source.
@MainActor
struct HostileSourceTests {
    /// A source that posts pairs with a payload that the test chooses.
    private final class HostileSource: KeyboardSource {
        let capabilities: KeyboardSourceCapabilities = [.frames, .didEvents, .framesInMotion]
        private let payload: [AnyHashable: Any]
        private var center: NotificationCenter?

        init(_ payload: [AnyHashable: Any]) {
            self.payload = payload
        }

        func start(postingTo center: NotificationCenter) { self.center = center }

        func stop() { center = nil }

        func move(_ kinds: KeyboardEvent.Kind...) {
            center?.post(name: .keyboardFrameInMotion, object: payload, userInfo: payload)
            for kind in kinds {
                // The object of the notification is not a screen.
                center?.post(name: kind.notificationName, object: payload, userInfo: payload)
            }
        }
    }

    /// The usual payload, with one value replaced.
    private func payload(_ key: String, _ value: Any) -> [AnyHashable: Any] {
        let info = Notification.KeyboardInfo(
            frameBegin: CGRect(x: 0, y: 200, width: 100, height: 50),
            frameEnd: CGRect(x: 0, y: 150, width: 100, height: 50),
            animationDuration: 0.25,
            animationCurve: 7,
            isLocal: true,
            screenBounds: CGRect(x: 0, y: 0, width: 100, height: 200)
        )
        var payload = KeyboardEvent(.willShow, info: info).notification.userInfo ?? [:]
        payload[key] = value
        return payload
    }

    private nonisolated static let numbers: [Double] = [
        .nan, .signalingNaN, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, -1, 1e19,
        .leastNonzeroMagnitude, 0,
    ]

    private static var values: [Any] {
        let text = String(repeating: "9", count: 1_000_000)
        let frames = numbers.flatMap { number in
            [
                CGRect(x: number, y: 0, width: 1, height: 1), CGRect(x: 0, y: number, width: number, height: -number),
            ]
        }
        let others: [Any] = [
            NSNull(), text, "\u{1B}[2J\u{202E}", [text], [:] as [String: Any], Date.distantFuture, Data(count: 1_000),
            Optional<CGRect>.none as Any, UInt64.max, Int64.min, NSNumber(value: UInt64.max),
            NSNumber(value: Double.nan), NSObject(), (1, 2),
            NSValue(rect: NSRect(x: 0, y: Double.nan, width: 1, height: 1)), NSValue(size: .zero), Decimal.nan,
        ]
        return numbers as [Any] + frames + others
    }

    /// Returns all values if the environment has `KEYBOARD_OBSERVATION_FULL`, and a sixth of the values otherwise.
    ///
    /// Each sixth is used for one of the six keys.
    private static func values(of key: String) -> [Any] {
        let sixth = keys.firstIndex(of: key) ?? 0
        return values.enumerated().filter { RandomTestSize.isFull || $0.offset % keys.count == sixth }.map(\.element)
    }

    private nonisolated static let keys = [
        KeyboardUserInfoKey.frameBegin, KeyboardUserInfoKey.frameEnd, KeyboardUserInfoKey.animationDuration,
        KeyboardUserInfoKey.animationCurve, KeyboardUserInfoKey.isLocal, KeyboardUserInfoKey.screenBounds,
    ]

    @Test(arguments: keys)
    func theSuiteSurvivesAnyValueOfAKey(key: String) async throws {
        for value in Self.values(of: key) {
            let scheduler = ManualScheduler()
            let source = HostileSource(payload(key, value))
            let findings = try await SourceConformance(
                of: source,
                show: { source.move(.willChangeFrame, .willShow) },
                hide: { source.move(.willChangeFrame, .willHide) },
                settle: {
                    scheduler.advance(by: .seconds(2))
                    source.move(.didChangeFrame, .didShow, .didHide, .didHide)
                },
                scheduler: scheduler,
                screenSize: CGSize(width: 100, height: 200)
            ).findings()
            #expect(!findings.isEmpty)
            let longest = findings.map(\.description.count).max() ?? 0
            #expect(longest < 400, "a finding quoted a value of any length")
        }
    }

    @Test(arguments: numbers)
    func aDurationOfAnySizeIsAFindingOrNone(duration: Double) {
        var checker = EventSequenceChecker(capabilities: [.didEvents], allowances: [.oddFrames])
        let info = Notification.KeyboardInfo(animationDuration: duration)
        checker.receive(KeyboardEvent(.willShow, info: info), at: .seconds(1))
        checker.receive(KeyboardEvent(.didShow, info: info), at: .seconds(1))
        #expect(checker.findings.contains { $0.rule == .didInTime } == (abs(duration) > 0.1), "\(duration) s")
    }

    @Test func aHugeDurationIsDescribed() {
        var checker = EventSequenceChecker(capabilities: [.didEvents], allowances: [.oddFrames])
        let info = Notification.KeyboardInfo(animationDuration: 1e300)
        checker.receive(KeyboardEvent(.willHide, info: info), at: .zero)
        checker.receive(KeyboardEvent(.didHide, info: info), at: .zero)
        #expect(checker.findings.map(\.sentence) == ["a didHide is 1e+303 ms early"])
    }
}

/// Numbers that an app could configure, but that no device has.
@MainActor
struct HostileConfigurationTests {
    private nonisolated static let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, -1, 0]

    @Test(arguments: numbers)
    func noNumberEndsAScenario(number: Double) {
        let heights = SimulatedScreenModel.KeyboardHeights(letters: number, lettersWithPredictions: number)
        let models = [
            SimulatedScreenModel.phone393x852,
            SimulatedScreenModel(name: "", portraitSize: CGSize(width: number, height: 800), portrait: heights),
            SimulatedScreenModel(name: "", portraitSize: CGSize(width: 800, height: number), portrait: heights),
        ]
        let motions: [SimulatedKeyboard.Behavior.Motion] = [.full, .crossFade(duration: number)]
        for (model, motion) in models.flatMap({ model in motions.map { (model, $0) } }) {
            let behavior = SimulatedKeyboard.Behavior {
                $0.duration = number
                $0.curve = .max
                $0.beginHeight = number
                $0.motion = motion
                $0.reportsFrames = number != .infinity && abs(number) < 1e9
            }
            let faults = SimulatedKeyboard.FaultInjection(Set(SimulatedKeyboard.Fault.allCases), rate: number)
            let place = CGRect(x: number, y: number, width: number, height: 100)
            let scenario = KeyboardScenario(
                "hostile numbers",
                on: model,
                behavior: behavior,
                faults: faults,
                steps: [
                    .setAccessory(height: number), .show(.custom(height: number)), .settle, .undock(toTop: number),
                    .settle, .float(in: place), .drag(to: place.origin), .settle, .dock, .settle,
                    .rotate(to: .landscape),
                    .show(.thirdParty(heights: [number, number])), .settle, .beginDismissing,
                    .moveDismissing(toTop: number), .endDismissing(), .settle, .hide, .settle,
                ]
            )
            let fixture = KeyboardFixture()
            let scheduler = ManualScheduler()
            let keyboard = scenario.run(postingTo: fixture.center, scheduler: scheduler)
            _ = (keyboard.currentFrame, scenario.description, keyboard.phase)
        }
    }

    @Test func waitsOfAnyLengthAreSummed() {
        let waits = [Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(1e20), .seconds(-1e20)]
        let steps = (0..<100).flatMap { _ in waits.map { SimulatedKeyboard.Step.wait($0) } }
        let scenario = KeyboardScenario("long", on: .phone393x852, steps: [.show()] + steps)
        // A scheduler waits for at most a billion seconds, 31 years.
        #expect(scenario.duration == .seconds(200_000_000_000))
        #expect(scenario.description.hasSuffix("200000000000.000 s  end"))
        #expect(scenario.swiftSource.contains(".wait(Duration(attoseconds: 100000000000000000000000000000000000000))"))
    }

    @Test func aRandomScenarioOfANegativeLengthIsEmpty() {
        #expect(KeyboardScenario.random(seed: 1, length: -1).steps == [])
    }

    @Test(arguments: numbers)
    func aRecordingOfAnyNumbersIsPlayed(number: Double) throws {
        let fixture = KeyboardFixture()
        let info = Notification.KeyboardInfo(
            frameEnd: CGRect(x: number, y: number, width: number, height: number),
            animationDuration: number
        )
        let events = [0, number, -number, 1].map { KeyboardRecording.Event(time: $0, .willShow, info: info) }
        let scheduler = ManualScheduler()
        let player = KeyboardRecordingPlayer(
            KeyboardRecording(title: "", source: "", events: events),
            scheduler: scheduler
        )
        player.start(postingTo: fixture.center)
        try scheduler.runToEnd()
        #expect(fixture.takeKinds().count == 4)
    }
}
