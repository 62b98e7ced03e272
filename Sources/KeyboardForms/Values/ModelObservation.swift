import Observation

/// The observation of the properties that a closure reads.
///
/// A model retains the closure of `withObservationTracking` until an observed property changes. The closure cannot be
/// removed earlier. To release the closure, `deinit` changes the ``ObservationSignal`` that each observation accesses.
package final class ModelObservation: Sendable {
    private let signal = ObservationSignal()

    package init() {}

    deinit {
        signal.change {}
    }

    /// Calls a closure once, when an observed property is about to change.
    ///
    /// The closure `read` accesses the observed properties. `onChange` is called on the thread that changes a property,
    /// or in the `deinit` of the `ModelObservation`. After the call, `onChange` is released.
    package func observe(_ read: () -> Void, onChange: @escaping @Sendable () -> Void) {
        withObservationTracking {
            signal.access()
            read()
        } onChange: {
            onChange()
        }
    }

    /// Updates an object once on the main actor, after an observed property has changed.
    ///
    /// - Parameters:
    ///   - object: The object, held weakly.
    ///   - read: A closure that accesses the observed properties.
    func observe(updating object: any DeferredUpdate, _ read: () -> Void) {
        observe(read) { [weak object] in
            if let object { DeferredUpdateQueue.add(object) }
        }
    }
}
