import Dispatch
import Glibc
import KeyboardObservation

/// Calls a handler on the main actor repeatedly while a file descriptor is ready for reading or for writing.
///
/// The watch ends when this object is deallocated.
///
/// If the app's event loop does not run the main queue, the app must run the queue itself. See
/// ``/KeyboardObservation/MainQueueLoop``.
@MainActor
final class DescriptorWatch {
    private let source: any DispatchSourceProtocol
    private var isPaused = false

    /// The descriptor must stay open until the watch calls the closure `close`.
    ///
    /// `close` is called once after the watch has ended, when Dispatch no longer uses the descriptor. By default,
    /// `close` closes the descriptor.
    init(
        _ descriptor: CInt,
        isWriter: Bool = false,
        close: (@MainActor () -> Void)? = nil,
        handler: @escaping @MainActor () -> Void
    ) {
        source =
            isWriter
            ? DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main) as any DispatchSourceProtocol
            : DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated(handler) }
        let close = close ?? { _ = Glibc.close(descriptor) }
        source.setCancelHandler { MainActor.assumeIsolated(close) }
        source.resume()
    }

    isolated deinit {
        source.cancel()
        // While the source is suspended, Dispatch does not call the cancel handler.
        resume()
    }

    func resume() {
        guard isPaused else { return }
        isPaused = false
        source.resume()
    }

    func pause() {
        guard !isPaused else { return }
        isPaused = true
        source.suspend()
    }
}
