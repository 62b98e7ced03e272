// Changes that callbacks make during a delivery.
extension PoolStress {
    /// Plans a change that a random observer makes in its next call.
    func planAction() {
        guard let index = randomIndex() else { return }
        let observer = observers[index]
        let choice = Int.random(in: 0..<8, using: &random)
        observer.record.nextAction = { [weak self, weak observer] in
            guard let self, let observer else { return }
            self.performAction(choice, of: observer)
        }
    }

    private func performAction(_ choice: Int, of observer: StressObserver) {
        switch choice {
        case 0:
            // Releases the last reference outside of the pool during the observer's own call.
            if observer.record.pattern.isAtMostOnce, let index = observers.firstIndex(where: { $0 === observer }) {
                removeObserver(at: index)
            }
        case 1:
            if observer.record.pattern.isAtMostOnce { unsubscribeOrSubscribe(observer) }
        case 2, 3:
            if let index = randomIndex(), observers[index] !== observer {
                removeObserver(at: index, inCallOf: observer.record)
            }
        case 4:
            if let index = randomIndex(), observers[index] !== observer {
                unsubscribeOrSubscribe(observers[index], inCallOf: observer.record)
            }
        case 5:
            post()
        case 6:
            if observers.count < Self.observerLimit { addObserver() }
        default:
            replaceNewObserver(inCallOf: observer)
        }
    }

    /// Subscribes an observer during an event, unsubscribes it, and subscribes another observer.
    ///
    /// The two observers must not receive the event.
    private func replaceNewObserver(inCallOf observer: StressObserver) {
        guard observers.count + 1 < Self.observerLimit else { return }
        addObserver()
        let added = observers[observers.count - 1]
        unsubscribeOrSubscribe(added, inCallOf: observer.record)
        addObserver()
    }
}
