import Foundation
import KeyboardObservation

/// Runs the work of the main queue: tasks of the main actor, and posts from other threads.
///
/// - Parameter timeout: How long to wait for work, in milliseconds.
/// - Returns: Whether there was work.
@MainActor
@discardableResult
func drainMainQueue(timeout: Int32 = 0) -> Bool {
    var descriptor = pollfd(fd: MainQueueLoop.descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&descriptor, 1, timeout) > 0 else { return false }
    MainQueueLoop.drain()
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
