public import Foundation
public import KeyboardObservation

/// Checks the order and the payload of the notifications that a `KeyboardSource` posts.
///
/// The suite does not need a test framework, and returns its findings:
///
/// ```swift
/// let findings = try await SourceConformance(
///     of: source,
///     show: { keyboard.show() },
///     hide: { keyboard.hide() },
///     settle: { scheduler.advance(by: .seconds(2)) },
///     scheduler: scheduler
/// ).findings()
/// #expect(findings.isEmpty)
/// ```
///
/// The suite shows and hides the keyboard, each once and twice in a row, reverses transitions, stops and restarts the
/// source at rest, during a transition and while the keyboard is shown, and starts it twice on one center and on another
/// center. If the keyboard is shown when the suite begins, the suite hides it. The suite uses its own notification
/// centers, and other sources do not affect the result.
@MainActor
public struct SourceConformance {
    /// Deviations from the rules that the suite accepts.
    public struct Allowances: OptionSet, Sendable {
        /// The bits of the set.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A transition may begin at a frame that differs from the previous end frame.
        ///
        /// The keyboard may have changed its height, or the screen may have been turned.
        public static let disconnectedFrames = Allowances(rawValue: 1)

        /// A keyboard may show above the bottom of the screen, stay visible after a *hide* event, and lose its height.
        public static let anyPlace = Allowances(rawValue: 2)

        /// *Will* events may repeat without a *did* event between them, a *hide* event may follow a *hide* event, and one
        /// request may be answered by several *show* events with one end frame.
        public static let repeatedWills = Allowances(rawValue: 4)

        /// *Frame* events may differ from their *show* or *hide* events, and *did* events from their *will* events.
        public static let oddFrames = Allowances(rawValue: 8)

        /// *Did* events may be posted at any time.
        public static let anyTime = Allowances(rawValue: 16)

        /// A *hide* event may end with another size than it begins, for example without a height.
        public static let losesHeight = Allowances(rawValue: 32)

        /// A request may have no effect if the opposite request directly precedes it.
        ///
        /// Onboard stays hidden if it is asked to hide and to show again within 0.2 seconds.
        public static let dropsQuickRequests = Allowances(rawValue: 64)
    }

    private let source: any KeyboardSource
    private let show: () throws -> Void
    private let hide: () throws -> Void
    private let settle: () async -> Void
    private let isShown: (() -> Bool)?
    private let scheduler: any KeyboardScheduler
    private let screenSize: CGSize?
    private let allowances: Allowances
    private let tolerance: Double

    /// Creates a suite for a source.
    ///
    /// - Parameters:
    ///   - source: The source to check. The suite starts and stops the source several times, and stops it at the end.
    ///   - show: Shows the keyboard. An error is a finding.
    ///   - hide: Hides the keyboard. An error is a finding.
    ///   - settle: Waits until every transition has ended and its events are posted.
    ///   - isShown: Returns whether the keyboard is really shown, from an observation that does not depend on the source.
    ///     If it is `nil`, the suite expects that the keyboard shows and hides on request.
    ///   - scheduler: The scheduler that supplies the times of events. If it is `nil`,
    ///     ``/KeyboardObservation/MainQueueScheduler/shared`` is used.
    ///   - screenSize: The size of the screen, in points. If it is `nil`, the position of frames is not checked.
    ///   - allowances: Deviations of this source that are not findings.
    ///   - tolerance: The largest difference between the time of a *did* event and the end of its transition, in
    ///     seconds.
    public init(
        of source: any KeyboardSource,
        show: @escaping () throws -> Void,
        hide: @escaping () throws -> Void,
        settle: @escaping () async -> Void,
        isShown: (() -> Bool)? = nil,
        scheduler: (any KeyboardScheduler)? = nil,
        screenSize: CGSize? = nil,
        allowances: Allowances = [],
        tolerance: Double = 0.1
    ) {
        self.source = source
        self.show = show
        self.hide = hide
        self.settle = settle
        self.isShown = isShown
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        self.screenSize = screenSize
        self.allowances = allowances
        self.tolerance = tolerance
    }

