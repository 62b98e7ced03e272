import KeyboardObservation

// Releases, unsubscribes and resubscribes observers.
extension PoolStress {
    /// Releases an observer without unsubscribing it, here or on another thread.
    func removeObserver(at index: Int, inCallOf caller: CallRecord? = nil) {
        let observer = observers.remove(at: index)
        observer.record.nextAction = nil
        observer.check(inCallOf: caller)
        if chance(4) { thread.release(observer.object) }
    }

    func removeRandomObserver() {
        if let index = randomIndex() { removeObserver(at: index) }
    }

    /// Unsubscribes the screen if it is subscribed; otherwise, subscribes it.
    func unsubscribeOrSubscribe(_ observer: StressObserver, inCallOf caller: CallRecord? = nil) {
        guard case .screen(let screen) = observer.subscriber else { return }
        if observer.record.isSubscribed {
            observer.record.willUnsubscribe(inCallOf: caller)
            screen.unsubscribeFromKeyboardNotifications()
            screen.didUnsubscribe()
        } else {
            observer.record.willSubscribe()
            screen.subscribeOnKeyboardNotifications()
        }
        Findings.expect(pool.contains(screen) == observer.record.isSubscribed, "contains is wrong after a change")
    }

    /// Repeats the last subscription or unsubscription, and checks that it has no effect.
    func repeatLastChange(of observer: StressObserver) {
        guard case .screen(let screen) = observer.subscriber else { return }
        if observer.record.isSubscribed {
            screen.subscribeOnKeyboardNotifications()
        } else {
            screen.unsubscribeFromKeyboardNotifications()
        }
        Findings.expect(
            pool.contains(screen) == observer.record.isSubscribed,
            "contains is wrong after a repeated change"
        )
    }
}
