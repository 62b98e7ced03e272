import CommandLineOutput
import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// A sign-up on a phone with a simulated keyboard.
///
/// Its time is simulated as well, so the program does not wait.
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
        name = NameScreen(keyboard: keyboard) { [weak self] in self?.showAccount() }
        narrator.print("A tap on the name shows the keyboard and the bar above it.")
        name?.form.rows[0].field.tap()
        keyboard.type("Ada Lovelace")
        settle(name?.form)

        narrator.print("Return moves the focus to the mail. The keyboard stays and changes its keys.")
        keyboard.type("\nada@example.org")
        settle(name?.form)

        narrator.print("The first arrow of the bar moves the focus back. The keyboard stays.")
        name?.form.bar.previous.action()
        settle(name?.form)

        narrator.print("Return in the last field submits the form, which shows the next screen.")
        name?.form.bar.next.action()
        keyboard.tapReturn()
        settle(account?.form)

        narrator.print("The first screen is released without unsubscribing.")
        narrator.printCounts()
        name = nil
        narrator.printCounts()
        fillAccount()
    }

    /// The action of the last return key of the first screen.
    private func showAccount() {
        account = AccountScreen(keyboard: keyboard)
    }

    private func fillAccount() {
        narrator.print("The password is typed. Return moves the focus to the budget, and a text is pasted.")
        account?.form.rows[0].field.tap()
        keyboard.type("correct horse\n")
        keyboard.paste("250 or so")
        settle(account?.form)

        narrator.print("Done: the text is not a number. The field refuses it, and the budget is unchanged.")
        account?.form.bar.done.action()
        settle(account?.form)
        printBudget()

        narrator.print("A number without a currency is typed. The number pad has no return key.")
        account?.form.rows[1].field.tap()
        keyboard.type("1250.5")
        settle(account?.form)

        narrator.print("A finger dismisses the keyboard, and the field accepts the number.")
        keyboard.beginDismissing()
        keyboard.endDismissing()
        settle(account?.form)
        printBudget()

        narrator.print("The second screen is released without unsubscribing.")
        narrator.printCounts()
        account = nil
        narrator.printCounts()
        KeyboardObserverPool.shared.sweep()
        narrator.printCounts()
    }

    private func printBudget() {
        StandardOutput.write("  budget: \(account?.budget.map { "\($0)" } ?? "none")")
    }

    private func settle(_ form: Form?) {
        scheduler.advance(by: .seconds(1))
        if let form { narrator.draw(form) }
    }
}
