import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport

/// Performs a walk on real pools and on the model, and compares them after each step.
@MainActor
final class PoolWalkRun {
    private struct Slot {
        var id: Int
        var kind: PoolWalk.Observer
        var screen: (any WalkScreen & KeyboardObservable)?
        var token: KeyboardObservationToken?
        var owner: WalkOwner?
    }

    /// The first difference from the model; `nil` if there is none.
    private(set) var failure: String?
    /// The number of calls that observers received.
    private(set) var callCount = 0

    /// The scheduler of each pool.
    private let schedulers = PoolWalk.centers.map { _ in ManualScheduler() }
    private let centers: [NotificationCenter]
    private let pools: [KeyboardObserverPool]
    private var slots = [Slot?](repeating: nil, count: PoolWalk.slotCount)
    private var idCount = 0
    private var postCount = 0
    private var calls: [PoolModel.Call] = []
    private var plans: [Int: [[PoolWalk.Action]]] = [:]
    /// Whether a callback has performed actions during the current step.
    private var hasActedInCall = false
    /// The number of running calls that perform actions.
    private var callDepth = 0

    init(_ walk: PoolWalk) {
        let centers = [NotificationCenter(), NotificationCenter()]
        self.centers = centers
        pools = zip(PoolWalk.centers, schedulers).map { center, scheduler in
            KeyboardObserverPool(center: centers[center], scheduler: scheduler, sweepInterval: .seconds(10))
        }
        for pool in pools { pool.onIssue = { [weak self] in self?.fail("a pool reported \($0)") } }
        let poolOrder = recordPoolOrder()
        let model = PoolModel { center, kind in poolOrder[center][kind] ?? [] }
        for (number, step) in walk.steps.enumerated() where failure == nil {
            model.perform(step)
            perform(step)
            compare(model)
            if !hasActedInCall, case .post(let center, _)? = step.actions.first, step.caller == nil {
                checkOrphans(afterEventOf: center)
            }
            if let difference = failure { failure = "step \(number): \(difference)" }
        }
        releaseAll()
    }

    private func fail(_ difference: String) {
        if failure == nil { failure = difference }
    }

    /// Returns the order in which each center calls its pools, for each kind of event.
    private func recordPoolOrder() -> [[KeyboardEvent.Kind: [Int]]] {
        var orders = centers.map { _ in [KeyboardEvent.Kind: [Int]]() }
        let tokens = pools.indices.map { index in
            pools[index].observe { orders[PoolWalk.centers[index]][$0.kind, default: []].append(index) }
        }
        for center in centers {
            for kind in KeyboardEvent.Kind.allCases { center.post(KeyboardEvent(kind, postNumber: 0).notification) }
        }
        for token in tokens { token.cancel() }
        return orders
    }

    private func perform(_ step: PoolWalk.Step) {
        calls = []
        hasActedInCall = false
        guard let caller = step.caller else { return step.actions.forEach(perform) }
        if let id = slots[caller]?.id { plans[id, default: []].append(step.actions) }
    }

    /// Records a call, and performs the actions that are planned for this call.
    func receive(_ id: Int, _ method: PoolModel.Call.Method, _ kind: KeyboardEvent.Kind, _ number: Int) {
        let current = KeyboardObserverPool.current
        let pool = pools.firstIndex { $0 === current }
        calls.append(PoolModel.Call(pool: pool, observer: id, method: method, kind: kind, number: number))
        callCount += 1
        guard plans[id]?.isEmpty == false, let actions = plans[id]?.removeFirst() else { return }
        hasActedInCall = true
        callDepth += 1
        actions.forEach(perform)
        callDepth -= 1
    }

    private func perform(_ action: PoolWalk.Action) {
        switch action {
        case .make(let slot, let observer, let pool):
            slots[slot] = nil
            let id = idCount
            idCount += 1
            slots[slot] = make(observer, id, pool)
        case .release(let slot):
            slots[slot] = nil
        case .releaseOwner(let slot):
            slots[slot]?.owner = nil
        case .subscribe(let slot, let pool):
            if let screen = slots[slot]?.screen { pools[pool].add(screen) }
        case .unsubscribe(let slot, let pool):
            if let screen = slots[slot]?.screen { pools[pool].remove(screen) }
        case .unsubscribeFromAll(let slot):
            slots[slot]?.screen?.unsubscribeFromKeyboardNotifications()
        case .cancel(let slot):
            slots[slot]?.token?.cancel()
        case .post(let center, let kind):
            postCount += 1
            centers[center].post(KeyboardEvent(kind, postNumber: postCount).notification)
        case .sweep(let pool):
            sweep(pool)
        case .tick:
            // During a call, the pool would queue its turn, and other screens could subscribe before the turn runs.
            guard callDepth == 0 else { break }
            for scheduler in schedulers { scheduler.advance(by: .seconds(10)) }
        }
    }

