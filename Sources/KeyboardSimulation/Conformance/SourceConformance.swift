public import Foundation
public import KeyboardObservation

/// Checks the order and the payload of the notifications that a `KeyboardSource` posts.
///
/// The suite returns its findings and does not depend on a test framework:
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
/// The suite makes these checks:
///
/// - The suite shows the keyboard with one request, and hides it with one request.
/// - The suite shows the keyboard with two equal requests in a row, and hides it with two equal requests in a row.
/// - The suite sends a request directly after the opposite request, to reverse the running transition.
/// - The suite stops and restarts the source in three situations: at rest, during a transition, and while the keyboard
///   is shown.
/// - The suite starts a running source again, on the same center and on a new center.
///
/// If the keyboard is shown when the suite begins, the suite hides the keyboard. The suite uses its own notification
/// centers, so other sources do not affect the findings.
@MainActor
public struct SourceConformance {
    /// The deviations that the suite accepts.
    ///
    /// Only the tests of this package set `allowances`. By default, the suite accepts no deviation.
    package var allowances: Set<EventSequenceChecker.Allowance> = []

    private let source: any KeyboardSource
    private let show: () throws -> Void
    private let hide: () throws -> Void
    private let settle: () async -> Void
    private let isShown: (() -> Bool)?
    private let scheduler: any KeyboardScheduler
    private let screenSize: CGSize?
    private let dropsQuickRequests: Bool
    private let tolerance: Double

    /// Creates a suite for a source.
    ///
    /// - Parameters:
    ///   - source: The source to check. The suite starts and stops the source several times, and stops it at the end.
    ///   - show: Shows the keyboard. If the closure throws an error, the suite adds a finding.
    ///   - hide: Hides the keyboard. If the closure throws an error, the suite adds a finding.
    ///   - settle: Waits until every transition has ended and the source has posted all events.
    ///   - isShown: Returns whether the keyboard is shown. The closure must ask the keyboard, not the source. If the
    ///     closure is `nil`, the suite assumes that the keyboard obeys each request.
    ///   - scheduler: The scheduler that supplies the times of events. If the scheduler is `nil`, the suite uses
    ///     ``/KeyboardObservation/MainQueueScheduler/shared``.
    ///   - screenSize: The size of the screen, in points. If the size is `nil`, the suite does not check whether frames
    ///     are on the screen.
    ///   - dropsQuickRequests: Whether the keyboard can ignore a request that directly follows the opposite request.
    ///     For example, Onboard ignores a show request within 0.2 seconds after a hide request.
    ///   - tolerance: A time limit in seconds. The limit applies to the time between the end of a transition and its
    ///     *did* event. The limit also applies to the time between the two events of a pair.
    public init(
        of source: any KeyboardSource,
        show: @escaping () throws -> Void,
        hide: @escaping () throws -> Void,
        settle: @escaping () async -> Void,
        isShown: (() -> Bool)? = nil,
        scheduler: (any KeyboardScheduler)? = nil,
        screenSize: CGSize? = nil,
        dropsQuickRequests: Bool = false,
        tolerance: Double = 0.1
    ) {
        self.source = source
        self.show = show
        self.hide = hide
        self.settle = settle
        self.isShown = isShown
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        self.screenSize = screenSize
        self.dropsQuickRequests = dropsQuickRequests
        self.tolerance = tolerance
    }

    /// Runs the checks on the source and returns the findings, in the order of the checks.
    ///
    /// The array is empty if no rule is violated.
    ///
    /// - Throws: The error of the source's `start(postingTo:)` method.
    public func findings() async throws(KeyboardSourceError) -> [Finding] {
        let story = SourceStory()
        do throws(KeyboardSourceError) {
            for steps in Step.checks { try await perform(steps, story) }
            try await checkRetention(story)
        } catch {
            source.stop()
            throw error
        }
        return story.findings(allowances)
    }
}

// MARK: - The table of checks

extension SourceConformance {
    /// One step of a check.
    private enum Step {
        /// Starts the source on a new center, and hides the keyboard if it is shown.
        case start
        /// Starts the source on a new center while the keyboard is shown.
        ///
        /// The source must post a *show* event with a duration of 0 seconds.
        case startWhileShown
        /// Starts the source again on the same center.
        case startAgain
        /// Sends all requests, waits until the keyboard is at rest, and checks the events.
        ///
        /// `quick` is `true` if a request directly follows the opposite request. Some keyboards ignore such a request.
        case check([Request], _ name: String, quick: Bool = false)
        /// Calls `requestShow()` and `requestHide()` of the source, and checks the events.
        case checkOwnRequests
        /// Sends a request, and does not wait for the transition.
        case request(Request)
        /// Waits until the keyboard is at rest.
        case settle
        /// Stops the source, and expects that the source posts nothing while it stops.
        case stop
        /// Stops a source that is already stopped.
        case stopAgain
        /// Expects that the source posts nothing to its previous centers.
        ///
        /// If the step contains a request, the suite sends the request first.
        case expectSilence(_ subject: String, Request?)
        /// Expects that the source posts no *did* event of a transition that began before the restart.
        case expectNoDid
        /// Expects that the stopped source's `requestShow()` and `requestHide()` throw an error.
        case expectNoRequests

