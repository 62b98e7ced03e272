public import KeyboardObservation

/// Checks the order and the payload of the notifications that a `KeyboardSource` posts.
///
/// Use this suite to test your own source, with a fake keyboard or with the real keyboard.
///
/// ```swift
/// let findings = try await SourceConformance(
///     of: source,
///     show: { keyboard.show() },
///     hide: { keyboard.hide() },
///     settle: { scheduler.advance(by: .seconds(2)) }
/// ).findings()
/// #expect(findings.isEmpty)
/// ```
///
/// The suite shows and hides the keyboard, repeats requests, and makes opposite requests in quick succession. The suite
/// stops the source during a transition. The suite starts a running source again, on another center and on the same
/// center. The suite also starts the source while the keyboard is shown. If the keyboard is shown, the suite hides it
/// before the first check. Other sources do not affect the findings, because the suite creates its own centers. The
/// suite needs no test framework.
@MainActor
public struct SourceConformance {
    /// A violation of one of the rules that screens depend on.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        package enum Rule: String {
            /// A *show* or *hide* event directly follows a *frame* event with the same payload.
            case frameFirst
            case didNeedsWill
            /// Each *will* event of an uninterrupted transition has a *did* event.
            case willNeedsDid
            case doubled
            /// A *did* event has the sender and the end frame of its *will* event.
            case didMatchesWill
            /// If a source reports frames, each event has finite frames and the bounds of the screen.
            case payloadIsComplete
            /// A source that starts while the keyboard is shown posts a *show* with a duration of 0.
            case postsShowAndHide
            case capabilitiesAreTrue
            case postsOnTheMainActor
            /// A stopped source posts nothing, and a restarted source posts only to its latest center.
            case silentWhenStopped
        }

        package let rule: Rule
        let sentence: String
        /// The index of the event, which starts at 0 for each center; `nil` if the finding is not about one event.
        let eventNumber: Int?

        /// The name of the rule, a sentence, and the index of the event.
        public var description: String {
            "\(rule): \(sentence)" + (eventNumber.map { " (event \($0))" } ?? "")
        }
    }

    private enum Request: String {
        case show, hide
    }

    private let source: any KeyboardSource
    private let show: () throws -> Void
    private let hide: () throws -> Void
    private let settle: () async -> Void
    private let isShown: (() -> Bool)?
    private let dropsQuickRequests: Bool

    /// Creates a suite for a source.
    ///
    /// - Parameters:
    ///   - source: The source to check. The suite starts and stops the source several times, and stops it at the end.
    ///   - show: Shows the keyboard. If the closure throws an error, the error is a finding.
    ///   - hide: Hides the keyboard. If the closure throws an error, the error is a finding.
    ///   - settle: Waits until every transition has ended and the source has posted all events.
    ///   - isShown: Returns whether the keyboard is shown. The closure must ask the keyboard, not the source. If the
    ///     closure is `nil`, the suite assumes that the keyboard obeys each request.
    ///   - dropsQuickRequests: Whether the keyboard may ignore the second of two opposite requests in quick succession.
    ///     For example, Onboard ignores a show request within 0.2 seconds after a hide request.
    public init(
        of source: any KeyboardSource,
        show: @escaping () throws -> Void,
        hide: @escaping () throws -> Void,
        settle: @escaping () async -> Void,
        isShown: (() -> Bool)? = nil,
        dropsQuickRequests: Bool = false
    ) {
        self.source = source
        self.show = show
        self.hide = hide
        self.settle = settle
        self.isShown = isShown
        self.dropsQuickRequests = dropsQuickRequests
    }

    /// Runs the checks on the source, and returns the findings in the order of the checks.
    ///
    /// - Throws: The error that the source's `start(postingTo:)` method throws.
    public func findings() async throws(KeyboardSourceError) -> [Finding] {
        defer { source.stop() }
        let first = try await start()
        await check([.show], "show", first)
        await check([.hide], "hide", first)
        await check([.show, .show], "show twice", first)
        await check([.hide, .show], "hide and show", first, isQuick: true)
        await check([.hide, .hide], "hide twice", first)
        await check([.show, .hide], "show and hide", first, isQuick: true)
        await checkOwnRequests(first)
        send(.show, first)
        let count = first.count
        source.stop()
        await settle()
        send(.hide, first)
        await expectSilence(of: first, since: count, "stopped during a transition")

        let second = try await start()
        await check([.show], "show after a restart during a transition", second)
        let secondCount = second.count
        let third = try await start()
        await expectSilence(of: second, since: secondCount, "restarted on another center")
        try source.start(postingTo: third.center)
        await settle()
        await check([.show], "show after a second start", third)
        await stop(third, "stopped while the keyboard is shown")

        let fourth = try await start(hidesFirst: false)
        let isReported = fourth.events.contains { $0.kind == .willShow && $0.info.animationDuration == 0 }
        if isShown?() ?? third.checker.isShown ?? false, !isReported, fourth.checker.isShown != true {
            fourth.add(.postsShowAndHide, "started while the keyboard is shown, the source posted no show")
        }
        await check([.hide], "hide after a start while it is shown", fourth)
        await stop(fourth, "stopped while the keyboard is hidden")
        return [first, second, third, fourth].flatMap(\.findings)
    }

    private func start(hidesFirst: Bool = true) async throws(KeyboardSourceError) -> SourceObserver {
        let observer = SourceObserver(of: source)
        try source.start(postingTo: observer.center)
        await settle()
        observer.finishTransitions()
        guard hidesFirst, isShown?() ?? observer.checker.isShown ?? true else { return observer }
        send(.hide, observer)
        await settle()
        observer.finishTransitions()
        return observer
    }

    private func stop(_ observer: SourceObserver, _ situation: String) async {
        let count = observer.count
        source.stop()
        await expectSilence(of: observer, since: count, situation)
    }

    private func expectSilence(of observer: SourceObserver, since count: Int, _ situation: String) async {
        await settle()
        guard observer.count != count else { return }
        observer.add(.silentWhenStopped, "\(situation), the source posted \(observer.count - count) notifications")
    }

    // MARK: Requests

    private func checkOwnRequests(_ observer: SourceObserver) async {
        guard source.capabilities.contains(.visibilityRequests) else { return }
        let source = source
        await check([.show], "requestShow()", observer) { try source.requestShow() }
        await check([.hide], "requestHide()", observer) { try source.requestHide() }
    }

    private func check(
        _ requests: [Request],
        _ name: String,
        _ observer: SourceObserver,
        isQuick: Bool = false,
        _ perform: (() throws -> Void)? = nil
    ) async {
        let count = observer.events.count
        if let perform {
            send(name, observer, perform)
        } else {
            for request in requests { send(request, observer) }
        }
        await settle()
        observer.finishTransitions()
        // A source can correct the duration of a *show* with a second *will* event.
        let shows = observer.events.dropFirst(count).filter { $0.kind == .didShow }.map(\.info.frameEnd)
        if shows.count > max(Set(shows).count, requests.count { $0 == .show }) {
            observer.add(.doubled, "requested to \(name), the source posted a didShow again with the same end frame")
        }
        let reported = observer.checker.isShown ?? false
        let expected = isShown?() ?? (isQuick && dropsQuickRequests ? reported : requests.last == .show)
        if reported != expected {
            let word = expected ? "shown" : "hidden"
            observer.add(.postsShowAndHide, "requested to \(name), the source did not report that it is \(word)")
        }
        let isObeyed = isQuick && dropsQuickRequests || expected == (requests.last == .show)
        if !isObeyed { observer.add(.postsShowAndHide, "requested to \(name), the keyboard did not") }
    }

    private func send(_ request: Request, _ observer: SourceObserver) {
        send(request.rawValue, observer, request == .show ? show : hide)
    }

    private func send(_ name: String, _ observer: SourceObserver, _ perform: () throws -> Void) {
        do {
            try perform()
        } catch {
            let sentence = "requested to \(name), the keyboard threw an error: \(error)"
            observer.add(.postsShowAndHide, sentence.escapingControlCharacters())
        }
    }
}
