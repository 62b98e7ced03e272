import Foundation
import KeyboardObservation
import KeyboardSimulation

/// Somebody signs up on a phone, with a simulated keyboard. Time is simulated as well, so it takes no time at all.
@MainActor
struct SimulatedSignUp {
    private let screen = SimulatedScreen(.phone393x852)
    private let scheduler = ManualScheduler()
    private let keyboard: SimulatedKeyboard
    private let narrator: Narrator

    init() {
        keyboard = SimulatedKeyboard(on: screen, scheduler: scheduler)
        keyboard.start(postingTo: .default)
        narrator = Narrator(.shared, scheduler, size: screen.size)
    }

    func run() {
        var name: NameScreen? = NameScreen(size: screen.size)

        narrator.say("The name is tapped: the keyboard comes.")
        name?.edit(0)
        keyboard.show(.lettersWithPredictions)
        settle(name?.form)

        narrator.say("The mail is tapped: it has no predictions.")
        name?.edit(1)
        keyboard.show(.letters)
        settle(name?.form)

        narrator.say("On to the next screen. The first one is dropped, and has not unsubscribed.")
        var account: AccountScreen? = AccountScreen(size: screen.size)
        narrator.count()
        name = nil
        narrator.count()

        narrator.say("The password is tapped, and the keyboard sent away while it is still growing.")
        account?.edit(0)
        keyboard.show(.lettersWithPredictions)
        scheduler.advance(by: .milliseconds(100))
        account?.edit(nil)
        keyboard.hide()
        settle(account?.form)
        narrator.count()

        narrator.say("The PIN is tapped: digits will do.")
        account?.edit(1)
        keyboard.show(.numberPad)
        settle(account?.form)

        narrator.say("Done: the keyboard goes, and so does the second screen, as the first one did.")
        account?.edit(nil)
        keyboard.hide()
        settle(account?.form)
        narrator.count()
        account = nil
        narrator.count()
        KeyboardObserverPool.shared.sweep()
        narrator.count()
    }

    private func settle(_ form: Form?) {
        scheduler.advance(by: .seconds(1))
        if let form { narrator.draw(form) }
    }
}
