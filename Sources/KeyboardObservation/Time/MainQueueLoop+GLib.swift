import Foundation
import Synchronization

extension MainQueueLoop {
    /// Attaches the main queue to GLib's default loop, so that the loop runs the queue.
    ///
    /// ```swift
    /// MainQueueLoop.attachToGLib()
    /// ```
    ///
    /// You can call the method before the loop runs or while the loop runs. If the main queue is already attached, the
    /// call has no effect. `attachToGLib()` finds GLib in the running process, so the app does not need GLib's headers.
    ///
    /// - Returns: Whether the loop runs the main queue. The result is `false` if the process has not loaded GLib.
    @discardableResult
    public static func attachToGLib() -> Bool {
        isAttachedToGLib.withLock { isAttached in
            if !isAttached { isAttached = addToGLib() }
            return isAttached
        }
    }

    private static let isAttachedToGLib = Mutex(false)

    private typealias Callback = @convention(c) (CInt, CUnsignedInt, UnsafeMutableRawPointer?) -> CInt
    private typealias Add = @convention(c) (CInt, CUnsignedInt, Callback, UnsafeMutableRawPointer?) -> CUnsignedInt

    private static func addToGLib() -> Bool {
        guard let add = unsafe glibFunction else { return false }
        return unsafe add(
            descriptor,
            // GLib's constant `G_IO_IN` is equal to `POLLIN` on every system.
            CUnsignedInt(POLLIN),
            { _, _, _ in
                MainQueueLoop.drain()
                return 1
            },
            nil
        ) != 0
    }

    private static var glibFunction: Add? {
        // Safe: GLib has declared the function with this type since version 2.36.
        unsafe dlsym(nil, "g_unix_fd_add").map { unsafe unsafeBitCast($0, to: Add.self) }
    }

    static var hasGLib: Bool { unsafe glibFunction != nil }
}
