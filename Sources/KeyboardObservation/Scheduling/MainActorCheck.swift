import Dispatch

/// Checks whether the caller runs on the main actor.
///
/// Unlike `MainActor.assumeIsolated`, the check does not trap. The main actor does not always run on the main thread.
/// For example, the main actor can run on another thread in a `@MainActor` test, or after an async `main` has
/// suspended. Therefore the check looks for the main queue and not for the main thread. In a block that runs in
/// `queue.sync`, the result is `false`, even if the caller of `queue.sync` runs on the main actor.
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
    ///   - first: The first parameter of `work`. The closure `work` receives the value as a parameter. If `work`
    ///     captured the value, each event would allocate a closure.
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
        // Safe: the `guard` statement has checked the main actor. `MainActor.assumeIsolated` would repeat the check.
        unsafe unsafeBitCast(work, to: ((First, Second, Third) -> Void).self)(first, second, third)
        return true
    }
}
