import KeyboardObservation

extension PoolStress {
    private struct WeakObject {
        weak let object: AnyObject?
    }

    /// Makes a phone, runs it and releases it.
    func runPhone() {
        var phone: PhoneStress? = PhoneStress()
        phone?.run(&random)
        lifetimes += phone?.lifetimes ?? 0
        // The iteration outlives its pool.
        let iteration = phone.map { UnfinishedIteration($0.pool.events.makeAsyncIterator(), .eventIteration) }
        let isFollowed = chance(4) && !hasUnfinishedSequence
        let follower = isFollowed ? phone.map { SequenceFollower(mistake == .sequence ? pool : $0.pool) } : nil
        let objects = (phone?.objects ?? []).map { WeakObject(object: $0) }
        if chance(4) {
            // The phone is released on another thread.
            if let phone { thread.release(phone) }
            phone = nil
            thread.waitUntilIdle()
            // A focused field reports its end of editing on the main actor.
            _ = drainMainQueue { objects.allSatisfy { $0.object == nil } }
        }
        phone = nil
        for object in objects {
            if let object = object.object { Findings.add("a \(type(of: object)) was not deallocated") }
        }
        if let follower {
            if !drainMainQueue(until: { follower.isOver }) {
                Findings.add("an iteration continued after its pool was deallocated")
                follower.cancel()
                // The run follows no further sequence, because each failure would wait for some seconds.
                hasUnfinishedSequence = true
            }
            lifetimes += 1
        }
        withExtendedLifetime(iteration) {}
    }
}
