import Dispatch
import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct SourceConformanceTests {
    private func findings(
        _ model: SimulatedScreenModel = .phone393x852,
        orientation: SimulatedScreen.Orientation = .portrait,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        faults: SimulatedKeyboard.FaultInjection = .none,
        knowsScreen: Bool = true
    ) async throws -> [SourceConformance.Finding] {
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
            screenSize: knowsScreen ? screen.size : nil
        ).findings()
    }

    @Test func theSimulatedKeyboardHasNoFindingsOnAnyScreen() async throws {
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

    @Test func aKeyboardWithoutFramesPostsNoEventTwice() async throws {
        var behavior = SimulatedKeyboard.Behavior()
        behavior.reportsFrameValues = false
        let found = try await findings(behavior: behavior)
        #expect(!found.contains { $0.rule == .doubled }, "\(found.map(\.description))")
    }

    @Test func aShowWithoutFramesThatIsPostedTwiceIsFound() {
        for second in [[KeyboardEvent.Kind.willShow], [.willChangeFrame, .willShow]] {
            var checker = EventSequenceChecker(capabilities: .didEvents)
            for kind in [.willChangeFrame, .willShow] + second {
                checker.receive(KeyboardEvent(kind, info: Notification.KeyboardInfo(animationDuration: 0)), at: .zero)
            }
            #expect(checker.findings.contains { $0.rule == .doubled })
        }
    }

    @Test func theSuiteFirstHidesAKeyboardThatIsShown() async throws {
        let source = BrokenSource(nil)
        source.move(toShow: true)
        var requests: [KeyboardEvent.Kind] = []
        func move(toShow isShow: Bool) {
            requests.append(isShow ? .willShow : .willHide)
            source.move(toShow: isShow)
        }
        let found = try await SourceConformance(
            of: source,
            show: { move(toShow: true) },
            hide: { move(toShow: false) },
            settle: { source.settle() },
            scheduler: source.scheduler
        ).findings()
        #expect(found.isEmpty)
        #expect(requests.starts(with: [.willHide, .willShow, .willHide]))
    }

    @Test func reportedFramesAreNoFindings() async throws {
        let behavior = SimulatedKeyboard.Behavior { $0.reportsFrames = true }
        #expect(try await findings(behavior: behavior).isEmpty)
    }

    @Test(
        arguments: [
            (SimulatedKeyboard.Fault.didEarly, SourceConformance.Finding.Rule.didInTime), (.didLate, .didInTime),
            (.didMissing, .willNeedsDid),
            (.didDoubled, .doubled), (.willDoubled, .doubled), (.zeroFrame, .framesFitTheScreen),
            (.emptyFrame, .framesFitTheScreen), (.infiniteFrame, .framesAreFinite), (.missingKeys, .payloadIsComplete),
            (.wrongCoordinates, .framesFitTheScreen),
        ]
    )
    func eachFaultViolatesItsRule(fault: SimulatedKeyboard.Fault, rule: SourceConformance.Finding.Rule) async throws {
        for model in [SimulatedScreenModel.phone393x852, .tablet768x1024] {
            let found = try await findings(model, faults: SimulatedKeyboard.FaultInjection([fault]))
            #expect(found.contains { $0.rule == rule }, "\(found.map(\.description))")
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func anOccasionalFaultIsFound(seed: UInt64) async throws {
        let faults = SimulatedKeyboard.FaultInjection([.didMissing, .willDoubled, .zeroFrame], rate: 0.5, seed: seed)
        #expect(try await findings(faults: faults) != [])
    }

    @Test func aCorrectSourcePassesWithAndWithoutDidEvents() async throws {
        #expect(try await findings(of: BrokenSource(nil)).isEmpty)
        let plain = BrokenSource(.excludesDid)
        plain.postsDids = false
        #expect(try await findings(of: plain).isEmpty)
    }

    @Test func eachRuleHasASourceThatViolatesIt() async throws {
        let table: [(BrokenSource.Defect, SourceConformance.Finding.Rule)] = [
            (.postsShowAlone, .frameFirst), (.postsDidAlone, .didNeedsWill), (.postsNoDid, .willNeedsDid),
            (.repeatsHide, .doubled), (.postsDidLate, .didInTime), (.didOfAnotherHeight, .didMatchesWill),
            (.reportsNoBegin, .payloadIsComplete), (.negativeHeight, .framesAreFinite),
            (.aboveTheScreen, .framesFitTheScreen), (.beginsElsewhere, .framesConnect),
            (.beginsSmaller, .framesConnect), (.showsElsewhereOnce, .framesRepeat),
            (.retainsCenter, .retainsItsCenter), (.postsToDefaultCenter, .postsToItsCenter),
            (.postsNothing, .postsShowAndHide), (.excludesDid, .capabilitiesAreTrue),
            (.postsOffMainActor, .postsOnTheMainActor), (.postsWhenStopped, .silentWhenStopped),
            (.postsDidWhenStopped, .silentWhenStopped), (.keepsFirstCenter, .silentWhenStopped),
            (.reportsExcludedFrames, .capabilitiesAreTrue), (.reportsUnreadableFrames, .framesAreFinite),
            (.reportsFramesOffMainActor, .postsOnTheMainActor), (.reportsFramesWhenStopped, .silentWhenStopped),
            (.isUnavailable, .statusIsTrue),
        ]
        for (defect, rule) in table {
            let found = try await findings(of: BrokenSource(defect))
            #expect(found.contains { $0.rule == rule }, "\(defect): \(found.map(\.description))")
        }
        #expect(Set(table.map(\.1)) == Set(SourceConformance.Finding.Rule.allCases))
        await #expect(throws: KeyboardSourceError.unavailable(.notConnected(service: "the bus", reason: "unplugged"))) {
            try await findings(of: BrokenSource(.doesNotStart))
        }
        let silent = BrokenSource(.postsNothing)
        silent.capabilities = [.frames]
        #expect(try await findings(of: silent).contains { $0.rule == .postsShowAndHide })
    }

    private func findings(of source: BrokenSource) async throws -> [SourceConformance.Finding] {
        try await SourceConformance(
            of: source,
            show: { source.move(toShow: true) },
            hide: { source.move(toShow: false) },
            settle: { source.settle() },
            scheduler: source.scheduler,
            screenSize: CGSize(width: 100, height: 200)
        ).findings()
    }

    @Test func aFrameEventWithoutABeginFrameShowsAnUndockedKeyboard() {
        var checker = EventSequenceChecker(capabilities: [.frames])
        let info = Notification.KeyboardInfo(frameEnd: CGRect(x: 50, y: 100, width: 200, height: 150))
        checker.receive(KeyboardEvent(.willChangeFrame, info: info), at: .zero)
        #expect(checker.isShown == true)
    }

    @Test func aFrameThatIsNotFiniteHidesNoKeyboard() {
        var checker = EventSequenceChecker(capabilities: [.frames], screenSize: CGSize(width: 393, height: 852))
        let floating = CGRect(x: 50, y: 100, width: 200, height: 150)
        for end in [floating, CGRect(x: 50, y: CGFloat.infinity, width: 200, height: 150)] {
            let info = Notification.KeyboardInfo(frameBegin: floating, frameEnd: end)
            checker.receive(KeyboardEvent(.willChangeFrame, info: info), at: .zero)
        }
        #expect(checker.isShown == true)
    }

    @Test func aFindingDescribesTheViolationAndItsEvent() async throws {
        let found = try await findings(faults: SimulatedKeyboard.FaultInjection([.didLate]))
        #expect(found.first?.description == "didInTime: a didChangeFrame is 500 ms late (event 2)")
    }

    @Test func aRecordingOfASimulatedKeyboardHasNoFindings() async throws {
        var checker = EventSequenceChecker(capabilities: [.frames, .didEvents])
        let center = NotificationCenter()
        let scheduler = ManualScheduler()
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        KeyboardScenario.showAndHide.run(postingTo: center, scheduler: scheduler)
        for event in recorder.recording(title: "", source: "").events {
            checker.receive(KeyboardEvent(event.kind, info: event.info), at: .seconds(event.time))
        }
        checker.finishTransitions()
        #expect(checker.findings == [])
        #expect(checker.isShown == false)
    }
}

/// A source with at most one defect, on a screen of 100 by 200 points.
private final class BrokenSource: KeyboardSource {
    enum Defect {
        case postsShowAlone
        case postsDidAlone
        case postsNoDid
        case repeatsHide
        case postsDidLate
        case didOfAnotherHeight
        case reportsNoBegin
        case negativeHeight
        case aboveTheScreen
        case beginsElsewhere
        case beginsSmaller
        case postsNothing
        case excludesDid
        case postsOffMainActor
        case postsWhenStopped
        case postsDidWhenStopped
        case keepsFirstCenter
        case doesNotStart
        case reportsExcludedFrames
        case reportsUnreadableFrames
        case reportsFramesOffMainActor
        case reportsFramesWhenStopped
        case showsElsewhereOnce
        case retainsCenter
        case postsToDefaultCenter
        case isUnavailable
    }

    var capabilities: KeyboardSourceCapabilities
    var postsDids = true
    let scheduler = ManualScheduler()
    private let defect: Defect?
    private var center: NotificationCenter?
    private weak var centerBefore: NotificationCenter?
    private var centersBefore: [NotificationCenter] = []
    private var isFirstShow = true
    private var isShown = false
    private var frame = CGRect(x: 0, y: 200, width: 100, height: 50)
    private var waitingDids: [KeyboardEvent] = []

    init(_ defect: Defect?) {
        self.defect = defect
        capabilities = defect == .excludesDid ? [.frames] : [.frames, .didEvents]
        if defect != .reportsExcludedFrames { capabilities.insert(.framesInMotion) }
    }

    var status: KeyboardSourceStatus {
        defect == .isUnavailable ? .unavailable(.notRunning(keyboard: "\u{1B}[2JKeys")) : .available
    }

    func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
        if defect == .doesNotStart { throw .unavailable(.notConnected(service: "the bus", reason: "unplugged")) }
        if defect == .keepsFirstCenter, self.center != nil { return }
        stop()
        self.center = center
        if defect == .retainsCenter { centersBefore.append(center) }
        if isShown { post(toShow: true, from: frame) }
    }

    func stop() {
        centerBefore = center
        if defect != .postsWhenStopped, defect != .postsDidWhenStopped, defect != .keepsFirstCenter { center = nil }
        if defect != .postsDidWhenStopped { waitingDids = [] }
    }

    func move(toShow: Bool) {
        reportFrame()
        guard toShow != isShown || (defect == .repeatsHide && !toShow) else { return }
        isShown = toShow
        let begin = frame
        frame = endFrame(toShow)
        if toShow { isFirstShow = false }
        post(toShow: toShow, from: begin)
    }

    private func post(toShow: Bool, from begin: CGRect) {
        var info = Notification.KeyboardInfo(
            frameBegin: begin,
            frameEnd: frame,
            animationDuration: 0,
            animationCurve: 7
        )
        switch defect {
        case .reportsNoBegin: info.frameBegin = nil
        case .beginsElsewhere: info.frameBegin?.origin.y -= 20
        case .beginsSmaller: info.frameBegin?.size.height = 10
        default: break
        }
        let wills: [KeyboardEvent.Kind] = [.willChangeFrame, toShow ? .willShow : .willHide]
        let dids: [KeyboardEvent.Kind] = [.didChangeFrame, toShow ? .didShow : .didHide]
        switch defect {
        case .postsNothing, .postsDidAlone: break
        case .postsShowAlone: post(wills.suffix(1).map { KeyboardEvent($0, info: info) })
        default: post(wills.map { KeyboardEvent($0, info: info) })
        }
        if defect == .didOfAnotherHeight { info.frameEnd?.size.height += 1 }
        waitingDids = dids.map { KeyboardEvent($0, info: info) }
    }

    private func reportFrame() {
        let userInfo: [AnyHashable: Any] = [KeyboardUserInfoKey.frameEnd: frame]
        let name = Notification.Name.keyboardFrameInMotion
        switch defect {
        case .reportsExcludedFrames: center?.post(name: name, object: nil, userInfo: userInfo)
        case .reportsUnreadableFrames: center?.post(name: name, object: nil, userInfo: nil)
        case .reportsFramesWhenStopped: (center ?? centerBefore)?.post(name: name, object: nil, userInfo: userInfo)
        case .reportsFramesOffMainActor:
            let center = center
            DispatchQueue.global().sync { center?.post(name: name, object: nil, userInfo: nil) }
        default: break
        }
    }

    private func endFrame(_ toShow: Bool) -> CGRect {
        let shown = CGRect(x: 0, y: 150, width: 100, height: 50)
        return switch (toShow, defect) {
        case (false, _): shown.offsetBy(dx: 0, dy: 50)
        case (true, .negativeHeight): CGRect(x: 0, y: 200, width: 100, height: -50)
        case (true, .showsElsewhereOnce) where isFirstShow: CGRect(x: 0, y: 140, width: 100, height: 60)
        case (true, .aboveTheScreen): CGRect(x: 0, y: -100, width: 100, height: 300)
        case (true, _): shown
        }
    }

    func settle() {
        if defect == .postsDidLate { scheduler.advance(by: .seconds(1)) }
        let dids = waitingDids
        waitingDids = []
        if postsDids, defect != .postsNoDid, defect != .postsNothing { post(dids) }
    }

    private func post(_ events: [KeyboardEvent]) {
        guard let center else { return }
        for event in events {
            if defect == .postsOffMainActor {
                DispatchQueue.global().sync { center.post(event.notification) }
            } else {
                center.post(event.notification)
                if defect == .postsToDefaultCenter { NotificationCenter.default.post(event.notification) }
            }
        }
    }
}
