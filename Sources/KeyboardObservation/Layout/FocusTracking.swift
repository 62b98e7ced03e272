import Observation

/// Observes the properties that the `focus` closure of an avoider reads.
///
/// The deallocation of this object ends the observation.
///
/// An observation lasts until an observed property changes. So each observation also includes this object, which
/// reports a change when it is deallocated.
final class FocusTracking: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// The registrar needs a key path.
    private var isEnded: Bool { false }

    deinit {
        registrar.withMutation(of: self, keyPath: \.isEnded) {}
    }

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
