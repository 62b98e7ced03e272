import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A pool with observers that are added, changed and released at random.
@MainActor
final class StressPool {
    /// The largest number of observers.
    ///
    /// Without a limit, the memory would depend on the random numbers.
    private static let observerLimit = 64
    /// The pool removes at most this number of orphans at an event or a tick.
    private static let orphansPerStep = 1_024

    let pool: KeyboardObserverPool
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private let thread: BackgroundThread
    private var random: SeededRandom
    private var observers: [(object: any AnyObject & Sendable, planned: PlannedChange)] = []
    private(set) var lifetimes = 0
    private(set) var eventCount = 0

    init(seed: UInt64, _ thread: BackgroundThread) {
        random = SeededRandom(seed: seed)
        self.thread = thread
        pool = KeyboardObserverPool(center: center, scheduler: scheduler, sweepInterval: .seconds(10))
        let capture = CountedCapture(.pool)
        pool.onIssue = { issue in
            withExtendedLifetime(capture) {}
            Findings.add("the pool reported \(issue)")
        }
        observers.reserveCapacity(2 * Self.observerLimit)
    }

    private func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &random) == 0
    }

    /// Performs one random step.
    func step() {
        switch Int.random(in: 0..<1_000, using: &random) {
        case 0..<600: addObserver()
        case 600..<700: removeObserver()
        case 700..<740: changeSubscription()
        case 740..<800: planChange()
        case 800..<900: post()
        case 900..<940: postOnThread()
        case 940..<960: drainMainQueue()
        case 960..<975: scheduler.advance(by: .milliseconds(50))
        case 975..<980: runTask()
        case 980..<983: sweepAll()
        case 983..<993: runPhone()
        default: break
        }
    }

    private func event() -> Notification {
        let height = Int.random(in: 1...400, using: &random)
        let kind = KeyboardEvent.Kind.allCases.randomElement(using: &random) ?? .willShow
        let frame = CGRect(x: 0, y: 900 - height, width: 400, height: height)
        eventCount += 1
        return KeyboardEvent(kind, info: .init(frameEnd: frame, animationDuration: 0.25)).notification
    }

    private func post() {
        center.post(event())
    }

    private func postOnThread() {
        // Safe: only the thread uses the notification after it has been created here.
        nonisolated(unsafe) let notification = event()
        thread.add { [center] in unsafe center.post(notification) }
    }

    // MARK: - Observers

    private func addObserver() {
        while observers.count >= Self.observerLimit { release(observers.remove(at: 0).object) }
        let planned = PlannedChange()
        observers.append((makeObserver(planned), planned))
        lifetimes += 1
    }

    private func makeObserver(_ planned: PlannedChange) -> any AnyObject & Sendable {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<3: return RawScreen(planned)
        case 3..<6: return CommonScreen(planned)
        case 6..<8: return FullScreen(planned)
        case 8..<11: return BothScreen(planned)
        case 11, 12: return FollowingScreen(planned)
        case 13, 14:
            let owner = Owner(planned)
            let token = pool.observe(for: owner) { owner, _ in owner.planned.perform() }
            // The token is released with the owner, or after it.
            if chance(2) {
                owner.token = token
                return owner
            }
            thread.release(owner)
            return token
        case 15, 16:
            let capture = CountedCapture(.token)
            return pool.observe([.willShow, .willHide]) { _ in withExtendedLifetime(capture) { planned.perform() } }
        case 17:
            let capture = CountedCapture(.stateToken)
            return pool.observeState(startingWithCurrent: chance(2)) { _ in withExtendedLifetime(capture) {} }
        case 18:
            return chance(2)
                ? UnfinishedIteration(pool.events.makeAsyncIterator())
                : UnfinishedIteration(pool.states.makeAsyncIterator())
        default: return makeGuide(in: pool)
        }
    }

    /// Releases an object, here or on the other thread.
    private func release(_ object: any AnyObject & Sendable) {
        if chance(4) { thread.release(object) }
    }

    private func removeObserver() {
        guard let index = observers.indices.randomElement(using: &random) else { return }
        release(observers.remove(at: index).object)
    }

    private func changeSubscription() {
        guard let screen = observers.randomElement(using: &random)?.object as? any StressScreen else { return }
        let wasSubscribed = pool.contains(screen)
        // A second call has no effect.
        for _ in 0..<(chance(2) ? 2 : 1) {
            if wasSubscribed {
                screen.unsubscribeFromKeyboardNotifications()
            } else {
                screen.subscribeOnKeyboardNotifications()
            }
        }
    }

    /// Plans a change for the next call of a random observer.
    private func planChange() {
        let choice = Int.random(in: 0..<4, using: &random)
        observers.randomElement(using: &random)?.planned.plan { [weak self] in
            switch choice {
            case 0: self?.removeObserver()
            case 1: self?.changeSubscription()
            case 2: self?.post()
            default: self?.addObserver()
            }
        }
    }

    // MARK: - Sequences and phones

    /// Starts a task that iterates over some events, and cancels it.
    private func runTask() {
        let consumer = EventConsumer()
        let task = Task { @MainActor [events = pool.events] in await consumer.consume(events) }
        Findings.expect(drainMainQueue { consumer.state == .waiting }, "a task did not begin to iterate")
        for _ in 0..<3 { post() }
        task.cancel()
        Findings.expect(
            drainMainQueue { consumer.state == .ended },
            "an iteration continued after its task was cancelled"
        )
        lifetimes += 1
    }

    /// Makes a phone, runs it and releases it, here or on the other thread.
    private func runPhone() {
        var phone: StressPhone? = StressPhone()
        phone?.run(&random)
        lifetimes += phone?.lifetimes ?? 0
        // The iteration outlives its pool.
        let iteration = phone.map { UnfinishedIteration($0.pool.events.makeAsyncIterator()) }
        if chance(4), let released = phone { thread.release(released) }
        phone = nil
        withExtendedLifetime(iteration) {}
    }

    // MARK: - Orphans

    /// Leaves more orphans than two steps can remove, and checks that three steps remove all of them.
    ///
    /// Each step is a tick or an event.
    func sweepInSteps(byTicks: Bool) {
        settle()
        leaveOrphans(2 * Self.orphansPerStep + 452)
        for _ in 0..<3 { if byTicks { scheduler.advance(by: .seconds(10)) } else { post() } }
        Findings.expect(pool.orphanCount == 0, "\(pool.orphanCount) orphans are left after three steps")
    }

    private func sweepAll() {
        settle()
        leaveOrphans(Int.random(in: 0...100, using: &random))
        pool.sweep()
        Findings.expect(pool.orphanCount == 0, "a sweep left \(pool.orphanCount) orphans")
    }

    /// Releases screens without unsubscribing them, in a random order.
    private func leaveOrphans(_ count: Int) {
        var screens = (0..<count).map { _ in RawScreen(PlannedChange()) }
        lifetimes += count
        screens.shuffle(using: &random)
    }

    // MARK: - The end

    /// Forgets planned changes, and waits until the other thread is idle and its posts are delivered.
    func settle() {
        for observer in observers { observer.planned.cancel() }
        thread.waitUntilIdle()
        while drainMainQueue() {}
    }

    /// Checks that the pool has no observer that is released everywhere else.
    func checkCount() {
        settle()
        let (count, held) = (pool.count, observers.count)
        Findings.expect(count <= held, "the pool has \(count) observers, of which \(held) are held elsewhere")
    }

    /// Releases all observers and checks that the pool is empty.
    func close() {
        settle()
        observers = []
        settle()
        pool.sweep()
        // The scheduled frame runs, and the end of a transition without followers.
        scheduler.advance(by: .seconds(5))
        Findings.expect(pool.count == 0, "count is \(pool.count) at the end")
        Findings.expect(pool.orphanCount == 0, "orphanCount is \(pool.orphanCount) after a sweep")
    }

    func plant(_ leak: Options.PlantedLeak) {
        switch leak {
        case .cycle:
            let screen = SelfRetainingScreen()
            screen.onShow = { withExtendedLifetime(screen) {} }
        case .token:
            let capture = CountedCapture(.token)
            let token = pool.observe([]) { _ in withExtendedLifetime(capture) {} }
            _ = unsafe Unmanaged.passRetained(token)
        }
    }
}

/// Makes a layout guide whose closure is counted.
@MainActor
func makeGuide(in pool: KeyboardObserverPool) -> KeyboardLayoutGuide {
    let guide = KeyboardLayoutGuide(pool: pool)
    let capture = CountedCapture(.layoutGuide)
    guide.viewFrame = CGRect(x: 0, y: 0, width: 400, height: 900)
    guide.onChange = { _ in withExtendedLifetime(capture) {} }
    return guide
}
