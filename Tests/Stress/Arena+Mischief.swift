// What callbacks do while an event is being delivered.
extension Arena {
    /// Has the next call of somebody do something.
    func plan() {
        guard let index = someIndex() else { return }
        let guest = crowd[index]
        let choice = Int.random(in: 0..<8, using: &random)
        guest.ear.mischief = { [weak self, weak guest] in
            guard let self, let guest else { return }
            self.doMischief(choice, of: guest)
        }
    }

    private func doMischief(_ choice: Int, of guest: Guest) {
        switch choice {
        case 0:
            // The last one but the pool's is let go of in the middle of its own call.
            if guest.ear.share.isSingle, let index = crowd.firstIndex(where: { $0 === guest }) { dismiss(at: index) }
        case 1:
            if guest.ear.share.isSingle { unsubscribeOrSubscribe(guest) }
        case 2, 3:
            if let index = someIndex(), crowd[index] !== guest { dismiss(at: index, inCallOf: guest.ear) }
        case 4:
            if let index = someIndex(), crowd[index] !== guest {
                unsubscribeOrSubscribe(crowd[index], inCallOf: guest.ear)
            }
        case 5:
            post()
        case 6:
            if crowd.count < Self.crowdLimit { admit() }
        default:
            comeAndGo(inCallOf: guest)
        }
    }

    /// The first one who comes during an event leaves in it, and another comes: neither may hear it.
    private func comeAndGo(inCallOf guest: Guest) {
        guard crowd.count + 1 < Self.crowdLimit else { return }
        admit()
        let fresh = crowd[crowd.count - 1]
        unsubscribeOrSubscribe(fresh, inCallOf: guest.ear)
        admit()
    }
}
