import Foundation

/// Requests the next display frame from the app's frame source, and from the scheduler if the frame source does not
/// tick.
@MainActor
final class FrameTicker {
    /// The time after which the scheduler ticks instead of the frame source.
    ///
    /// A source does not tick if its window is minimised or closed.
    private static let patience = Duration.milliseconds(100)

    /// The app's frame source; if it is `nil`, a timer on the scheduler requests the display frames.
    var source: (any KeyboardFrameSource)? {
        didSet {
            isSourceLate = false
            if let action { request(action) }
        }
    }

    private let scheduler: any KeyboardScheduler
    private let timer: KeyboardFrameTimer
    /// The request of the frame source or of the timer.
    private var request: KeyboardScheduledAction?
    /// The request in case the frame source does not tick.
    private var fallback: KeyboardScheduledAction?
    private var action: (@MainActor () -> Void)?
    private var requestCount = 0
    private var isRequesting = false
    /// Whether the source has missed a display frame and has not ticked since.
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

    /// Calls `action` once, when the next display frame is to be drawn.
    ///
    /// A waiting request is replaced.
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

    /// Cancels requests that are no longer stored.
    ///
    /// This releases closures of the app, which can request a frame.
    private static func cancel(_ requests: (KeyboardScheduledAction?, KeyboardScheduledAction?)) {
        requests.0?.cancel()
        requests.1?.cancel()
    }

    /// Runs the action if its request is the waiting request.
    ///
    /// A source may tick twice, or tick although the request was cancelled.
    private func tick(_ number: Int, bySource: Bool? = nil) {
        if bySource == true { isSourceLate = false }
        guard number == requestCount, !isRequesting, let action else { return }
        if bySource == false { isSourceLate = true }
        cancel()
        action()
    }
}