        /// The checks of the suite, each as a list of steps.
        ///
        /// Each check first starts the source.
        static let checks: [[Step]] = [
            [
                .start, .check([.show], "show"), .check([.hide], "hide"), .check([.show, .show], "show twice"),
                .check([.hide, .show], "hide and show", quick: true), .check([.hide, .hide], "hide twice"),
                .check([.show, .hide], "show and hide", quick: true), .checkOwnRequests, .request(.show), .stop,
                .expectSilence("stopped during a transition, the source", .hide), .expectNoRequests,
            ],
            [
                .start, .check([.show], "show after a restart"), .start,
                .expectSilence("restarted on another center, the source", .hide),
                .check([.show], "show on another center"), .check([.hide], "hide on another center"), .stop,
                .stopAgain, .expectSilence("stopped, the source", nil),
            ],
            [
                .start, .request(.show), .stop, .start, .expectNoDid,
                .check([.show], "show after a restart during a transition"),
                .check([.hide], "hide after a restart during a transition"), .stop,
                .expectSilence("stopped and restarted during a transition, the source", nil),
            ],
            [
                .start, .startAgain, .check([.show], "show after a second start"),
                .check([.hide], "hide after a second start"), .stop,
            ],
            [
                .start, .request(.show), .settle, .stop, .startWhileShown,
                .check([.hide], "hide after a start while it is shown"), .stop,
            ],
        ]
    }

    /// A request to the keyboard.
    fileprivate enum Request: String {
        case show, hide
    }

    /// One start of the source.
    ///
    /// Each start has a notification center of its own.
    private struct Start {
        let observer: SourceObserver
        /// The status and the capabilities after the start.
        let status: KeyboardSourceStatus
        let capabilities: KeyboardSourceCapabilities
        /// The number of notifications that this center had received when the suite stopped or restarted the source.
        ///
        /// The number is `nil` until the suite stops or restarts the source.
        var finalCount: Int?
    }

    /// Performs the steps of one check.
    private func perform(_ steps: [Step], _ story: SourceStory) async throws(KeyboardSourceError) {
        var centers: [WeakCenter] = []
        try await perform(steps, story, &centers)
        // The observers retain the centers. The preceding call released its observers before it returned.
        for center in centers { await expectRelease(story, center) }
    }

    private func perform(
        _ steps: [Step],
        _ story: SourceStory,
        _ centers: inout [WeakCenter]
    ) async throws(KeyboardSourceError) {
        var starts: [Start] = []
        for step in steps {
            switch step {
            case .start, .startWhileShown:
                let isReallyShown = starts.last.map { isShown?() ?? $0.observer.checker.isShown ?? false } ?? false
                if let last = starts.indices.last { starts[last].finalCount = starts[last].observer.count }
                let center = NotificationCenter()
                centers.append(WeakCenter(center))
                if case .start = step {
                    starts.append(try await start(on: center, hidesFirst: true))
                } else {
                    starts.append(try await start(on: center, hidesFirst: false))
                    if isReallyShown, let second = starts.last?.observer { expectShow(second) }
                }
            case .stop:
                guard let last = starts.indices.last else { continue }
                try await perform(step, starts, story)
                starts[last].finalCount = starts[last].observer.count
            default:
                try await perform(step, starts, story)
            }
        }
        for start in starts.reversed() {
            if source.status == start.status { compare(source.capabilities, with: start.capabilities, start.observer) }
            story.finish(start.observer, start.capabilities)
        }
    }

