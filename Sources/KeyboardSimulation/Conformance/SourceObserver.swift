import Foundation
import KeyboardObservation
import Synchronization

/// Observes the notification center of a source, and passes the source's events to a checker.
@MainActor
final class SourceObserver {
    private(set) var checker: EventSequenceChecker
    /// The first 1,000 posted events.
    private(set) var events: [KeyboardEvent] = []
    private var otherFindings: [SourceConformance.Finding] = []
    let center: NotificationCenter
    private let pool: KeyboardObserverPool
    private var token: KeyboardObservationToken?
    private let blocks: BlockObservers
    private let posts = PostCounter()
    private let source: any KeyboardSource
    private var eventCount = 0
    /// The source's capabilities, which the observer reads after the start and at each event.
    private(set) var capabilities: KeyboardSourceCapabilities

    init(
        _ center: NotificationCenter,
        _ scheduler: any KeyboardScheduler,
        _ checker: EventSequenceChecker,
        of source: any KeyboardSource
    ) {
        self.source = source
        capabilities = source.capabilities
        self.checker = checker
        self.center = center
        pool = KeyboardObserverPool(center: center)
        // A pool delivers every event on the main actor. To detect notifications that were posted off the main actor,
        // the code observes the notification center directly.
        let names = KeyboardEvent.Kind.allCases.map(\.notificationName) + [.keyboardFrameInMotion]
        blocks = BlockObservers(center, names) { [posts] in posts.receive($0) }
        // In an event, an unreadable frame is `nil`, like a missing frame. Only the pool's `onIssue` closure reports an
        // unreadable frame.
        pool.onIssue = { [weak self] issue in
            guard case .unreadableValue(_, let key, _, _) = issue else { return }
            let isFrame = [KeyboardUserInfoKey.frameBegin, KeyboardUserInfoKey.frameEnd].contains(key)
            self?.add(isFrame ? .framesAreFinite : .payloadIsComplete, issue.description)
        }
        token = pool.observe(for: self) { observer, event in
            observer.eventCount += 1
            observer.readCapabilities()
            if observer.events.count < EventSequenceChecker.capacity { observer.events.append(event) }
            observer.checker.receive(event, at: scheduler.now)
        }
    }

    var findings: [SourceConformance.Finding] {
        checker.findings + otherFindings + posts.findings(for: capabilities)
    }

    /// The number of events and `keyboardFrameInMotion` notifications that the source has posted.
    var count: Int {
        eventCount + posts.frameCount
    }

    /// The kind of the first *did* event without a preceding *will* event; `nil` if there is none.
    var didOfPreviousStart: KeyboardEvent.Kind? {
        var wills: Set<KeyboardEvent.Kind> = []
        for event in events {
            guard let will = event.kind.will else {
                wills.insert(event.kind)
                continue
            }
            if !wills.contains(will) { return event.kind }
        }
        return nil
    }

    /// Whether the source has posted a `keyboardFrameInMotion` notification.
    var hasFrameInMotion: Bool {
        posts.frameCount > 0
    }

    /// Reads the source's capabilities again, because the capabilities can change together with the status.
    func readCapabilities() {
        capabilities = source.capabilities
        checker.capabilities = capabilities
    }

    func finishTransitions() {
        checker.finishTransitions()
    }

    func add(_ rule: SourceConformance.Finding.Rule, _ sentence: String) {
        otherFindings.append(.init(rule: rule, sentence: sentence, eventNumber: eventCount))
    }
}

/// Collects the keyboard events of the default center.
@MainActor
final class DefaultCenterObserver {
    private let events = EventList()
    private let blocks: BlockObservers

    init() {
        blocks = BlockObservers(.default, KeyboardEvent.Kind.allCases.map(\.notificationName)) { [events] in
            events.receive($0)
        }
    }

    /// Returns a description of the expected events that the default center received.
    ///
    /// If the default center received all expected events, the description is the number of events. Otherwise, the
    /// description is a list of kinds. The list contains a kind if the default center received all expected events of
    /// this kind. If the list is empty, the result is `nil`.
    ///
    /// The list omits a kind with only one expected event, because another source of the process can post an equal
    /// event.
    func kinds(of expected: [KeyboardEvent]) -> String? {
        if received(expected) { return "\(expected.count)" }
        let kinds = KeyboardEvent.Kind.allCases.filter { kind in
            let events = expected.filter { $0.kind == kind }
            return events.count > 1 && received(events)
        }
        return kinds.isEmpty ? nil : kinds.map { "\($0)" }.joined(separator: ", ")
    }

    /// Returns whether the default center received each of these events, in this order.
    ///
    /// Between these events, the default center can receive events of other sources.
    private func received(_ expected: [KeyboardEvent]) -> Bool {
        var rest = expected[...]
        for event in events.all where event == rest.first { rest.removeFirst() }
        return rest.isEmpty && !expected.isEmpty
    }
}

/// A list that receives events on any thread.
private final class EventList: Sendable {
    private let events = Mutex<[KeyboardEvent]>([])

    var all: [KeyboardEvent] {
        events.withLock { $0 }
    }

    func receive(_ notification: Notification) {
        guard let event = KeyboardEvent(notification) else { return }
        events.withLock { if $0.count < 10 * EventSequenceChecker.capacity { $0.append(event) } }
    }
}

/// Counts the `keyboardFrameInMotion` notifications of a source, and the notifications that the source posts off the
/// main actor.
///
/// The counter can receive notifications on any thread.
private final class PostCounter: Sendable {
    private struct State {
        var countOffMainActor = 0
        var frameCount = 0
        var unreadableCount = 0
        var negativeCount = 0
    }

    private let state = Mutex(State())

    var frameCount: Int {
        state.withLock(\.frameCount)
    }

    func receive(_ notification: Notification) {
        let isOnMainActor = MainActorCheck.isOnMainActor
        let isFrame = notification.name == .keyboardFrameInMotion
        let frame = isFrame ? notification.keyboardInfo.frameEnd : nil
        state.withLock { state in
            if !isOnMainActor { state.countOffMainActor += 1 }
            guard isFrame else { return }
            state.frameCount += 1
            if frame == nil { state.unreadableCount += 1 }
            if let size = frame?.size, size.width < 0 || size.height < 0 { state.negativeCount += 1 }
        }
    }

    func findings(for capabilities: KeyboardSourceCapabilities) -> [SourceConformance.Finding] {
        let state = state.withLock { $0 }
        var findings: [SourceConformance.Finding] = []
        func add(_ count: Int, _ rule: SourceConformance.Finding.Rule, _ sentence: String) {
            if count > 0 { findings.append(.init(rule: rule, sentence: "\(count) \(sentence)")) }
        }
        if !capabilities.contains(.framesInMotion) {
            add(state.frameCount, .capabilitiesAreTrue, "frames in motion were posted, which the capabilities exclude")
        }
        add(state.unreadableCount, .framesAreFinite, "frames in motion are unreadable")
        add(state.negativeCount, .framesAreFinite, "frames in motion have a negative size")
        add(state.countOffMainActor, .postsOnTheMainActor, "events were posted off the main actor")
        return findings
    }
}
