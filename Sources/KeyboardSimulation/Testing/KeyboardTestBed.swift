public import Foundation
public import KeyboardObservation

/// A center, a pool, a scheduler and a keyboard for one test.
///
/// The pool and the keyboard use the clock of the scheduler.
///
/// ```swift
/// @MainActor @Test func contentMakesRoomForTheKeyboard() throws {
///     try KeyboardTestBed.run(on: .phone375x667) { bed in
///         let screen = LoginScreen()
///         bed.keyboard.show(.lettersWithPredictions)
///         bed.settle()
///         #expect(screen.bottomMargin == 258)
///     }
/// }
/// ```
///
/// Use one test bed for each test of a screen. While the test runs, the pool of the test bed is the current pool, so
/// the screen needs no change. Tests can run in parallel, with any testing library.
@MainActor
public final class KeyboardTestBed {
    /// The center that receives the notifications of the keyboard.
    public private(set) var center = NotificationCenter()

    /// The scheduler of the keyboard and the pool.
    ///
    /// The scheduler supplies the time, and 60 display frames per second.
    public let scheduler: ManualScheduler

    /// The pool of the test bed: the current pool while the test runs.
    public private(set) var pool: KeyboardObserverPool

    /// The keyboard, which posts to ``center`` and is hidden at first.
    public let keyboard: SimulatedKeyboard

    private var isUnsettled = false
    private var waitsForIterations = true

    init(_ makeKeyboard: (ManualScheduler) -> SimulatedKeyboard) {
        scheduler = ManualScheduler()
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        keyboard = makeKeyboard(scheduler)
        pool.listen()
        keyboard.start(postingTo: center)
    }

    convenience init(
        _ model: SimulatedScreenModel,
        _ orientation: SimulatedScreen.Orientation,
        _ behavior: SimulatedKeyboard.Behavior
    ) {
        self.init { scheduler in
            let screen = SimulatedScreen(model, orientation: orientation)
            return SimulatedKeyboard(on: screen, behavior: behavior, scheduler: scheduler)
        }
    }

    /// The screen of the keyboard.
    public var screen: SimulatedScreen {
        keyboard.screen
    }

    /// Advances the time in the same way as ``ManualScheduler/advance(by:)``.
    public func advance(by duration: Duration) {
        scheduler.advance(by: duration)
    }

    /// Advances the time until all recordings and transitions have ended.
    ///
    /// The time advances by at least 1 second and at most 60 seconds. If a recording still plays after 60 seconds,
    /// `run` throws ``Remains`` after the test has returned.
    public func settle() {
        for _ in 0..<60 {
            advance(by: .seconds(1))
            if !isMoving, !scheduler.isPlaying { return }
        }
        isUnsettled = isUnsettled || scheduler.isPlaying
    }

    /// Advances the time until all recordings and transitions have ended, and lets tasks run.
    ///
    /// Use this method if a task of the screen iterates over the events or the states of a pool. The tasks of the main
    /// actor run before and after the time advances.
    public func settle() async {
        await runTasks()
        let settle: () -> Void = self.settle
        settle()
        await runTasks()
    }

    var isMoving: Bool {
        // An animation along a curve can continue after the *did* events.
        if pool.isAnimating { return true }
        let state = pool.keyboard
        if state.transition != nil || state.phase == .appearing || state.phase == .disappearing { return true }
        return keyboard.phase == .appearing || keyboard.phase == .disappearing
    }

    func releaseCenter() {
        keyboard.stop()
        pool.close()
        center = NotificationCenter()
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
    }

    /// The method waits until loops such as `for await event in pool.events` have handled all events.
    func runTasks(turns: Int = 8) async {
        await Self.runTasks(turns: turns)
        guard waitsForIterations else { return }
        await Self.runTasks(turns: 2_000) { pool.iterationsAreWaiting }
        // If a loop is still busy after this wait, for example because it awaits a response, later calls do not wait
        // for loops. Another wait in each call would take a long time.
        waitsForIterations = pool.iterationsAreWaiting
    }

    static func runTasks(turns: Int = 8, until isDone: () -> Bool = { false }) async {
        for _ in 0..<turns {
            if isDone() { return }
            await Task.yield()
        }
    }
}

// MARK: - Running a test