    /// Runs the checks on the source and returns the findings, in the order of the checks.
    ///
    /// The array is empty if no rule is violated.
    ///
    /// - Throws: The error that the source throws from its `start(postingTo:)`.
    public func findings() async throws(KeyboardSourceError) -> [Finding] {
        let story = SourceStory()
        do throws(KeyboardSourceError) {
            try await checkRequests(story)
            try await checkRestarts(story)
            try await checkRestartDuringTransition(story)
            try await checkSecondStart(story)
            try await checkStartWhileShown(story)
            try await checkRetention(story)
        } catch {
            source.stop()
            throw error
        }
        return story.findings(allowances)
    }
}

// MARK: - The parts of the suite

extension SourceConformance {
    /// Checks that the source retains its center while it is started, and releases the center when it stops.
    private func checkRetention(_ story: SourceStory) async throws(KeyboardSourceError) {
        let center = try startUnobserved()
        await settle()
        if center.value == nil { story.add(.retainsItsCenter, "the started source did not retain its center") }
        source.stop()
        await expectRelease(story, center)
    }

    /// Checks one request after the other, and stops the source during a transition.
    private func checkRequests(_ story: SourceStory) async throws(KeyboardSourceError) {
        let center = WeakCenter()
        try await observe(story, center) { observer in
            let show = Request("show", isShown: true) { try self.show() }
            let hide = Request("hide", isShown: false) { try self.hide() }
            await check(observer, story, show)
            await check(observer, story, hide)
            await check(observer, story, show + show, named: "show twice")
            await check(observer, story, hide + show, named: "hide and show", isQuick: true)
            await check(observer, story, hide + hide, named: "hide twice")
            await check(observer, story, show + hide, named: "show and hide", isQuick: true)
            await checkRequestsOfSource(observer, story)
            perform(show, observer)
            story.note(observer, show)
            stop(observer)
            await expectSilence(of: observer, since: observer.count, "stopped during a transition, the source") {
                perform(hide, observer)
            }
            expectNoRequests(observer)
        }
        await expectRelease(story, center)
    }

    /// Checks a restart, a restart on another center, and a stop.
    private func checkRestarts(_ story: SourceStory) async throws(KeyboardSourceError) {
        let (before, after) = (WeakCenter(), WeakCenter())
        let show = Request("show", isShown: true) { try self.show() }
        let hide = Request("hide", isShown: false) { try self.hide() }
        try await observe(story, before) { (first) async throws(KeyboardSourceError) in
            await check(first, story, show, named: "show after a restart")
            let count = first.count
            try await observe(story, after) { second in
                await expectSilence(of: first, since: count, "restarted on another center, the source") {
                    perform(hide, second)
                }
                await check(second, story, show, named: "show on another center")
                await check(second, story, hide, named: "hide on another center")
                stop(second)
                await expectSilence(of: second, since: second.count, "stopped, the source") { source.stop() }
            }
        }
        await expectRelease(story, before)
        await expectRelease(story, after)
    }

    /// Checks that no event of a transition is posted after a stop and a start during the transition.
    private func checkRestartDuringTransition(_ story: SourceStory) async throws(KeyboardSourceError) {
        let (before, after) = (WeakCenter(), WeakCenter())
        let show = Request("show", isShown: true) { try self.show() }
        let hide = Request("hide", isShown: false) { try self.hide() }
        try await observe(story, before) { (first) async throws(KeyboardSourceError) in
            perform(show, first)
            story.note(first, show)
            stop(first)
            let count = first.count
            try await observe(story, after) { second in
                if let did = second.didOfPreviousStart {
                    let moment = "stopped and restarted during a transition"
                    second.add(.silentWhenStopped, "\(moment), the source posted the transition's \(did)")
                }
                await check(second, story, show, named: "show after a restart during a transition")
                await check(second, story, hide, named: "hide after a restart during a transition")
                stop(second)
            }
            await expectSilence(of: first, since: count, "stopped and restarted during a transition, the source") {}
        }
        await expectRelease(story, before)
        await expectRelease(story, after)
    }

