import Foundation

/// Requests display frames from the app's frame source, or from a timer.
@MainActor
final class FrameTicker {
    /// The time after which the scheduler ticks instead of a late source.
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
    /// The waiting requests.
    ///
    /// Without a source, there is one request to the timer. With a source, there are two requests: one to the source,
    /// and one that ticks if the source is late.
    private var requests: [KeyboardScheduledAction] = []
    /// The closure that the ticker calls at each requested display frame.
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
        // Cancelling a request releases closures of the app. The `deinit` of a captured object can then request another
        // frame.
        let cancelled = requests
        (isWaiting, requests) = (false, [])
        for request in cancelled { request.cancel() }
    }

    /// Calls ``onTick`` if the tick is for the waiting request.
    ///
    /// A source can tick twice, or can tick after its request was cancelled.
    private func tick(_ number: Int, bySource: Bool? = nil) {
        if bySource == true { isSourceLate = false }
        guard number == requestCount, !isRequesting, isWaiting else { return }
        if bySource == false { isSourceLate = true }
        // Without a source, there is only one request, and this request has run.
        if source == nil { isWaiting = false } else { cancel() }
        onTick()
    }
}
