import KeyboardObservation

extension Arena {
    private struct Part {
        weak let object: AnyObject?
    }

    /// A stage comes and goes, with whatever it was doing.
    func playStage() {
        var stage: Stage? = Stage()
        stage?.play(&random)
        lifetimes += stage?.lifetimes ?? 0
        // Abandoned with its pool, from which nothing will come any more.
        let iteration = stage.map { Iteration($0.pool.events.makeAsyncIterator(), .eventIteration) }
        let parts = (stage?.parts ?? []).map { Part(object: $0) }
        if chance(4) {
            // All of it goes on another thread.
            if let stage { elsewhere.drop(stage) }
            stage = nil
            elsewhere.settle()
            // A field that had the focus tells its keyboard on the main actor.
            _ = drainMainQueue { parts.allSatisfy { $0.object == nil } }
        }
        stage = nil
        for part in parts {
            if let object = part.object { Findings.add("a \(type(of: object)) outlived all who held it") }
        }
        withExtendedLifetime(iteration) {}
    }
}
