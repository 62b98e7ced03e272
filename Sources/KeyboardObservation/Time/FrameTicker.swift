import Foundation

@MainActor
final class FrameTicker {
    /// If the source does not tick within this time, the scheduler ticks instead.
    ///
    /// A frame source often stops when its window is minimized or closed.
    private static let patience = Duration.milliseconds(100)

    var source: (any KeyboardFrameSource)? {
        didSet {
            isSourceLate = false
            if isWaiting { request() }
        }
    }

    private let scheduler: any KeyboardScheduler
    private let timer: KeyboardFrameTimer
    /// If the app has set a frame source, the array has two requests.
    ///
    /// The second one makes the scheduler tick if the source is late.
    private var requests: [KeyboardScheduledAction] = []
    var onTick: @MainActor () -> Void = {}
    private(set) var isWaiting = false
    private var requestCount = 0
    private var isRequesting = false
    private var isSourceLate = false

    init(_ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        timer = KeyboardFrameTimer(scheduler: scheduler)
    }

    deinit {
        for request in requests { request.cancel() }
    }

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

    func cancel() {
        // The properties are reset first, because a cancelled request can release objects whose `deinit` requests a
        // frame.
        let cancelled = requests
        (isWaiting, requests) = (false, [])
        for request in cancelled { request.cancel() }
    }

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
