import Foundation
import KeyboardObservation

extension KeyboardRecording {
    private enum CodingKeys: String, CodingKey {
        case title, source, device, system, notes, screenSize, events, framesInMotion
    }

    /// Decodes a recording.
    ///
    /// The initializer throws an error if a number is not finite. The initializer also throws an error if the times are
    /// not in ascending order.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        source = try container.decode(String.self, forKey: .source)
        device = try container.decodeIfPresent(String.self, forKey: .device)
        system = try container.decodeIfPresent(String.self, forKey: .system)
        notes = try container.decodeIfPresent(String.self, forKey: .notes)
        screenSize = try container.decodeIfPresent([CGFloat].self, forKey: .screenSize).map { numbers in
            guard numbers.count == 2 else {
                throw container.error(.screenSize, "expected two numbers, [width, height], found \(numbers.count)")
            }
            return CGSize(width: numbers[0], height: numbers[1])
        }
        events = try container.decode([Event].self, forKey: .events)
        framesInMotion = try container.decodeIfPresent([FrameInMotion].self, forKey: .framesInMotion) ?? []
        if let (key, problem) = problem { throw container.error(key, problem) }
    }

    /// The key of the first invalid value, and a description of the problem.
    ///
    /// If all values are valid, the property is `nil`.
    private var problem: (CodingKeys, String)? {
        if let screenSize {
            let isPositive = screenSize.width > 0 && screenSize.height > 0
            guard isPositive, screenSize.width.isFinite, screenSize.height.isFinite else {
                return (.screenSize, "expected two positive numbers, [width, height]")
            }
        }
        for (previous, event) in zip(events, events.dropFirst()) where event.time < previous.time {
            return (.events, "the event at \(event.time) s follows the one at \(previous.time) s")
        }
        return problemOfFrames.map { (.framesInMotion, $0) }
    }

    /// A description of the first invalid frame in motion; `nil` if all frames are valid.
    private var problemOfFrames: String? {
        var previous = FrameInMotion(time: 0, frame: nil, precedingEvents: 0)
        for frame in framesInMotion {
            guard frame.time >= previous.time else {
                return "the frame at \(frame.time) s follows the one at \(previous.time) s"
            }
            let count = frame.precedingEvents
            guard count >= previous.precedingEvents, count <= events.count else {
                return "the frame at \(frame.time) s cannot be preceded by \(count) events"
            }
            let isBetween =
                (count == 0 || events[count - 1].time <= frame.time)
                && (count == events.count || frame.time <= events[count].time)
            guard isBetween else {
                return
                    "the time \(frame.time) s of a frame is not between those of its \(count) preceding events and the next"
            }
            previous = frame
        }
        return nil
    }

    /// Encodes the recording.
    ///
    /// The method throws an error if a value is invalid, because a decoder rejects invalid values.
    public func encode(to encoder: any Encoder) throws {
        if let (key, problem) = problem { throw encoder.error(self, key, problem) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(source, forKey: .source)
        try container.encodeIfPresent(device, forKey: .device)
        try container.encodeIfPresent(system, forKey: .system)
        try container.encodeIfPresent(notes, forKey: .notes)
        try container.encodeIfPresent(screenSize.map { [$0.width, $0.height] }, forKey: .screenSize)
        try container.encode(events, forKey: .events)
        if !framesInMotion.isEmpty { try container.encode(framesInMotion, forKey: .framesInMotion) }
    }
}

extension KeyboardRecording.Event: Codable {
    private enum CodingKeys: String, CodingKey {
        case time, kind, frameBegin, frameEnd, animationDuration, animationCurve, isLocal, screenBounds
        case isObscured, sender
    }

