import Foundation
import KeyboardObservation
import KeyboardSimulation

/// From a post to the body of a `for await`.
@MainActor
struct SequenceRow {
    let race: Race

    func row() -> Row {
        let ours = SequenceListener()
        let stream = StreamAudience(screens: 1)
        stream.subscribeAll()
        let figures = race.run("sequence", [(.ours, ours.post), (.stream, stream.post)])
        ours.stop()
        return Row(name: "sequence", figures: figures)
    }
}

@MainActor
private final class SequenceListener {
    private var poster = Poster(NotificationCenter())
    private let pool: KeyboardObserverPool
    private var task: Task<Void, Never>?
    private var heardCount = 0

    init() {
        pool = KeyboardObserverPool(center: poster.center, scheduler: ManualScheduler())
        task = Task { @MainActor [weak self, events = pool.events] in
            for await event in events where event.info.frameEnd != nil { self?.heardCount += 1 }
        }
        MainQueue.drain()
    }

    func post() {
        let expected = heardCount + 1
        poster.post()
        MainQueue.drain { heardCount == expected }
    }

    func stop() {
        task?.cancel()
        MainQueue.drain()
    }
}
