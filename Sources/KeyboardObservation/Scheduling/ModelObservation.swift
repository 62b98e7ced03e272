import Observation

/// The observation of the properties that a closure reads.
///
/// An observable object stores its observations until one of the observed properties changes, and offers no way to remove
/// one. Each observation therefore also reads a property of a signal, and `deinit` changes that property. What was
/// registered with the object does not outlive the observation.
package final class ModelObservation: Sendable {
    private final class Signal: Observable, Sendable {
        private let registrar = ObservationRegistrar()

        /// Serves as a key path.
        private var isEnded: Bool { false }

        func read() {
            registrar.access(self, keyPath: \.isEnded)
        }

        func end() {
            registrar.withMutation(of: self, keyPath: \.isEnded) {}
        }
    }

    private let signal = Signal()

    package init() {}

    deinit {
        signal.end()
    }

    /// Calls a closure before the next change of a property that `read` reads, on the thread that changes it.
    ///
    /// The closure is also called when the observation is deallocated. It is then released.
    package func observe<Result>(_ read: () -> Result, onChange: @escaping @Sendable () -> Void) -> Result {
        withObservationTracking {
            signal.read()
            return read()
        } onChange: {
            onChange()
        }
    }
}
