import KeyboardObservation

// Everybody who can come.
extension Arena {
    func admit() {
        while crowd.count >= Self.crowdLimit { dismiss(at: 0) }
        crowd.append(makeGuest())
        lifetimes += 1
    }

    private func makeGuest() -> Guest {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<3: makeScreen(RawScreen.self)
        case 3..<6: makeScreen(CommonScreen.self)
        case 6..<9: makeScreen(FullScreen.self)
        case 9..<12: makeScreen(BothScreen.self)
        case 12: makeScreen(FollowingScreen.self)
        case 13, 14: makeOwner()
        case 15, 16: makeToken()
        case 17: makeStateToken()
        case 18: makeIteration()
        default: makeGuide()
        }
    }

    private func makeScreen<Screen: StressScreen>(_ type: Screen.Type) -> Guest {
        let ear = Ear(Screen.share)
        ear.join(model)
        return Guest(ear, .screen(Screen(ear)))
    }

    private func makeOwner() -> Guest {
        let ear = Ear(.init(all: 1))
        ear.join(model)
        let owner = Owner(ear)
        owner.token = pool.observe(for: owner) { $0.ear.hear($1.number) }
        return Guest(ear, .owner(owner))
    }

    private func makeToken() -> Guest {
        let ear = Ear(.init(showsAndHides: 1))
        ear.join(model)
        let witness = Witness(.token)
        let token = pool.observe([.willShow, .didShow, .willHide, .didHide]) { event in
            withExtendedLifetime(witness) { ear.hear(event.number) }
        }
        return Guest(ear, .other(token))
    }

    private func makeStateToken() -> Guest {
        let witness = Witness(.stateToken)
        var last: KeyboardState?
        let token = pool.observeState(startingWithCurrent: chance(2)) { state in
            withExtendedLifetime(witness) {}
            Findings.expect(state != last, "a state was told twice")
            last = state
        }
        return Guest(Ear(.init()), .other(token))
    }

    private func makeIteration() -> Guest {
        let iteration: any AnyObject & Sendable =
            chance(2)
            ? Iteration(pool.events.makeAsyncIterator(), .eventIteration)
            : Iteration(pool.states(startingWithCurrent: chance(2)).makeAsyncIterator(), .stateIteration)
        return Guest(Ear(.init()), .other(iteration))
    }

    private func makeGuide() -> Guest {
        Guest(Ear(.init()), .other(watchedGuide(in: pool)))
    }
}
