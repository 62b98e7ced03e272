import Foundation
import KeyboardObservation

struct KeyboardRecordingFile: Codable {
    struct Event: Codable {
        var time: Double
        var kind: String
        var frameBegin: [CGFloat]?
        var frameEnd: [CGFloat]?
        var animationDuration: Double?
        var animationCurve: WholeNumber<UInt>?
        var isLocal: Bool?
        var screenBounds: [CGFloat]?
        var isObscured: Bool?
        var sender: WholeNumber<Int>?
    }

    struct FrameInMotion: Codable {
        var time: Double
        var frame: [CGFloat]?
        var sender: WholeNumber<Int>?
        var precedingEvents: WholeNumber<Int>
    }

    /// If a number is out of range, `JSONDecoder` throws an error without the number's key, but this type throws an
    /// error with the key.
    struct WholeNumber<Value: FixedWidthInteger & Codable>: Codable {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }

        init(from decoder: any Decoder) throws {
            do {
                value = try Value(from: decoder)
            } catch {
                let expected = Value.isSigned ? "expected a whole number" : "expected a whole number, not negative"
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: expected))
            }
        }

        func encode(to encoder: any Encoder) throws {
            try value.encode(to: encoder)
        }
    }

    struct InvalidValue: Error {
        let description: String

        init(_ key: String, _ expected: String) {
            description = "\(key): \(expected)"
        }
    }

    var title: String
    var source: String
    var device: String?
    var system: String?
    var notes: String?
    var screenSize: [CGFloat]?
    var events: [Event]
    var framesInMotion: [FrameInMotion]?

    init(_ recording: KeyboardRecording) throws(InvalidValue) {
        (title, source, device) = (recording.title, recording.source, recording.device)
        (system, notes) = (recording.system, recording.notes)
        screenSize = recording.screenSize.map { [$0.width, $0.height] }
        events = recording.events.map { event in
            Event(
                time: event.time,
                kind: event.kind.rawValue,
                frameBegin: event.info.frameBegin?.numbers,
                frameEnd: event.info.frameEnd?.numbers,
                animationDuration: event.info.animationDuration,
                animationCurve: event.info.animationCurve.map { WholeNumber($0) },
                isLocal: event.info.isLocal,
                screenBounds: event.info.screenBounds?.numbers,
                isObscured: event.info.isObscured,
                sender: event.sender.map { WholeNumber($0) }
            )
        }
        let frames = recording.framesInMotion.map { frame in
            FrameInMotion(
                time: frame.time,
                frame: frame.frame?.numbers,
                sender: frame.sender.map { WholeNumber($0) },
                precedingEvents: WholeNumber(frame.precedingEvents)
            )
        }
        framesInMotion = frames.isEmpty ? nil : frames
        _ = try self.recording()
    }

    func recording() throws(InvalidValue) -> KeyboardRecording {
        var recording = KeyboardRecording(title: title, source: source, events: [])
        (recording.device, recording.system, recording.notes) = (device, system, notes)
        if let screenSize {
            guard screenSize.count == 2, screenSize.allSatisfy({ $0 > 0 && $0.isFinite }) else {
                throw InvalidValue("screenSize", "expected two positive numbers, [width, height]")
            }
            recording.screenSize = CGSize(width: screenSize[0], height: screenSize[1])
        }
        for (index, event) in events.enumerated() {
            recording.events.append(try event.event("events[\(index)]"))
            guard index == 0 || event.time >= events[index - 1].time else {
                let order = "the event at \(event.time) s follows the one at \(events[index - 1].time) s"
                throw InvalidValue("events", order)
            }
        }
        for (index, frame) in (framesInMotion ?? []).enumerated() {
            let key = "framesInMotion[\(index)]"
            let frame = KeyboardRecording.FrameInMotion(
                time: try seconds(frame.time, "\(key).time"),
                frame: try rectangle(frame.frame, "\(key).frame"),
                sender: frame.sender?.value,
                precedingEvents: frame.precedingEvents.value
            )
            if let problem = recording.problem(ofNext: frame) { throw InvalidValue("framesInMotion", problem) }
            recording.framesInMotion.append(frame)
        }
        return recording
    }
}

extension KeyboardRecordingFile.Event {
    fileprivate func event(_ key: String) throws(KeyboardRecordingFile.InvalidValue) -> KeyboardRecording.Event {
        guard let kind = KeyboardEvent.Kind(rawValue: kind) else {
            let names = KeyboardEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw .init("\(key).kind", "expected one of \(names), found \"\(kind)\"")
        }
        if let animationDuration, !(animationDuration >= 0 && animationDuration.isFinite) {
            let expected = "expected finite seconds, not negative, found \(animationDuration)"
            throw .init("\(key).animationDuration", expected)
        }
        return KeyboardRecording.Event(
            time: try seconds(time, "\(key).time"),
            kind,
            info: Notification.KeyboardInfo(
                frameBegin: try rectangle(frameBegin, "\(key).frameBegin"),
                frameEnd: try rectangle(frameEnd, "\(key).frameEnd"),
                animationDuration: animationDuration,
                animationCurve: animationCurve?.value,
                isLocal: isLocal,
                screenBounds: try rectangle(screenBounds, "\(key).screenBounds"),
                isObscured: isObscured
            ),
            sender: sender?.value
        )
    }
}

extension KeyboardRecording {
    fileprivate func problem(ofNext frame: FrameInMotion) -> String? {
        let (time, count) = (frame.time, frame.precedingEvents)
        if let last = framesInMotion.last, time < last.time {
            return "the frame at \(time) s follows the one at \(last.time) s"
        }
        guard count >= framesInMotion.last?.precedingEvents ?? 0, count <= events.count else {
            return "the frame at \(time) s cannot be preceded by \(count) events"
        }
        let isAfter = count == 0 || events[count - 1].time <= time
        guard isAfter, count == events.count || time <= events[count].time else {
            return "the time \(time) s of a frame is not between those of its \(count) preceding events and the next"
        }
        return nil
    }
}

private func seconds(_ time: Double, _ key: String) throws(KeyboardRecordingFile.InvalidValue) -> Double {
    // The longest delay of a scheduler is a billion seconds, or about 31 years.
    guard (0...1e9).contains(time) else { throw .init(key, "expected seconds from 0 to 1,000,000,000, found \(time)") }
    return time
}

private func rectangle(
    _ numbers: [CGFloat]?,
    _ key: String
) throws(KeyboardRecordingFile.InvalidValue) -> CGRect? {
    guard let numbers else { return nil }
    guard numbers.count == 4 else {
        throw .init(key, "expected four numbers, [x, y, width, height], found \(numbers.count)")
    }
    let frame = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    guard frame.isFinite else { throw .init(key, "expected a frame with finite edges, found \(numbers)") }
    return frame
}

extension CGRect {
    fileprivate var numbers: [CGFloat] {
        [origin.x, origin.y, size.width, size.height]
    }
}
