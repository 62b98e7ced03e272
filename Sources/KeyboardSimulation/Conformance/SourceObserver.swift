import Foundation
import KeyboardObservation
import Synchronization

@MainActor
final class SourceObserver {
    let center = NotificationCenter()
    private(set) var checker: EventSequenceChecker
    private var requestFindings: [SourceConformance.Finding] = []
    /// Only the first 1,000 events; `eventCount` counts all events.
    private(set) var events: [KeyboardEvent] = []
    private var eventCount = 0
    /// Whether an event has reported a duration of more than 0.1 seconds.
    ///
    /// A transition of this duration is long enough for a source to post `keyboardFrameInMotion`.
    private var hasSlide = false
    private let source: any KeyboardSource
    private let pool: KeyboardObserverPool
    private let posts = PostCounter()
    private let blocks: BlockObservers
    private var token: KeyboardObservationToken?

    init(of source: any KeyboardSource) {
        self.source = source
        checker = EventSequenceChecker(capabilities: source.capabilities)
        pool = KeyboardObserverPool(center: center)
        // A block also receives `keyboardFrameInMotion`, and runs on the thread that posts. An observer of a pool runs
        // on the main actor, and does not receive `keyboardFrameInMotion`.
        let names = KeyboardEvent.Kind.allCases.map(\.notificationName) + [.keyboardFrameInMotion]
        blocks = BlockObservers(center, names) { [posts] in posts.receive($0) }
        token = pool.observe(for: self) { $0.receive($1) }
    }

    private func receive(_ event: KeyboardEvent) {
        eventCount += 1
        if events.count < EventSequenceChecker.capacity { events.append(event) }
        if let duration = event.info.animationDuration, duration > 0.1 { hasSlide = true }
        // A source can change its capabilities when its status changes.
        checker.capabilities = source.capabilities
        checker.receive(event)
    }

    var count: Int {
        eventCount + posts.counts.frames
    }

    func finishTransitions() {
        checker.capabilities = source.capabilities
        checker.finishTransitions()
    }

    func add(_ rule: SourceConformance.Finding.Rule, _ sentence: String) {
        requestFindings.append(.init(rule: rule, sentence: sentence, eventNumber: nil))
    }

    var findings: [SourceConformance.Finding] {
        let counts = posts.counts
        var findings = checker.findings + requestFindings
        func add(_ rule: SourceConformance.Finding.Rule, _ sentence: String) {
            findings.append(.init(rule: rule, sentence: sentence, eventNumber: nil))
        }
        let promisesFrames = checker.capabilities.contains(.framesInMotion)
        if counts.frames > 0, !promisesFrames {
            add(.capabilitiesAreTrue, "\(counts.frames) frames in motion were posted, which the capabilities exclude")
        } else if counts.frames == 0, promisesFrames, hasSlide {
            add(.capabilitiesAreTrue, "no frame in motion was posted, which the capabilities promise")
        }
        if counts.unreadable > 0 { add(.payloadIsComplete, "\(counts.unreadable) frames in motion are unreadable") }
        if counts.offMainActor > 0 {
            add(.postsOnTheMainActor, "\(counts.offMainActor) notifications were posted off the main actor")
        }
        return findings
    }
}

private final class PostCounter: Sendable {
    private let state = Mutex((frames: 0, unreadable: 0, offMainActor: 0))

    var counts: (frames: Int, unreadable: Int, offMainActor: Int) {
        state.withLock { $0 }
    }

    func receive(_ notification: Notification) {
        let isOnMainActor = MainActorCheck.isOnMainActor
        let isFrame = notification.name == .keyboardFrameInMotion
        let size = notification.keyboardInfo.frameEnd?.size
        let isReadable = size.map { $0.width >= 0 && $0.height >= 0 } ?? false
        state.withLock { state in
            if !isOnMainActor { state.offMainActor += 1 }
            if isFrame { state.frames += 1 }
            if isFrame, !isReadable { state.unreadable += 1 }
        }
    }
}
