import Foundation

/// Runs the main actor in an app whose loop is not Dispatch's: GLib's, or a `poll` of your own.
///
/// Such a loop runs neither main-actor tasks nor blocks of the main queue, and so delivers no event that is posted off
/// the main actor. Watch ``descriptor``, and call ``drain()`` on the main thread when it is readable:
///
/// ```swift
/// // GLib
/// g_unix_fd_add(MainQueueLoop.descriptor, G_IO_IN, { _, _, _ in
///     MainQueueLoop.drain()
///     return 1
/// }, nil)
/// ```
public enum MainQueueLoop {
    /// The file descriptor that is readable while the main queue has work. It stays the same. Do not
    /// close it.
    public static var descriptor: CInt {
        mainQueueDescriptor()
    }

    /// Runs what waits on the main queue, and returns. Call it on the main thread. It does not wait.
    public static func drain() {
        var count: UInt64 = 0
        // The descriptor is an event counter: reading resets it, so that the loop sleeps until there is more. Safe: it
        // is 8 bytes.
        _ = unsafe read(mainQueueDescriptor(), &count, 8)
        runMainQueue(nil)
    }
}

// Dispatch exports both for loops like these; Foundation's run loop calls them.

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueDescriptor() -> CInt

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func runMainQueue(_ unused: UnsafeMutableRawPointer?)
