import Foundation

/// Requests display frames from the app's frame source.
///
/// If the frame source does not tick within 0.1 seconds, the scheduler ticks instead.
@MainActor
final class FrameTicker {
    /// The time that the ticker waits for a tick of the frame source.
    ///
    /// If the frame source does not tick within this time, the scheduler ticks instead. A source often stops ticking
    /// when its window is minimised or closed.
    private static let patience = Duration.milliseconds(100)

    /// The app's frame source; if the property is `nil`, the ticker uses a timer on the scheduler.
    var source: (any KeyboardFrameSource)? {
        didSet {
            isSourceLate = false
            if let action { request(action) }
        }
    }

    private let scheduler: any KeyboardScheduler
    private let timer: KeyboardFrameTimer
    /// The pending request to the frame source or to the timer.
    private var request: KeyboardScheduledAction?
    /// The pending request to the scheduler.
    ///
    /// The scheduler ticks if the frame source does not tick in time.
    private var fallback: KeyboardScheduledAction?
    private var action: (@MainActor () -> Void)?
    private var requestCount = 0
    private var isRequesting = false
    /// Whether the source has missed a tick, and has not ticked since then.
    private var isSourceLate = false

    init(_ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        timer = KeyboardFrameTimer(scheduler: scheduler)
    }

    deinit {
        request?.cancel()
        fallback?.cancel()
    }

    /// Whether a display frame has been requested.
    var isWaiting: Bool {
        action != nil
    }

    /// Calls `action` once, at the next display frame.
    ///
    /// The new request replaces a request that is still waiting.
    func request(_ action: @escaping @MainActor () -> Void) {
        let replaced = (request, fallback)
        (request, fallback) = (nil, nil)
        self.action = action
        requestCount += 1
        makeRequests(number: requestCount)
        Self.cancel(replaced)
    }

    private func makeRequests(number: Int) {
        isRequesting = true
        defer { isRequesting = false }
        guard let source else {
            request = timer.requestFrame { [weak self] in self?.tick(number) }
            return
        }
        request = source.requestFrame { [weak self] in self?.tick(number, bySource: true) }
        let tick: @MainActor () -> Void = { [weak self] in self?.tick(number, bySource: false) }
        fallback = isSourceLate ? timer.requestFrame(tick) : scheduler.schedule(after: Self.patience, tick)
    }

    /// Cancels the waiting request.
    func cancel() {
        action = nil
        let cancelled = (request, fallback)
        (request, fallback) = (nil, nil)
        Self.cancel(cancelled)
    }

    /// Cancels requests that the caller has removed from `request` and `fallback`.
    ///
    /// The cancellation releases closures of the app. If a closure has captured an object, the object's `deinit` can
    /// request another frame. This new request sets `request` and `fallback`. Therefore the caller must remove the old
    /// requests from both properties before the caller calls this method.
    private static func cancel(_ requests: (KeyboardScheduledAction?, KeyboardScheduledAction?)) {
        requests.0?.cancel()
        requests.1?.cancel()
    }

    /// Runs the action if the request with this number is still waiting.
    ///
    /// A source can tick twice for one request, or can tick for a cancelled request. The ticker ignores these ticks,
    /// because their `number` is not the number of the waiting request.
    private func tick(_ number: Int, bySource: Bool? = nil) {
        if bySource == true { isSourceLate = false }
        guard number == requestCount, !isRequesting, let action else { return }
        if bySource == false { isSourceLate = true }
        cancel()
        action()
    }
}
