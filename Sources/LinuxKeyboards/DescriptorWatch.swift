import Dispatch
import KeyboardObservation

/// Calls a handler on the main actor while a file descriptor is ready.
///
/// A new watch is paused. To close the descriptor, call ``cancel(_:)`` with a closure that closes it. Dispatch can use
/// the descriptor until Dispatch calls this closure.
///
/// The handler runs on the main queue. An app with another event loop must drain the main queue. See
/// ``/KeyboardObservation/MainQueueLoop``.
@MainActor
final class DescriptorWatch {
    /// The operation that a descriptor is ready to perform.
    enum Readiness {
        case readable, writable
    }

    private let source: any DispatchSourceProtocol
    private var isPaused = true
    private var isCancelled = false

    /// Creates a paused watch of a descriptor.
    ///
    /// Keep the descriptor open until the watch is cancelled.
    init(_ descriptor: CInt, for readiness: Readiness, handler: @escaping @MainActor () -> Void) {
        source =
            switch readiness {
            case .readable: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
            case .writable: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
            }
        source.setEventHandler { MainActor.assumeIsolated(handler) }
    }

    isolated deinit {
        cancel()
    }

    func resume() {
        guard isPaused, !isCancelled else { return }
        isPaused = false
        source.resume()
    }

    func pause() {
        guard !isPaused, !isCancelled else { return }
        isPaused = true
        source.suspend()
    }

    /// Stops calling the handler permanently.
    ///
    /// - Parameter whenCancelled: A closure that is called when Dispatch no longer uses the descriptor. The closure is
    ///   called once, on the main actor.
    func cancel(_ whenCancelled: @escaping @MainActor () -> Void = {}) {
        guard !isCancelled else { return }
        isCancelled = true
        source.setCancelHandler { MainActor.assumeIsolated(whenCancelled) }
        source.cancel()
        // While the source is suspended, Dispatch does not call the cancel handler.
        if isPaused { source.resume() }
    }
}