extension KeyboardTestBed {
    /// Runs a test on a new test bed, and checks that no observer, transition or action remains.
    ///
    /// The check runs after `body` has returned and has released its screens. Before the check, the test bed advances
    /// the time until all transitions have ended, and runs the actions that wait on the scheduler.
    ///
    /// - Parameters:
    ///   - model: The device.
    ///   - orientation: The orientation of the device.
    ///   - behavior: The behavior of the keyboard.
    ///   - checksRemains: Whether the method throws an error if observers, transitions or actions remain. Pass `false`
    ///     if a screen outlives `body`.
    ///   - body: The test.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws, or ``Remains``.
    @discardableResult
    public static func run<Result>(
        on model: SimulatedScreenModel = .phone375x667,
        orientation: SimulatedScreen.Orientation = .portrait,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        checksRemains: Bool = true,
        _ body: @MainActor (KeyboardTestBed) throws -> Result
    ) throws -> Result {
        let bed = KeyboardTestBed(model, orientation, behavior)
        return try KeyboardObserverPool.$current.withValue(bed.pool) {
            let result = try body(bed)
            if checksRemains { try bed.checkRemains() }
            return result
        }
    }

    /// Runs an asynchronous test on a new test bed, and checks that no observer, transition or action remains.
    ///
    /// Before the check, the tasks of the main actor run.
    ///
    /// - Parameters:
    ///   - model: The device.
    ///   - orientation: The orientation of the device.
    ///   - behavior: The behavior of the keyboard.
    ///   - checksRemains: Whether the method throws an error if observers, transitions or actions remain. Pass `false`
    ///     if a screen outlives `body`.
    ///   - body: The test.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws, or ``Remains``.
    @discardableResult
    public static func run<Result>(
        on model: SimulatedScreenModel = .phone375x667,
        orientation: SimulatedScreen.Orientation = .portrait,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        checksRemains: Bool = true,
        _ body: @MainActor (KeyboardTestBed) async throws -> Result
    ) async throws -> Result {
        let bed = KeyboardTestBed(model, orientation, behavior)
        return try await KeyboardObserverPool.$current.withValue(bed.pool) { @MainActor in
            let result = try await body(bed)
            guard checksRemains else { return result }
            await runTasks(turns: 1_000) { bed.pool.observerCount == 0 }
            try bed.checkRemains()
            return result
        }
    }

    /// The observers, transitions and actions that remain after the body of a test has returned.
    public struct Remains: Error, Hashable, CustomStringConvertible {
        let observerCount: Int
        let isTransitionRunning: Bool
        let isActionWaiting: Bool
        let isRecordingPlaying: Bool

        /// Sentences about the remaining observers, transitions, actions and recordings.
        public var description: String {
            let subject = observerCount == 1 ? "1 observer is" : "\(observerCount) observers are"
            let sentences: KeyValuePairs = [
                observerCount > 0:
                    "\(subject) still subscribed after the test: a screen was not deallocated, or a token or a task "
                    + "outlives its screen",
                isTransitionRunning: "a transition has not ended a minute after the test",
                isActionWaiting:
                    "an action on the scheduler schedules itself again and again: a timer was not cancelled",
                isRecordingPlaying:
                    "a recording has events left after a minute: play a `trimmed` recording, or advance the time by its "
                    + "`duration`",
            ]
            return sentences.filter(\.key).map(\.value).joined(separator: "; ")
        }
    }

    private func checkRemains() throws(Remains) {
        settle()
        let (isTransitionRunning, isRecordingPlaying) = (isMoving, isUnsettled)
        let isActionWaiting = (try? scheduler.runToEnd()) == nil
        pool.sweep()
        let remains = Remains(
            observerCount: pool.observerCount,
            isTransitionRunning: isTransitionRunning,
            isActionWaiting: isActionWaiting,
            isRecordingPlaying: isRecordingPlaying
        )
        if !remains.description.isEmpty { throw remains }
    }
}

extension KeyboardObserverPool {
    var observerCount: Int {
        count + stateObserverCount
    }

    /// The number of event observers, state observers and followers.
    ///
    /// A follower that has ended is counted until the pool removes the follower.
    var trackedCount: Int {
        count + trackingEntryCount
    }
}
