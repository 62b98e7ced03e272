import Dispatch

/// Unlike `MainActor.assumeIsolated`, the check does not trap.
///
/// The check does not compare threads. In a `@MainActor` test, or after an async `main` has suspended, the main actor
/// can run on a thread other than the main thread.
///
/// In a block of `queue.sync`, `isOnMainActor` is `false`, even if the main actor waits for the block.
package enum MainActorCheck {
    /// The main actor's custom executor; `nil` if the main actor has Swift's executor.
    ///
    /// Swift's executor runs on the main queue, and does not tell whether the caller runs on the main actor.
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

    /// The closure receives its values as arguments, because a closure with captured values would be allocated for each
    /// event.
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
