import Dispatch
import Glibc
import KeyboardObservation

/// Calls a handler on the main actor while a file descriptor is ready.
///
/// The watch ends when this object is deallocated.
///
/// An app with another event loop must drain the main queue. See ``/KeyboardObservation/MainQueueLoop``.
@MainActor
final class DescriptorWatch {
    private let source: any DispatchSourceProtocol
    private var isPaused = false

    /// The descriptor must stay open until `close` is called.
    ///
    /// `close` is called once after the watch has ended, when Dispatch no longer uses the descriptor. By default, the
    /// descriptor is closed.
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
