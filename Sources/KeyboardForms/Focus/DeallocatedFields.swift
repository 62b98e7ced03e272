import Synchronization

/// Whether elements of an order were deallocated since the order was arranged.
///
/// The value may be set on any thread.
final class DeallocatedFields: Sendable {
    private let hasAny = Atomic(false)
    private let needsUpdate = Atomic(false)

    /// Sets whether the order arranges its fields immediately after a deallocation.
    ///
    /// While one of its fields is edited, the order's bar is on screen and must be up to date. An app that has asked
    /// whether the form can be submitted enables a button.
    func setNeedsUpdate(_ needsUpdate: Bool) {
        self.needsUpdate.store(needsUpdate, ordering: .relaxed)
    }

    /// Records a deallocation.
    ///
    /// - Returns: Whether the order needs a call of ``FocusOrder/performDeferredUpdate()``.
    func record() -> Bool {
        let isFirst = !hasAny.exchange(true, ordering: .releasing)
        return isFirst && needsUpdate.load(ordering: .relaxed)
    }

    var isEmpty: Bool {
        !hasAny.load(ordering: .acquiring)
    }

    /// Returns whether elements were deallocated since the last call.
    func take() -> Bool {
        !isEmpty && hasAny.exchange(false, ordering: .acquiring)
    }
}