    /// Performs a step with the latest start of the source.
    private func perform(
        _ step: Step,
        _ starts: [Start],
        _ story: SourceStory
    ) async throws(KeyboardSourceError) {
        guard let observer = starts.last?.observer else { return }
        switch step {
        case .start, .startWhileShown:
            break
        case .startAgain:
            try source.start(postingTo: observer.center)
            await settle()
        case .check(let requests, let name, let isQuick):
            await check(observer, story, requests, name, isQuick: isQuick)
        case .checkOwnRequests:
            await checkOwnRequests(observer, story)
        case .request(let request):
            send(request, observer)
            story.note(observer, isShown: request == .show, request.rawValue)
        case .settle:
            await settle()
            observer.finishTransitions()
        case .stop, .stopAgain:
            let count = observer.count
            source.stop()
            if observer.count != count {
                observer.add(.silentWhenStopped, "asked to stop, the source posted \(observer.count - count) events")
            }
        case .expectSilence(let subject, let request):
            await settle()
            if let request { send(request, observer) }
            await settle()
            for start in starts {
                guard let count = start.finalCount.map({ start.observer.count - $0 }), count != 0 else { continue }
                start.observer.add(.silentWhenStopped, "\(subject) posted \(count) events to the previous center")
            }
        case .expectNoDid:
            guard let did = observer.didOfPreviousStart else { return }
            let moment = "stopped and restarted during a transition"
            observer.add(.silentWhenStopped, "\(moment), the source posted the transition's \(did)")
        case .expectNoRequests:
            guard source.capabilities.contains(.visibilityRequests) else { return }
            for (name, request, _) in ownRequests where error(of: request) != .notStarted {
                observer.add(.capabilitiesAreTrue, "\(name) of a stopped source did not throw that it is not started")
            }
        }
    }

    /// Checks that a started source retains its center.
    ///
    /// The source must release the center when the source stops.
    private func checkRetention(_ story: SourceStory) async throws(KeyboardSourceError) {
        let center = try startUnobserved()
        await settle()
        if center.value == nil { story.add(.retainsItsCenter, "the started source did not retain its center") }
        source.stop()
        await expectRelease(story, center)
    }
}

// MARK: - Starts and requests

extension SourceConformance {
    /// Starts the source on a center that only the source retains.
    private func startUnobserved() throws(KeyboardSourceError) -> WeakCenter {
        let center = NotificationCenter()
        try source.start(postingTo: center)
        return WeakCenter(center)
    }

    /// Starts the source, and hides a shown keyboard if `hidesFirst` is `true`.
    private func start(
        on center: NotificationCenter,
        hidesFirst: Bool
    ) async throws(KeyboardSourceError) -> Start {
        let checker = EventSequenceChecker(
            capabilities: source.capabilities,
            screenSize: screenSize,
            allowances: allowances,
            tolerance: tolerance
        )
        let observer = SourceObserver(center, scheduler, checker, of: source)
        let (earlierStatus, earlierCapabilities) = (source.status, source.capabilities)
        try source.start(postingTo: center)
        await settle()
        observer.readCapabilities()
        let capabilities = source.capabilities
        if source.status == earlierStatus { compare(capabilities, with: earlierCapabilities, observer) }
        observer.finishTransitions()
        let status = source.status
        if status != .available {
            let sentence = "the keyboard of the started source can be reached, but its status says that \(status)"
            observer.add(.statusIsTrue, sentence.escapingControlCharacters())
        }
        // The keyboard can already be on screen when the source starts.
        if hidesFirst, isShown?() ?? observer.checker.isShown ?? true {
            send(.hide, observer)
            await settle()
            observer.finishTransitions()
        }
        return Start(observer: observer, status: status, capabilities: capabilities)
    }

    private func compare(
        _ capabilities: KeyboardSourceCapabilities,
        with earlier: KeyboardSourceCapabilities,
        _ observer: SourceObserver
    ) {
        guard capabilities != earlier else { return }
        let sentence = "the capabilities changed from \(earlier) to \(capabilities)"
        observer.add(.capabilitiesAreTrue, sentence.escapingControlCharacters())
    }

    /// Expects that the started source has posted a *show* event with a duration of 0 seconds.
    private func expectShow(_ observer: SourceObserver) {
        let moment = "started while the keyboard is shown, the source"
        if observer.checker.isShown != true {
            observer.add(.postsShowAndHide, "\(moment) did not report that it is shown")
        } else if let seconds = observer.events.first?.info.animationDuration, seconds != 0 {
            observer.add(.postsShowAndHide, "\(moment) reported a transition of \(seconds) seconds")
        }
    }

    /// Checks `requestShow()` and `requestHide()`.
    private func checkOwnRequests(_ observer: SourceObserver, _ story: SourceStory) async {
        for (name, request, isShown) in ownRequests {
            if source.capabilities.contains(.visibilityRequests) {
                await check(observer, story, name, isShown: isShown, showCount: isShown ? 1 : 0, request)
            } else if error(of: request) != .unsupported(.visibilityRequests) {
                let sentence = "\(name) did not throw that requests are unsupported, which the capabilities exclude"
                observer.add(.capabilitiesAreTrue, sentence)
            }
        }
    }

    private var ownRequests: [(name: String, request: () throws -> Void, isShown: Bool)] {
        let source = source
        return [
            ("requestShow()", { try source.requestShow() }, true),
            ("requestHide()", { try source.requestHide() }, false),
        ]
    }

