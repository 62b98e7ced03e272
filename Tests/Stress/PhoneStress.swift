import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// A phone with its own pool, a form, and a keyboard that posts to the pool.
///
/// The stress test can release the phone while the keyboard appears, disappears or moves.
@MainActor
final class PhoneStress {
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    let keyboard: SimulatedKeyboard
    private var form: StressForm?
    private var observers: [any AnyObject & Sendable] = []
    private let model = DeliveryModel()
    private var modelToken: KeyboardObservationToken?
    private let records: [CallRecord]
    private let lifetime = CountedLifetime(.keyboard)
    private(set) var lifetimes = 5

    init() {
        records = [FollowingScreen.callPattern, FullScreen.callPattern].map { [model] in CallRecord($0, model) }
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        keyboard = SimulatedKeyboard(on: SimulatedScreen(.tablet768x1024), scheduler: scheduler)
        let capture = CountedCapture(.pool)
        pool.onIssue = { _ in withExtendedLifetime(capture) {} }
        modelToken = pool.observe { [model] in model.begin($0) }
        keyboard.start(postingTo: center)
        KeyboardObserverPool.$current.withValue(pool) {
            for record in records { record.willSubscribe() }
            observers = [FollowingScreen(records[0]), FullScreen(records[1]), makeWatchedGuide(in: pool)]
        }
    }

    /// Performs a few random steps.
    ///
    /// The method can return before the last step is finished.
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
        for (record, observer) in zip(records, observers) { record.check(observer) }
    }

    private func makeForm(_ random: inout SeededRandom) {
        form = StressForm(on: keyboard, center)
        lifetimes += 2
        form?.use(&random)
    }

    /// The objects that must be deallocated with the phone.
    var objects: [any AnyObject & Sendable] {
        [pool, keyboard, keyboard.screen, scheduler] + (form?.objects ?? []) + observers
    }
}
