import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// A phone of its own: a pool, a keyboard that posts to it, and a form. It goes in the middle of whatever it does.
@MainActor
final class Stage {
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    let keyboard: SimulatedKeyboard
    private var form: Form?
    private var guests: [any AnyObject & Sendable] = []
    private let model = Model()
    private var auditor: KeyboardObservationToken?
    private let ears = [FollowingScreen.share, FullScreen.share].map { Ear($0) }
    private let mark = Mark(.keyboard)
    private(set) var lifetimes = 5

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
        let witness = Witness(.pool)
        pool.onIssue = { _ in withExtendedLifetime(witness) {} }
        auditor = pool.observe { [model] in model.begin($0) }
        keyboard.start(postingTo: center)
        KeyboardObserverPool.$current.withValue(pool) {
            for ear in ears { ear.join(model) }
            guests = [FollowingScreen(ears[0]), FullScreen(ears[1]), watchedGuide(in: pool)]
        }
    }

    /// Does a few things, and stops in the middle.
    func play(_ random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: keyboard.show(.lettersWithPredictions)
            case 2: keyboard.hide()
            case 3: keyboard.rotate(to: keyboard.screen.orientation == .portrait ? .landscape : .portrait)
            case 4: keyboard.undock(toTop: 200)
            case 5: makeForm(&random)
            case 6: form?.use(&random)
            default: scheduler.advance(by: .milliseconds(Int.random(in: 0...150, using: &random)))
            }
        }
        for (ear, guest) in zip(ears, guests) {
            let expected = ear.expected(model)
            Findings.expect(ear.heard == expected, "a \(type(of: guest)) heard \(ear.heard) and not \(expected)")
        }
    }

    private func makeForm(_ random: inout SeededRandom) {
        form = Form(on: keyboard, center)
        lifetimes += 2
        form?.use(&random)
    }

    /// What nobody may hold afterwards.
    var parts: [any AnyObject & Sendable] {
        [pool, keyboard, keyboard.screen, scheduler] + (form?.parts ?? []) + guests
    }
}
