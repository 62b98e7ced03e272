import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The pool's state, kept from events alone, against what the simulated keyboard knows of itself.
@MainActor
@Suite("The keyboard's state is what the keyboard is")
struct KeyboardStateModelTests {
    /// Walks with faults of each kind, and without.
    @Test func afterTenThousandRandomScenarios() {
        var compared = (all: 0, frames: 0)
        for seed in 0..<UInt64(10_000) {
            let check = Walk(seed: seed)
            check.run()
            compared.all += check.comparisons
            compared.frames += check.frameComparisons
            #expect(check.mismatch == nil, "seed \(seed)")
        }
        // Most of what is told is true: the comparisons below must not have been left out.
        #expect(compared.all > 10_000)
        #expect(compared.frames > compared.all / 4)
    }

    @MainActor
    private final class Walk {
        private(set) var mismatch: String?
        private(set) var comparisons = 0
        private(set) var frameComparisons = 0
        private let seed: UInt64
        private let scheduler = ManualScheduler()
        private let center = NotificationCenter()
        private let pool: KeyboardObserverPool
        private let scenario: KeyboardScenario
        private let keyboard: SimulatedKeyboard
        private var token: KeyboardObservationToken?
        /// What was told last of the move under way.
        private var last: KeyboardEvent.Kind?
        /// Whether all that was told since the last *show* of a true frame is true; and whether it was before this
        /// move.
        private var isTruthTold = true
        private var wasTruthTold = true
        /// Whether the last event reported no place.
        private var isFrameUnusable = true

        init(seed: UInt64) {
            self.seed = seed
            var random = SeededRandom(seed: seed)
            var faults = Faults.none
            if seed % 2 == 1 {
                faults = Faults(
                    Set(Fault.allCases.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }),
                    rate: 0.3,
                    seed: seed
                )
            }
            pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            scenario = RandomScenario(seed: seed, length: 12, faults: faults).scenario
            keyboard = scenario.makeKeyboard(scheduler: scheduler)
        }

        func run() {
            token = pool.observe(for: self) { $0.look(at: $1) }
            keyboard.start(postingTo: center)
            for step in scenario.steps where mismatch == nil {
                guard case .wait(let wait) = step else {
                    keyboard.perform(step)
                    continue
                }
                scheduler.advance(by: wait)
                if wait >= .seconds(2) { compare() }
            }
        }

        /// A fault may have told another frame than the true one, or none. What a *frame* event alone tells counts when
        /// its *did* has told it too: a drag says only then where it goes, and a rotation where it began.
        private func look(at event: KeyboardEvent) {
            let isTrue = event.info.frameEnd == keyboard.frame
            isFrameUnusable = event.info.frameEnd?.isEmpty ?? true
            switch event.kind {
            case .willShow:
                isTruthTold = isTrue
            case .willHide:
                // A hide in place is one from the screen, and the simulated keyboard also splits in place.
                isTruthTold = wasTruthTold && isTrue && event.info.frameBegin != event.info.frameEnd
            case .willChangeFrame:
                if last != .willChangeFrame { wasTruthTold = isTruthTold }
                isTruthTold = false
            case .didChangeFrame where last == .willChangeFrame:
                isTruthTold = wasTruthTold && isTrue
            case .didShow where last != .willShow, .didHide where last != .willHide:
                // A did that its will's deadline does not excuse is believed.
                isTruthTold = false
                wasTruthTold = false
                return
            case .didChangeFrame, .didShow, .didHide:
                return
            }
            last = event.kind
        }

        private func compare() {
            let state = pool.keyboard
            guard state.phase != .unknown else { return }
            // A show without a usable frame is a show all the same.
            guard isTruthTold || last == .willShow && isFrameUnusable else { return }
            comparisons += 1
            var (told, should) = ("\(state.phase)", "\(keyboard.phase)")
            if isTruthTold, state.isOnScreen || keyboard.phase != .hidden {
                frameComparisons += 1
                told += " \(state.placement) \(state.frame as CGRect?)"
                should += " \(placement) \(keyboard.frame as CGRect?)"
            }
            if told != should { mismatch = "seed \(seed): \(told), and the keyboard is \(should)" }
        }

        private var placement: KeyboardState.Placement {
            let (screen, frame) = (keyboard.screen.bounds, keyboard.frame)
            if keyboard.hasHardwareKeyboard { return .accessoryBarOnly }
            let isWide = abs(frame.minX) <= 16 && abs(frame.maxX - screen.maxX) <= 16
            if abs(frame.maxY - screen.maxY) <= 1 || isWide && screen.maxY - frame.maxY < frame.height / 2 {
                return .docked
            }
            if abs(frame.minY) <= 1 { return .dockedAtTop }
            return isWide ? .split : .floating
        }
    }
}
