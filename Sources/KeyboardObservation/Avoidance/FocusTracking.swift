import Observation
import Synchronization

/// The observation of the properties that an avoider's closure has read.
///
/// An observable object stores its observations until one of the observed properties changes. Therefore each
/// observation also reads a property of a signal, which changes when the observation is no longer needed.
final class FocusTracking: Sendable {
    private final class Signal: Observable, Sendable {
        private let registrar = ObservationRegistrar()

        /// The property of the key path that the registrar requires.
        private var isEnded: Bool { false }

        func read() {
            registrar.access(self, keyPath: \.isEnded)
        }

        func end() {
            registrar.withMutation(of: self, keyPath: \.isEnded) {}
        }
    }

    private let signal = Signal()
    private let isEnded = Atomic(false)

    deinit {
        isEnded.store(true, ordering: .relaxed)
        signal.end()
    }

    /// Calls a closure before the next change of a property that `read` reads, on the thread that changes it.
    ///
    /// The closure is not called after the tracking is deallocated.
    func track<Result>(_ read: () -> Result, onChange: @escaping @Sendable () -> Void) -> Result {
        withObservationTracking {
            signal.read()
            return read()
        } onChange: { [weak self] in
            if let self, !self.isEnded.load(ordering: .relaxed) { onChange() }
        }
    }
}
