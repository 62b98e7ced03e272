import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
@Suite("Conformance of sources")
struct SourceConformanceTests {
    private func findings(
        _ model: SimulatedScreenModel = .phone393x852,
        orientation: SimulatedScreen.Orientation = .portrait,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        faults: Faults = .none
    ) async throws -> [SourceFinding] {
        let scheduler = ManualScheduler()
        let screen = SimulatedScreen(model, orientation: orientation)
        let keyboard = SimulatedKeyboard(on: screen, behavior: behavior, scheduler: scheduler)
        keyboard.faults = faults
        return try await SourceConformance(
            of: keyboard,
            show: { keyboard.show() },
            hide: { keyboard.hide() },
            settle: { scheduler.advance(by: .seconds(2)) },
            scheduler: scheduler,
            screenSize: screen.size
        ).findings()
    }

    @Test("Nothing is found in the simulated keyboard, on any device, either way up")
    func nothingFound() async throws {
        let models: [SimulatedScreenModel] = [
            .phone320x480, .phone320x568, .phone375x667, .phone375x812, .phone393x852, .phone414x736, .phone414x896,
            .tablet768x1024, .linuxPhone720x1440, .linuxDesktop800x1280,
        ]
        for model in models {
            for orientation in SimulatedScreen.Orientation.allCases {
                let found = try await findings(model, orientation: orientation)
                #expect(found.isEmpty, "\(found.map(\.description))")
            }
        }
    }

    @Test(
        "Each fault is found, by the rule that it breaks",
        arguments: [
            (Fault.didEarly, SourceFinding.Rule.didInTime), (.didLate, .didInTime), (.didMissing, .willNeedsDid),
            (.didDoubled, .doubled), (.willDoubled, .doubled), (.zeroFrame, .framesFitTheScreen),
            (.emptyFrame, .framesFitTheScreen), (.infiniteFrame, .framesAreFinite), (.missingKeys, .payloadIsComplete),
            (.wrongCoordinates, .framesFitTheScreen),
        ]
    )
    func faultsFound(fault: Fault, rule: SourceFinding.Rule) async throws {
        for model in [SimulatedScreenModel.phone393x852, .tablet768x1024] {
            let found = try await findings(model, faults: Faults([fault]))
            #expect(found.contains { $0.rule == rule }, "\(found.map(\.description))")
        }
    }

    @Test("Every fault is in the table above")
    func everyFault() {
        #expect(Fault.allCases.count == 10)
    }

    @Test("A fault that happens now and then is found as well", arguments: 1...10 as ClosedRange<UInt64>)
    func rareFaults(seed: UInt64) async throws {
        let faults = Faults([.didMissing, .willDoubled, .zeroFrame], rate: 0.5, seed: seed)
        #expect(try await findings(faults: faults) != [])
    }

    @Test("What a source is and does wrong is found: telling when stopped, telling nothing, telling show alone")
    func brokenSources() async throws {
        let rules = try await findings(of: BrokenSource(.tellsWhenStopped)).map(\.rule)
        #expect(rules.contains(.silentWhenStopped))
        #expect(try await findings(of: BrokenSource(.tellsNothing)).map(\.rule).contains(.tellsWhatItDoes))
        #expect(try await findings(of: BrokenSource(.tellsShowAlone)).map(\.rule).contains(.frameFirst))
        #expect(try await findings(of: BrokenSource(.tellsDidAlone)).map(\.rule).contains(.didNeedsWill))
        #expect(try await findings(of: BrokenSource(.leaps)).map(\.rule).contains(.framesConnect))
        await #expect(throws: KeyboardSourceError.unavailable(reason: "unplugged")) {
            try await findings(of: BrokenSource(.doesNotStart))
        }
    }

    private func findings(of source: BrokenSource) async throws -> [SourceFinding] {
        try await SourceConformance(
            of: source,
            show: { source.tell(show: true) },
            hide: { source.tell(show: false) },
            settle: {},
            scheduler: ManualScheduler()
        ).findings()
    }

    @Test("A finding says in a sentence what was seen, and where")
    func sentences() async throws {
        let found = try await findings(faults: Faults([.didLate]))
        #expect(found.first?.description == "didInTime: a didChangeFrame came 500 ms late (event 2)")
    }

    @Test("A recording's player holds its own story together")
    func playedRecording() async throws {
        var checker = StoryChecker(capabilities: [.frames, .didEvents])
        let center = NotificationCenter()
        let scheduler = ManualScheduler()
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        KeyboardScenario.comeAndGo.run(postingTo: center, scheduler: scheduler)
        for event in recorder.recording(title: "", source: "").events {
            checker.receive(KeyboardEvent(event.kind, info: event.info), at: .seconds(event.time))
        }
        checker.settle()
        #expect(checker.findings == [])
        #expect(checker.isShown == false)
    }
}

/// A source that does one thing wrong.
private final class BrokenSource: KeyboardSource {
    enum Way {
        case tellsWhenStopped
        case tellsNothing
        case tellsShowAlone
        case tellsDidAlone
        case leaps
        case doesNotStart
    }

    let capabilities: KeyboardSourceCapabilities = [.frames, .didEvents]
    private let way: Way
    private var center: NotificationCenter?
    private var top: CGFloat = 0

    init(_ way: Way) {
        self.way = way
    }

    func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
        if way == .doesNotStart { throw .unavailable(reason: "unplugged") }
        self.center = center
    }

    func stop() {
        if way != .tellsWhenStopped { center = nil }
    }

    func tell(show: Bool) {
        top += 10
        let frame = CGRect(x: 0, y: top, width: 10, height: 10)
        let info = Notification.KeyboardInfo(
            frameBegin: way == .leaps ? .zero : frame,
            frameEnd: way == .leaps ? frame : frame.offsetBy(dx: 0, dy: 10),
            animationDuration: 0,
            animationCurve: 7
        )
        let kinds: [KeyboardEvent.Kind] =
            switch way {
            case .tellsNothing: []
            case .tellsShowAlone: [show ? .willShow : .willHide, show ? .didShow : .didHide]
            case .tellsDidAlone: [.didChangeFrame, show ? .didShow : .didHide]
            default:
                [.willChangeFrame, show ? .willShow : .willHide, .didChangeFrame, show ? .didShow : .didHide]
            }
        for kind in kinds { center?.post(KeyboardEvent(kind, info: info).notification) }
    }
}