    /// Checks that a second start on the same center does not post each event twice.
    private func checkSecondStart(_ story: SourceStory) async throws(KeyboardSourceError) {
        let center = WeakCenter()
        try await observe(story, center) { (observer) async throws(KeyboardSourceError) in
            if let center = center.value { try source.start(postingTo: center) }
            await settle()
            let show = Request("show", isShown: true) { try self.show() }
            let hide = Request("hide", isShown: false) { try self.hide() }
            await check(observer, story, show, named: "show after a second start")
            await check(observer, story, hide, named: "hide after a second start")
            stop(observer)
        }
        await expectRelease(story, center)
    }

    /// Checks that a source that starts while the keyboard is shown posts a *show* of 0 seconds.
    private func checkStartWhileShown(_ story: SourceStory) async throws(KeyboardSourceError) {
        let (before, after) = (WeakCenter(), WeakCenter())
        let show = Request("show", isShown: true) { try self.show() }
        let hide = Request("hide", isShown: false) { try self.hide() }
        try await observe(story, before) { (first) async throws(KeyboardSourceError) in
            perform(show, first)
            await settle()
            first.finishTransitions()
            let isReallyShown = isShown?() ?? first.checker.isShown ?? false
            stop(first)
            try await observe(story, after, hidesFirst: false) { second in
                let moment = "started while the keyboard is shown, the source"
                if isReallyShown, second.checker.isShown != true {
                    second.add(.postsShowAndHide, "\(moment) did not report that it is shown")
                } else if let seconds = second.events.first?.info.animationDuration, seconds != 0 {
                    second.add(.postsShowAndHide, "\(moment) reported a transition of \(seconds) seconds")
                }
                await check(second, story, hide, named: "hide after a start while it is shown")
                stop(second)
            }
        }
        await expectRelease(story, before)
        await expectRelease(story, after)
    }

    /// Stops the source, which must not post in the call.
    private func stop(_ observer: SourceObserver) {
        let count = observer.count
        source.stop()
        guard observer.count != count else { return }
        observer.add(.silentWhenStopped, "asked to stop, the source posted \(observer.count - count) events")
    }

    /// Checks `requestShow()` and `requestHide()`.
    private func checkRequestsOfSource(_ observer: SourceObserver, _ story: SourceStory) async {
        guard source.capabilities.contains(.visibilityRequests) else {
            for (name, request) in requestsOfSource
            where error(of: request) != .unsupported(.visibilityRequests) {
                let sentence = "\(name) did not throw that requests are unsupported, which the capabilities exclude"
                observer.add(.capabilitiesAreTrue, sentence)
            }
            return
        }
        let (show, hide) = (requestsOfSource[0], requestsOfSource[1])
        await check(observer, story, Request(show.name, isShown: true, show.request))
        await check(observer, story, Request(hide.name, isShown: false, hide.request))
    }

    private var requestsOfSource: [(name: String, request: () throws -> Void)] {
        let source = source
        return [
            ("requestShow()", { try source.requestShow() }), ("requestHide()", { try source.requestHide() }),
        ]
    }

    /// Checks that a stopped source refuses requests.
    private func expectNoRequests(_ observer: SourceObserver) {
        guard source.capabilities.contains(.visibilityRequests) else { return }
        for (name, request) in requestsOfSource where error(of: request) != .notStarted {
            observer.add(.capabilitiesAreTrue, "\(name) of a stopped source did not throw that it is not started")
        }
    }

    private func error(of request: () throws -> Void) -> KeyboardSourceError? {
        do {
            try request()
            return nil
        } catch {
            return error as? KeyboardSourceError
        }
    }
}

// MARK: - Steps

