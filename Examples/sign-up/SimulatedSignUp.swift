import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// Somebody signs up on a phone, with a simulated keyboard. Time is simulated as well, so it takes no time at all.
@MainActor
final class SimulatedSignUp {
    private let scheduler = ManualScheduler()
    private let keyboard: SimulatedKeyboard
    private let narrator: Narrator
    private var name: NameScreen?
    private var account: AccountScreen?

    init() {
        let screen = SimulatedScreen(.phone393x852)
        keyboard = SimulatedKeyboard(on: screen, scheduler: scheduler)
        keyboard.start(postingTo: .default)
        narrator = Narrator(.shared, scheduler, size: screen.size)
    }

    func run() {
        name = NameScreen(keyboard: keyboard) { [weak self] in self?.goOn() }
        narrator.say("The name is tapped: the keyboard comes, with the bar on it.")
        name?.form.rows[0].field.tap()
        keyboard.type("Ada Lovelace")
        settle(name?.form)

        narrator.say("Return leads on to the mail. The keyboard stays, with other keys.")
        keyboard.type("\nada@example.org")
        settle(name?.form)

        narrator.say("Up in the bar leads back. The keyboard stays again.")
        name?.form.bar.previous.action()
        settle(name?.form)

        narrator.say("Return in the last field submits: on to the next screen.")
        name?.form.bar.next.action()
        keyboard.tapReturn()
        settle(account?.form)

        narrator.say("The first screen is dropped, and has not unsubscribed.")
        narrator.count()
        name = nil
        narrator.count()
        fillAccount()
    }

    /// What the first screen's last return key does.
    private func goOn() {
        account = AccountScreen(keyboard: keyboard)
    }

    private func fillAccount() {
        narrator.say("The password is typed, and return leads on to the budget, where something is pasted.")
        account?.form.rows[0].field.tap()
        keyboard.type("correct horse\n")
        keyboard.paste("250 or so")
        settle(account?.form)

        narrator.say("Done. That is no number: it is refused, and the budget stays as it was.")
        account?.form.bar.done.action()
        settle(account?.form)
        tellBudget()

        narrator.say("Once more: without a return key, and without a currency.")
        account?.form.rows[1].field.tap()
        keyboard.type("1250.5")
        settle(account?.form)

        narrator.say("The keyboard is drawn away, and the number is taken.")
        keyboard.beginDismissing()
        keyboard.endDismissing()
        settle(account?.form)
        tellBudget()

        narrator.say("The second screen is dropped as the first one was.")
        narrator.count()
        account = nil
        narrator.count()
        KeyboardObserverPool.shared.sweep()
        narrator.count()
    }

    private func tellBudget() {
        print("  budget: \(account?.budget.map { "\($0)" } ?? "none")")
    }

    private func settle(_ form: Form?) {
        scheduler.advance(by: .seconds(1))
        if let form { narrator.draw(form) }
    }
}
