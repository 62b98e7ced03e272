import Foundation
import KeyboardObservation
import KeyboardSimulation
import Observation

/// A source that records its requests and answers them with a simulated keyboard.
///
/// A test sets the delay of the answers. The test can also end the keyboard and restart it.
@MainActor
@Observable
final class RequestedKeyboard: KeyboardSource {
    let scheduler: ManualScheduler
    let center: NotificationCenter
    let pool: KeyboardObserverPool
    let simulated: SimulatedKeyboard
    var status = KeyboardSourceStatus.available
    var capabilities: KeyboardSourceCapabilities = [.frames, .didEvents, .visibilityRequests]
    /// The performed requests with their times in milliseconds, as "show 0".
    private(set) var requests: [String] = []
    /// The number of requests that failed because the keyboard was unavailable.
    private(set) var refusedCount = 0
    /// Whether the keyboard answers a request to appear with a hide, and appears 350 ms later.
    ///
    /// A request to disappear during the 350 ms cancels the appearance. Onboard behaves in this way if it reports that
    /// it is visible, but is off screen.
    var hidesBeforeShow = false
    /// Whether the keyboard throws an error instead of performing a request to disappear.
    var refusesToHide = false
    /// The time in which the keyboard answers a request.
    var latency: Duration
    private var takenCount = 0
    private var answers: [KeyboardScheduledAction] = []

    init(on screen: SimulatedScreenModel = .phone393x852, latency: Int = 0) {
        scheduler = ManualScheduler()
        center = NotificationCenter()
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        simulated = SimulatedKeyboard(on: SimulatedScreen(screen), scheduler: scheduler)
        self.latency = .milliseconds(latency)
        start(postingTo: center)
    }

    var isOnScreen: Bool { simulated.phase == .shown || simulated.phase == .appearing }

    /// The time in milliseconds.
    var time: Int { Int(scheduler.now / .milliseconds(1)) }

    /// Whether a request still waits for its answer.
    var isAnswering: Bool { answers.contains(where: \.isWaiting) }

    /// The requests since the last call, as "show 0 hide 1100".
    func takeRequests() -> String {
        defer { takenCount = requests.count }
        return requests.dropFirst(takenCount).joined(separator: " ")
    }

    func wait(_ milliseconds: Int) {
        scheduler.advance(by: .milliseconds(milliseconds))
    }

    /// Posts a hide with a duration of 0 seconds, and then makes the keyboard unavailable.
    ///
    /// A real source does the same when its keyboard ends.
    func end() {
        for answer in answers { answer.cancel() }
        let duration = simulated.behavior.duration
        simulated.behavior.duration = 0
        simulated.hide()
        simulated.behavior.duration = duration
        status = .unavailable(.notRunning(keyboard: "Onboard"))
    }

    func restart() {
        status = .available
    }

    func start(postingTo center: NotificationCenter) {
        simulated.start(postingTo: center)
    }

    func stop() {
        simulated.stop()
    }

    func requestShow() throws(KeyboardSourceError) {
        guard hidesBeforeShow else {
            try request("show") { $0.show() }
            return
        }
        try request("show") { $0.hide() }
        answers.append(scheduler.schedule(after: .milliseconds(350)) { [simulated] in simulated.show() })
    }

    func requestHide() throws(KeyboardSourceError) {
        if refusesToHide { throw .unsupported(.visibilityRequests) }
        if hidesBeforeShow { for answer in answers { answer.cancel() } }
        try request("hide") { $0.hide() }
    }

    private func request(
        _ name: String,
        _ answer: @escaping @MainActor (SimulatedKeyboard) -> Void
    ) throws(KeyboardSourceError) {
        if case .unavailable(let error) = status {
            refusedCount += 1
            throw error
        }
        requests.append("\(name) \(time)")
        guard latency > .zero else { return answer(simulated) }
        answers.removeAll { !$0.isWaiting }
        answers.append(scheduler.schedule(after: latency) { [simulated] in answer(simulated) })
    }
}
