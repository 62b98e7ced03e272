import Foundation

/// Requests display frames from the app's frame source, or from a timer.
@MainActor
final class FrameTicker {
    /// How long the source may take.
    ///
    /// A frame source often stops when its window is minimised or closed.
    private static let patience = Duration.milliseconds(100)

    /// The app's frame source; if the property is `nil`, the ticker uses a timer on the scheduler.
    var source: (any KeyboardFrameSource)? {
        didSet {
            isSourceLate = false
            if isWaiting { request() }
        }
    }

    private let scheduler: any KeyboardScheduler
    private let timer: KeyboardFrameTimer
    /// The request to the source or the timer, and the request to the scheduler, which ticks instead of a late source.
    private var requests: [KeyboardScheduledAction] = []
    /// Called at each display frame that was requested.
    var onTick: @MainActor () -> Void = {}
    /// Whether a display frame has been requested.
    private(set) var isWaiting = false
    private var requestCount = 0
    private var isRequesting = false
    /// Whether the source has missed a tick, and has not ticked since then.
    private var isSourceLate = false

    init(_ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        timer = KeyboardFrameTimer(scheduler: scheduler)
    }

    deinit {
        for request in requests { request.cancel() }
    }

    /// Requests a display frame, and cancels an earlier request.
    func request() {
        let replaced = requests
        isWaiting = true
        requestCount += 1
        requests = makeRequests(number: requestCount)
        for request in replaced { request.cancel() }
    }

    private func makeRequests(number: Int) -> [KeyboardScheduledAction] {
        isRequesting = true
        defer { isRequesting = false }
        guard let source else { return [timer.requestFrame { [weak self] in self?.tick(number) }] }
        let request = source.requestFrame { [weak self] in self?.tick(number, bySource: true) }
        let tick: @MainActor () -> Void = { [weak self] in self?.tick(number, bySource: false) }
        return [request, isSourceLate ? timer.requestFrame(tick) : scheduler.schedule(after: Self.patience, tick)]
    }

    /// Cancels the waiting request.
    func cancel() {
        // Cancelling releases closures of the app, and the `deinit` of an object that they capture can request another
        // frame.
        let cancelled = requests
        (isWaiting, requests) = (false, [])
        for request in cancelled { request.cancel() }
    }

    /// Runs the action, unless the tick is not for the waiting request: a source can tick twice, or after its request
    /// was cancelled.
    private func tick(_ number: Int, bySource: Bool? = nil) {
        if bySource == true { isSourceLate = false }
        guard number == requestCount, !isRequesting, isWaiting else { return }
        if bySource == false { isSourceLate = true }
        // Without a source, the only request has run.
        if source == nil { isWaiting = false } else { cancel() }
        onTick()
    }
}
