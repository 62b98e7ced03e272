import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Sources that each break one promise of the documentation of `KeyboardSource`.
@MainActor
struct SourcePromiseTests {
    private func findings(
        _ defect: PromisingSource.Defect?,
        dropsQuickRequests: Bool = false,
        knowsTruth: Bool = false,
        knowsScreen: Bool = true,
        prepare: (PromisingSource) -> Void = { _ in }
    ) async throws -> [String] {
        let source = PromisingSource(defect)
        prepare(source)
        return try await SourceConformance(
            of: source,
            show: { try source.show() },
            hide: { source.keyboard.hide() },
            settle: { source.scheduler.advance(by: .seconds(2)) },
            isShown: knowsTruth ? { source.keyboard.phase == .shown } : nil,
            scheduler: source.scheduler,
            screenSize: knowsScreen ? source.keyboard.screen.size : nil,
            dropsQuickRequests: dropsQuickRequests
        ).findings().map(\.description)
    }

    @Test func aSourceThatKeepsItsPromisesHasNoFindings() async throws {
        #expect(try await findings(nil) == [])
        #expect(try await findings(nil, knowsTruth: true) == [])
        #expect(try await findings(nil, knowsScreen: false) == [])
    }

    fileprivate nonisolated static let promises: [(PromisingSource.Defect, String)] = [
        (.postsOffMainActor, "postsOnTheMainActor: 38 events were posted off the main actor"),
        (.postsShowFirst, "frameFirst: a willShow did not follow a willChangeFrame of the same payload (event 0)"),
        (.postsDidBeforeWill, "didNeedsWill: a didChangeFrame has no willChangeFrame that waits for it (event 0)"),
        (.changesCapabilities, "capabilitiesAreTrue: the capabilities changed from frames, did events, visibility"),
        (.doesNotStopBeforeStart, "silentWhenStopped: restarted on another center, the source posted"),
        (.releasesCenter, "retainsItsCenter: the started source did not retain its center"),
        (.keepsCenter, "retainsItsCenter: the stopped source still retains its center"),
        (.postsAfterStop, "silentWhenStopped: stopped during a transition, the source posted"),
        (.ignoresRequests, "postsShowAndHide: requested to requestShow(), the source did not report that it is shown"),
        (.refusesRequests, "postsShowAndHide: requested to requestShow(), the keyboard threw an error: this keyboard"),
        (.acceptsRequestsWhenStopped, "requestShow() of a stopped source did not throw that it is not started"),
        (.acceptsExcludedRequests, "requestShow() did not throw that requests are unsupported, which the capabilities"),
        (.reportsExcludedFrames, "capabilitiesAreTrue: a willChangeFrame reports a frame, which the capabilities ex"),
        (.promisesFramesInMotion, "capabilitiesAreTrue: no frame in motion was posted, which the capabilities promise"),
        (.didOfAnotherSender, "didMatchesWill: a didChangeFrame reports another sender than its willChangeFrame"),
        (.didOfAnotherDuration, "didMatchesWill: a didChangeFrame reports another duration than its willChangeFrame"),
        (.didOfAnotherBegin, "didMatchesWill: a didChangeFrame reports another begin frame than its willChangeFrame"),
        (.postsToDefault, "postsToItsCenter: the source also posted its"),
        (.losesHeight, "framesFitTheScreen: a willHide ends with a size of"),
        (.reportsTheOpposite, "postsShowAndHide: requested to show, the keyboard is shown, which the source did not"),
        (.throwsOnShow, "postsShowAndHide: requested to show, the keyboard threw an error: no bus"),
    ]

    @Test(arguments: promises.map(\.0))
    fileprivate func aBrokenPromiseIsFoundAndDescribed(defect: PromisingSource.Defect) async throws {
        let words = try #require(Self.promises.first { $0.0 == defect }?.1)
        let found = try await findings(defect, knowsTruth: defect == .reportsTheOpposite)
        #expect(found.contains { $0.contains(words) }, "\(defect): \(found)")
    }

    @Test(arguments: [PromisingSource.Defect.emptyShow, .losesHeight])
    fileprivate func aFrameWithoutHeightIsFoundOnAnUnknownScreen(defect: PromisingSource.Defect) async throws {
        let found = try await findings(defect, knowsScreen: false)
        #expect(found.contains { $0.hasPrefix("framesFitTheScreen: ") }, "\(found)")
    }

