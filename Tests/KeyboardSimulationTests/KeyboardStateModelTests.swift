import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Compares the state that a pool derives from events with the state of the simulated keyboard.
@MainActor
struct KeyboardStateModelTests {
    private static let scenarioCount = UInt64(RandomTestSize.cases(of: 10_000))

    /// Every other scenario has faults.
    @Test func theStateEqualsTheKeyboardAfterRandomScenarios() {
        var compared = (all: 0, frames: 0)
        for seed in 0..<Self.scenarioCount {
            let check = StateComparison(seed: seed)
            check.run()
            compared.all += check.comparisons
            compared.frames += check.frameComparisons
            #expect(check.mismatch == nil, "seed \(seed)")
        }
        // Most events are correct, so there must be more comparisons than scenarios.
        #expect(compared.all > Int(Self.scenarioCount))
        #expect(compared.frames > compared.all / 4)
    }

    @MainActor
    private final class StateComparison {
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
        /// The kind of the last event of the transition under way.
        private var last: KeyboardEvent.Kind?
        /// Whether every event has been correct since the last *show* event with the true frame.
        private var isCorrect = true
        /// The value of `isCorrect` before the transition under way.
        private var wasCorrect = true

        init(seed: UInt64) {
            self.seed = seed
            var random = SeededRandom(seed: seed)
            var faults = SimulatedKeyboard.FaultInjection.none
            if seed % 2 == 1 {
                faults = SimulatedKeyboard.FaultInjection(
                    Set(SimulatedKeyboard.Fault.allCases.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }),
                    rate: 0.3,
                    seed: seed
                )
            }
            pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            scenario = KeyboardScenario.random(seed: seed, length: 12, faults: faults)
            keyboard = scenario.makeKeyboard(scheduler: scheduler)
        }

        func run() {
            token = pool.observe(for: self) { $0.update(after: $1) }
            // Only the events are forwarded, and not the frames in motion. If an event were lost, the state would take
            // the last frame in motion as the end.
            let source = NotificationCenter()
            let forwarding = KeyboardEvent.Kind.allCases.map { kind in
                source.addObserver(forName: kind.notificationName, object: nil, queue: nil) { [center] in
                    center.post($0)
                }
            }
            defer { forwarding.forEach(source.removeObserver) }
            keyboard.start(postingTo: source)
            for step in scenario.steps where mismatch == nil {
                guard case .wait(let wait) = step else {
                    keyboard.perform(step)
                    continue
                }
                scheduler.advance(by: wait)
                if wait >= .seconds(2) { compare() }
            }
        }

        /// Updates whether the events have been correct.
        ///
        /// A *frame* event counts as correct if its *did* event reports the true frame. Only the *did* event reports
        /// the end of a drag and the begin of a rotation.
        private func update(after event: KeyboardEvent) {
            let isTrue = event.info.frameEnd == keyboard.frame
            switch event.kind {
            case .willShow:
                isCorrect = isTrue
            case .willHide:
                // A *hide* event with equal frames is ambiguous: the keyboard may have disappeared, or it may have
                // split in place.
                isCorrect = wasCorrect && isTrue && event.info.frameBegin != event.info.frameEnd
            case .willChangeFrame:
                if last != .willChangeFrame { wasCorrect = isCorrect }
                isCorrect = false
            case .didChangeFrame where last == .willChangeFrame:
                isCorrect = wasCorrect && isTrue
            case .didShow where last != .willShow, .didHide where last != .willHide:
                // The state accepts a did event without a matching will event.
                isCorrect = false
                wasCorrect = false
                return
            case .didChangeFrame where !isTrue:
                // At rest, the state accepts a late did event, such as the did event of a rotation.
                isCorrect = false
                wasCorrect = false
                return
            case .didChangeFrame, .didShow, .didHide:
                return
            }
            last = event.kind
        }

        private func compare() {
            let state = pool.keyboard
            guard state.phase != .unknown else { return }
            guard isCorrect else { return }
            // A keyboard without a height counts as hidden.
            let isWithoutHeight = keyboard.phase == .shown && keyboard.frame.isEmpty
            comparisons += 1
            var (actual, expected) = ("\(state.phase)", isWithoutHeight ? "hidden" : "\(keyboard.phase)")
            // An interrupted burst can leave a keyboard without a height. The state has no frame of such a keyboard.
            if !keyboard.frame.isEmpty, state.isOnScreen || keyboard.phase != .hidden {
                frameComparisons += 1
                actual += " \(state.placement) \(state.frame as CGRect?)"
                expected += " \(placement) \(keyboard.frame as CGRect?)"
            }
            if actual != expected { mismatch = "seed \(seed): \(actual) instead of \(expected)" }
        }

        private var placement: KeyboardState.Placement {
            let (screen, frame) = (keyboard.screen.bounds, keyboard.frame)
            if keyboard.hasHardwareKeyboard { return .accessoryBarOnly }
            let isWide = abs(frame.minX) <= 16 && abs(frame.maxX - screen.maxX) <= 16
            let mayDock = frame.width >= screen.width / 2
            if mayDock, abs(frame.maxY - screen.maxY) <= 1 { return .docked }
            if mayDock, abs(frame.minY) <= 1 { return .dockedAtTop }
            return isWide ? .split : .floating
        }
    }
}
