import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A pool, a crowd that comes and goes in it, and a model of what each must have heard.
@MainActor
final class Arena {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    let elsewhere: Elsewhere
    let model = Model()
    var random: SeededRandom
    var crowd: [Guest] = []
    private var auditor: KeyboardObservationToken?
    /// All that was posted, on whatever thread.
    var posted = Told()
    var lifetimes = 0

    /// How many are there at once, at most: memory must not follow the luck of the dice.
    static let crowdLimit = 64

    init(seed: UInt64, _ elsewhere: Elsewhere) {
        random = SeededRandom(seed: seed)
        self.elsewhere = elsewhere
        pool = KeyboardObserverPool(center: center, scheduler: scheduler, sweepInterval: .seconds(10))
        let witness = Witness(.pool)
        pool.onIssue = { issue in
            withExtendedLifetime(witness) {}
            Findings.add("a pool reported \(issue)")
        }
        auditor = pool.observe { [model] in model.begin($0) }
        crowd.reserveCapacity(2 * Self.crowdLimit)
    }

    func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &random) == 0
    }

    func someKind() -> KeyboardEvent.Kind {
        KeyboardEvent.Kind.allCases.randomElement(using: &random) ?? .willShow
    }

    func someNumber() -> Int {
        Int.random(in: 1...400, using: &random)
    }

    func someIndex() -> Int? {
        crowd.isEmpty ? nil : Int.random(in: 0..<crowd.count, using: &random)
    }

    func post() {
        let (kind, number) = (someKind(), someNumber())
        posted = posted + Told(kind, number)
        center.post(KeyboardEvent(kind, number: number).notification)
    }

    func postElsewhere() {
        let (kind, number) = (someKind(), someNumber())
        posted = posted + Told(kind, number)
        elsewhere.add { [center] in center.post(KeyboardEvent(kind, number: number).notification) }
    }

    /// Waits until everything has happened that happens on other threads, and checks what must be so then. Nothing is
    /// planned afterwards.
    func settle() {
        for guest in crowd { guest.ear.mischief = nil }
        elsewhere.settle()
        let areAllDelivered = drainMainQueue { model.told == posted }
        Findings.expect(areAllDelivered, "posted \(posted), and \(model.told) was delivered")
        // What is lost is told once, and not waited for again.
        posted = model.told
        // Tokens that were dropped there.
        while drainMainQueue() {}
        for guest in crowd { guest.check(model, inCallOf: nil) }
        let screens = crowd.count { $0.isScreen && $0.ear.isIn }
        Findings.expect(pool.count == screens, "\(pool.count) screens are in a pool that \(screens) have joined")
    }

    /// Ends everything. Nothing may be left in the pool.
    func close() {
        settle()
        crowd = []
        auditor = nil
        pool.sweep()
        // The frame and the end of a move that nobody follows any more.
        scheduler.advance(by: .seconds(5))
        Findings.expect(pool.count == 0, "count is \(pool.count) when all are gone")
        Findings.expect(pool.orphanCount == 0, "orphanCount is \(pool.orphanCount) after a sweep")
        Findings.expect(pool.iterationCount == 0, "\(pool.iterationCount) iterations are left when all are gone")
        Findings.expect(scheduler.waitingCount == 0, "\(scheduler.waitingCount) actions wait when all are gone")
    }
}
