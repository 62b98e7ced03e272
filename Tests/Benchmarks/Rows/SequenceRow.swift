import Foundation
import KeyboardObservation
import KeyboardSimulation

/// The time from a post to the body of a `for await` loop.
@MainActor
struct SequenceRow {
    let comparison: Comparison

    func row() -> Row {
        let ours = SequenceConsumer()
        let stream = StreamScreens(screens: 1)
        stream.subscribeAll()
        let statistics = comparison.run("sequence", [(.ours, ours.post), (.stream, stream.post)])
        ours.stop()
        return Row(name: "sequence", statistics: statistics)
    }
}

@MainActor
private final class SequenceConsumer {
    private let poster = Poster(NotificationCenter())
    private let pool: KeyboardObserverPool
    private var task: Task<Void, Never>?
    private var callCount = 0

    init() {
        pool = KeyboardObserverPool(center: poster.center, scheduler: ManualScheduler())
        task = Task { @MainActor [weak self, events = pool.events] in
            for await event in events where event.info.frameEnd != nil { self?.callCount += 1 }
        }
        MainQueue.drain()
    }

    func post() {
        let expected = callCount + 1
        poster.post()
        MainQueue.drain { callCount == expected }
    }

    func stop() {
        task?.cancel()
        MainQueue.drain()
    }
}
