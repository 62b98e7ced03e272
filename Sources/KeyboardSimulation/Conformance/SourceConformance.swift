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
/// The suite shows and hides the keyboard, each once and twice in a row, reverses transitions, stops the source during
/// a transition, restarts it, and starts it on another center. The suite uses its own notification centers, and other
/// sources do not affect the result.
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

        /// *Will* events may repeat without a *did* event between them, and a *hide* event may follow a *hide* event.
        public static let repeatedWills = Allowances(rawValue: 4)

        /// *Frame* events may differ from their *show* or *hide* events, and *did* events from their *will* events.
        public static let oddFrames = Allowances(rawValue: 8)

        /// *Did* events may be posted at any time.
        public static let anyTime = Allowances(rawValue: 16)
    }

    private let source: any KeyboardSource
    private let show: () -> Void
    private let hide: () -> Void
    private let settle: () async -> Void
    private let scheduler: any KeyboardScheduler
    private let screenSize: CGSize?
    private let allowances: Allowances
    private let tolerance: Double

    /// Creates a suite for a source.
    ///
    /// - Parameters:
    ///   - source: The source to check. The suite starts and stops the source several times, and stops it at the end.
    ///   - show: Shows the keyboard.
    ///   - hide: Hides the keyboard.
    ///   - settle: Waits until every transition has ended and its events are posted.
    ///   - scheduler: The scheduler that supplies the times of events. If it is `nil`,
    ///     ``KeyboardObservation/MainQueueScheduler/shared`` is used.
    ///   - screenSize: The size of the screen, in points. If it is `nil`, the rule ``Finding/Rule/framesFitTheScreen``
    ///     is not checked.
    ///   - allowances: Deviations of this source that are not findings.
    ///   - tolerance: The largest difference between the time of a *did* event and the end of its transition, in
    ///     seconds.
    public init(
        of source: any KeyboardSource,
        show: @escaping () -> Void,
        hide: @escaping () -> Void,
        settle: @escaping () async -> Void,
        scheduler: (any KeyboardScheduler)? = nil,
        screenSize: CGSize? = nil,
        allowances: Allowances = [],
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

    /// Runs the checks on the source and returns the findings, in the order of the checks.
    ///
    /// The array is empty if no rule is violated.
    ///
    /// - Throws: The error that the source throws from its `start(postingTo:)`.
    public func findings() async throws(KeyboardSourceError) -> [Finding] {
        let first = try start()
        await check(first, "show", isShown: true) { show() }
        await check(first, "hide", isShown: false) { hide() }
        await check(first, "show twice", isShown: true) {
            show()
            show()
        }
        await check(first, "hide and show", isShown: true) {
            hide()
            show()
        }
        await check(first, "hide twice", isShown: false) {
            hide()
            hide()
        }
        await check(first, "show and hide", isShown: false) {
            show()
            hide()
        }

        show()
        source.stop()
        await expectSilence(of: first, "stopped during a transition, the source") { hide() }

        let second = try start()
        await check(second, "show after a restart", isShown: true) { show() }
        let third = try start()
        await expectSilence(of: second, "restarted on another center, the source") { hide() }
        await check(third, "show on another center", isShown: true) { show() }
        await check(third, "hide on another center", isShown: false) { hide() }
        source.stop()
        return [first, second, third].flatMap(\.findings)
    }

    /// Starts the source on a new center.
    private func start() throws(KeyboardSourceError) -> SourceObserver {
        let center = NotificationCenter()
        let checker = EventSequenceChecker(
            capabilities: source.capabilities,
            screenSize: screenSize,
            allowances: allowances,
            tolerance: tolerance
        )
        let observer = SourceObserver(center, scheduler, checker, source.capabilities)
        try source.start(postingTo: center)
        return observer
    }

    private func check(
        _ observer: SourceObserver,
        _ request: String,
        isShown: Bool,
        _ action: () -> Void
    ) async {
        action()
        await settle()
        observer.finishTransitions()
        guard observer.isShown != isShown else { return }
        let state = isShown ? "shown" : "hidden"
        observer.add(.postsShowAndHide, "requested to \(request), the source did not report that it is \(state)")
    }

    private func expectSilence(of observer: SourceObserver, _ subject: String, _ action: () -> Void) async {
        let before = observer.count
        await settle()
        action()
        await settle()
        guard observer.count != before else { return }
        observer.add(.silentWhenStopped, "\(subject) posted \(observer.count - before) events to the previous center")
    }
}
