public import Foundation
import KeyboardObservation

/// An error that occurs when a recording is read or written.
public struct KeyboardRecordingError: Error, Hashable, CustomStringConvertible {
    /// A description of the error in one line.
    ///
    /// The line contains the path of the file and the reason. If the file contains an invalid value, the line also
    /// contains the key of the value and the expected value. The line contains no control characters.
    public let description: String

    private init(_ subject: String, _ reason: String) {
        // A reason can contain text from the file.
        description = "\(subject): ".escapingControlCharacters() + reason.escapingControlCharacters(limit: 500)
    }

    /// The file could not be read.
    package static func unreadable(file: String, reason: String) -> Self {
        Self("cannot read \(file)", reason)
    }

    /// The file is not a recording.
    ///
    /// `reason` contains the key of the invalid value, and the expected value.
    package static func malformed(file: String, reason: String) -> Self {
        Self("\(file) is not a keyboard recording", reason)
    }

    /// The file could not be written.
    package static func unwritable(file: String, reason: String) -> Self {
        Self("cannot write \(file)", reason)
    }
}

extension KeyboardRecording {
    /// The maximum size of a file, in bytes.
    ///
    /// Even the largest recording of a ``KeyboardRecorder`` fits in a file of this size.
    static let maximumFileSize = 100_000_000

    /// Reads a recording from a JSON file.
    ///
    /// - Parameter file: The file to read, which must be a regular file of at most 100 MB. The initializer does not
    ///   open pipes or devices.
    /// - Throws: ``KeyboardRecordingError``. The description of the error contains the path of the file and the reason.
    ///   If the file contains an invalid value, the description also contains the key of the value and the expected
    ///   value.
    public init(contentsOf file: URL) throws(KeyboardRecordingError) {
        if let obstacle = Self.obstacle(file) {
            throw KeyboardRecordingError.unreadable(file: file.path, reason: obstacle)
        }
        let data: Data
        // Some regular files, such as `/proc/kmsg`, are logs of the kernel. Without `O_NONBLOCK`, a read can wait for
        // the next line of such a log.
        let descriptor = unsafe open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw KeyboardRecordingError.unreadable(file: file.path, reason: unsafe String(cString: strerror(errno)))
        }
        do {
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            data = try handle.read(upToCount: Self.maximumFileSize + 1) ?? Data()
        } catch {
            throw KeyboardRecordingError.unreadable(file: file.path, reason: Self.reason(error))
        }
        guard data.count <= Self.maximumFileSize else {
            let reason = "it is larger than \(Self.maximumFileSize / 1_000_000) MB"
            throw KeyboardRecordingError.unreadable(file: file.path, reason: reason)
        }
        do {
            self = try JSONDecoder().decode(KeyboardRecording.self, from: data)
        } catch {
            throw KeyboardRecordingError.malformed(file: file.path, reason: Self.reason(error))
        }
    }

    /// Writes the recording as formatted JSON.
    ///
    /// The files of equal recordings have the same bytes.
    ///
    /// - Parameter file: The file to write or replace. The method keeps the mode of an existing file. If the file is a
    ///   symbolic link, the method keeps the link and replaces its target. The method does not replace pipes, sockets
    ///   or devices.
    /// - Throws: ``KeyboardRecordingError``. The description of the error contains the path of the file and the reason.
    ///   If the method throws an error, an existing file does not change.
    public func write(to file: URL) throws(KeyboardRecordingError) {
        if FileManager.default.fileExists(atPath: file.path), let obstacle = Self.obstacle(file) {
            throw KeyboardRecordingError.unwritable(file: file.path, reason: obstacle)
        }
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let target = file.resolvingSymlinksInPath()
            let mode = try? FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
            // If the target of a link does not exist, `target` is still a link. An atomic write replaces a link with a
            // file. Therefore the write to a link is not atomic.
            let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: target.path)) != nil
            try (encoder.encode(self) + Data("\n".utf8)).write(to: target, options: isLink ? [] : .atomic)
            // The current user owns the new file, and can therefore set its mode.
            if let mode { try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target.path) }
        } catch {
            throw KeyboardRecordingError.unwritable(file: file.path, reason: Self.reason(error))
        }
    }

    /// Returns the reason why a file must not be opened or replaced.
    ///
    /// If the file is a regular file, the result is `nil`. A process that opens a pipe for reading waits until another
    /// process opens the pipe for writing. The content of a device can be endless.
    private static func obstacle(_ file: URL) -> String? {
        guard file.isFileURL else { return "it is not a file" }
        var status = stat()
        guard unsafe stat(file.path, &status) == 0 else { return unsafe String(cString: strerror(errno)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: return unsafe String(cString: strerror(EISDIR))
        case S_IFIFO: return "it is a pipe, not a regular file"
        case S_IFSOCK: return "it is a socket, not a regular file"
        default: return "it is a device, not a regular file"
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
            // The system's description of an error, such as "Is a directory", is more precise than Foundation's
            // description.
            ((error as? CocoaError)?.underlying as NSError?)?.localizedFailureReason ?? error.localizedDescription
        }
    }

    /// Returns the coding path of an invalid value, followed by a colon.
    ///
    /// For example, the result is `events[3].time: `. If the coding path is empty, the result is empty.
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
