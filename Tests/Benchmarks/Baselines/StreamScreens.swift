import Foundation

/// Screens that each have an `AsyncStream`, and a task that iterates over the stream.
final class StreamScreens: ChangingScreenGroup {
    @MainActor
    final class Screen {
        private let hub: StreamHub
        private let counter: CallCounter
        private var task: Task<Void, Never>?
        private var number: Int?

        init(_ hub: StreamHub, _ counter: CallCounter) {
            self.hub = hub
            self.counter = counter
        }

        isolated deinit {
            unsubscribe()
        }

        func subscribe() {
            let (number, infos) = hub.makeStream()
            self.number = number
            task = Task { @MainActor [weak self] in
                for await info in infos where info.frameEnd != nil { self?.counter.count += 1 }
            }
        }

        func unsubscribe() {
            task?.cancel()
            if let number { hub.endStream(number) }
            number = nil
        }
    }

    private let hub = StreamHub()
    private let counter = CallCounter()
    private let screens: [Screen]
    private let additional: Screen

    init(screens count: Int) {
        let (hub, counter) = (hub, counter)
        screens = (0..<count).map { _ in Screen(hub, counter) }
        additional = Screen(hub, counter)
    }

    var callCount: Int { counter.count }

    var poster: Poster {
        hub.poster
    }

    func subscribeAll() {
        for screen in screens { screen.subscribe() }
        MainQueue.drain()
    }

    /// Returns when every task has received the event.
    func post() {
        let expected = counter.count + hub.streamCount
        hub.post()
        MainQueue.drain { counter.count == expected }
    }

    func subscribeAndUnsubscribe() {
        additional.subscribe()
        additional.unsubscribe()
        MainQueue.drain()
    }

    func runLifetime() {
        let screen = Screen(hub, counter)
        screen.subscribe()
        post()
    }
}
