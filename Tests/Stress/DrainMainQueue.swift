import Dispatch
import Foundation

// A synchronous main does not drain the main queue. libdispatch exports both functions for foreign loops.

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueDescriptor() -> CInt

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func mainQueueCallback(_ unused: UnsafeMutableRawPointer?)

/// Runs the work of the main queue: tasks of the main actor, and posts from other threads.
///
/// - Parameter timeout: How long to wait for work, in milliseconds.
/// - Returns: Whether there was work.
@MainActor
@discardableResult
func drainMainQueue(timeout: Int32 = 0) -> Bool {
    var descriptor = pollfd(fd: mainQueueDescriptor(), events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&descriptor, 1, timeout) > 0 else { return false }
    var wakes: UInt64 = 0
    _ = unsafe read(descriptor.fd, &wakes, 8)
    mainQueueCallback(nil)
    return true
}

/// Drains the main queue until the condition is met, or until no work arrives for five seconds.
///
/// - Returns: Whether the condition is met.
@MainActor
func drainMainQueue(until isDone: () -> Bool) -> Bool {
    while !isDone() {
        guard drainMainQueue(timeout: 5_000) else { return isDone() }
    }
    return true
}
