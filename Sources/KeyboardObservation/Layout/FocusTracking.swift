import Observation

/// Observes the properties that the `focus` closure of an avoider reads, until this object is deallocated.
///
/// An observable object stores an observation until an observed property changes. So each observation also includes
/// this object, which reports a change in its `deinit`. The observable objects then remove the observation.
final class FocusTracking: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// A property that only supplies a key path for the registrar.
    private var isEnded: Bool { false }

    deinit {
        registrar.withMutation(of: self, keyPath: \.isEnded) {}
    }

    /// Calls `read`, and observes the properties that `read` accesses.
    ///
    /// When one of these properties is about to change for the first time, `onChange` is called on the thread that
    /// changes the property.
    func track<Result>(_ read: () -> Result, onChange: @escaping @Sendable () -> Void) -> Result {
        withObservationTracking {
            registrar.access(self, keyPath: \.isEnded)
            return read()
        } onChange: { [weak self] in
            if self != nil { onChange() }
        }
    }
}
