import Observation

/// A model retains the closure of `withObservationTracking` until an observed property changes.
///
/// To release the closure, `deinit` changes the ``ObservationSignal`` that each observation accesses.
package final class ModelObservation: Sendable {
    private let signal = ObservationSignal()

    package init() {}

    deinit {
        signal.change {}
    }

    /// Calls `onChange` once, on the thread that is about to change a property, or in the `deinit`.
    package func observe(_ read: () -> Void, onChange: @escaping @Sendable () -> Void) {
        withObservationTracking {
            signal.access()
            read()
        } onChange: {
            onChange()
        }
    }

    func observe(updating object: any DeferredUpdate, _ read: () -> Void) {
        observe(read) { [weak object] in
            if let object { DeferredUpdateQueue.add(object) }
        }
    }
}
