public import Foundation

extension KeyboardRecording {
    /// Reads a recording from a JSON file.
    ///
    /// - Throws: an error whose description names the file, the place in it and what was expected there, on one line.
    public init(contentsOf file: URL) throws(KeyboardRecordingError) {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw KeyboardRecordingError.unreadable(file: file.path, reason: Self.reason(error))
        }
        do {
            self = try JSONDecoder().decode(KeyboardRecording.self, from: data)
        } catch {
            throw KeyboardRecordingError.malformed(file: file.path, reason: Self.reason(error))
        }
    }

    /// Writes the recording as JSON that people can read and that differs only where the recording does.
    ///
    /// - Throws: an error whose description names the file and the reason, on one line. A file that was there is then
    ///   as it was.
    public func write(to file: URL) throws(KeyboardRecordingError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try (encoder.encode(self) + Data("\n".utf8)).write(to: file, options: .atomic)
        } catch {
            throw KeyboardRecordingError.unwritable(file: file.path, reason: Self.reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            place(context.codingPath + [key]) + "is missing"
        case DecodingError.dataCorrupted(let context):
            place(context.codingPath) + context.debugDescription
        case DecodingError.typeMismatch(let type, let context):
            place(context.codingPath) + "expected \(name(type))"
        case DecodingError.valueNotFound(let type, let context):
            place(context.codingPath) + "expected \(name(type)), found null"
        case EncodingError.invalidValue(_, let context):
            place(context.codingPath) + context.debugDescription
        default:
            // What the system said of the file ("Is a directory") tells more than Foundation's own words.
            ((error as? CocoaError)?.underlying as NSError?)?.localizedFailureReason ?? error.localizedDescription
        }
    }

    /// Where in the file, with a colon; nothing at the top.
    private static func place(_ path: [any CodingKey]) -> String {
        let place = path.reduce("") { place, key in
            if let index = key.intValue { return place + "[\(index)]" }
            return place.isEmpty ? key.stringValue : place + "." + key.stringValue
        }
        return place.isEmpty ? "" : place + ": "
    }

    private static func name(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Double.Type, is CGFloat.Type: "a number"
        case is [CGFloat].Type, is [Any].Type: "a list"
        default: "an object"
        }
    }
}