    /// Decodes an event.
    ///
    /// The initializer throws an error if a number is out of range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let time = try container.decode(Double.self, forKey: .time)
        let name = try container.decode(String.self, forKey: .kind)
        guard let kind = KeyboardEvent.Kind(rawValue: name) else {
            let names = KeyboardEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw container.error(.kind, "expected one of \(names), found \"\(name)\"")
        }
        self.init(
            time: time,
            kind,
            info: Notification.KeyboardInfo(
                frameBegin: try container.decodeFrame(.frameBegin),
                frameEnd: try container.decodeFrame(.frameEnd),
                animationDuration: try container.decodeIfPresent(Double.self, forKey: .animationDuration),
                animationCurve: try container.decodeNumber(.animationCurve, "a whole number, not negative"),
                isLocal: try container.decodeIfPresent(Bool.self, forKey: .isLocal),
                screenBounds: try container.decodeFrame(.screenBounds),
                isObscured: try container.decodeIfPresent(Bool.self, forKey: .isObscured)
            ),
            sender: try container.decodeNumber(.sender)
        )
        if let (key, problem) = problem { throw container.error(key, problem) }
    }

    /// The key of the first invalid value, and a description of the problem.
    ///
    /// If all values are valid, the property is `nil`.
    private var problem: (CodingKeys, String)? {
        // The longest delay of a scheduler is a billion seconds, or about 31 years.
        guard time >= 0, time <= 1e9 else {
            return (.time, "expected seconds from 0 to 1,000,000,000, found \(time)")
        }
        if let duration = info.animationDuration, !(duration >= 0 && duration.isFinite) {
            return (.animationDuration, "expected finite seconds, not negative, found \(duration)")
        }
        for (key, frame) in [
            (CodingKeys.frameBegin, info.frameBegin), (.frameEnd, info.frameEnd), (.screenBounds, info.screenBounds),
        ] {
            if let frame, !frame.isFinite {
                return (key, "expected a frame with finite edges, found \(frame.numbers)")
            }
        }
        return nil
    }

    /// Encodes the event.
    ///
    /// The method throws an error if a value is invalid, because a decoder rejects invalid values.
    public func encode(to encoder: any Encoder) throws {
        if let (key, problem) = problem { throw encoder.error(self, key, problem) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(time, forKey: .time)
        try container.encode(kind.rawValue, forKey: .kind)
        try container.encodeIfPresent(info.frameBegin?.numbers, forKey: .frameBegin)
        try container.encodeIfPresent(info.frameEnd?.numbers, forKey: .frameEnd)
        try container.encodeIfPresent(info.animationDuration, forKey: .animationDuration)
        try container.encodeIfPresent(info.animationCurve, forKey: .animationCurve)
        try container.encodeIfPresent(info.isLocal, forKey: .isLocal)
        try container.encodeIfPresent(info.screenBounds?.numbers, forKey: .screenBounds)
        try container.encodeIfPresent(info.isObscured, forKey: .isObscured)
        try container.encodeIfPresent(sender, forKey: .sender)
    }
}

extension KeyboardRecording.FrameInMotion: Codable {
    private enum CodingKeys: String, CodingKey {
        case time, frame, sender, precedingEvents
    }

    /// Decodes a frame in motion.
    ///
    /// The initializer throws an error if a number is out of range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            time: try container.decode(Double.self, forKey: .time),
            frame: try container.decodeFrame(.frame),
            sender: try container.decodeNumber(.sender),
            precedingEvents: try container.decodePrecedingEvents(.precedingEvents)
        )
        if let (key, problem) = problem { throw container.error(key, problem) }
    }

    /// The key of the first invalid value, and a description of the problem.
    ///
    /// If all values are valid, the property is `nil`.
    private var problem: (CodingKeys, String)? {
        guard time >= 0, time <= 1e9 else {
            return (.time, "expected seconds from 0 to 1,000,000,000, found \(time)")
        }
        if let frame, !frame.isFinite {
            return (.frame, "expected a frame with finite edges, found \(frame.numbers)")
        }
        return nil
    }

    /// Encodes the frame.
    ///
    /// The method throws an error if a value is invalid, because a decoder rejects invalid values.
    public func encode(to encoder: any Encoder) throws {
        if let (key, problem) = problem { throw encoder.error(self, key, problem) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(time, forKey: .time)
        try container.encodeIfPresent(frame?.numbers, forKey: .frame)
        try container.encodeIfPresent(sender, forKey: .sender)
        try container.encode(precedingEvents, forKey: .precedingEvents)
    }
}

extension KeyedDecodingContainer {
    fileprivate func decodeFrame(_ key: Key) throws -> CGRect? {
        guard let numbers = try decodeIfPresent([CGFloat].self, forKey: key) else { return nil }
        guard numbers.count == 4 else {
            throw error(key, "expected four numbers, [x, y, width, height], found \(numbers.count)")
        }
        return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// Decodes a whole number.
    ///
    /// If the decoding fails, the method throws an error that contains the coding path of the number. The decoder's own
    /// error can lack this path, for example if the number is out of range.
    fileprivate func decodeNumber<Number: FixedWidthInteger & Decodable>(
        _ key: Key,
        _ expected: String = "a whole number"
    ) throws -> Number? {
        do {
            return try decodeIfPresent(Number.self, forKey: key)
        } catch {
            throw self.error(key, "expected \(expected)")
        }
    }

    fileprivate func decodePrecedingEvents(_ key: Key) throws -> Int {
        let expected = "a whole number, not negative"
        if let count: Int = try decodeNumber(key, expected) { return count }
        guard contains(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
        }
        throw error(key, "expected \(expected)")
    }

    fileprivate func error(_ key: Key, _ description: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: description)
    }
}

extension Encoder {
    fileprivate func error(_ value: Any, _ key: any CodingKey, _ description: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: codingPath + [key], debugDescription: description))
    }
}

extension CGRect {
    fileprivate var numbers: [CGFloat] {
        [origin.x, origin.y, size.width, size.height]
    }
}
