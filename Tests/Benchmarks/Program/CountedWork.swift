import KeyboardObservation

/// Runs only one kind of work, whose instructions a profiler can count.
@MainActor
struct CountedWork {
    let job: Job
    let warmUp: Int
    let events: Int

    func run() {
        job.subscribe()
        KeyboardObserverPool.$current.withValue(job.pool) {
            for _ in 0..<warmUp { job.run() }
            repeatCounted(events, job.run)
            job.requireCalls()
        }
    }
}

/// Runs the work, while a profiler counts its instructions.
///
/// The script `costs` names this function. Callgrind counts the instructions of the main thread in this function.
@inline(never)
@MainActor
private func repeatCounted(_ times: Int, _ work: () -> Void) {
    for _ in 0..<times { work() }
}