    private func error(of request: () throws -> Void) -> KeyboardSourceError? {
        do {
            try request()
            return nil
        } catch {
            return error as? KeyboardSourceError
        }
    }

    private func send(_ request: Request, _ observer: SourceObserver) {
        send(request.rawValue, observer, request == .show ? show : hide)
    }

    private func send(_ name: String, _ observer: SourceObserver, _ request: () throws -> Void) {
        do {
            try request()
        } catch {
            let sentence = "requested to \(name), the keyboard threw an error: \(error)"
            observer.add(.postsShowAndHide, sentence.escapingControlCharacters())
        }
    }

    private func check(
        _ observer: SourceObserver,
        _ story: SourceStory,
        _ requests: [Request],
        _ name: String,
        isQuick: Bool
    ) async {
        let showCount = requests.count { $0 == .show }
        await check(observer, story, name, isShown: requests.last == .show, showCount: showCount, isQuick: isQuick) {
            for request in requests { try request == .show ? show() : hide() }
        }
    }

    /// Sends requests, and checks the events.
    ///
    /// `showCount` is the number of `show` requests. Each `show` request can cause a *show* event.
    private func check(
        _ observer: SourceObserver,
        _ story: SourceStory,
        _ name: String,
        isShown expected: Bool,
        showCount: Int,
        isQuick: Bool = false,
        _ request: () throws -> Void
    ) async {
        let count = observer.events.count
        send(name, observer, request)
        await settle()
        observer.finishTransitions()
        story.note(observer, isShown: expected, name)
        // The suite does not count willShow events, because a source can post a second willShow event with a corrected
        // duration.
        let shows = observer.events.dropFirst(count).filter { $0.kind == .didShow }.map(\.info.frameEnd)
        if shows.count > max(Set(shows).count, showCount) {
            observer.add(.doubled, "requested to \(name), the source posted a didShow again with the same end frame")
        }
        let reported = observer.checker.isShown ?? false
        if let actual = isShown?(), actual != reported {
            let sentence = "requested to \(name), the keyboard is \(word(actual)), which the source did not report"
            observer.add(.postsShowAndHide, sentence)
        } else if reported != expected, !(isQuick && dropsQuickRequests) {
            let sentence = "requested to \(name), the source did not report that it is \(word(expected))"
            observer.add(.postsShowAndHide, sentence)
        }
    }

    private func word(_ isShown: Bool) -> String {
        isShown ? "shown" : "hidden"
    }

    private func expectRelease(_ story: SourceStory, _ center: WeakCenter) async {
        await settle()
        // A deinitializer that is isolated to the main actor can run in a later job. The loop yields at most 100 times,
        // so that the deinitializer can run.
        for _ in 0..<100 where center.value != nil { await Task.yield() }
        if center.value != nil { story.add(.retainsItsCenter, "the stopped source still retains its center") }
    }
}

/// A weak reference to a notification center.
@MainActor
private final class WeakCenter {
    weak var value: NotificationCenter?

    init(_ value: NotificationCenter? = nil) {
        self.value = value
    }
}

/// Collects the findings from all starts of a source.
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

    /// Stores the end frame of the last transition.
    ///
    /// If the transition does not fulfil the request, the method does not store the frame.
    func note(_ observer: SourceObserver, isShown: Bool, _ request: String) {
        guard let will = observer.checker.lastWill else { return }
        if let duration = will.info.animationDuration, duration > 0.1 { expectsFrameInMotion = true }
        guard (will.kind == .willShow) == isShown, let frame = will.info.frameEnd else { return }
        places.append(Place(isShown: isShown, frame: frame, request: request))
    }

    /// Adds the findings of one start.
    func finish(_ observer: SourceObserver, _ capabilities: KeyboardSourceCapabilities) {
        findings += observer.findings
        if observer.hasFrameInMotion || !capabilities.contains(.framesInMotion) { hasFrameInMotion = true }
        if let kinds = defaultCenter.kinds(of: observer.events) {
            add(.postsToItsCenter, "the source also posted its \(kinds) events to the default center")
        }
    }

    func findings(_ allowances: Set<EventSequenceChecker.Allowance>) -> [SourceConformance.Finding] {
        if !hasFrameInMotion, expectsFrameInMotion {
            add(.capabilitiesAreTrue, "no frame in motion was posted, which the capabilities promise")
        }
        if !allowances.contains(.disconnectedFrames) {
            for isShown in [true, false] { comparePlaces(places.filter { $0.isShown == isShown }) }
        }
        return findings
    }

    /// Adds a finding for each end frame that differs from the most frequent end frame.
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
