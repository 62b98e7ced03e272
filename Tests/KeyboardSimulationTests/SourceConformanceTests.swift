import Dispatch
import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct SourceConformanceTests {
    @Test(arguments: [
        SimulatedScreenModel.phone320x568, .phone393x852, .tablet768x1024, .linuxPhone720x1440, .linuxDesktop800x1280,
    ])
    func aSimulatedKeyboardHasNoFindings(model: SimulatedScreenModel) async throws {
        var behaviors = [SimulatedKeyboard.Behavior(), .squeekboard, .kwin]
        behaviors.append(SimulatedKeyboard.Behavior { $0.reportsFrames = true })
        for behavior in behaviors {
            let scheduler = ManualScheduler()
            let keyboard = SimulatedKeyboard(on: SimulatedScreen(model), behavior: behavior, scheduler: scheduler)
            let findings = try await findings(of: keyboard, keyboard, scheduler)
            #expect(findings.isEmpty, "\(findings)")
        }
    }

    @Test(arguments: [
        (SimulatedKeyboard.Fault.didMissing, "willNeedsDid"), (.didDoubled, "doubled"), (.willDoubled, "doubled"),
    ])
    func aFaultViolatesItsRule(fault: SimulatedKeyboard.Fault, rule: String) async throws {
        let scheduler = ManualScheduler()
        let keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
        keyboard.faults = SimulatedKeyboard.FaultInjection([fault])
        let findings = try await findings(of: keyboard, keyboard, scheduler)
        #expect(findings.contains { $0.hasPrefix(rule) }, "\(findings)")
    }

    private func findings(
        of source: any KeyboardSource,
        _ keyboard: SimulatedKeyboard,
        _ scheduler: ManualScheduler
    ) async throws -> [String] {
        try await SourceConformance(
            of: source,
            show: { keyboard.show() },
            hide: { keyboard.hide() },
            settle: { scheduler.advance(by: .seconds(2)) }
        ).findings().map(\.description)
    }

    nonisolated private static let defects: [(defect: BrokenSource.Defect?, words: String?)] = [
        (nil, nil),
        (.isShownAtFirst, nil),
        (.postsShowAlone, "frameFirst: a willShow did not follow a willChangeFrame of the same payload (event 0)"),
        (.postsShowFirst, "frameFirst: a willShow did not follow a willChangeFrame of the same payload (event 0)"),
        (.postsDidAlone, "didNeedsWill: a didChangeFrame has no will event that waits for it (event 0)"),
        (.postsNoDid, "willNeedsDid: a willChangeFrame has no did event"),
        (.repeatsHide, "doubled: a willHide was posted for a keyboard that is hiding or hidden"),
        (.repeatsShow, "doubled: a willShow was posted again before its did"),
        (.didOfAnotherHeight, "didMatchesWill: a didChangeFrame reports another end frame than its willChangeFrame"),
        (.didOfAnotherSender, "didMatchesWill: a didChangeFrame reports another sender than its willChangeFrame"),
        (.reportsNoBegin, "payloadIsComplete: a willChangeFrame reports a move from nothing to"),
        (.reportsNoBounds, "payloadIsComplete: a willChangeFrame has no screen bounds"),
        (.negativeHeight, "payloadIsComplete: a willChangeFrame reports a move from"),
        (.postsNothing, "postsShowAndHide: requested to show, the source did not report that it is shown"),
        (.throwsOnShow, "postsShowAndHide: requested to show, the keyboard threw an error: no bus"),
        (.isSilentAtStart, "postsShowAndHide: started while the keyboard is shown, the source posted no show"),
        (.ignoresItsRequests, "postsShowAndHide: requested to requestShow(), the"),
        (.excludesDid, "capabilitiesAreTrue: a didChangeFrame was posted, which the capabilities exclude"),
        (.excludesFrames, "capabilitiesAreTrue: a willChangeFrame reports a frame, which the capabilities exclude"),
        (.excludesFramesInMotion, "frames in motion were posted, which the capabilities exclude"),
        (.hasNoFramesInMotion, "capabilitiesAreTrue: no frame in motion was posted, which the capabilities promise"),
        (.unreadableFrames, "frames in motion are unreadable"),
        (.postsOffMainActor, "notifications were posted off the main actor"),
        (.postsWhenStopped, "silentWhenStopped: stopped during a transition, the source posted"),
        (.keepsFirstCenter, "silentWhenStopped: restarted on another center, the source posted"),
    ]

    @Test(arguments: defects)
    fileprivate func aDefectIsFoundAndDescribed(defect: BrokenSource.Defect?, words: String?) async throws {
        for knowsTruth in [false, true] {
            let source = BrokenSource(defect)
            if defect == .isShownAtFirst { source.move(toShow: true) }
            let findings = try await SourceConformance(
                of: source,
                show: { try source.show() },
                hide: { source.move(toShow: false) },
                settle: { source.settle() },
                isShown: knowsTruth ? { source.isShown } : nil
            ).findings().map(\.description)
            if let words {
                // Without the truth, a source that reports nothing counts as hidden.
                if defect == .isSilentAtStart, !knowsTruth { continue }
                #expect(findings.contains { $0.contains(words) }, "\(findings)")
            } else {
                #expect(findings == [])
            }
            #expect(source.center == nil || defect == .postsWhenStopped)
        }
    }

    @Test func theErrorOfAStartIsThrown() async {
        let source = BrokenSource(.doesNotStart)
        await #expect(throws: KeyboardSourceError.notConnected(service: "the bus", reason: "unplugged")) {
            try await SourceConformance(of: source, show: {}, hide: {}, settle: {}).findings()
        }
    }
}

