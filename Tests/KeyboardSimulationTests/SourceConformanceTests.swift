import Dispatch
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

    @Test("Nothing is found in it where it tells its frames in motion")
    func framesInMotion() async throws {
        let behavior = SimulatedKeyboard.Behavior { $0.tellsFramesInMotion = true }
        #expect(try await findings(behavior: behavior).isEmpty)
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

    @Test("A fault that happens now and then is found as well", arguments: 1...10 as ClosedRange<UInt64>)
    func rareFaults(seed: UInt64) async throws {
        let faults = Faults([.didMissing, .willDoubled, .zeroFrame], rate: 0.5, seed: seed)
        #expect(try await findings(faults: faults) != [])
    }

    @Test("A source that does all right passes, with and without did events")
    func rightSources() async throws {
        #expect(try await findings(of: BrokenSource(nil)).isEmpty)
        let plain = BrokenSource(.promisesNoDid)
        plain.tellsDids = false
        #expect(try await findings(of: plain).isEmpty)
    }

    @Test("Each rule has a source that breaks it, and is found")
    func brokenSources() async throws {
        let table: [(BrokenSource.Way, SourceFinding.Rule)] = [
            (.tellsShowAlone, .frameFirst), (.tellsDidAlone, .didNeedsWill), (.neverTellsDid, .willNeedsDid),
            (.hidesAgain, .doubled), (.dawdles, .didInTime), (.didOfAnotherHeight, .didMatchesWill),
            (.tellsNoBegin, .payloadIsComplete), (.negativeHeight, .framesAreFinite),
            (.aboveTheScreen, .framesFitTheScreen), (.leaps, .framesConnect), (.beginsSmaller, .framesConnect),
            (.tellsNothing, .tellsWhatItDoes), (.promisesNoDid, .capabilitiesAreTrue),
            (.postsElsewhere, .postsOnTheMainActor), (.tellsWhenStopped, .silentWhenStopped),
            (.endsMovesWhenStopped, .silentWhenStopped), (.staysOnTheFirstCenter, .silentWhenStopped),
            (.tellsFramesUnpromised, .capabilitiesAreTrue), (.tellsFramesOfNothing, .framesAreFinite),
            (.tellsFramesElsewhere, .postsOnTheMainActor), (.tellsFramesWhenStopped, .silentWhenStopped),
        ]
        for (way, rule) in table {
            let found = try await findings(of: BrokenSource(way))
            #expect(found.contains { $0.rule == rule }, "\(way): \(found.map(\.description))")
        }
        #expect(Set(table.map(\.1)) == Set(SourceFinding.Rule.allCases))
        await #expect(throws: KeyboardSourceError.unavailable(reason: "unplugged")) {
            try await findings(of: BrokenSource(.doesNotStart))
        }
        let silent = BrokenSource(.tellsNothing)
        silent.capabilities = [.frames]
        #expect(try await findings(of: silent).contains { $0.rule == .tellsWhatItDoes })
    }

    private func findings(of source: BrokenSource) async throws -> [SourceFinding] {
        try await SourceConformance(
            of: source,
            show: { source.move(toShow: true) },
            hide: { source.move(toShow: false) },
            settle: { source.settle() },
            scheduler: source.scheduler,
            screenSize: CGSize(width: 100, height: 200)
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

/// A source of a screen of 100 by 200 points that does at most one thing wrong.
private final class BrokenSource: KeyboardSource {
    enum Way {
        case tellsShowAlone
        case tellsDidAlone
        case neverTellsDid
        case hidesAgain
        case dawdles
        case didOfAnotherHeight
        case tellsNoBegin
        case negativeHeight
        case aboveTheScreen
        case leaps
        case beginsSmaller
        case tellsNothing
        case promisesNoDid
        case postsElsewhere
        case tellsWhenStopped
        case endsMovesWhenStopped
        case staysOnTheFirstCenter
        case doesNotStart
        case tellsFramesUnpromised
        case tellsFramesOfNothing
        case tellsFramesElsewhere
        case tellsFramesWhenStopped
    }

    var capabilities: KeyboardSourceCapabilities
    var tellsDids = true
    let scheduler = ManualScheduler()
    private let way: Way?
    private var center: NotificationCenter?
    private var centerBefore: NotificationCenter?
    private var isShown = false
    private var frame = CGRect(x: 0, y: 200, width: 100, height: 50)
    private var waitingDids: [KeyboardEvent] = []

    init(_ way: Way?) {
        self.way = way
        capabilities = way == .promisesNoDid ? [.frames] : [.frames, .didEvents]
        if way != .tellsFramesUnpromised { capabilities.insert(.framesInMotion) }
    }

    func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
        if way == .doesNotStart { throw .unavailable(reason: "unplugged") }
        if way == .staysOnTheFirstCenter, self.center != nil { return }
        stop()
        self.center = center
    }

    func stop() {
        centerBefore = center
        if way != .tellsWhenStopped, way != .endsMovesWhenStopped, way != .staysOnTheFirstCenter { center = nil }
        if way != .endsMovesWhenStopped { waitingDids = [] }
    }

    func move(toShow: Bool) {
        tellFrame()
        guard toShow != isShown || (way == .hidesAgain && !toShow) else { return }
        isShown = toShow
        let end = endFrame(toShow)
        var info = Notification.KeyboardInfo(
            frameBegin: frame,
            frameEnd: end,
            animationDuration: 0,
            animationCurve: 7
        )
        frame = end
        switch way {
        case .tellsNoBegin: info.frameBegin = nil
        case .leaps: info.frameBegin?.origin.y -= 20
        case .beginsSmaller: info.frameBegin?.size.height = 10
        default: break
        }
        let wills: [KeyboardEvent.Kind] = [.willChangeFrame, toShow ? .willShow : .willHide]
        let dids: [KeyboardEvent.Kind] = [.didChangeFrame, toShow ? .didShow : .didHide]
        switch way {
        case .tellsNothing, .tellsDidAlone: break
        case .tellsShowAlone: post(wills.suffix(1).map { KeyboardEvent($0, info: info) })
        default: post(wills.map { KeyboardEvent($0, info: info) })
        }
        if way == .didOfAnotherHeight { info.frameEnd?.size.height += 1 }
        waitingDids = dids.map { KeyboardEvent($0, info: info) }
    }

    private func tellFrame() {
        let userInfo: [AnyHashable: Any] = [KeyboardUserInfoKey.frameEnd: frame]
        let name = Notification.Name.keyboardFrameInMotion
        switch way {
        case .tellsFramesUnpromised: center?.post(name: name, object: nil, userInfo: userInfo)
        case .tellsFramesOfNothing: center?.post(name: name, object: nil, userInfo: nil)
        case .tellsFramesWhenStopped: (center ?? centerBefore)?.post(name: name, object: nil, userInfo: userInfo)
        case .tellsFramesElsewhere:
            let center = center
            DispatchQueue.global().sync { center?.post(name: name, object: nil, userInfo: nil) }
        default: break
        }
    }

    private func endFrame(_ toShow: Bool) -> CGRect {
        let shown = CGRect(x: 0, y: 150, width: 100, height: 50)
        return switch (toShow, way) {
        case (false, _): shown.offsetBy(dx: 0, dy: 50)
        case (true, .negativeHeight): CGRect(x: 0, y: 200, width: 100, height: -50)
        case (true, .aboveTheScreen): CGRect(x: 0, y: -100, width: 100, height: 300)
        case (true, _): shown
        }
    }

    func settle() {
        if way == .dawdles { scheduler.advance(by: .seconds(1)) }
        let dids = waitingDids
        waitingDids = []
        if tellsDids, way != .neverTellsDid, way != .tellsNothing { post(dids) }
    }

    private func post(_ events: [KeyboardEvent]) {
        guard let center else { return }
        for event in events {
            if way == .postsElsewhere {
                DispatchQueue.global().sync { center.post(event.notification) }
            } else {
                center.post(event.notification)
            }
        }
    }
}
