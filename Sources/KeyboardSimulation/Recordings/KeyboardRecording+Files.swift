public import Foundation

/// An error in reading or writing a recording.
public enum KeyboardRecordingError: Error, Hashable, CustomStringConvertible {
    /// The file could not be read.
    case unreadable(file: String, reason: String)

    /// The file is not a recording. `reason` contains the place of the error and the expected value.
    case malformed(file: String, reason: String)

    /// The file could not be written.
    case unwritable(file: String, reason: String)

    /// A description on one line, without control characters.
    public var description: String {
        switch self {
        case .unreadable(let file, let reason): "cannot read \(file): \(reason)".onOneLine
        case .malformed(let file, let reason): "\(file) is not a keyboard recording: \(reason)".onOneLine
        case .unwritable(let file, let reason): "cannot write \(file): \(reason)".onOneLine
        }
    }
}

extension KeyboardRecording {
    /// Reads a recording from a JSON file.
    ///
    /// - Parameter file: The file to read.
    /// - Throws: An error. Its description contains the file, the place of the error and the expected value.
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

    /// Writes the recording as formatted JSON.
    ///
    /// Equal recordings make equal files.
    ///
    /// - Parameter file: The file to write or replace.
    /// - Throws: An error. Its description contains the file and the reason. An existing file is then unchanged.
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
            // The error of the system ("Is a directory") is more precise than Foundation's description.
            ((error as? CocoaError)?.underlying as NSError?)?.localizedFailureReason ?? error.localizedDescription
        }
    }

    /// Returns the place in the file, with a colon.
    ///
    /// Empty for the top level.
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

extension String {
    /// The text with line breaks and other control characters escaped.
    fileprivate var onOneLine: String {
        unicodeScalars.reduce(into: "") { line, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
            default: line.unicodeScalars.append(scalar)
            }
        }
    }
}