/// A source with at most one defect, on a screen of 100 by 200 points.
private final class BrokenSource: KeyboardSource {
    enum Defect: Sendable {
        case isShownAtFirst, postsShowAlone, postsShowFirst, postsDidAlone, postsNoDid, repeatsHide, repeatsShow
        case didOfAnotherHeight, didOfAnotherSender, reportsNoBegin, reportsNoBounds, negativeHeight, postsNothing
        case throwsOnShow, isSilentAtStart, ignoresItsRequests, excludesDid, excludesFrames, excludesFramesInMotion
        case hasNoFramesInMotion, unreadableFrames, postsOffMainActor, postsWhenStopped, keepsFirstCenter, doesNotStart
    }

    private struct BusError: Error, CustomStringConvertible {
        let description = "no bus"
    }

    private(set) var isShown = false
    private(set) var center: NotificationCenter?
    private let defect: Defect?
    private var frame = CGRect(x: 0, y: 200, width: 100, height: 50)
    private var waitingDids: [KeyboardEvent] = []

    init(_ defect: Defect?) {
        self.defect = defect
    }

    var capabilities: KeyboardSourceCapabilities {
        var capabilities: KeyboardSourceCapabilities = [.frames, .didEvents, .visibilityRequests, .framesInMotion]
        switch defect {
        case .excludesDid: capabilities.remove(.didEvents)
        case .excludesFrames: capabilities.remove(.frames)
        case .excludesFramesInMotion: capabilities.remove(.framesInMotion)
        default: break
        }
        return capabilities
    }

    func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
        if defect == .doesNotStart { throw .notConnected(service: "the bus", reason: "unplugged") }
        if defect == .keepsFirstCenter, self.center != nil { return }
        stop()
        self.center = center
        if isShown, defect != .isSilentAtStart { post(toShow: true, from: frame, duration: 0) }
    }

    func stop() {
        if defect == .postsWhenStopped { return }
        (center, waitingDids) = (nil, [])
    }

    func requestShow() throws(KeyboardSourceError) { if defect != .ignoresItsRequests { move(toShow: true) } }
    func requestHide() throws(KeyboardSourceError) { if defect != .ignoresItsRequests { move(toShow: false) } }

    func show() throws {
        if defect == .throwsOnShow { throw BusError() }
        move(toShow: true)
    }

    func move(toShow: Bool) {
        guard toShow != isShown || defect == .repeatsHide && !toShow || defect == .repeatsShow && toShow else { return }
        isShown = toShow
        let begin = frame
        frame = CGRect(x: 0, y: toShow ? 150 : 200, width: 100, height: defect == .negativeHeight ? -50 : 50)
        post(toShow: toShow, from: begin, duration: 0.25)
    }

    private func post(toShow: Bool, from begin: CGRect, duration: Double) {
        var info = Notification.KeyboardInfo(
            frameBegin: defect == .reportsNoBegin ? nil : begin,
            frameEnd: frame,
            animationDuration: duration,
            animationCurve: 7,
            screenBounds: defect == .reportsNoBounds ? nil : CGRect(x: 0, y: 0, width: 100, height: 200)
        )
        var wills = [KeyboardEvent.Kind.willChangeFrame, toShow ? .willShow : .willHide].map {
            KeyboardEvent($0, info: info)
        }
        switch defect {
        case .postsNothing: return
        case .postsDidAlone: wills = []
        case .postsShowAlone: wills.removeFirst()
        case .postsShowFirst: wills.reverse()
        default: break
        }
        post(wills.map(\.notification))
        if duration > 0, defect != .hasNoFramesInMotion {
            let userInfo: [AnyHashable: Any]? =
                defect == .unreadableFrames ? nil : [KeyboardUserInfoKey.frameEnd: frame.insetBy(dx: 0, dy: 10)]
            post([Notification(name: .keyboardFrameInMotion, object: nil, userInfo: userInfo)])
        }
        if defect == .didOfAnotherHeight { info.frameEnd?.size.height += 1 }
        waitingDids = [.didChangeFrame, toShow ? .didShow : .didHide].map { KeyboardEvent($0, info: info) }
    }

    func settle() {
        let dids = waitingDids.map { did in
            var notification = did.notification
            if defect == .didOfAnotherSender { notification.object = self }
            return notification
        }
        waitingDids = []
        if defect != .postsNoDid { post(dids) }
    }

    private func post(_ notifications: [Notification]) {
        let center = center
        for notification in notifications {
            if defect == .postsOffMainActor {
                // Safe: the caller waits for the queue.
                nonisolated(unsafe) let notification = notification
                DispatchQueue.global().sync { unsafe center?.post(notification) }
            } else {
                center?.post(notification)
            }
        }
    }
}
