import KeyboardObservation
import KeyboardSimulation

/// Random subscriptions, releases and posts on three pools.
///
/// Two of the pools share a notification center.
///
/// A walk is a value, so a failing walk can be shortened and run again. Its actions name slots, not objects. Therefore, a walk is still valid after some of its steps are removed.
struct PoolWalk: Sendable {
    /// What a slot contains.
    enum Observer: String, CaseIterable, Sendable {
        /// A screen with raw methods.
        case raw
        /// A screen with the typed methods of `CommonKeyboardPresentable`.
        case common
        /// A screen with the typed methods of `FullKeyboardPresentable`.
        case full
        /// A screen with raw methods and the typed methods of both.
        case both
        /// A closure that receives the events that show and hide.
        case closure
        /// A closure with an owner.
        case ownedClosure
    }

    enum Action: Sendable {
        /// Makes an observer and subscribes it to the pool.
        ///
        /// If `pool` is `nil`, a screen is not subscribed, and a closure is subscribed to the first pool.
        case make(slot: Int, Observer, pool: Int?)
        /// Releases the screen, or the token and the owner.
        case release(slot: Int)
        /// Releases the owner of a closure, but keeps the token.
        case releaseOwner(slot: Int)
        case subscribe(slot: Int, pool: Int)
        case unsubscribe(slot: Int, pool: Int)
        case unsubscribeFromAll(slot: Int)
        case cancel(slot: Int)
        case post(center: Int, KeyboardEvent.Kind)
        case sweep(pool: Int)
        /// Advances the time until each pool has made its next periodic sweep.
        case tick
    }

    struct Step: Sendable {
        /// The slot of the observer that performs the actions in its next call.
        ///
        /// If `nil`, the actions are performed at once.
        var caller: Int?
        var actions: [Action]

        init(caller: Int? = nil, _ actions: [Action]) {
            self.caller = caller
            self.actions = actions
        }
    }

    static let slotCount = 7
    /// The center of each pool.
    static let centers = [0, 0, 1]

    var steps: [Step]

    init(_ steps: [Step]) {
        self.steps = steps
    }
}

// MARK: - Random walks

extension PoolWalk {
    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        steps = (0..<Int.random(in: 4...120, using: &random)).map { _ in Step.random(&random) }
    }
}

extension PoolWalk.Step {
    fileprivate static func random(_ random: inout SeededRandom) -> Self {
        let slots = Array(0..<PoolWalk.slotCount)
        guard Int.random(in: 0..<3, using: &random) == 0 else { return Self([.random(of: slots, &random)]) }
        // The actions use the caller's slot and two other slots, so that they affect each other.
        let caller = Int.random(in: 0..<PoolWalk.slotCount, using: &random)
        let few = [caller] + slots.shuffled(using: &random).prefix(2)
        let count = Int.random(in: 1...6, using: &random)
        return Self(caller: caller, (0..<count).map { _ in .random(of: few, &random) })
    }
}

extension PoolWalk.Action {
    fileprivate static func random(of slots: [Int], _ random: inout SeededRandom) -> Self {
        let slot = slots.randomElement(using: &random) ?? 0
        // Most actions change the first pool, so that this pool has many observers.
        let pool = max(Int.random(in: -2..<PoolWalk.centers.count, using: &random), 0)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<28:
            let observer = PoolWalk.Observer.allCases.randomElement(using: &random) ?? .raw
            return .make(slot: slot, observer, pool: Int.random(in: 0..<6, using: &random) == 0 ? nil : pool)
        case 28..<54:
            let kind = KeyboardEvent.Kind.allCases.randomElement(using: &random) ?? .willShow
            return .post(center: PoolWalk.centers[pool], kind)
        case 54..<64: return .release(slot: slot)
        case 64..<69: return .releaseOwner(slot: slot)
        case 69..<80: return .subscribe(slot: slot, pool: pool)
        case 80..<88: return .unsubscribe(slot: slot, pool: pool)
        case 88..<91: return .unsubscribeFromAll(slot: slot)
        case 91..<94: return .cancel(slot: slot)
        case 94..<98: return .sweep(pool: pool)
        default: return .tick
        }
    }
}
