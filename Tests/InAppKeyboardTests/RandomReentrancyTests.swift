import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Random calls in the callbacks of the keyboard, of its events and of its fields.
@MainActor
struct RandomReentrancyTests {
    @MainActor
    private final class Walk {
        private let bed = KeyboardBed(isStarted: false)
        private let entries: [Entry]
        /// The centers to which the keyboard posts, and which only the walk observes.
        private let centers = [NotificationCenter(), NotificationCenter()]
        private let secondTarget = NotificationCenter()
        private let secondPool: KeyboardObserverPool
        private var random: SeededRandom
        /// The number of calls that callbacks may still make.
        private var budget = 0
        /// The index of the center of the keyboard; `nil` if the keyboard is stopped.
        private var started: Int?
        private var observers: [any NSObjectProtocol] = []
        private var tokens: [KeyboardObservationToken] = []
        private(set) var steps: [String] = []
        private(set) var faults: [String] = []
        private var keyboard: AppKeyboard { bed.keyboard }

        private static let bounds = [
            CGRect(x: 0, y: 0, width: 375, height: 667), CGRect(x: 0, y: 0, width: 667, height: 375),
            CGRect(x: 10, y: -20, width: 100, height: 80), CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1), .infinite,
            .null,
        ]

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            entries = [bed.entry(), bed.entry(.decimalPad), bed.entry(.emailAddress)]
            secondPool = KeyboardObserverPool(center: secondTarget, scheduler: bed.scheduler)
            keyboard.onChange = { [weak self] in self?.wasCalled("onChange") }
            keyboard.onKeyPress = { [weak self] _ in self?.wasCalled("onKeyPress") }
            for pool in [bed.pool, secondPool] {
                tokens.append(pool.observe { [weak self] in self?.wasCalled("\($0.kind)") })
            }
            for (index, target) in [bed.center, secondTarget].enumerated() { forward(index, to: target) }
            for entry in entries {
                entry.formState.inputFilter = { [weak self] _ in
                    self?.wasCalled("inputFilter")
                    return true
                }
            }
            start(0)
        }

        isolated deinit {
            for center in centers { for observer in observers { center.removeObserver(observer) } }
        }

        /// Posts the events of a center to the center of a pool.
        ///
        /// A center calls its observers in no fixed order. Therefore the pool and the check need different centers.
        private func forward(_ index: Int, to target: NotificationCenter) {
            observers.append(
                centers[index].addObserver(forName: nil, object: nil, queue: nil) { [weak self] notification in
                    // Safe: the keyboard posts on the main actor, so the notification does not leave the main actor.
                    nonisolated(unsafe) let notification = notification
                    MainActor.assumeIsolated {
                        guard let self else { return }
                        let name = unsafe notification.name.rawValue
                        self.check(self.started == index, "\(name) of a stopped keyboard")
                        unsafe target.post(notification)
                    }
                }
            )
        }

        // MARK: Calls

        private func wasCalled(_ callback: String) {
            guard budget > 0, Bool.random(using: &random) else { return }
            budget -= 1
            steps.append("in \(callback):")
            act()
        }

        private func start(_ index: Int) {
            started = index
            keyboard.start(postingTo: centers[index])
        }

        private func stop() {
            started = nil
            keyboard.stop()
        }

        private func randomPlace() -> CGPoint {
            (keyboard.keys + keyboard.alternatives).randomElement(using: &random)?.frame.middle ?? .zero
        }

        private func act() {
            let (choice, finger) = (Int.random(in: 0..<16, using: &random), Int.random(in: 0..<3, using: &random))
            steps.append("call \(choice), finger \(finger)")
            switch choice {
            case 0: stop()
            case 1: start(Int.random(in: 0..<2, using: &random))
            case 2: try? keyboard.requestShow()
            case 3: try? keyboard.requestHide()
            case 4: bed.window.focus(entries.randomElement(using: &random))
            case 5: bed.window.focus(nil)
            case 6: keyboard.screenBounds = Self.bounds.randomElement(using: &random) ?? .zero
            case 7: keyboard.pointsPerMillimeter = [nil, 5, 2][Int.random(in: 0..<3, using: &random)]
            case 8:
                let languages = [["en"], ["de", "ru"], ["en", "hi"], []].randomElement(using: &random) ?? []
                keyboard.layouts = AppKeyboard.Layout.builtIn.filter { languages.contains($0.language) }
            case 9:
                let entry = entries.randomElement(using: &random)
                entry?.formState.keyboardType = KeyboardType.allCases.randomElement(using: &random) ?? .default
            case 10, 11, 12: keyboard.touchBegan(finger, at: randomPlace())
            case 13: keyboard.touchMoved(finger, to: randomPlace())
            case 14: keyboard.touchEnded(finger, at: randomPlace())
            default: keyboard.touchCancelled(finger)
            }
        }

        func step() {
            budget = 5
            act()
            bed.advance([0, 30, 100, 300, 500].randomElement(using: &random) ?? 0)
            budget = 0
        }

        // MARK: Rest

        private func check(_ isRight: Bool, _ fault: String) {
            if !isRight { faults.append(fault) }
        }

        /// Checks the keyboard while no finger presses a key and no transition runs.
        func rest() {
            steps.append("rest")
            for finger in 0..<3 { keyboard.touchCancelled(finger) }
            bed.advance(3_000)
            check(!bed.isAnyKeyPressed && keyboard.alternatives.isEmpty, "a key is pressed")
            check(!keyboard.isSliding, "the keyboard slides")
            let (wasShown, isVisible) = (keyboard.isShown, started == 0 && !keyboard.frame.isEmpty)
            check(started != nil || !wasShown, "a stopped keyboard is shown")
            if wasShown, isVisible { check(bed.pool.keyboard.frame == keyboard.frame, "the pool has another frame") }
            check((try? keyboard.requestHide()) != nil || started == nil, "the keyboard is not started")
            check((try? keyboard.requestHide()) == nil || started != nil, "the keyboard is started")
            bed.advance(3_000)
            if wasShown, isVisible { check(!bed.pool.keyboard.isOnScreen, "the pool does not see the hide") }
            if started != nil, !keyboard.frame.isEmpty { type() }
        }

        /// Checks that the first key types into the field that takes the focus.
        private func type() {
            let field = bed.window.focused ?? entries[0]
            bed.window.focus(nil)
            bed.window.focus(field)
            check(keyboard.isShown, "the focus does not show the keyboard")
            bed.advance(3_000)
            field.text = ""
            bed.tap(keyboard.keys[0].kind)
            if case .character(let text) = keyboard.keys[0].kind { check(field.text == text, "typed \(field.text)") }
        }
    }

    @Test func theKeyboardStaysConsistent() {
        for seed in RandomTestSize.seeds(RandomTestSize.cases(of: 2_000)) {
            let walk = Walk(seed: seed)
            for _ in 0..<12 where walk.faults.isEmpty {
                for _ in 0..<6 where walk.faults.isEmpty { walk.step() }
                if walk.faults.isEmpty { walk.rest() }
            }
            let steps = walk.steps.suffix(40).joined(separator: "\n")
            #expect(walk.faults.isEmpty, "seed \(seed):\n\(steps)")
        }
    }
}
