import KeyboardObservation

/// The calls that a walk must cause.
///
/// The model uses only guarantees 1, 2, 3, 5 and 8, and shares no code with the library.
///
/// A pool is a plain array of subscriptions. Each observer has a unique id.
@MainActor
final class PoolModel {
    struct Call: Equatable {
        enum Method: String {
            case raw, common, full, closure
        }

        var pool: Int?
        var observer: Int
        var method: Method
        var kind: KeyboardEvent.Kind
        /// The number of the post; 0 for the call that brings a late screen up to date.
        var number: Int
    }

    private struct Subscription {
        var observer: Int
        /// The number that distinguishes two subscriptions of the same observer.
        var number: Int
        var isLate: Bool
    }

    private enum Delivery {
        case event(KeyboardEvent.Kind, number: Int)
        case catchUp
    }

    private struct Pool {
        var subscriptions: [Subscription] = []
        var waiting: [Delivery] = []
        var isDelivering = false
        /// The latest will event of a show or a hide, and the did event after it.
        ///
        /// A run begins with a hidden keyboard.
        var latest = [KeyboardEvent.Kind.willHide, .didHide]
        /// The number of calls that each late observer has received in the current round of catching up.
        var caughtUp: [Int: Int] = [:]
    }

    private(set) var calls: [Call] = []
    /// The observer of each slot.
    private(set) var slots = [Int?](repeating: nil, count: PoolWalk.slotCount)
    private var observers: [PoolWalk.Observer] = []
    private var pools = PoolWalk.centers.map { _ in Pool() }
    /// Screens and owners that a slot retains.
    private var retained: Set<Int> = []
    /// Observers that are being called.
    ///
    /// A call retains its observer.
    private var called: [Int] = []
    private var plans: [Int: [[PoolWalk.Action]]] = [:]
    private var subscriptionCount = 0
    private var postCount = 0
    /// The order in which a center calls its pools.
    ///
    /// No guarantee determines this order, so a run records it.
    private let poolOrder: (_ center: Int, KeyboardEvent.Kind) -> [Int]

    init(poolOrder: @escaping (_ center: Int, KeyboardEvent.Kind) -> [Int]) {
        self.poolOrder = poolOrder
    }

    func perform(_ step: PoolWalk.Step) {
        calls = []
        if let caller = step.caller {
            if let observer = slots[caller] { plans[observer, default: []].append(step.actions) }
        } else {
            step.actions.forEach(perform)
        }
    }

    /// The number of observers that are subscribed to a pool.
    func observerCount(_ pool: Int) -> Int {
        pools[pool].subscriptions.count { isAlive($0.observer) }
    }

    func contains(slot: Int, pool: Int) -> Bool {
        slots[slot].map { observer in pools[pool].subscriptions.contains { $0.observer == observer } } ?? false
    }

    private func isScreen(_ observer: Int) -> Bool {
        switch observers[observer] {
        case .raw, .common, .full, .both: true
        case .closure, .ownedClosure: false
        }
    }

    private func isAlive(_ observer: Int) -> Bool {
        retained.contains(observer) || called.contains(observer)
    }

    private func perform(_ action: PoolWalk.Action) {
        switch action {
        case .make(let slot, let kind, let pool):
            release(slot)
            observers.append(kind)
            let observer = observers.count - 1
            slots[slot] = observer
            retained.insert(observer)
            if let pool { subscribe(observer, pool) } else if !isScreen(observer) { subscribe(observer, 0) }
        case .release(let slot):
            release(slot)
        case .releaseOwner(let slot):
            if let observer = slots[slot], observers[observer] == .ownedClosure { retained.remove(observer) }
        case .subscribe(let slot, let pool):
            if let observer = slots[slot], isScreen(observer) { subscribe(observer, pool) }
        case .unsubscribe(let slot, let pool):
            if let observer = slots[slot], isScreen(observer) { unsubscribe(observer, pool) }
        case .unsubscribeFromAll(let slot):
            if let observer = slots[slot], isScreen(observer) { unsubscribeFromAll(observer) }
        case .cancel(let slot):
            if let observer = slots[slot], !isScreen(observer) { unsubscribeFromAll(observer) }
        case .post(let center, let kind):
            postCount += 1
            let number = postCount
            for pool in poolOrder(center, kind) { receive(.event(kind, number: number), pool) }
        case .tick where called.isEmpty:
            // Late screens catch up in a turn of the scheduler. If a callback makes another screen late, another turn
            // follows.
            for pool in pools.indices {
                while pools[pool].subscriptions.contains(where: \.isLate) { receive(.catchUp, pool) }
            }
        case .sweep, .tick:
            break
        }
    }

