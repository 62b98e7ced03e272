import Observation
import Synchronization

/// The observation of the properties that an avoider's closure has read.
///
/// An observable object stores an observation until one of the observed properties changes. Each observation also
/// observes a property of a signal. When the observation is no longer needed, the tracking changes the signal's
/// property. The object removes the observation after this change.
final class FocusTracking: Sendable {
    private final class Signal: Observable, Sendable {
        private let registrar = ObservationRegistrar()

        /// The observed property.
        ///
        /// The registrar requires a key path. The value of the property is never used.
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

    /// Calls `read`, and observes the properties that the closure accesses.
    ///
    /// The closure `onChange` is called before the next change of an observed property. The thread that changes the
    /// property calls `onChange`. The closure is not called after the tracking has been deallocated.
    func track<Result>(_ read: () -> Result, onChange: @escaping @Sendable () -> Void) -> Result {
        withObservationTracking {
            signal.read()
            return read()
        } onChange: { [weak self] in
            if let self, !self.isEnded.load(ordering: .relaxed) { onChange() }
        }
    }
}