    // MARK: What real keyboards do

    @Test func aKeyboardThatDropsQuickRequestsNeedsAnAllowance() async throws {
        let found = try await findings(.dropsQuickRequests)
        #expect(found.contains { $0.contains("requested to hide and show") }, "\(found)")
        #expect(try await findings(.dropsQuickRequests, dropsQuickRequests: true) == [])
        #expect(try await findings(.dropsQuickRequests, dropsQuickRequests: true, knowsTruth: true) == [])
        #expect(try await findings(.ignoresRequests, dropsQuickRequests: true) != [])
    }

    @Test(arguments: [true, false])
    func aFloatingKeyboardThatPostsFrameEventsOnlyIsShown(knowsScreen: Bool) async throws {
        let found = try await findings(nil, knowsTruth: true, knowsScreen: knowsScreen) { source in
            source.keyboard.show()
            source.keyboard.perform(.float(in: CGRect(x: 100, y: 300, width: 320, height: 260)))
            source.scheduler.advance(by: .seconds(1))
            source.keyboard.hide()
            source.scheduler.advance(by: .seconds(1))
        }
        #expect(found == [])
    }

    @Test(arguments: [true, false])
    func aKeyboardMayBeShownAtTheStart(knowsTruth: Bool) async throws {
        let found = try await findings(nil, knowsTruth: knowsTruth) { source in
            source.keyboard.show()
            source.scheduler.advance(by: .seconds(1))
        }
        #expect(found == [])
    }

    @Test func eventsOfAStartSettleBeforeTheFirstRequest() async throws {
        #expect(try await findings(.showsAtStart) == [])
    }

    @Test func aSourceThatPostsWithoutEndHasLimitedFindings() {
        var checker = EventSequenceChecker(capabilities: [.didEvents])
        for _ in 0..<5_000 { checker.receive(KeyboardEvent(.didShow, info: .init()), at: .zero) }
        #expect(checker.findings.count == EventSequenceChecker.capacity)
    }

    @Test func extremeTimesAreJudged() {
        var checker = EventSequenceChecker(capabilities: [.didEvents])
        let info = Notification.KeyboardInfo(animationDuration: 1)
        checker.receive(KeyboardEvent(.willShow, info: info), at: .seconds(Int64.min))
        checker.receive(KeyboardEvent(.didShow, info: info), at: .seconds(Int64.max))
        #expect(checker.findings.contains { $0.rule == .didInTime })
    }
}

/// A source of a simulated keyboard on a tablet, with at most one defect.
private final class PromisingSource: KeyboardSource {
    enum Defect: Sendable {
        case postsOffMainActor, postsShowFirst, postsDidBeforeWill, changesCapabilities, doesNotStopBeforeStart
        case releasesCenter, keepsCenter, postsAfterStop, ignoresRequests, refusesRequests
        case acceptsRequestsWhenStopped, acceptsExcludedRequests, reportsExcludedFrames, promisesFramesInMotion
        case didOfAnotherSender, didOfAnotherDuration, didOfAnotherBegin, postsToDefault, losesHeight
        case reportsTheOpposite, throwsOnShow, emptyShow, dropsQuickRequests, showsAtStart
    }

    struct BusError: Error, CustomStringConvertible {
        let description = "no bus"
    }

    let scheduler = ManualScheduler()
    let keyboard: SimulatedKeyboard
    private let defect: Defect?
    /// The center to which the keyboard posts its notifications.
    ///
    /// The source forwards these notifications to another center.
    private let inner = NotificationCenter()
    private var center: NotificationCenter?
    private weak var weakCenter: NotificationCenter?
    private var centers: [NotificationCenter] = []
    private var registrations: [any NSObjectProtocol] = []
    private var heldBack: [Notification] = []
    private var timeOfHide: Duration?
    private var hasPosted = false

    init(_ defect: Defect?) {
        self.defect = defect
        keyboard = SimulatedKeyboard(on: SimulatedScreen(.tablet768x1024), scheduler: scheduler)
        if defect == .losesHeight { keyboard.behavior.hidesToZeroHeight = true }
        for kind in KeyboardEvent.Kind.allCases {
            registrations.append(
                inner.addObserver(forName: kind.notificationName, object: nil, queue: nil) { [weak self] in
                    // Safe: the keyboard posts on the main actor, and the closure runs synchronously.
                    nonisolated(unsafe) let notification = $0
                    MainActor.assumeIsolated { unsafe self?.forward(notification) }
                }
            )
        }
        keyboard.start(postingTo: inner)
    }

