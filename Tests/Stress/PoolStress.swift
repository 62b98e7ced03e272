import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A pool with observers that are added and removed at random, and a model of the calls that each observer must
/// receive.
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
    let posted = PostedEvents()
    let mistake: Options.PlantedMistake?
    /// The owner that the planted mistake `ownedClosure` gives to closures.
    ///
    /// This owner is not released, so its closures remain subscribed.
    private(set) lazy var keptOwner = Owner(CallRecord(.none, model))
    /// The number of the post that the planted mistake `event` drops.
    private let droppedPost: Int?
    var lifetimes = 0
    /// Whether an iteration continued after its pool was deallocated.
    var hasUnfinishedSequence = false

    /// The largest number of observers.
    ///
    /// Without a limit the memory would depend on the random numbers.
    static let observerLimit = 64
    /// The number of posts from which the planted mistake `event` selects the post that it drops.
    private static let postsOfDroppedOne = 100_000

    init(seed: UInt64, _ mistake: Options.PlantedMistake?, _ thread: BackgroundThread) {
        random = SeededRandom(seed: seed)
        self.mistake = mistake
        droppedPost = mistake == .event ? Int.random(in: 1...Self.postsOfDroppedOne, using: &random) : nil
        self.thread = thread
        pool = KeyboardObserverPool(center: center, scheduler: scheduler, sweepInterval: .seconds(10))
        let capture = CountedCapture(.pool)
        pool.onIssue = { issue in
            withExtendedLifetime(capture) {}
            Findings.add("a pool reported \(issue)")
        }
        modelToken = pool.observe { [model, posted] event in
            posted.didDeliver(event)
            model.begin(event)
        }
        observers.reserveCapacity(2 * Self.observerLimit)
    }

    func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &random) == 0
    }

    func randomKind() -> KeyboardEvent.Kind {
        KeyboardEvent.Kind.allCases.randomElement(using: &random) ?? .willShow
    }

    /// Returns a random number that identifies the poster: even on the main actor, odd on the thread.
    private func randomNumber(onThread: Bool) -> Int {
        2 * Int.random(in: 1...200, using: &random) - (onThread ? 1 : 0)
    }

    func randomIndex() -> Int? {
        observers.isEmpty ? nil : Int.random(in: 0..<observers.count, using: &random)
    }

    func post() {
        let (kind, number) = (randomKind(), randomNumber(onThread: false))
        posted.willPost(kind, number)
        if posted.count != droppedPost { center.post(KeyboardEvent(kind, number: number).notification) }
    }

    func postOnThread() {
        let (kind, number) = (randomKind(), randomNumber(onThread: true))
        posted.willPost(kind, number)
        let isDropped = posted.count == droppedPost
        thread.add { [center, threadPosts = posted.threadPosts] in
            if !isDropped { center.post(KeyboardEvent(kind, number: number).notification) }
            threadPosts.increment()
        }
    }

    /// Waits until the other threads are idle, and checks the pool.
    ///
    /// The method first discards the planned actions.
    func settle() {
        for observer in observers { observer.record.nextAction = nil }
        thread.waitUntilIdle()
        _ = drainMainQueue { posted.areAllDelivered }
        posted.settle()
        // Tokens that the thread released can leave work on the main queue.
        while drainMainQueue() {}
        for observer in observers {
            observer.check()
            guard case .screen(let screen) = observer.subscriber else { continue }
            Findings.expect(pool.contains(screen) == observer.record.isSubscribed, "contains is wrong for a screen")
        }
    }

    /// Releases all observers and checks that the pool is empty.
    func close() {
        settle()
        observers = []
        modelToken = nil
        pool.sweep()
        // The time advances, so that the scheduled frame and the end of a transition without followers run.
        scheduler.advance(by: .seconds(5))
        Findings.expect(pool.count == 0, "count is \(pool.count) at the end")
        Findings.expect(pool.orphanCount == 0, "orphanCount is \(pool.orphanCount) after a sweep")
        Findings.expect(pool.iterationCount == 0, "\(pool.iterationCount) iterations are left at the end")
        Findings.expect(scheduler.waitingCount == 0, "\(scheduler.waitingCount) actions wait at the end")
    }
}
