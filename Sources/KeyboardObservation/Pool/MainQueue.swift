import Dispatch

/// Asks whether the caller runs on the main actor, without trapping where it does not.
///
/// The main actor is the main queue, not the main thread: once an async `main` has suspended, and in every
/// `@MainActor` test, it runs elsewhere. Code inside a `queue.sync` that the main actor called is not seen as on it.
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    package static var isCurrent: Bool {
        DispatchQueue.getSpecific(key: key) ?? false
    }

    /// Runs the work here and now, where the caller runs on the main actor.
    ///
    /// - Parameters:
    ///   - target: the object that does the work.
    ///   - input: what the work needs. A closure that captured it would be allocated anew for each event.
    /// - Returns: whether it does.
    @inline(__always)
    static func runIfCurrent<Target: AnyObject, Input>(
        _ target: Target,
        _ input: Input,
        _ work: @escaping @MainActor (Target, Input) -> Void
    ) -> Bool {
        guard isCurrent else { return false }
        // Safe: this is the main actor, and `MainActor.assumeIsolated` would but find that out once more.
        unsafe unsafeBitCast(work, to: ((Target, Input) -> Void).self)(target, input)
        return true
    }
}
