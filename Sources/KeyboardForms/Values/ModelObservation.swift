import Observation

/// The observation of the properties that a closure reads.
///
/// An observation ends when one of the observed properties changes. A model stores its observations, and an app cannot
/// remove an observation. Therefore each observation also reads a property of a signal, and `deinit` changes this
/// property. When the field is deallocated, this change ends the observation.
package final class ModelObservation: Sendable {
    private let signal = ObservationSignal()

    package init() {}

    deinit {
        signal.change {}
    }

    /// Calls `onChange` before the next change of an observed property.
    ///
    /// The closure `read` accesses the observed properties. The call of `onChange` is on the thread that changes the
    /// property. When the observation is deallocated, `onChange` is also called, and is then released.
    package func observe(_ read: () -> Void, onChange: @escaping @Sendable () -> Void) {
        withObservationTracking {
            signal.access()
            read()
        } onChange: {
            onChange()
        }
    }

    /// Updates an object on the main actor after the next change of an observed property.
    ///
    /// - Parameters:
    ///   - object: The object, held weakly.
    ///   - read: Accesses the observed properties.
    func observe(updating object: any DeferredUpdate, _ read: () -> Void) {
        observe(read) { [weak object] in
            if let object { DeferredUpdateQueue.add(object) }
        }
    }
}

/// An object that reports changes to `withObservationTracking`.
///
/// This class is not generic. Swift creates a key path into a generic class anew at each access. A ``ValueInput`` works
/// for each typed character. In a generic class, the key paths took a quarter of the time per character.
final class ObservationSignal: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// A property for the key path that the registrar requires.
    private var isChanged: Bool { false }

    /// Registers the observation of the next change.
    func access() {
        registrar.access(self, keyPath: \.isChanged)
    }

    /// Performs a change, and reports it.
    func change(_ body: () -> Void) {
        registrar.withMutation(of: self, keyPath: \.isChanged, body)
    }
}
