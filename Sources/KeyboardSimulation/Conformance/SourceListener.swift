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
    private(set) var count = 0

    init(_ center: NotificationCenter, _ scheduler: any KeyboardScheduler, _ checker: StoryChecker) {
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
            listener.count += 1
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
    }

    isolated deinit {
        for registration in registrations { center.removeObserver(registration) }
    }

    var findings: [SourceFinding] {
        var findings = checker.findings + otherFindings
        if strayPosts.count > 0 {
            let sentence = "\(strayPosts.count) events were posted off the main actor"
            findings.append(SourceFinding(rule: .postsOnTheMainActor, sentence: sentence, eventNumber: nil))
        }
        return findings
    }

    /// Whether the keyboard has told to be shown, or hidden; before it has told anything it is hidden.
    var isShown: Bool {
        checker.isShown ?? false
    }

    func settle() {
        checker.settle()
    }

    func add(_ rule: SourceFinding.Rule, _ sentence: String) {
        otherFindings.append(SourceFinding(rule: rule, sentence: sentence, eventNumber: count))
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
