import Foundation
import KeyboardObservation

/// One registration for all streams.
///
/// The hub reads the payload of each notification once, for all streams.
@MainActor
final class StreamHub: MeasuredSource {
    private var continuations: [Int: AsyncStream<HandwrittenInfo>.Continuation] = [:]
    private var lastNumber = 0
    private var registration: (any NSObjectProtocol)?

    init(_ center: NotificationCenter) {
        registration = center.addObserver(forName: .keyboardWillShow, object: nil, queue: nil) {
            [weak self] notification in
            let info = HandwrittenInfo(notification)
            MainActor.assumeIsolated { self?.yield(info) }
        }
    }

    func makeStream() -> (number: Int, infos: AsyncStream<HandwrittenInfo>) {
        let (infos, continuation) = AsyncStream.makeStream(of: HandwrittenInfo.self)
        lastNumber += 1
        continuations[lastNumber] = continuation
        return (lastNumber, infos)
    }

    func endStream(_ number: Int) {
        continuations.removeValue(forKey: number)?.finish()
    }

    private func yield(_ info: HandwrittenInfo) {
        for continuation in continuations.values { continuation.yield(info) }
    }
}
