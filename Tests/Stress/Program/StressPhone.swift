import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// A phone with its own pool, a form, and a keyboard that posts to the pool.
///
/// It can be released while the keyboard appears, disappears or moves.
@MainActor
final class StressPhone {
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    private let keyboard: SimulatedKeyboard
    private var form: StressForm?
    private var observers: [any AnyObject & Sendable] = []
    private let lifetime = CountedLifetime(.keyboard)
    private(set) var lifetimes = 5

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        keyboard = SimulatedKeyboard(on: SimulatedScreen(.tablet768x1024), scheduler: scheduler)
        let capture = CountedCapture(.pool)
        pool.onIssue = { _ in withExtendedLifetime(capture) {} }
        keyboard.start(postingTo: center)
        KeyboardObserverPool.$current.withValue(pool) {
            observers = [FollowingScreen(PlannedChange()), BothScreen(PlannedChange()), makeGuide(in: pool)]
        }
    }

    /// Performs a few random steps, and may return before the last one is finished.
    func run(_ random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: keyboard.show(.lettersWithPredictions)
            case 2: keyboard.hide()
            case 3: keyboard.rotate(to: keyboard.screen.orientation == .portrait ? .landscape : .portrait)
            case 4: keyboard.perform(.undock(toTop: 200))
            case 5: makeForm(&random)
            case 6: form?.use(&random)
            default: scheduler.advance(by: .milliseconds(Int.random(in: 0...150, using: &random)))
            }
        }
    }

    private func makeForm(_ random: inout SeededRandom) {
        form = StressForm(on: keyboard, center)
        lifetimes += 2
        form?.use(&random)
    }
}
