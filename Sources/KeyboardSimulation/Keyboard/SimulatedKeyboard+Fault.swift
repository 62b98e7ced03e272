import Foundation
import KeyboardObservation

extension SimulatedKeyboard {
    /// A defect of real keyboards.
    ///
    /// Inject faults to test that a screen does not depend on the order of events.
    public enum Fault: String, Sendable, Hashable, CaseIterable {
        /// The *did* events are posted at most 7 ms after the *will* events, even if the reported duration is longer.
        case didEarly
        /// The *did* events are posted half a second too late.
        ///
        /// ``didEarly`` overrides this fault.
        case didLate
        /// The *did* events are never posted.
        ///
        /// This fault overrides ``didEarly`` and ``didLate``.
        case didMissing
        /// The *did* events are posted twice.
        case didDoubled
        /// The *will* events are posted twice.
        case willDoubled
    }

    /// The faults of a simulated keyboard, and the probability of each fault.
    ///
    /// Setting ``SimulatedKeyboard/faults`` restarts the sequence of random choices.
    public struct FaultInjection: Sendable, Hashable {
        let kinds: Set<Fault>
        let rate: Double
        let seed: UInt64

        /// Creates a fault injection.
        ///
        /// - Parameters:
        ///   - kinds: The faults that can happen. Several faults can affect one transition.
        ///   - rate: The probability, from 0 to 1, that a fault affects a transition.
        ///   - seed: The seed of the random choices. Equal seeds result in equal choices.
        public init(_ kinds: Set<Fault>, rate: Double = 1, seed: UInt64 = 0) {
            self.kinds = kinds
            self.rate = rate
            self.seed = seed
        }

        /// No faults.
        public static let none = FaultInjection([])
    }
}

struct FaultInjector {
    let injection: SimulatedKeyboard.FaultInjection
    private var random: SeededRandom

    init(_ injection: SimulatedKeyboard.FaultInjection) {
        self.injection = injection
        random = SeededRandom(seed: injection.seed)
    }

    mutating func nextFaults() -> [SimulatedKeyboard.Fault] {
        var faults: [SimulatedKeyboard.Fault] = []
        for fault in SimulatedKeyboard.Fault.allCases where injection.kinds.contains(fault) {
            if Double.random(in: 0..<1, using: &random) < injection.rate { faults.append(fault) }
        }
        return faults
    }
}

extension KeyboardPost {
    mutating func apply(_ fault: SimulatedKeyboard.Fault) {
        switch fault {
        case .didEarly, .didLate, .didMissing: break
        case .didDoubled: did += did
        case .willDoubled: will += will
        }
    }
}
