import KeyboardObservation

// All the ways to go, and to come back.
extension Arena {
    /// Drops a guest, without a word to the pool: here, or on another thread.
    func dismiss(at index: Int, inCallOf killer: Ear? = nil) {
        let guest = crowd.remove(at: index)
        guest.ear.mischief = nil
        guest.check(model, inCallOf: killer)
        if chance(4) { elsewhere.drop(guest.object) }
    }

    func dismissSomebody() {
        if let index = someIndex() { dismiss(at: index) }
    }

    /// One that is in leaves; one that has left comes back.
    func unsubscribeOrSubscribe(_ guest: Guest, inCallOf killer: Ear? = nil) {
        guard case .screen(let screen) = guest.body else { return }
        if guest.ear.isIn {
            guest.ear.leave(model, inCallOf: killer)
            screen.unsubscribeFromKeyboardNotifications()
            screen.didUnsubscribe()
        } else {
            guest.ear.join(model)
            screen.subscribeOnKeyboardNotifications()
        }
        Findings.expect(pool.contains(screen) == guest.ear.isIn, "contains is wrong after a subscription or its end")
    }

    /// Twice is once, whether subscribing or unsubscribing.
    func repeatLastChange(of guest: Guest) {
        guard case .screen(let screen) = guest.body else { return }
        if guest.ear.isIn {
            screen.subscribeOnKeyboardNotifications()
        } else {
            screen.unsubscribeFromKeyboardNotifications()
        }
        Findings.expect(pool.contains(screen) == guest.ear.isIn, "contains is wrong after a change that was none")
    }
}