    private func release(_ slot: Int) {
        guard let observer = slots[slot] else { return }
        slots[slot] = nil
        retained.remove(observer)
        // When the token of a closure is released, its subscription ends at once.
        if !isScreen(observer) { unsubscribeFromAll(observer) }
    }

    private func subscribe(_ observer: Int, _ pool: Int) {
        guard !pools[pool].subscriptions.contains(where: { $0.observer == observer }) else { return }
        subscriptionCount += 1
        let callCount = catchUpCalls(observer, pool).count
        let isLate = isScreen(observer) && pools[pool].caughtUp[observer].map { $0 < callCount } ?? true
        let subscription = Subscription(observer: observer, number: subscriptionCount, isLate: isLate)
        pools[pool].subscriptions.append(subscription)
    }

    private func unsubscribe(_ observer: Int, _ pool: Int) {
        pools[pool].subscriptions.removeAll { $0.observer == observer }
    }

    private func unsubscribeFromAll(_ observer: Int) {
        for pool in pools.indices { unsubscribe(observer, pool) }
    }

    private func receive(_ delivery: Delivery, _ pool: Int) {
        pools[pool].waiting.append(delivery)
        guard !pools[pool].isDelivering else { return }
        pools[pool].isDelivering = true
        while !pools[pool].waiting.isEmpty {
            let delivery = pools[pool].waiting.removeFirst()
            while let late = pools[pool].subscriptions.firstIndex(where: \.isLate) { catchUp(late, pool) }
            pools[pool].caughtUp = [:]
            guard case .event(let kind, let number) = delivery else { continue }
            switch kind {
            case .willShow, .willHide: pools[pool].latest = [kind]
            case .didShow, .didHide:
                // If the opposite *will* event was delivered last, late screens do not receive this *did* event.
                let isLate = pools[pool].latest == [kind == .didShow ? .willHide : .willShow]
                if !isLate { pools[pool].latest = pools[pool].latest.prefix(1) + [kind] }
            case .willChangeFrame, .didChangeFrame: break
            }
            for subscription in pools[pool].subscriptions {
                let methods = methods(observers[subscription.observer], kind)
                call(subscription.number, subscription.observer, methods, kind, number, pool)
            }
        }
        pools[pool].isDelivering = false
    }

    private func catchUp(_ index: Int, _ pool: Int) {
        pools[pool].subscriptions[index].isLate = false
        let subscription = pools[pool].subscriptions[index]
        let observer = subscription.observer
        let calls = catchUpCalls(observer, pool)
        // The observer is retained until it has received both events.
        let isAlive = isAlive(observer)
        if isAlive { called.append(observer) }
        while pools[pool].subscriptions.contains(where: { $0.number == subscription.number }) {
            let count = pools[pool].caughtUp[observer, default: 0]
            guard count < calls.count else { break }
            pools[pool].caughtUp[observer] = count + 1
            call(subscription.number, observer, [calls[count].method], calls[count].kind, 0, pool)
        }
        if isAlive { called.removeLast() }
    }

    /// The calls that a screen receives when it catches up.
    private func catchUpCalls(_ observer: Int, _ pool: Int) -> [(kind: KeyboardEvent.Kind, method: Call.Method)] {
        pools[pool].latest.flatMap { kind in
            methods(observers[observer], kind).filter { $0 == .common || $0 == .full }.map { (kind, $0) }
        }
    }

    private func call(
        _ subscription: Int,
        _ observer: Int,
        _ methods: [Call.Method],
        _ kind: KeyboardEvent.Kind,
        _ number: Int,
        _ pool: Int
    ) {
        guard isAlive(observer) else { return }
        called.append(observer)
        for method in methods where pools[pool].subscriptions.contains(where: { $0.number == subscription }) {
            calls.append(Call(pool: pool, observer: observer, method: method, kind: kind, number: number))
            if plans[observer]?.isEmpty == false { plans[observer]?.removeFirst().forEach(perform) }
        }
        called.removeLast()
    }

    private func methods(_ observer: PoolWalk.Observer, _ kind: KeyboardEvent.Kind) -> [Call.Method] {
        let isFrame = kind == .willChangeFrame || kind == .didChangeFrame
        switch observer {
        case .raw: return [.raw]
        case .common: return isFrame ? [] : [.common]
        case .full: return [.full]
        case .both: return isFrame ? [.raw, .full] : [.raw, .common, .full]
        case .closure: return isFrame ? [] : [.closure]
        case .ownedClosure: return [.closure]
        }
    }
}

extension PoolModel.Call: CustomStringConvertible {
    var description: String {
        "\(kind) \(number): \(method.rawValue) of \(observer) in pool \(pool.map(String.init) ?? "none")"
    }
}
