import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TerminalToolkit

/// Prints a sign-up as text, and draws each state of the phone.
///
/// The time is simulated, so the program does not wait.
@MainActor
struct Story {
    private let scheduler = ManualScheduler()
    private let pool: KeyboardObserverPool
    private let center = NotificationCenter()
    private let narrator: Narrator

    init(_ environment: TerminalEnvironment) {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        narrator = Narrator(pool, scheduler, environment)
    }

    func run() {
        KeyboardObserverPool.$current.withValue(pool) {
            let phone = Phone(center: center, scheduler: scheduler)
            withExtendedLifetime(phone) { signUp(phone) }
        }
        narrator.ignoreEvents()
        narrator.print("The phone is released without unsubscribing.")
        narrator.printCounts()
        pool.sweep()
        narrator.printCounts()
    }

    private func signUp(_ phone: Phone) {
        phone.account?.name.becomeFirstResponder()
        phone.type("Ada Lovelace")
        draw(phone, "A press on the name shows the keyboard and the bar above it.")

        phone.type("\nada@example.org\n+353 1 234567\tcorrect horse\n250 or so\tNo news, please.")
        draw(phone, "Return and Tab pass the focus on. The last field stays above the keyboard.")

        phone.rotate()
        draw(phone, "The device is turned.")

        phone.rotate()
        scheduler.advance(by: .seconds(1))
        phone.account?.order.submit()
        draw(phone, "The form is not submitted, because the budget is not a number.")

        phone.account?.budgetField.text = "1250.5"
        phone.account?.order.submit()
        phone.type("4711")
        draw(phone, "With a number it is. A second screen is pushed while the keyboard is shown.")

        phone.type(.escape)
        scheduler.advance(by: .seconds(1))
        phone.goBack()
        draw(phone, "The keyboard is hidden, the second screen is popped, and the first one has its height again.")
    }

    private func draw(_ phone: Phone, _ sentence: String) {
        scheduler.advance(by: .seconds(1))
        narrator.print(sentence)
        narrator.draw(phone.drawing)
    }
}
