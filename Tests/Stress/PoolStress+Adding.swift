import KeyboardObservation

// Adds observers of each kind.
extension PoolStress {
    func addObserver() {
        while observers.count >= Self.observerLimit { removeObserver(at: 0) }
        observers.append(makeObserver())
        lifetimes += 1
    }

    private func makeObserver() -> StressObserver {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<3: makeScreen(RawScreen.self)
        case 3..<6: makeScreen(CommonScreen.self)
        case 6..<9: makeScreen(FullScreen.self)
        case 9..<12: makeScreen(RawCommonAndFullScreen.self)
        case 12: makeScreen(FollowingScreen.self)
        case 13, 14: makeOwner()
        case 15, 16: makeToken()
        case 17: makeStateToken()
        case 18: makeIteration()
        default: makeGuide()
        }
    }

    private func makeScreen<Screen: StressScreen>(_ type: Screen.Type) -> StressObserver {
        let record = CallRecord(Screen.callPattern, model)
        record.willSubscribe()
        return StressObserver(record, .screen(Screen(record)))
    }

    private func makeOwner() -> StressObserver {
        let record = CallRecord(.closure, model)
        record.willSubscribe()
        let owner = Owner(record)
        owner.token = pool.observe(for: owner) { $0.record.receive(.closure, $1.kind, $1.number) }
        return StressObserver(record, .owner(owner))
    }

    private func makeToken() -> StressObserver {
        let record = CallRecord(.showsAndHidesClosure, model)
        record.willSubscribe()
        let capture = CountedCapture(.token)
        let token = pool.observe([.willShow, .didShow, .willHide, .didHide]) { event in
            withExtendedLifetime(capture) { record.receive(.closure, event.kind, event.number) }
        }
        return StressObserver(record, .other(token))
    }

    private func makeStateToken() -> StressObserver {
        let capture = CountedCapture(.stateToken)
        var last: KeyboardState?
        let token = pool.observeState(startingWithCurrent: chance(2)) { state in
            withExtendedLifetime(capture) {}
            Findings.expect(state != last, "a state was delivered twice")
            last = state
        }
        return StressObserver(CallRecord(.none, model), .other(token))
    }

    private func makeIteration() -> StressObserver {
        let iteration: any AnyObject & Sendable =
            chance(2)
            ? UnfinishedIteration(pool.events.makeAsyncIterator(), .eventIteration)
            : UnfinishedIteration(pool.states(startingWithCurrent: chance(2)).makeAsyncIterator(), .stateIteration)
        return StressObserver(CallRecord(.none, model), .other(iteration))
    }

    private func makeGuide() -> StressObserver {
        StressObserver(CallRecord(.none, model), .other(makeWatchedGuide(in: pool)))
    }
}
