import Observation

/// An observable object that reports changes but stores no value.
///
/// This class is not generic, because Swift creates a new key path into a generic class at each access. In a generic
/// class, a ``ValueInput`` spent a quarter of the time for a typed character on key paths.
final class ObservationSignal: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// A property that exists only because the registrar requires a key path.
    private var isChanged: Bool { false }

    /// Registers an access, so that an observer receives the next change.
    func access() {
        registrar.access(self, keyPath: \.isChanged)
    }

    /// Performs a change, and reports the change to observers.
    func change(_ body: () -> Void) {
        registrar.withMutation(of: self, keyPath: \.isChanged, body)
    }
}
