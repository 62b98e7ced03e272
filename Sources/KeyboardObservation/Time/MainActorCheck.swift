import Dispatch

/// Checks whether the caller runs on the main actor.
///
/// Unlike `MainActor.assumeIsolated`, the check does not trap.
///
/// The main actor does not always run on the main thread, for example in a `@MainActor` test, or after an async `main`
/// has suspended. If the app has given the main actor a custom executor, the check asks this executor. Otherwise the
/// check finds out whether the caller runs on the main queue, because Dispatch's executor does not answer. In a block
/// that is passed to `queue.sync`, `isOnMainActor` is `false`, even if the main actor calls `queue.sync`.
package enum MainActorCheck {
    /// The executor that the app has given the main actor; `nil` if the main actor has Swift's executor.
    ///
    /// Swift's executor runs on the main queue, and does not answer the check.
    private static let executor: (any SerialExecutor)? = {
        let executor = unsafe MainActor.sharedUnownedExecutor.asSerialExecutor()
        return executor.flatMap { String(reflecting: type(of: $0)).hasPrefix("Swift.") ? nil : $0 }
    }()
    private static let usesMainQueue = executor == nil

    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    package static var isOnMainActor: Bool {
        if usesMainQueue { return DispatchQueue.getSpecific(key: key) ?? false }
        return executor?.isIsolatingCurrentContext() ?? false
    }

    /// Runs `work` synchronously if the caller runs on the main actor.
    ///
    /// The closure receives its values as arguments, because captured values would be allocated for each event.
    ///
    /// - Returns: Whether `work` has run.
    @inline(__always)
    static func runIfOnMainActor<First: AnyObject, Second, Third>(
        _ first: First,
        _ second: Second,
        _ third: Third,
        _ work: @escaping @MainActor (First, Second, Third) -> Void
    ) -> Bool {
        guard isOnMainActor else { return false }
        // Safe: the `guard` statement has checked that the caller runs on the main actor.
        unsafe unsafeBitCast(work, to: ((First, Second, Third) -> Void).self)(first, second, third)
        return true
    }
}
