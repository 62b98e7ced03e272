import KeyboardObservation

/// A frame source that ticks when a test calls it.
///
/// Cancelling a request has no effect.
@MainActor
final class ManualFrameSource: KeyboardFrameSource {
    private(set) var requests: [@MainActor () -> Void] = []
    /// The actions that were returned for all requests.
    private(set) var actions: [KeyboardScheduledAction] = []
    private(set) var requestCount = 0
    /// Whether a request ticks before it returns.
    var ticksOnRequest = false
    /// Whether a tick runs the last three requests again, as a faulty source does.
    var repeatsRequests = false
    var onRequest: (@MainActor () -> Void)?
    /// Called when the closure of the first request is released.
    var onFirstRelease: (@MainActor () -> Void)?

    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        requestCount += 1
        requests = repeatsRequests ? requests.suffix(2) + [action] : requests + [action]
        onRequest?()
        if ticksOnRequest { action() }
        let capture = requestCount == 1 ? onFirstRelease.map(Capture.init) : nil
        let scheduled = KeyboardScheduledAction { withExtendedLifetime(capture) {} }
        actions.append(scheduled)
        return scheduled
    }

    func tick() {
        let due = requests
        if !repeatsRequests { requests = [] }
        for action in due { action() }
    }

    /// An object that the closure of a request captures.
    @MainActor
    private final class Capture {
        private let onRelease: @MainActor () -> Void

        init(onRelease: @escaping @MainActor () -> Void) {
            self.onRelease = onRelease
        }

        isolated deinit {
            onRelease()
        }
    }
}
