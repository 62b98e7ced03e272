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
/// It has the keyboard come and go, each twice in a row as well, turn back in mid-air, and stops the source in
/// mid-move, starts it anew, and starts it on another center. It listens to centers of its own, so that nothing else is
/// heard.
@MainActor
public struct SourceConformance {
    private let source: any KeyboardSource
    private let show: () -> Void
    private let hide: () -> Void
    private let settle: () async -> Void
    private let scheduler: any KeyboardScheduler
    private let screenSize: CGSize?
    private let allowances: StoryChecker.Allowances
    private let tolerance: Double

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
    ///   - tolerance: how far from its duration's end a *did* may come, in seconds.
    public init(
        of source: any KeyboardSource,
        show: @escaping () -> Void,
        hide: @escaping () -> Void,
        settle: @escaping () async -> Void,
        scheduler: (any KeyboardScheduler)? = nil,
        screenSize: CGSize? = nil,
        allowances: StoryChecker.Allowances = [],
        tolerance: Double = 0.1
    ) {
        self.source = source
        self.show = show
        self.hide = hide
        self.settle = settle
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        self.screenSize = screenSize
        self.allowances = allowances
        self.tolerance = tolerance
    }

    /// Drives the source, and tells what was found; nothing where all is well.
    ///
    /// - Throws: what the source throws when it is started.
    public func findings() async throws(KeyboardSourceError) -> [SourceFinding] {
        let first = try start()
        await act(first, "come", toBeShown: true) { show() }
        await act(first, "go", toBeShown: false) { hide() }
        await act(first, "come twice", toBeShown: true) {
            show()
            show()
        }
        await act(first, "go and come", toBeShown: true) {
            hide()
            show()
        }
        await act(first, "go twice", toBeShown: false) {
            hide()
            hide()
        }
        await act(first, "come and go", toBeShown: false) {
            show()
            hide()
        }

        show()
        source.stop()
        await expectSilence(of: first, "a source that was stopped in mid-move") { hide() }

        let second = try start()
        await act(second, "come after a new start", toBeShown: true) { show() }
        let third = try start()
        await expectSilence(of: second, "a source that was started on another center, to the one before,") { hide() }
        await act(third, "come on another center", toBeShown: true) { show() }
        await act(third, "go on another center", toBeShown: false) { hide() }
        source.stop()
        return [first, second, third].flatMap(\.findings)
    }

    /// Starts the source on a center of its own, where nobody has heard anything yet.
    private func start() throws(KeyboardSourceError) -> SourceListener {
        let center = NotificationCenter()
        let checker = StoryChecker(
            capabilities: source.capabilities,
            screenSize: screenSize,
            allowances: allowances,
            tolerance: tolerance
        )
        let listener = SourceListener(center, scheduler, checker, source.capabilities)
        try source.start(postingTo: center)
        return listener
    }

    private func act(
        _ listener: SourceListener,
        _ deed: String,
        toBeShown: Bool,
        _ action: () -> Void
    ) async {
        action()
        await settle()
        listener.settle()
        guard listener.isShown != toBeShown else { return }
        listener.add(.tellsWhatItDoes, "asked to \(deed), it did not tell that it is \(toBeShown ? "shown" : "hidden")")
    }

    private func expectSilence(of listener: SourceListener, _ source: String, _ action: () -> Void) async {
        let before = listener.count
        await settle()
        action()
        await settle()
        guard listener.count != before else { return }
        listener.add(.silentWhenStopped, "\(source) told \(listener.count - before) events")
    }
}
