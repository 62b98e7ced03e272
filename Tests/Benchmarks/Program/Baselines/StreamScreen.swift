import Foundation

/// A screen with an `AsyncStream` of its own, and a task that iterates over the stream.
final class StreamScreen: MeasuredScreen {
    static let receivesLater = true

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
