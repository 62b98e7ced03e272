import Dispatch
import Foundation

// In a synchronous main nobody drains the main queue. libdispatch exports both of these for foreign loops.

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueDescriptor() -> CInt

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func mainQueueCallback(_ unused: UnsafeMutableRawPointer?)

/// Runs what waits on the main queue: tasks of the main actor, and posts from other threads.
///
/// - Parameter patience: how long to wait for something that waits there, in milliseconds.
/// - Returns: whether there was something.
@MainActor
@discardableResult
func drainMainQueue(patience: Int32 = 0) -> Bool {
    var descriptor = pollfd(fd: mainQueueDescriptor(), events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&descriptor, 1, patience) > 0 else { return false }
    var wakes: UInt64 = 0
    _ = unsafe read(descriptor.fd, &wakes, 8)
    mainQueueCallback(nil)
    return true
}

/// Drains until it is so. What never comes is not waited for for ever.
///
/// - Returns: whether it is so.
@MainActor
func drainMainQueue(until isDone: () -> Bool) -> Bool {
    while !isDone() {
        guard drainMainQueue(patience: 5_000) else { return isDone() }
    }
    return true
}
