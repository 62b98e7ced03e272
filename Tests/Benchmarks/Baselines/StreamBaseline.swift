import Foundation

/// One `AsyncStream` for each screen, and a task that iterates over it.
final class StreamAudience: ChangingAudience {
    @MainActor
    final class Screen {
        private let hub: StreamHub
        private let tally: Tally
        private var task: Task<Void, Never>?
        private var number: Int?

        init(_ hub: StreamHub, _ tally: Tally) {
            self.hub = hub
            self.tally = tally
        }

        isolated deinit {
            unsubscribe()
        }

        func subscribe() {
            let (number, infos) = hub.makeStream()
            self.number = number
            task = Task { @MainActor [weak self] in
                for await info in infos where info.frameEnd != nil { self?.tally.count += 1 }
            }
        }

        func unsubscribe() {
            task?.cancel()
            if let number { hub.endStream(number) }
            number = nil
        }
    }

    private let hub = StreamHub()
    private let tally = Tally()
    private let screens: [Screen]
    private let further: Screen

    init(screens count: Int) {
        let (hub, tally) = (hub, tally)
        screens = (0..<count).map { _ in Screen(hub, tally) }
        further = Screen(hub, tally)
    }

    var heardCount: Int { tally.count }

    func subscribeAll() {
        for screen in screens { screen.subscribe() }
        MainQueue.drain()
    }

    /// The event is there when every task has had its turn.
    func post() {
        let expected = tally.count + hub.streamCount
        hub.post()
        MainQueue.drain { tally.count == expected }
    }

    func subscribeAndUnsubscribe() {
        further.subscribe()
        further.unsubscribe()
        MainQueue.drain()
    }

    func liveOnce() {
        let screen = Screen(hub, tally)
        screen.subscribe()
        post()
    }
}
