import Observation

/// Observes the properties that the `focus` closure of an avoider reads, until this object is deallocated.
///
/// An observable object keeps an observation until an observed property changes. So each observation also includes this
/// object, which reports a change when it is deallocated. The reported change ends the observation.
final class FocusTracking: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// A property that only supplies a key path for the registrar.
    private var isEnded: Bool { false }

    deinit {
        registrar.withMutation(of: self, keyPath: \.isEnded) {}
    }

    /// Calls `read`, and observes the properties that `read` accesses.
    ///
    /// `onChange` is called once, before the first change of a property, on the thread that changes the property.
    func track<Result>(_ read: () -> Result, onChange: @escaping @Sendable () -> Void) -> Result {
        withObservationTracking {
            registrar.access(self, keyPath: \.isEnded)
            return read()
        } onChange: { [weak self] in
            if self != nil { onChange() }
        }
    }
}
