import Foundation
import KeyboardObservation
import Synchronization

/// Observes the center of a source and passes its events to a checker.
@MainActor
final class SourceObserver {
    private(set) var checker: EventSequenceChecker
    /// The events so far, up to the capacity of a checker.
    private(set) var events: [KeyboardEvent] = []
    private var otherFindings: [SourceConformance.Finding] = []
    let center: NotificationCenter
    private let pool: KeyboardObserverPool
    private var token: KeyboardObservationToken?
    private var registrations: [any NSObjectProtocol] = []
    private let postsOffMainActor = PostCounter()
    private let frames = FrameObserver()
    private let source: any KeyboardSource
    private var eventCount = 0
    /// The capabilities of the source when it was last started or posted.
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
        // An unreadable frame is `nil` in the event, so only the issue reports it.
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
        // A pool delivers every event on the main actor. Only an observer of the center can check where the event was
        // posted.
        for kind in KeyboardEvent.Kind.allCases {
            let registration = center.addObserver(forName: kind.notificationName, object: nil, queue: nil) {
                [postsOffMainActor] _ in
                if !MainActorCheck.isOnMainActor { postsOffMainActor.increment() }
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

    var findings: [SourceConformance.Finding] {
        var findings = checker.findings + otherFindings + frames.findings(for: capabilities)
        let count = postsOffMainActor.count + frames.countOffMainActor
        if count > 0 {
            let sentence = "\(count) events were posted off the main actor"
            findings.append(.init(rule: .postsOnTheMainActor, sentence: sentence))
        }
        return findings
    }

    /// The number of posted events and reported frames.
    var count: Int {
        eventCount + frames.count
    }

    /// The first *did* event of a kind without an earlier *will* event; `nil` if there is none.
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

    /// Whether a frame in motion was posted.
    var hasFrameInMotion: Bool {
        frames.count > 0
    }

    /// Reads the capabilities, which may change with the status.
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
    private var registrations: [any NSObjectProtocol] = []

    init() {
        for kind in KeyboardEvent.Kind.allCases {
            let registration = NotificationCenter.default.addObserver(
                forName: kind.notificationName,
                object: nil,
                queue: nil
            ) { [events] in events.receive($0) }
            registrations.append(registration)
        }
    }

    isolated deinit {
        for registration in registrations { NotificationCenter.default.removeObserver(registration) }
    }

    /// Returns the kinds of events that the default center also received; `nil` if it received none.
    ///
    /// Another source of the process may post one equal event.
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
    /// Other sources of the process may post to the default center in between.
    private func received(_ expected: [KeyboardEvent]) -> Bool {
        var rest = expected[...]
        for event in events.all where event == rest.first { rest.removeFirst() }
        return rest.isEmpty && !expected.isEmpty
    }
}

/// Events that any thread may post.
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

private final class PostCounter: Sendable {
    private let value = Atomic(0)

    var count: Int {
        value.load(ordering: .relaxed)
    }

    func increment() {
        value.add(1, ordering: .relaxed)
    }
}

/// Counts the `keyboardFrameInMotion` notifications of a center.
///
/// Any thread may post the notifications.
private final class FrameObserver: Sendable {
    private struct State {
        var count = 0
        var unreadableCount = 0
        var negativeCount = 0
        var countOffMainActor = 0
    }

    private let state = Mutex(State())

    var count: Int {
        state.withLock(\.count)
    }

    var countOffMainActor: Int {
        state.withLock(\.countOffMainActor)
    }

    func receive(_ notification: Notification) {
        let frame = notification.keyboardInfo.frameEnd
        let isOnMainActor = MainActorCheck.isOnMainActor
        state.withLock { state in
            state.count += 1
            if frame == nil { state.unreadableCount += 1 }
            if let size = frame?.size, size.width < 0 || size.height < 0 { state.negativeCount += 1 }
            if !isOnMainActor { state.countOffMainActor += 1 }
        }
    }

    func findings(for capabilities: KeyboardSourceCapabilities) -> [SourceConformance.Finding] {
        let state = state.withLock { $0 }
        var findings: [SourceConformance.Finding] = []
        if state.count > 0, !capabilities.contains(.framesInMotion) {
            let sentence = "\(state.count) frames in motion were posted, which the capabilities exclude"
            findings.append(.init(rule: .capabilitiesAreTrue, sentence: sentence))
        }
        if state.unreadableCount > 0 {
            let sentence = "\(state.unreadableCount) frames in motion are unreadable"
            findings.append(.init(rule: .framesAreFinite, sentence: sentence))
        }
        if state.negativeCount > 0 {
            let sentence = "\(state.negativeCount) frames in motion have a negative size"
            findings.append(.init(rule: .framesAreFinite, sentence: sentence))
        }
        return findings
    }
}
