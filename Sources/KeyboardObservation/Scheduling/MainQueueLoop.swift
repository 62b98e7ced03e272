import Foundation

/// The main queue, for an app that runs another event loop: GLib's, or a `poll` of its own.
///
/// Such a loop runs neither main-actor tasks nor blocks of the main queue, so no event that is posted off the main
/// actor is delivered. Watch ``descriptor``, and call ``drain()`` on the main thread when it is readable:
///
/// ```swift
/// // GLib
/// g_unix_fd_add(MainQueueLoop.descriptor, G_IO_IN, { _, _, _ in
///     MainQueueLoop.drain()
///     return 1
/// }, nil)
/// ```
public enum MainQueueLoop {
    /// The file descriptor that is readable while the main queue has work.
    ///
    /// It is the same for the lifetime of the process. Do not close it.
    public static var descriptor: CInt {
        mainQueueDescriptor()
    }

    /// Runs the blocks and tasks that wait on the main queue, and returns without waiting for more.
    ///
    /// Call it on the main thread.
    public static func drain() {
        var count: UInt64 = 0
        // The descriptor is an event counter: reading resets it, so that the loop sleeps until there is more. Safe: it
        // is 8 bytes.
        _ = unsafe read(mainQueueDescriptor(), &count, 8)
        runMainQueue(nil)
    }
}

// Dispatch exports both functions for other event loops; Foundation's run loop calls them.

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueDescriptor() -> CInt

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func runMainQueue(_ unused: UnsafeMutableRawPointer?)
