/// Why a recording could not be read or written.
public enum KeyboardRecordingError: Error, Hashable, CustomStringConvertible {
    /// The file could not be read.
    case unreadable(file: String, reason: String)

    /// The file is not a recording; `reason` names the place and what was expected there.
    case malformed(file: String, reason: String)

    /// The file could not be written.
    case unwritable(file: String, reason: String)

    /// One line for a person to read, whatever the file holds.
    public var description: String {
        switch self {
        case .unreadable(let file, let reason): "cannot read \(file): \(reason)".onOneLine
        case .malformed(let file, let reason): "\(file) is not a keyboard recording: \(reason)".onOneLine
        case .unwritable(let file, let reason): "cannot write \(file): \(reason)".onOneLine
        }
    }
}

extension String {
    /// With line breaks and what else would steer a terminal written out.
    fileprivate var onOneLine: String {
        unicodeScalars.reduce(into: "") { line, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
            default: line.unicodeScalars.append(scalar)
            }
        }
    }
}
