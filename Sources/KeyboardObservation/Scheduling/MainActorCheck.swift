import Dispatch

/// Checks whether the caller runs on the main actor.
///
/// Unlike `MainActor.assumeIsolated`, the check does not trap. The main actor is the main queue, not the main thread:
/// after an async `main` has suspended, and in every `@MainActor` test, it runs on other threads. Code inside a
/// `queue.sync` that the main actor calls counts as off the main actor.
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
    ///   - target: the first parameter of `work`.
    ///   - input: the second parameter of `work`. A closure that captured it would be allocated for each event.
    ///   - work: the closure.
    /// - Returns: whether `work` has run.
    @inline(__always)
    static func runIfOnMainActor<Target: AnyObject, Input>(
        _ target: Target,
        _ input: Input,
        _ work: @escaping @MainActor (Target, Input) -> Void
    ) -> Bool {
        guard isOnMainActor else { return false }
        // Safe: this is the main actor, and `MainActor.assumeIsolated` would check that again.
        unsafe unsafeBitCast(work, to: ((Target, Input) -> Void).self)(target, input)
        return true
    }
}