    private func make(_ observer: PoolWalk.Observer, _ id: Int, _ pool: Int?) -> Slot {
        switch observer {
        case .raw: return make(RawWalkScreen(id, self), observer, id, pool)
        case .common: return make(CommonWalkScreen(id, self), observer, id, pool)
        case .full: return make(FullWalkScreen(id, self), observer, id, pool)
        case .both: return make(BothWalkScreen(id, self), observer, id, pool)
        case .closure:
            let token = pools[pool ?? 0].observe([.willShow, .didShow, .willHide, .didHide]) { [weak self] in
                self?.receive(id, .closure, $0.kind, $0.info.postNumber)
            }
            return Slot(id: id, kind: observer, token: token)
        case .ownedClosure:
            let owner = WalkOwner(id)
            let token = pools[pool ?? 0].observe(for: owner) { [weak self] in
                self?.receive($0.id, .closure, $1.kind, $1.info.postNumber)
            }
            return Slot(id: id, kind: observer, token: token, owner: owner)
        }
    }

    private func make(
        _ screen: some WalkScreen & KeyboardObservable,
        _ observer: PoolWalk.Observer,
        _ id: Int,
        _ pool: Int?
    ) -> Slot {
        for (index, pool) in pools.enumerated() where pool.contains(screen) {
            fail("the new screen \(id) is subscribed to pool \(index)")
        }
        if let pool {
            KeyboardObserverPool.$current.withValue(pools[pool]) { screen.subscribeOnKeyboardNotifications() }
        }
        return Slot(id: id, kind: observer, screen: screen)
    }

    private func sweep(_ index: Int) {
        let pool = pools[index]
        let orphans = pool.orphanCount
        let removed = pool.sweep()
        if removed != orphans || pool.orphanCount != 0 {
            fail("a sweep of pool \(index) removed \(removed) of \(orphans) orphans and left \(pool.orphanCount)")
        }
    }

    /// Checks that an event has removed all orphans of the pools that received it.
    ///
    /// Call this only if no callback has performed actions, because these actions could make new orphans.
    private func checkOrphans(afterEventOf center: Int) {
        for (index, pool) in pools.enumerated() where PoolWalk.centers[index] == center && pool.orphanCount != 0 {
            fail("an event left \(pool.orphanCount) orphans in pool \(index)")
        }
    }

    private func compare(_ model: PoolModel) {
        if calls != model.calls {
            let index = zip(calls, model.calls).prefix { $0 == $1 }.count
            fail(
                "call \(index) is \(calls.dropFirst(index).first.map { "\($0)" } ?? "missing"), "
                    + "and the model has \(model.calls.dropFirst(index).first.map { "\($0)" } ?? "no further call")"
            )
        }
        for (index, pool) in pools.enumerated() {
            let (count, expected) = (pool.count, model.observerCount(index))
            if count != expected { fail("pool \(index) counts \(count) observers, and the model \(expected)") }
            for (slot, content) in slots.enumerated() {
                guard let screen = content?.screen else { continue }
                let isSubscribed = pool.contains(screen)
                if isSubscribed != model.contains(slot: slot, pool: index) {
                    fail("contains is \(isSubscribed) for slot \(slot) and pool \(index)")
                }
            }
        }
    }

    /// Releases all observers, and checks that a sweep of each pool leaves no observer.
    ///
    /// During the sweeps, the tokens of closures with owners are still alive.
    private func releaseAll() {
        for index in slots.indices {
            if slots[index]?.kind == .ownedClosure { slots[index]?.owner = nil } else { slots[index] = nil }
        }
        for index in pools.indices {
            sweep(index)
            if pools[index].count != 0 { fail("pool \(index) counts \(pools[index].count) screens at the end") }
        }
        // A pool without entries must not schedule an action.
        for scheduler in schedulers where scheduler.waitingCount != 0 {
            fail("\(scheduler.waitingCount) actions wait at the end")
        }
        slots = []
    }
}

extension PoolWalk {
    /// Runs the walk of a seed.
    ///
    /// - Returns: The difference from the model, with the seed and the shortest failing walk that was found, or `nil`
    ///   if the walk does not fail.
    @MainActor
    static func failure(seed: UInt64, callCount: inout Int) -> String? {
        let walk = PoolWalk(seed: seed)
        let run = PoolWalkRun(walk)
        callCount += run.callCount
        guard run.failure != nil else { return nil }
        let short = PoolWalk(shortest(walk.steps) { PoolWalkRun(PoolWalk($0)).failure != nil })
        return "Seed \(seed): \(PoolWalkRun(short).failure ?? "")\n\(short.steps)"
    }
}
