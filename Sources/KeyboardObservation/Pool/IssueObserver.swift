import Synchronization

/// An observer that passes issues to a closure.
///
/// A ``KeyboardObservationToken`` owns the observer.
final class IssueObserver: CancellableObserver {
    private let handle: @MainActor (KeyboardIssue) -> Void
    private let isCancelled = Atomic(false)

    init(_ handle: @escaping @MainActor (KeyboardIssue) -> Void) {
        self.handle = handle
    }

    @MainActor
    func receive(_ issue: KeyboardIssue) {
        if !isCancelled.load(ordering: .relaxed) { handle(issue) }
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }
}
