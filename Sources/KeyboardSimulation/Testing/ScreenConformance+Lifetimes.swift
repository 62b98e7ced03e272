import KeyboardObservation

extension ScreenConformance {
    /// Creates and drops many screens in one pool, and finds the screens and observers that remain.
    ///
    /// While a screen exists, the keyboard is shown and hidden, the device rotates, and transitions are interrupted.
    /// Screens are dropped at rest, in mid-transition and before the first event. The method returns at the first leak.
    ///
    /// - Parameter lifetimes: The number of screens.
    /// - Returns: At most one finding for each promise.
    public func findings(lifetimes: Int) async -> [ScreenFinding] {
        let bed = KeyboardTestBed(model ?? .phone393x852, .portrait, SimulatedKeyboard.Behavior())
        // The first three screens can create observers for the whole app. Later screens must leave no observers behind.
        let checks = [3, 10] + Array(stride(from: 100, to: lifetimes, by: 100)) + [lifetimes]
        var (made, observerCount) = (0, Int.max)
        for end in checks where end <= lifetimes && end > made {
            let dropped = await KeyboardObserverPool.$current.withValue(bed.pool) { @MainActor in
                let dropped = (made..<end).map { liveAndDrop(number: $0, in: bed) }
                await endTasks(in: bed) { !dropped.contains { $0() != nil } && bed.pool.observerCount <= observerCount }
                return dropped
            }
            made = end
            let left = dropped.filter { $0() != nil }
            if let screen = left.first {
                let count = "\(left.count) of \(dropped.count) screens were not deallocated after they were dropped"
                let owner = await ScreenOwner.find(of: screen, in: bed)
                return [ScreenFinding(promise: .isDeallocated, sentence: "\(count): \(owner)")]
            }
            let added = bed.pool.observerCount - observerCount
            if added > 0 {
                let subject = added == 1 ? "1 observer is" : "\(added) observers are"
                let sentence =
                    "\(subject) still called after the last \(dropped.count) screens were dropped: a token or a task "
                    + "outlives its screen"
                return [ScreenFinding(promise: .isSilentAfterwards, sentence: sentence)]
            }
            observerCount = bed.pool.observerCount
        }
        return []
    }

    private func endTasks(in bed: KeyboardTestBed, until isReleased: () -> Bool) async {
        // Some tasks end only after the next event.
        bed.keyboard.show()
        await bed.settle()
        bed.keyboard.hide()
        await bed.settle()
        if !isReleased() { _ = try? bed.scheduler.runToEnd() }
        await KeyboardTestBed.runTasks(turns: 200, until: isReleased)
        await wait(until: isReleased)
    }

    private func liveAndDrop(number: Int, in bed: KeyboardTestBed) -> () -> Screen? {
        let screen = makeScreen(bed)
        if number % 3 > 0 {
            bed.keyboard.show()
            if number % 5 == 0, rotates {
                bed.keyboard.rotate(to: bed.screen.orientation == .portrait ? .landscape : .portrait)
            }
            if number % 7 == 0 {
                bed.advance(by: .milliseconds(50))
                bed.keyboard.hide()
                bed.advance(by: .milliseconds(50))
                bed.keyboard.show()
            }
            bed.advance(by: .milliseconds(number % 3 == 1 ? 100 : 1_000))
        }
        close(screen)
        defer { bed.keyboard.hide() }
        weak let dropped = screen
        return { dropped }
    }
}
