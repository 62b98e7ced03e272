import Dispatch

/// Checks whether the caller runs on the main actor.
///
/// Unlike `MainActor.assumeIsolated`, the check does not trap. The check looks for the main queue, not for the main
/// thread. The main actor does not always run on the main thread. After an async `main` has suspended, the main actor
/// can run on another thread. The same applies to every `@MainActor` test. Code inside `queue.sync` always counts as
/// off the main actor. A call of `queue.sync` on the main actor is no exception.
package enum MainActorCheck {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    package static var isOnMainActor: Bool {
        DispatchQueue.getSpecific(key: key) ?? false
    }

    /// Runs `work` synchronously if the caller runs on the main actor.
    ///
    /// - Parameters:
    ///   - first: The first parameter of `work`. The value is passed as a parameter. A closure that captured the value
    ///     would be allocated for each event.
    ///   - second: The second parameter of `work`.
    ///   - third: The third parameter of `work`.
    ///   - work: The closure.
    /// - Returns: Whether `work` has run.
    @inline(__always)
    static func runIfOnMainActor<First: AnyObject, Second, Third>(
        _ first: First,
        _ second: Second,
        _ third: Third,
        _ work: @escaping @MainActor (First, Second, Third) -> Void
    ) -> Bool {
        guard isOnMainActor else { return false }
        // Safe: this code runs on the main actor. `MainActor.assumeIsolated` would check the main actor a second time.
        unsafe unsafeBitCast(work, to: ((First, Second, Third) -> Void).self)(first, second, third)
        return true
    }
}
