import Observation

/// The observation of the properties that a closure reads.
///
/// An observation ends when one of its properties changes. A model stores its observations, and offers no way to remove
/// one. Each observation therefore also reads a property of a signal, and `deinit` changes that property: what a field
/// has registered with a model does not outlive the field.
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
    package func observe(_ read: () -> Void, onChange: @escaping @Sendable () -> Void) {
        withObservationTracking {
            signal.read()
            read()
        } onChange: {
            onChange()
        }
    }

    /// Updates an object on the main actor after the next change of a property that `read` reads.
    ///
    /// - Parameters:
    ///   - object: The object, held weakly.
    ///   - read: Reads the properties.
    func observe(updating object: any DeferredUpdate, _ read: () -> Void) {
        observe(read) { [weak object] in
            if let object { DeferredUpdateQueue.add(object) }
        }
    }
}
