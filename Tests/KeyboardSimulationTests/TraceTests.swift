import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Compares each known log of UIKit's keyboard with the scenario that reproduces it.
@MainActor
struct TraceTests {
    /// The logs that no scenario reproduces, with the reason.
    ///
    private static let excused: [String: String] = [
        "ipad-undock-drag": "a payload of iOS 5 without an end frame",
        "omni-rotate-landscape-to-portrait": "did events of iOS 5 without a duration",
        "omni-show-landscape": "frames of iOS 5 in portrait coordinates",
        "modal-viewWillAppear-duration-0.4-hide-zero-height": "a show and a hide of different durations",
        "grow-animated-216-253-then-didhide": "did events without a duration",
        "rnkc-alert-ios16.5": "names only, of two hides in a row; what happened between them was not logged",
    ]

    @Test func eachLogIsReproducedOrExcused() throws {
        var table: [String] = []
        for trace in try Trace.all() {
            if let reason = Self.excused[trace.id] {
                table.append("excused   \(trace.id): \(reason)")
                continue
            }
            let scenario = try #require(KeyboardScenario.recorded.first { $0.name == trace.id }, "\(trace.id)")
            let posted = events(of: scenario, trace)
            let expected = trace.events
            #expect(posted.count == expected.count, "\(trace.id): \(posted.map(\.event.kind))")
            for (posted, expected) in zip(posted, expected) {
                compare(posted, expected, trace.id, isWhole: trace.grade == "full")
            }
            table.append("produced  \(trace.id)")
        }
        #expect(table.count == 24, "\(table.joined(separator: "\n"))")
    }

    @Test func eachRecordedScenarioHasALog() throws {
        let ids = Set(try Trace.all().map(\.id))
        for scenario in KeyboardScenario.recorded {
            #expect(ids.contains(scenario.name))
        }
    }

    private static let allNames = Set(KeyboardEvent.Kind.allCases.map(\.notificationName.rawValue))

    private struct PostedEvent {
        var event: KeyboardEvent
        /// Seconds since the first event.
        var time: Double
    }

    /// Returns the events of the scenario that can be compared with the log.
    ///
    /// The log contains the names of these events. The first returned event matches the first event of the log.
    private func events(of scenario: KeyboardScenario, _ trace: Trace) -> [PostedEvent] {
        // If a log has no keyboard events, the app observed every name, and the scenario may post no event.
        let names = trace.events.isEmpty ? Self.allNames : Set(trace.events.map(\.name))
        let recorded = scenario.record().events.filter {
            names.contains($0.kind.notificationName.rawValue)
        }
        guard let first = trace.events.first else { return recorded.map { postedEvent($0, since: 0) } }
        let start = recorded.firstIndex { event in
            event.kind.notificationName.rawValue == first.name
                && (first.begin == nil || event.info.frameBegin == first.begin)
                && (first.end == nil || event.info.frameEnd == first.end)
                && (first.height == nil || event.info.frameEnd?.height == first.height || first.height == 0)
        }
        guard let start else { return [] }
        // A log of several events is complete, so the scenario may post no further events.
        let compared = trace.events.count > 1 ? recorded[start...] : recorded[start...].prefix(1)
        return compared.map { postedEvent($0, since: recorded[start].time) }
    }

    private func postedEvent(_ event: KeyboardRecording.Event, since start: Double) -> PostedEvent {
        PostedEvent(event: KeyboardEvent(event.kind, info: event.info), time: event.time - start)
    }

    /// Compares a posted event with a logged event.
    ///
    /// `isWhole` is `true` if the log contains every key of each payload.
    private func compare(_ posted: PostedEvent, _ expected: Trace.Event, _ id: String, isWhole: Bool) {
        let info = posted.event.info
        let what = Comment(rawValue: "\(id): \(posted.event)")
        #expect(posted.event.kind.notificationName.rawValue == expected.name, what)
        if let begin = expected.begin { #expect(info.frameBegin == begin, what) }
        if let end = expected.end { #expect(info.frameEnd == end, what) }
        // The library that wrote the log reports a height of 0 for a hidden keyboard.
        if let height = expected.height, height > 0 { #expect(info.frameEnd?.height == height, what) }
        if let duration = expected.duration { #expect(info.animationDuration == duration, what) }
        if let curve = expected.curve { #expect(info.animationCurve == curve, what) }
        if let isLocal = expected.isLocal { #expect(info.isLocal == (isLocal != 0), what) }
        // In the logs, did events are up to 36 ms late, and pairs are up to 4 ms apart.
        let tolerance = id == "rnkc-instant-hide" ? 0.001 : 0.04
        if let time = expected.time { #expect(abs(posted.time - time) <= tolerance, what) }
        if isWhole, expected.isLocal == nil { #expect(info.isLocal == nil, what) }
        for key in expected.absentKeys ?? [] {
            #expect(posted.event.notification.userInfo?[key] == nil, what)
        }
        if expected.begin != nil, expected.duration == nil {
            #expect(info.animationDuration == nil && info.animationCurve == nil, what)
        }
    }
}

/// One log of `Traces/uikit.json`.
private struct Trace: Decodable {
    struct Event: Decodable {
        var name: String
        var frameBegin: [CGFloat]?
        var frameEnd: [CGFloat]?
        var height: CGFloat?
        var duration: Double?
        var curve: UInt?
        var isLocal: Int?
        var absentKeys: [String]?
        /// Seconds since the log's first event.
        var time: Double?

        var begin: CGRect? { frameBegin.map(Self.frame) }
        var end: CGRect? { frameEnd.map(Self.frame) }

        private static func frame(_ numbers: [CGFloat]) -> CGRect {
            CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }

    var id: String
    var grade: String
    var events: [Event]

    static func all() throws -> [Trace] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Traces/uikit.json")
        return try JSONDecoder().decode([Trace].self, from: Data(contentsOf: file))
    }
}
