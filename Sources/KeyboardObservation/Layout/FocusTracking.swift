import Observation

/// Observes the properties that the `focus` closure of an avoider reads.
///
/// An observable object stores an observation until an observed property changes. A `FocusTracking` ends its
/// observation when the `FocusTracking` is deallocated, even if no property has changed. For this purpose, a
/// `FocusTracking` also observes a property of a `Signal`. The `deinit` of `FocusTracking` reports a change of the
/// signal's property. As a result, the observable objects remove the observation.
final class FocusTracking: Sendable {
    private final class Signal: Observable, Sendable {
        private let registrar = ObservationRegistrar()

        /// The observed property.
        ///
        /// `isEnded` exists only because the registrar requires a key path. The value of `isEnded` is never used.
        private var isEnded: Bool { false }

        func read() {
            registrar.access(self, keyPath: \.isEnded)
        }

        func end() {
            registrar.withMutation(of: self, keyPath: \.isEnded) {}
        }
    }

    private let signal = Signal()

    deinit {
        signal.end()
    }

    /// Calls `read`, and observes the properties that `read` accesses.
    ///
    /// Before the first change of an observed property, `onChange` is called on the thread that changes the property.
    /// After the tracking has been deallocated, `onChange` is not called.
    func track<Result>(_ read: () -> Result, onChange: @escaping @Sendable () -> Void) -> Result {
        withObservationTracking {
            signal.read()
            return read()
        } onChange: { [weak self] in
            if self != nil { onChange() }
        }
    }
}
