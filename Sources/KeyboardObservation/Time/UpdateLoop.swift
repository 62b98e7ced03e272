/// Repeats an update if something changes during the update.
///
/// If ``begin()`` returns `true`, the caller runs the update, and repeats the update while ``isRepeated()`` returns
/// `true`.
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

    /// Returns whether something has changed during the update.
    ///
    /// If nothing has changed, the loop ends.
    package mutating func isRepeated() -> Bool {
        state = state == .outdated ? .running : .idle
        return state == .running
    }

    /// Ignores the changes that have been recorded since the update began.
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
