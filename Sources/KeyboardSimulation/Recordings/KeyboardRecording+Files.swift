public import Foundation
import KeyboardObservation

/// An error that occurs when a recording is read or written.
public struct KeyboardRecordingError: Error, Hashable, CustomStringConvertible {
    /// A description of the error in one line.
    ///
    /// The line contains the path of the file and the reason. If the file contains an invalid value, the line also
    /// describes the problem, and usually contains the key of the value. The line contains no control characters.
    public let description: String

    init(_ subject: String, _ reason: String) {
        // The reason can quote the file, which may contain control characters.
        description = "\(subject): ".escapingControlCharacters() + reason.escapingControlCharacters(limit: 500)
    }
}

extension KeyboardRecording {
    /// No recording of a ``KeyboardRecorder`` is larger than this number of bytes.
    private static let maximumFileSize = 100_000_000

    /// Reads a recording from a JSON file.
    ///
    /// - Parameter file: The file to read: a regular file of at most 100 MB. Pipes and devices are not opened.
    /// - Throws: ``KeyboardRecordingError``. The description of the error contains the path of the file and the reason.
    ///   If a value in the file is invalid, the description also names the problem, and usually contains the key of the
    ///   value.
    public init(contentsOf file: URL) throws(KeyboardRecordingError) {
        let subject = "cannot read \(file.path)"
        if let obstacle = Self.obstacle(file, ifEmpty: "it is empty") {
            throw KeyboardRecordingError(subject, obstacle)
        }
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw KeyboardRecordingError(subject, Self.reason(error))
        }
        do {
            self = try JSONDecoder().decode(KeyboardRecordingFile.self, from: data).recording()
        } catch {
            throw KeyboardRecordingError("\(file.path) is not a keyboard recording", Self.reason(error))
        }
    }

    /// Writes the recording as formatted JSON.
    ///
    /// Equal recordings result in identical files.
    ///
    /// - Parameter file: The file to write. If the file exists, it must be a regular file of at most 100 MB. If the
    ///   file is a symbolic link, the method writes to the target of the link.
    /// - Throws: ``KeyboardRecordingError``. The description of the error contains the path of the file and the reason.
    ///   If a value of the recording is invalid, an existing file does not change.
    public func write(to file: URL) throws(KeyboardRecordingError) {
        let subject = "cannot write \(file.path)"
        if let obstacle = Self.obstacle(file) { throw KeyboardRecordingError(subject, obstacle) }
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try (encoder.encode(KeyboardRecordingFile(self)) + Data("\n".utf8)).write(to: file)
        } catch {
            throw KeyboardRecordingError(subject, Self.reason(error))
        }
    }

    /// A pipe can make a read wait forever, and a device can supply endless data.
    ///
    /// A file of the kernel, such as a file in `/proc`, can report a size of 0 although it has contents.
    private static func obstacle(_ file: URL, ifEmpty: String? = nil) -> String? {
        let expected = "expected a regular file of at most \(maximumFileSize / 1_000_000) MB"
        guard file.isFileURL else { return "it is not a file, \(expected)" }
        var status = stat()
        guard unsafe stat(file.path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_size == 0: return ifEmpty
        case S_IFREG: return status.st_size <= maximumFileSize ? nil : "it is too large, \(expected)"
        case S_IFDIR: return "it is a folder, \(expected)"
        case S_IFIFO: return "it is a pipe, \(expected)"
        case S_IFSOCK: return "it is a socket, \(expected)"
        default: return "it is a device, \(expected)"
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
        case let invalid as KeyboardRecordingFile.InvalidValue:
            invalid.description
        default:
            // The system's description of an error, such as "Is a directory", is more precise than Foundation's
            // description.
            ((error as? CocoaError)?.underlying as NSError?)?.localizedFailureReason ?? error.localizedDescription
        }
    }

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
