import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Every log that is known of UIKit's keyboard, held against the scenario that tells it again.
@MainActor
@Suite("Traces of UIKit's keyboard")
struct TraceTests {
    /// What cannot be produced, and why. No more than three may stand here.
    private static let excused: [String: String] = [
        "rnkc-alert-ios16.5": "names only, of two hides in a row; what happened between them was not logged"
    ]

    @Test("Each is produced by the scenario of its name, or excused with a reason")
    func table() throws {
        var table: [String] = []
        for trace in try Trace.all() {
            if let reason = Self.excused[trace.id] {
                table.append("excused   \(trace.id): \(reason)")
                continue
            }
            let scenario = try #require(KeyboardScenario.recorded.first { $0.name == trace.id }, "\(trace.id)")
            let told = told(by: scenario, trace)
            let expected = trace.events
            #expect(told.count == expected.count, "\(trace.id): \(told.map(\.event.kind))")
            for (told, expected) in zip(told, expected) {
                compare(told, expected, trace.id, isWhole: trace.grade == "full")
            }
            table.append("produced  \(trace.id)")
        }
        #expect(Self.excused.count <= 3)
        #expect(table.count == 24, "\(table.joined(separator: "\n"))")
    }

    @Test("Every scenario of a log has a log")
    func noScenarioWithoutALog() throws {
        let ids = Set(try Trace.all().map(\.id))
        for scenario in KeyboardScenario.recorded {
            #expect(ids.contains(scenario.name))
        }
    }

    private static let allNames = Set(KeyboardEvent.Kind.allCases.map(\.notificationName.rawValue))

    private struct Told {
        var event: KeyboardEvent
        /// Seconds since the first one.
        var time: Double
    }

    /// What the scenario tells of the names that the log listened to: as many as it has, from the first that begins as
    /// the log does.
    private func told(by scenario: KeyboardScenario, _ trace: Trace) -> [Told] {
        let center = NotificationCenter()
        let scheduler = ManualScheduler()
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        scenario.run(postingTo: center, scheduler: scheduler)
        // A log that holds no keyboard event at all listened to every name.
        let names = trace.events.isEmpty ? Self.allNames : Set(trace.events.map(\.name))
        let heard = recorder.recording(title: "", source: "").events.filter {
            names.contains($0.kind.notificationName.rawValue)
        }
        guard let first = trace.events.first else { return heard.map { told($0, since: 0) } }
        let start = heard.firstIndex { event in
            event.kind.notificationName.rawValue == first.name
                && (first.begin == nil || event.info.frameBegin == first.begin)
                && (first.end == nil || event.info.frameEnd == first.end)
                && (first.height == nil || event.info.frameEnd?.height == first.height || first.height == 0)
        }
        guard let start else { return [] }
        // A log of several events is whole: nothing may be told after it.
        let compared = trace.events.count > 1 ? heard[start...] : heard[start...].prefix(1)
        return compared.map { told($0, since: heard[start].time) }
    }

    private func told(_ event: KeyboardRecording.Event, since start: Double) -> Told {
        Told(event: KeyboardEvent(event.kind, info: event.info), time: event.time - start)
    }

    /// - Parameter isWhole: whether the log has every key of each payload.
    private func compare(_ told: Told, _ expected: Trace.Event, _ id: String, isWhole: Bool) {
        let info = told.event.info
        let what = Comment(rawValue: "\(id): \(told.event)")
        #expect(told.event.kind.notificationName.rawValue == expected.name, what)
        if let begin = expected.begin { #expect(info.frameBegin == begin, what) }
        if let end = expected.end { #expect(info.frameEnd == end, what) }
        // A height of 0 is what the library that logged it calls hidden.
        if let height = expected.height, height > 0 { #expect(info.frameEnd?.height == height, what) }
        if let duration = expected.duration { #expect(info.animationDuration == duration, what) }
        if let curve = expected.curve { #expect(info.animationCurve == curve, what) }
        if let isLocal = expected.isLocal { #expect(info.isLocal == (isLocal != 0), what) }
        // In the logs a did is up to 36 ms later than its will and duration say, and a pair 4 ms long.
        let tolerance = id == "rnkc-instant-hide" ? 0.001 : 0.04
        if let time = expected.time { #expect(abs(told.time - time) <= tolerance, what) }
        if isWhole, expected.isLocal == nil { #expect(info.isLocal == nil, what) }
        for key in expected.absentKeys ?? [] {
            #expect(told.event.notification.userInfo?[key] == nil, what)
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
