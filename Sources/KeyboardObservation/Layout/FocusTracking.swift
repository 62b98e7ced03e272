import Observation

/// Observes the properties that the `focus` closure of an avoider reads, until the tracking is deallocated.
///
/// An observable object stores an observation until an observed property changes. The tracking is observed too, and
/// reports a change when it is deallocated, so that the objects remove the observation.
final class FocusTracking: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// Only a key path for the registrar.
    private var isEnded: Bool { false }

    deinit {
        registrar.withMutation(of: self, keyPath: \.isEnded) {}
    }

    /// Calls `read`, and observes the properties that it reads.
    ///
    /// Before the first of them changes, `onChange` is called on the thread that changes it.
    func track<Result>(_ read: () -> Result, onChange: @escaping @Sendable () -> Void) -> Result {
        withObservationTracking {
            registrar.access(self, keyPath: \.isEnded)
            return read()
        } onChange: { [weak self] in
            if self != nil { onChange() }
        }
    }
}
