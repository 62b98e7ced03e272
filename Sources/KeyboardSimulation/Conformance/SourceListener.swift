import Foundation
import KeyboardObservation
import Synchronization

/// Hears a center, and hands what it hears to a checker.
@MainActor
final class SourceListener {
    private var checker: StoryChecker
    private var otherFindings: [SourceFinding] = []
    private let center: NotificationCenter
    private let pool: KeyboardObserverPool
    private var token: KeyboardObservationToken?
    private var registrations: [any NSObjectProtocol] = []
    private let strayPosts = Counter()
    private let frames = FrameWatch()
    private let capabilities: KeyboardSourceCapabilities
    private var eventCount = 0

    init(
        _ center: NotificationCenter,
        _ scheduler: any KeyboardScheduler,
        _ checker: StoryChecker,
        _ capabilities: KeyboardSourceCapabilities
    ) {
        self.capabilities = capabilities
        self.checker = checker
        self.center = center
        pool = KeyboardObserverPool(center: center)
        // A frame that cannot be read is gone from the event; what was wrong with it is told here.
        pool.onIssue = { [weak self] issue in
            guard case .unreadableValue(_, let key, _, _) = issue else { return }
            let isFrame = [KeyboardUserInfoKey.frameBegin, KeyboardUserInfoKey.frameEnd].contains(key)
            self?.add(isFrame ? .framesAreFinite : .payloadIsComplete, issue.description)
        }
        token = pool.observe(for: self) { listener, event in
            listener.eventCount += 1
            listener.checker.receive(event, at: scheduler.now)
        }
        // A pool brings everything to the main actor, so where it was posted must be asked at the center.
        for kind in KeyboardEvent.Kind.allCases {
            let registration = center.addObserver(forName: kind.notificationName, object: nil, queue: nil) {
                [strayPosts] _ in
                if !MainQueue.isCurrent { strayPosts.increment() }
            }
            registrations.append(registration)
        }
        let registration = center.addObserver(forName: .keyboardFrameInMotion, object: nil, queue: nil) {
            [frames] in frames.receive($0)
        }
        registrations.append(registration)
    }

    isolated deinit {
        for registration in registrations { center.removeObserver(registration) }
    }

    var findings: [SourceFinding] {
        var findings = checker.findings + otherFindings + frames.findings(of: capabilities)
        let strayCount = strayPosts.count + frames.strayCount
        if strayCount > 0 {
            let sentence = "\(strayCount) events were posted off the main actor"
            findings.append(SourceFinding(rule: .postsOnTheMainActor, sentence: sentence, eventNumber: nil))
        }
        return findings
    }

    /// How much was told: events, and frames in motion.
    var count: Int {
        eventCount + frames.count
    }

    /// Whether the keyboard has told to be shown, or hidden; before it has told anything it is hidden.
    var isShown: Bool {
        checker.isShown ?? false
    }

    func settle() {
        checker.settle()
    }

    func add(_ rule: SourceFinding.Rule, _ sentence: String) {
        otherFindings.append(SourceFinding(rule: rule, sentence: sentence, eventNumber: eventCount))
    }
}

private final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int {
        value.load(ordering: .relaxed)
    }

    func increment() {
        value.add(1, ordering: .relaxed)
    }
}
