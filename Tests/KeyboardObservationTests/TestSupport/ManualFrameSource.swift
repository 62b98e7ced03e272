import KeyboardObservation

/// A frame source that ticks when a test calls it.
///
/// Cancelling a request has no effect.
@MainActor
final class ManualFrameSource: KeyboardFrameSource {
    private(set) var requests: [@MainActor () -> Void] = []
    private(set) var requestCount = 0
    /// Whether a request ticks before it returns.
    var ticksOnRequest = false
    /// Whether a tick runs the last three requests again, as a faulty source does.
    var repeatsRequests = false
    var onRequest: (@MainActor () -> Void)?

    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        requestCount += 1
        requests = repeatsRequests ? requests.suffix(2) + [action] : requests + [action]
        onRequest?()
        if ticksOnRequest { action() }
        return KeyboardScheduledAction {}
    }

    func tick() {
        let due = requests
        if !repeatsRequests { requests = [] }
        for action in due { action() }
    }
}
