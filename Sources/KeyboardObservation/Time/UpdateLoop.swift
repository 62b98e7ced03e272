/// Repeats an update if something changes during the update.
///
/// The caller runs the update if ``begin()`` returns `true`. After each update, the caller calls ``isRepeated()``. If
/// the result is `true`, the caller runs the update again.
package struct UpdateLoop {
    private enum State {
        case idle, running, outdated
    }

    private var state = State.idle

    package init() {}

    package var isRunning: Bool { state != .idle }

    package mutating func begin() -> Bool {
        let isFirst = state == .idle
        state = isFirst ? .running : .outdated
        return isFirst
    }

    /// If the result is `false`, the loop ends.
    package mutating func isRepeated() -> Bool {
        state = state == .outdated ? .running : .idle
        return state == .running
    }

    package mutating func ignoreChanges() {
        if state == .outdated { state = .running }
    }

    /// Returns whether something has changed since the update began.
    @discardableResult
    package mutating func end() -> Bool {
        defer { state = .idle }
        return state == .outdated
    }
}
