import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Sources that do not use the simulated keyboard.
///
/// Each source has one defect or one harmless peculiarity.
@MainActor
struct SourceDefectTests {
    private nonisolated static let defects: [(PlainSource.Style, String)] = [
        (.framesOnly, "postsShowAndHide: requested to show, the source did not report that it is shown"),
        (.hidesByFramesOnly, "postsShowAndHide: requested to hide, the source did not report that it is hidden"),
        (.interleaved, "frameFirst: a willShow did not follow a willChangeFrame of the same payload (event 2)"),
        (.keepsTransition, "silentWhenStopped: stopped and restarted during a transition, the source posted the"),
        (.flushesOnStop, "silentWhenStopped: asked to stop, the source posted 2 events"),
        (.flushesOnStopWithinTolerance, "silentWhenStopped: asked to stop, the source posted 2 events"),
        (.postsLateWhenStopped, "silentWhenStopped: stopped during a transition, the source posted 2"),
        (.hidesOnStop, "silentWhenStopped: asked to stop, the source posted 2 events"),
        (.reportsMotionOnStop, "silentWhenStopped: asked to stop, the source posted 1 events"),
        (.postsDidsToDefault, "the source also posted its didShow, didHide, didChangeFrame events to the default cen"),
        (.startsTwice, "doubled: a willChangeFrame was posted again before its did"),
        (.showsTwice, "doubled: requested to show, the source posted a didShow again with the same end frame"),
        (.reportsNegativeMotion, "frames in motion have a negative size"),
        (.isSilentAtStart, "started while the keyboard is shown, the source did not report that it is shown"),
        (.slidesAtStart, "started while the keyboard is shown, the source reported a transition of 0.25 seconds"),
        (.isAlwaysConnecting, "statusIsTrue: the keyboard of the started source can be reached, but its status"),
    ]

    @Test(arguments: defects.map(\.0), [true, false])
    fileprivate func aDefectIsFoundAndDescribed(style: PlainSource.Style, knowsScreen: Bool) async throws {
        let words = try #require(Self.defects.first { $0.0 == style }?.1)
        let found = try await PlainSource(style).findings(knowsScreen: knowsScreen, knowsTruth: false)
        #expect(found.contains { $0.contains(words) }, "\(style): \(found)")
        #expect(try await PlainSource(style).findings(knowsScreen: knowsScreen, knowsTruth: true) != [])
    }

    @Test(arguments: [
        PlainSource.Style.good, .isAtTheTop, .isSlightlyTooWide, .hidesSlightlyTooHigh, .hidesHalfAPointLower,
        .correctsItsDuration,
    ])
    fileprivate func aPeculiarityIsNoFinding(style: PlainSource.Style) async throws {
        for (knowsScreen, knowsTruth) in [(true, true), (true, false), (false, true), (false, false)] {
            let found = try await PlainSource(style).findings(knowsScreen: knowsScreen, knowsTruth: knowsTruth)
            #expect(found == [], "\(style), \(knowsScreen), \(knowsTruth)")
        }
    }

    @Test func theSuiteStopsASourceThatThrowsInStart() async throws {
        let source = PlainSource(.throwsAtThirdStart)
        await #expect(throws: KeyboardSourceError.unavailable(.notConnected(service: "the bus", reason: "no bus"))) {
            try await source.findings(knowsScreen: true, knowsTruth: false)
        }
        #expect(source.centers.isEmpty)
    }
}

@MainActor
private final class PlainSource: KeyboardSource {
    enum Style: Sendable {
        case good, isAtTheTop, isSlightlyTooWide, hidesSlightlyTooHigh, hidesHalfAPointLower
        case throwsAtThirdStart, postsLateWhenStopped
        case isSilentAtStart, slidesAtStart, isAlwaysConnecting
        case framesOnly, hidesByFramesOnly, interleaved, keepsTransition, flushesOnStop, flushesOnStopWithinTolerance
        case hidesOnStop, reportsMotionOnStop, postsDidsToDefault, startsTwice, reportsNegativeMotion
        case showsTwice, correctsItsDuration
    }

    let scheduler = ManualScheduler()
    private(set) var centers: [NotificationCenter] = []
    private weak var previousCenter: NotificationCenter?
    private let style: Style
    private let shownFrame: CGRect
    private let hiddenFrame: CGRect
    private let duration: Double
    private var frame: CGRect
    private var isShown = false
    private var waiting: KeyboardScheduledAction?
    private var dids: [KeyboardEvent] = []
    private var startCount = 0

    init(_ style: Style) {
        self.style = style
        let width = style == .isSlightlyTooWide ? 400.000_000_000_1 : 400
        let top = style == .hidesSlightlyTooHigh ? 799.999_999_999_9 : 800
        // This style also posts events to the default center. The height of these events is unique, so they cannot be
        // mistaken for events of another source.
        let height = style == .postsDidsToDefault ? 303.0 : 300
        let isAtTheTop = style == .isAtTheTop
        shownFrame = CGRect(x: 0, y: isAtTheTop ? 0 : 800 - height, width: width, height: height)
        let hiddenHeight = style == .hidesHalfAPointLower ? height - 0.5 : height
        hiddenFrame = CGRect(x: 0, y: isAtTheTop ? -310 : top, width: width, height: hiddenHeight)
        duration = style == .flushesOnStopWithinTolerance ? 0.08 : 0.25
        frame = hiddenFrame
    }

