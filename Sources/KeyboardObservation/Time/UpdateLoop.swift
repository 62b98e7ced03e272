/// Runs an update now, or again after the update that is running: a change during an update waits its turn.
///
/// The caller begins the loop, runs the update once, and repeats it as long as the loop asks for another run.
package struct UpdateLoop {
    private enum State {
        case idle, running, outdated
    }

    private var state = State.idle

    package init() {}

    package var isRunning: Bool { state != .idle }

    /// Records a change, and returns whether the caller must run the update.
    package mutating func begin() -> Bool {
        let isFirst = state == .idle
        state = isFirst ? .running : .outdated
        return isFirst
    }

    /// Returns whether something has changed during the update; otherwise ends the loop.
    package mutating func isRepeated() -> Bool {
        state = state == .outdated ? .running : .idle
        return state == .running
    }

    /// Ignores the changes since the update began.
    package mutating func ignoreChanges() {
        if state == .outdated { state = .running }
    }

    /// Ends the loop, and returns whether something has changed since the update began.
    @discardableResult
    package mutating func end() -> Bool {
        defer { state = .idle }
        return state == .outdated
    }
}
