import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A pool with observers that are added and removed at random, and a model of the calls that each must receive.
@MainActor
final class PoolStress {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    let thread: BackgroundThread
    let model = DeliveryModel()
    var random: SeededRandom
    var observers: [StressObserver] = []
    private var modelToken: KeyboardObservationToken?
    /// The sums of all posts on every thread.
    var posted = EventTotals()
    var lifetimes = 0

    /// The largest number of observers. Without a limit the memory would depend on the random numbers.
    static let observerLimit = 64

    init(seed: UInt64, _ thread: BackgroundThread) {
        random = SeededRandom(seed: seed)
        self.thread = thread
        pool = KeyboardObserverPool(center: center, scheduler: scheduler, sweepInterval: .seconds(10))
        let capture = CountedCapture(.pool)
        pool.onIssue = { issue in
            withExtendedLifetime(capture) {}
            Findings.add("a pool reported \(issue)")
        }
        modelToken = pool.observe { [model] in model.begin($0) }
        observers.reserveCapacity(2 * Self.observerLimit)
    }

    func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &random) == 0
    }

    func randomKind() -> KeyboardEvent.Kind {
        KeyboardEvent.Kind.allCases.randomElement(using: &random) ?? .willShow
    }

    func randomNumber() -> Int {
        Int.random(in: 1...400, using: &random)
    }

    func randomIndex() -> Int? {
        observers.isEmpty ? nil : Int.random(in: 0..<observers.count, using: &random)
    }

    func post() {
        let (kind, number) = (randomKind(), randomNumber())
        posted = posted + EventTotals(kind, number)
        center.post(KeyboardEvent(kind, number: number).notification)
    }

    func postOnThread() {
        let (kind, number) = (randomKind(), randomNumber())
        posted = posted + EventTotals(kind, number)
        thread.add { [center] in center.post(KeyboardEvent(kind, number: number).notification) }
    }

    /// Waits until the other threads are idle and checks the pool. No planned action remains.
    func settle() {
        for observer in observers { observer.record.nextAction = nil }
        thread.waitUntilIdle()
        let areAllDelivered = drainMainQueue { model.delivered == posted }
        Findings.expect(areAllDelivered, "posted \(posted), and \(model.delivered) was delivered")
        // A lost event is reported once.
        posted = model.delivered
        // Tokens that the thread released.
        while drainMainQueue() {}
        for observer in observers { observer.check(model, inCallOf: nil) }
        let screens = observers.count { $0.isScreen && $0.record.isSubscribed }
        Findings.expect(pool.count == screens, "\(pool.count) screens are in a pool, not \(screens)")
    }

    /// Releases all observers and checks that the pool is empty.
    func close() {
        settle()
        observers = []
        modelToken = nil
        pool.sweep()
        // The frame and the end of a transition without followers.
        scheduler.advance(by: .seconds(5))
        Findings.expect(pool.count == 0, "count is \(pool.count) at the end")
        Findings.expect(pool.orphanCount == 0, "orphanCount is \(pool.orphanCount) after a sweep")
        Findings.expect(pool.iterationCount == 0, "\(pool.iterationCount) iterations are left at the end")
        Findings.expect(scheduler.waitingCount == 0, "\(scheduler.waitingCount) actions wait at the end")
    }
}