extension SourceConformance {
    /// A request to the keyboard, or two in a row.
    fileprivate struct Request {
        let name: String
        /// Whether the keyboard is shown after the request.
        let isShown: Bool
        /// The number of requests to show, each of which may post a *show* event.
        let showCount: Int
        let perform: () throws -> Void

        init(_ name: String, isShown: Bool, showCount: Int? = nil, _ perform: @escaping () throws -> Void) {
            self.name = name
            self.isShown = isShown
            self.showCount = showCount ?? (isShown ? 1 : 0)
            self.perform = perform
        }

        static func + (first: Request, second: Request) -> Request {
            let showCount = first.showCount + second.showCount
            return Request("\(first.name) and \(second.name)", isShown: second.isShown, showCount: showCount) {
                try first.perform()
                try second.perform()
            }
        }
    }

    /// Starts the source on a center that only the source retains.
    private func startUnobserved() throws(KeyboardSourceError) -> WeakCenter {
        let center = NotificationCenter()
        try source.start(postingTo: center)
        return WeakCenter(center)
    }

    /// Starts the source on a new center, hides the keyboard if it is shown, and calls `body`.
    private func observe(
        _ story: SourceStory,
        _ center: WeakCenter,
        hidesFirst: Bool = true,
        _ body: (SourceObserver) async throws(KeyboardSourceError) -> Void
    ) async throws(KeyboardSourceError) {
        let checker = EventSequenceChecker(
            capabilities: source.capabilities,
            screenSize: screenSize,
            allowances: allowances,
            tolerance: tolerance
        )
        let new = NotificationCenter()
        center.value = new
        let observer = SourceObserver(new, scheduler, checker, of: source)
        let (earlierStatus, earlierCapabilities) = (source.status, source.capabilities)
        try source.start(postingTo: new)
        await settle()
        observer.readCapabilities()
        let capabilities = source.capabilities
        if source.status == earlierStatus { compare(capabilities, with: earlierCapabilities, observer) }
        observer.finishTransitions()
        let status = source.status
        if status != .available {
            let sentence = "the keyboard of the started source can be reached, but its status says that \(status)"
            observer.add(.statusIsTrue, sentence.escapingControlCharacters(limit: 300))
        }
        // The keyboard may be shown already.
        if hidesFirst, isShown?() ?? observer.checker.isShown ?? true {
            perform(Request("hide", isShown: false) { try self.hide() }, observer)
            await settle()
            observer.finishTransitions()
        }
        try await body(observer)
        if source.status == status { compare(source.capabilities, with: capabilities, observer) }
        story.finish(observer, capabilities)
    }

    private func compare(
        _ capabilities: KeyboardSourceCapabilities,
        with earlier: KeyboardSourceCapabilities,
        _ observer: SourceObserver
    ) {
        guard capabilities != earlier else { return }
        let sentence = "the capabilities changed from \(earlier) to \(capabilities)"
        observer.add(.capabilitiesAreTrue, sentence.escapingControlCharacters(limit: 200))
    }

    private func check(
        _ observer: SourceObserver,
        _ story: SourceStory,
        _ request: Request,
        named name: String? = nil,
        isQuick: Bool = false
    ) async {
        let name = name ?? request.name
        let count = observer.events.count
        perform(request, observer)
        await settle()
        observer.finishTransitions()
        story.note(observer, request)
        // A willShow may correct the duration of another one. A source that shows twice ends twice.
        let shows = observer.events.dropFirst(count).filter { $0.kind == .didShow }.map(\.info.frameEnd)
        if !allowances.contains(.repeatedWills), shows.count > max(Set(shows).count, request.showCount) {
            observer.add(.doubled, "requested to \(name), the source posted a didShow again with the same end frame")
        }
        let reported = observer.checker.isShown ?? false
        if let actual = isShown?(), actual != reported {
            let sentence = "requested to \(name), the keyboard is \(word(actual)), which the source did not report"
            observer.add(.postsShowAndHide, sentence)
        } else if reported != request.isShown, !(isQuick && allowances.contains(.dropsQuickRequests)) {
            let sentence = "requested to \(name), the source did not report that it is \(word(request.isShown))"
            observer.add(.postsShowAndHide, sentence)
        }
    }

