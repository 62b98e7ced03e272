import Dispatch

/// Checks whether the caller runs on the main actor.
///
/// Unlike `MainActor.assumeIsolated`, the check does not trap. The check looks for the main queue, not for the main
/// thread, because the main actor runs on other threads after an async `main` has suspended, and in every `@MainActor`
/// test. Code inside a `queue.sync` that the main actor calls is treated as off the main actor.
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
    ///   - target: The first parameter of `work`.
    ///   - input: The second parameter of `work`. It is a parameter, because a closure that captures it would be
    ///     allocated for each event.
    ///   - work: The closure.
    /// - Returns: Whether `work` has run.
    @inline(__always)
    static func runIfOnMainActor<Target: AnyObject, Input>(
        _ target: Target,
        _ input: Input,
        _ work: @escaping @MainActor (Target, Input) -> Void
    ) -> Bool {
        guard isOnMainActor else { return false }
        // Safe: this code runs on the main actor. `MainActor.assumeIsolated` would check the main actor a second time.
        unsafe unsafeBitCast(work, to: ((Target, Input) -> Void).self)(target, input)
        return true
    }
}