    var capabilities: KeyboardSourceCapabilities {
        switch style {
        case .reportsMotionOnStop, .reportsNegativeMotion: [.frames, .didEvents, .framesInMotion]
        default: [.frames, .didEvents]
        }
    }

    var status: KeyboardSourceStatus {
        style == .isAlwaysConnecting ? .connecting : .available
    }

    func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
        startCount += 1
        if style == .throwsAtThirdStart, startCount == 3 {
            throw .unavailable(.notConnected(service: "the bus", reason: "no bus"))
        }
        if style == .startsTwice, centers.last === center {
            centers.append(center)
            return
        }
        stop()
        centers = [center]
        guard isShown, style != .isSilentAtStart, style != .keepsTransition else { return }
        let duration = style == .slidesAtStart ? 0.25 : 0
        let kinds: [KeyboardEvent.Kind] =
            style == .framesOnly
            ? [.willChangeFrame, .didChangeFrame] : [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
        post(kinds.map { event($0, from: frame, to: frame, duration) })
    }

    func stop() {
        if style != .keepsTransition { waiting?.cancel() }
        switch style {
        case .flushesOnStop, .flushesOnStopWithinTolerance: postDids()
        case .hidesOnStop where isShown:
            isShown = false
            post([.willChangeFrame, .willHide].map { event($0, from: frame, to: hiddenFrame, 0) })
            frame = hiddenFrame
        case .reportsMotionOnStop: postMotion(frame)
        default: break
        }
        previousCenter = centers.last
        centers = []
    }

    private func event(
        _ kind: KeyboardEvent.Kind,
        from begin: CGRect,
        to end: CGRect,
        _ duration: Double
    ) -> KeyboardEvent {
        let info = Notification.KeyboardInfo(
            frameBegin: begin,
            frameEnd: end,
            animationDuration: duration,
            animationCurve: 7
        )
        return KeyboardEvent(kind, info: info)
    }

    private func post(_ events: [KeyboardEvent]) {
        for center in centers {
            for event in events {
                center.post(event.notification)
                let isDid = [.didShow, .didHide, .didChangeFrame].contains(event.kind)
                if style == .postsDidsToDefault, isDid { NotificationCenter.default.post(event.notification) }
            }
        }
    }

    private func postDids() {
        let events = dids
        dids = []
        post(events)
    }

    private func postMotion(_ frame: CGRect) {
        for center in centers {
            center.post(
                name: .keyboardFrameInMotion,
                object: nil,
                userInfo: [KeyboardUserInfoKey.frameEnd: frame]
            )
        }
    }

    private func move(shows: Bool) {
        guard shows != isShown else { return }
        isShown = shows
        let (begin, end) = (frame, shows ? shownFrame : hiddenFrame)
        frame = end
        waiting?.cancel()
        if style == .postsLateWhenStopped, centers.isEmpty {
            let kinds: [KeyboardEvent.Kind] = [.willChangeFrame, shows ? .willShow : .willHide]
            scheduler.schedule(after: .milliseconds(100)) { [previousCenter] in
                for kind in kinds {
                    previousCenter?.post(self.event(kind, from: begin, to: end, 0).notification)
                }
            }
            return
        }
        if style == .interleaved, shows {
            let kinds: [KeyboardEvent.Kind] = [.willChangeFrame, .didChangeFrame, .willShow, .didShow]
            post(kinds.map { event($0, from: begin, to: end, 0) })
            return
        }
        var kinds: [KeyboardEvent.Kind] = [.willChangeFrame, shows ? .willShow : .willHide]
        var didKinds: [KeyboardEvent.Kind] = [.didChangeFrame, shows ? .didShow : .didHide]
        if style == .framesOnly || style == .hidesByFramesOnly && !shows {
            kinds.removeLast()
            didKinds.removeLast()
        }
        dids = didKinds.map { event($0, from: begin, to: end, duration) }
        waiting = scheduler.schedule(after: .seconds(duration)) { [weak self] in
            guard let self else { return }
            postDids()
            guard style == .showsTwice, shows else { return }
            let again: [KeyboardEvent.Kind] = [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
            post(again.map { event($0, from: end, to: end, 0) })
        }
        post(kinds.map { event($0, from: begin, to: end, duration) })
        if style == .correctsItsDuration, shows {
            waiting?.cancel()
            dids = didKinds.map { event($0, from: end, to: end, 0) }
            post(kinds.map { event($0, from: end, to: end, 0) })
            postDids()
        }
        if style == .reportsNegativeMotion { postMotion(CGRect(x: 0, y: 600, width: -5, height: -5)) }
    }

    func findings(knowsScreen: Bool, knowsTruth: Bool) async throws -> [String] {
        try await SourceConformance(
            of: self,
            show: { self.move(shows: true) },
            hide: { self.move(shows: false) },
            settle: { self.scheduler.advance(by: .seconds(2)) },
            isShown: knowsTruth ? { self.isShown } : nil,
            scheduler: scheduler,
            screenSize: knowsScreen ? CGSize(width: 400, height: 800) : nil
        ).findings().map(\.description)
    }
}
