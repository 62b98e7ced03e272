public import Foundation
public import KeyboardObservation

/// Checks that a `KeyboardSource` tells a story that screens can live with. For everybody who writes a source; it
/// needs no test framework, and returns what it finds:
///
/// ```swift
/// let findings = await SourceConformance(
///     of: source,
///     show: { keyboard.show() },
///     hide: { keyboard.hide() },
///     settle: { scheduler.advance(by: .seconds(2)) },
///     scheduler: scheduler
/// ).findings()
/// #expect(findings.isEmpty)
/// ```
///
/// It has the keyboard come and go, come twice, turn back in mid-air, and stops and starts the source in between. On a
/// center of its own, so that nothing else is heard.
@MainActor
public struct SourceConformance {
    private let source: any KeyboardSource
    private let show: () -> Void
    private let hide: () -> Void
    private let settle: () async -> Void
    private let scheduler: any KeyboardScheduler
    private let screenSize: CGSize?
    private let allowances: StoryChecker.Allowances

    /// Says what is checked, and how to drive it.
    ///
    /// - Parameters:
    ///   - source: what is checked. It is started and stopped several times, and stopped in the end.
    ///   - show: makes the keyboard come.
    ///   - hide: makes it go.
    ///   - settle: lets time pass until every move must have ended, and its events been told.
    ///   - scheduler: tells the times of events; ``KeyboardObservation/MainQueueScheduler/shared`` where `nil`.
    ///   - screenSize: the screen's size, in points, to check frames against; `nil` to leave that.
    ///   - allowances: what this source does that others do not.
    public init(
        of source: any KeyboardSource,
        show: @escaping () -> Void,
        hide: @escaping () -> Void,
        settle: @escaping () async -> Void,
        scheduler: (any KeyboardScheduler)? = nil,
        screenSize: CGSize? = nil,
        allowances: StoryChecker.Allowances = []
    ) {
        self.source = source
        self.show = show
        self.hide = hide
        self.settle = settle
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        self.screenSize = screenSize
        self.allowances = allowances
    }

    /// Drives the source, and tells what was found; nothing where all is well.
    ///
    /// - Throws: what the source throws when it is started.
    public func findings() async throws(KeyboardSourceError) -> [SourceFinding] {
        let center = NotificationCenter()
        let listener = Listener(
            center,
            scheduler,
            StoryChecker(capabilities: source.capabilities, screenSize: screenSize, allowances: allowances)
        )
        try source.start(postingTo: center)
        await act(listener, "come", toBeShown: true) { show() }
        await act(listener, "go", toBeShown: false) { hide() }
        await act(listener, "come twice", toBeShown: true) {
            show()
            show()
        }
        await act(listener, "go and come", toBeShown: true) {
            hide()
            show()
        }
        await act(listener, "go", toBeShown: false) { hide() }
        await act(listener, "come and go", toBeShown: false) {
            show()
            hide()
        }

        source.stop()
        let toldBefore = listener.count
        show()
        await settle()
        hide()
        await settle()
        if listener.count != toldBefore {
            listener.add(.silentWhenStopped, "a stopped source told \(listener.count - toldBefore) events")
        }

        try source.start(postingTo: center)
        await act(listener, "come after a new start", toBeShown: true) { show() }
        await act(listener, "go after a new start", toBeShown: false) { hide() }
        source.stop()
        return listener.findings
    }

    private func act(
        _ listener: Listener,
        _ deed: String,
        toBeShown: Bool,
        _ action: () -> Void
    ) async {
        action()
        await settle()
        listener.settle()
        guard source.capabilities.contains(.didEvents), listener.isShown != toBeShown else { return }
        listener.add(.tellsWhatItDoes, "asked to \(deed), it did not tell that it is \(toBeShown ? "shown" : "hidden")")
    }
}

/// Hears a center, and hands what it hears to a checker.
@MainActor
private final class Listener {
    private var checker: StoryChecker
    private var otherFindings: [SourceFinding] = []
    private let pool: KeyboardObserverPool
    private var token: KeyboardObservationToken?
    private(set) var count = 0

    init(_ center: NotificationCenter, _ scheduler: any KeyboardScheduler, _ checker: StoryChecker) {
        self.checker = checker
        pool = KeyboardObserverPool(center: center)
        // A frame that cannot be read is gone from the event; what was wrong with it is told here.
        pool.onIssue = { [weak self] issue in
            guard case .unreadableValue(_, let key, _, _) = issue else { return }
            let isFrame = [KeyboardUserInfoKey.frameBegin, KeyboardUserInfoKey.frameEnd].contains(key)
            self?.add(isFrame ? .framesAreFinite : .payloadIsComplete, issue.description)
        }
        token = pool.observe(for: self) { listener, event in
            listener.count += 1
            listener.checker.receive(event, at: scheduler.now)
        }
    }

    var findings: [SourceFinding] {
        checker.findings + otherFindings
    }

    /// Whether the keyboard has told to be shown, or hidden; before it has told anything it is hidden.
    var isShown: Bool {
        checker.isShown ?? false
    }

    func settle() {
        checker.settle()
    }

    func add(_ rule: SourceFinding.Rule, _ sentence: String) {
        otherFindings.append(SourceFinding(rule: rule, sentence: sentence, eventNumber: count))
    }
}