    private func word(_ isShown: Bool) -> String {
        isShown ? "shown" : "hidden"
    }

    private func perform(_ request: Request, _ observer: SourceObserver) {
        do {
            try request.perform()
        } catch {
            let sentence = "requested to \(request.name), the keyboard threw an error: \(error)"
            observer.add(.postsShowAndHide, sentence.escapingControlCharacters(limit: 300))
        }
    }

    private func expectSilence(
        of observer: SourceObserver,
        since count: Int,
        _ subject: String,
        _ action: () -> Void
    ) async {
        await settle()
        action()
        await settle()
        guard observer.count != count else { return }
        observer.add(.silentWhenStopped, "\(subject) posted \(observer.count - count) events to the previous center")
    }

    private func expectRelease(_ story: SourceStory, _ center: WeakCenter) async {
        await settle()
        // A deinitializer that is isolated to the main actor may run as a job of its own.
        for _ in 0..<100 where center.value != nil { await Task.yield() }
        if center.value != nil { story.add(.retainsItsCenter, "the stopped source still retains its center") }
    }
}

/// A center that the suite does not retain.
@MainActor
private final class WeakCenter {
    weak var value: NotificationCenter?

    init(_ value: NotificationCenter? = nil) {
        self.value = value
    }
}

/// What a source posts in all its starts.
@MainActor
private final class SourceStory {
    private struct Place {
        let isShown: Bool
        let frame: CGRect
        let request: String
    }

    private var findings: [SourceConformance.Finding] = []
    private var places: [Place] = []
    private var hasFrameInMotion = false
    private var expectsFrameInMotion = false
    private let defaultCenter = DefaultCenterObserver()

    func add(_ rule: SourceConformance.Finding.Rule, _ sentence: String) {
        findings.append(.init(rule: rule, sentence: sentence))
    }

    /// Notes where the last transition of a request ends.
    func note(_ observer: SourceObserver, _ request: SourceConformance.Request) {
        guard let will = observer.checker.lastWill else { return }
        if let duration = will.info.animationDuration, duration > 0.1 { expectsFrameInMotion = true }
        guard (will.kind == .willShow) == request.isShown, let frame = will.info.frameEnd else { return }
        places.append(Place(isShown: request.isShown, frame: frame, request: request.name))
    }

    /// Adds the findings of one start.
    func finish(_ observer: SourceObserver, _ capabilities: KeyboardSourceCapabilities) {
        findings += observer.findings
        if observer.hasFrameInMotion || !capabilities.contains(.framesInMotion) { hasFrameInMotion = true }
        if let kinds = defaultCenter.kinds(of: observer.events) {
            add(.postsToItsCenter, "the source also posted its \(kinds) events to the default center")
        }
    }

    func findings(_ allowances: SourceConformance.Allowances) -> [SourceConformance.Finding] {
        if !hasFrameInMotion, expectsFrameInMotion {
            add(.capabilitiesAreTrue, "no frame in motion was posted, which the capabilities promise")
        }
        if !allowances.contains(.disconnectedFrames) {
            for isShown in [true, false] { comparePlaces(places.filter { $0.isShown == isShown }) }
        }
        return findings
    }

    /// Compares the places with the most frequent one.
    private func comparePlaces(_ places: [Place]) {
        let counts = places.map { place in places.count { $0.frame.isClose(to: place.frame) } }
        guard let most = counts.max(), let index = counts.firstIndex(of: most) else { return }
        let usual = places[index].frame
        for place in places where !place.frame.isClose(to: usual) {
            add(
                .framesRepeat,
                "requested to \(place.request), the keyboard moved to \(place.frame), but usually to \(usual)"
            )
        }
    }
}
