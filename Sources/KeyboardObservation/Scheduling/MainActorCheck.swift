import Dispatch

/// Checks whether the caller runs on the main actor.
///
/// Unlike `MainActor.assumeIsolated`, the check does not trap. The main actor does not always run on the main thread.
/// For example, the main actor can run on another thread in a `@MainActor` test, or after an async `main` has
/// suspended. Therefore the check looks for the main queue and not for the main thread. In a block that is passed to
/// `queue.sync`, `isOnMainActor` is `false`, even if the main actor calls `queue.sync`.
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
    ///   - first: The first argument of `work`. If `work` captured this value instead, each event would allocate a
    ///     closure.
    ///   - second: The second argument of `work`.
    ///   - third: The third argument of `work`.
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
        // Safe: the `guard` statement has checked that the caller runs on the main actor. `MainActor.assumeIsolated`
        // would repeat the check.
        unsafe unsafeBitCast(work, to: ((First, Second, Third) -> Void).self)(first, second, third)
        return true
    }
}
