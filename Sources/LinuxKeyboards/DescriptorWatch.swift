import Dispatch
import KeyboardObservation

/// Calls a handler on the main actor while a file descriptor is ready.
///
/// A new watch is paused. The owner of a descriptor first cancels the watch. The owner closes the descriptor in the
/// closure of ``cancel(_:)``. Dispatch can still use the descriptor until Dispatch calls this closure.
///
/// The handler runs on the main queue. In an app with another event loop, the handler runs when the loop drains the main
/// queue. See ``/KeyboardObservation/MainQueueLoop``.
@MainActor
final class DescriptorWatch {
    /// The state of a descriptor that a watch waits for.
    enum Readiness {
        case readable, writable
    }

    private let source: any DispatchSourceProtocol
    private var isPaused = true
    private var isCancelled = false

    /// Creates a paused watch of a descriptor.
    ///
    /// The descriptor must stay open until the watch is cancelled.
    init(_ descriptor: CInt, for readiness: Readiness, handler: @escaping @MainActor () -> Void) {
        source =
            switch readiness {
            case .readable: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
            case .writable: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
            }
        source.setEventHandler { MainActor.assumeIsolated(handler) }
        MainQueueWatch.begin()
    }

    isolated deinit {
        cancel()
    }

    /// Starts calling the handler, or continues after a pause.
    func resume() {
        guard isPaused, !isCancelled else { return }
        isPaused = false
        source.resume()
    }

    /// Stops calling the handler until the watch is resumed.
    func pause() {
        guard !isPaused, !isCancelled else { return }
        isPaused = true
        source.suspend()
    }

    /// Stops calling the handler for good.
    ///
    /// - Parameter whenCancelled: A closure that is called when Dispatch no longer uses the descriptor. The closure is
    ///   called once, on the main actor.
    func cancel(_ whenCancelled: @escaping @MainActor () -> Void = {}) {
        guard !isCancelled else { return }
        isCancelled = true
        source.setCancelHandler { MainActor.assumeIsolated(whenCancelled) }
        source.cancel()
        // Dispatch does not call the cancel handler while the source is suspended.
        if isPaused { source.resume() }
    }
}