    isolated deinit {
        for registration in registrations { inner.removeObserver(registration) }
    }

    var capabilities: KeyboardSourceCapabilities {
        switch defect {
        case .changesCapabilities: hasPosted ? [.frames, .didEvents] : [.frames, .didEvents, .visibilityRequests]
        case .acceptsExcludedRequests: [.frames, .didEvents]
        case .reportsExcludedFrames: [.didEvents, .visibilityRequests]
        case .promisesFramesInMotion: [.frames, .didEvents, .visibilityRequests, .framesInMotion]
        default: [.frames, .didEvents, .visibilityRequests]
        }
    }

    func start(postingTo center: NotificationCenter) {
        if defect == .doesNotStopBeforeStart, self.center != nil { return }
        stop()
        weakCenter = center
        if defect != .releasesCenter { self.center = center }
        if defect == .keepsCenter { centers.append(center) }
        hasPosted = false
        if defect == .showsAtStart { keyboard.show() }
        // If the keyboard is shown, it posts a *show* when it starts.
        keyboard.start(postingTo: inner)
    }

    func stop() {
        if defect == .postsAfterStop { return }
        center = nil
        weakCenter = nil
        heldBack = []
        // The restart drops the rest of a running transition, so the source does not post it to the next center.
        keyboard.stop()
        keyboard.start(postingTo: inner)
    }

    func show() throws {
        if defect == .throwsOnShow { throw BusError() }
        // Like Onboard, the source ignores a show while the keyboard is still disappearing.
        if defect == .dropsQuickRequests, keyboard.phase == .disappearing { return }
        keyboard.show()
    }

    func requestShow() throws(KeyboardSourceError) {
        try checkRequest()
        if defect != .ignoresRequests { keyboard.show() }
    }

    func requestHide() throws(KeyboardSourceError) {
        try checkRequest()
        if defect != .ignoresRequests { keyboard.hide() }
    }

    private func checkRequest() throws(KeyboardSourceError) {
        if defect == .refusesRequests { throw .unsupported(.visibilityRequests) }
        guard weakCenter != nil || defect == .acceptsRequestsWhenStopped else { throw .notStarted }
    }

    private func forward(_ notification: Notification) {
        guard var event = KeyboardEvent(notification) else { return }
        hasPosted = true
        let isDid = [.didShow, .didHide, .didChangeFrame].contains(event.kind)
        var object = notification.object as AnyObject?
        switch defect {
        case .didOfAnotherSender where isDid: object = self
        case .didOfAnotherDuration where isDid: event.info.animationDuration = 1
        case .didOfAnotherBegin where isDid: event.info.frameBegin?.origin.y += 10
        case .emptyShow where event.kind == .willShow || event.kind == .didShow: event.info.frameEnd = .zero
        case .reportsTheOpposite: event.kind = event.kind.opposite
        default: break
        }
        var changed = event.notification
        changed.object = object
        switch defect {
        case .postsShowFirst where event.kind == .willChangeFrame: heldBack.append(changed)
        case .postsDidBeforeWill where !isDid: heldBack.append(changed)
        default:
            post(changed)
            if defect == .postsShowFirst || event.kind == .didShow || event.kind == .didHide {
                let rest = heldBack
                heldBack = []
                for notification in rest { post(notification) }
            }
        }
    }

    private func post(_ notification: Notification) {
        let center = center ?? weakCenter
        if defect == .postsOffMainActor {
            // Safe: the caller waits for the queue.
            nonisolated(unsafe) let notification = notification
            DispatchQueue.global().sync { unsafe center?.post(notification) }
        } else {
            center?.post(notification)
        }
        if defect == .postsToDefault { NotificationCenter.default.post(notification) }
    }
}

extension KeyboardEvent.Kind {
    fileprivate var opposite: Self {
        switch self {
        case .willShow: .willHide
        case .didShow: .didHide
        case .willHide: .willShow
        case .didHide: .didShow
        case .willChangeFrame, .didChangeFrame: self
        }
    }
}
