import Foundation

/// Requests display frames from the app's frame source, or from a timer.
@MainActor
final class FrameTicker {
    /// If the app's frame source does not tick within 0.1 seconds, the scheduler ticks.
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
    /// Without a frame source of the app, the ticker makes one request to the timer. With a frame source, the ticker
    /// also makes a second request, which ticks if the source is late.
    private var requests: [KeyboardScheduledAction] = []
    /// The closure that the ticker calls at each requested display frame.
    var onTick: @MainActor () -> Void = {}
    /// Whether a display frame has been requested.
    private(set) var isWaiting = false
    private var requestCount = 0
    private var isRequesting = false
    /// Whether the frame source has missed a tick.
    ///
    /// After the next tick of the source, the value is `false` again.
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
        // The properties are reset before the cancellation. A cancelled request releases objects of the app, whose
        // `deinit` can request another frame.
        let cancelled = requests
        (isWaiting, requests) = (false, [])
        for request in cancelled { request.cancel() }
    }

    /// Calls ``onTick`` if the tick belongs to the waiting request.
    ///
    /// A frame source can tick twice for one request, or can tick for a cancelled request.
    private func tick(_ number: Int, bySource: Bool? = nil) {
        if bySource == true { isSourceLate = false }
        guard number == requestCount, !isRequesting, isWaiting else { return }
        if bySource == false { isSourceLate = true }
        // Without a frame source, the only request has just run, so the ticker has nothing to cancel.
        if source == nil { isWaiting = false } else { cancel() }
        onTick()
    }
}
