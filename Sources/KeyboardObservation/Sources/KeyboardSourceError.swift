/// Why a ``KeyboardSource`` could not do what it was asked.
public enum KeyboardSourceError: Error, Hashable, CustomStringConvertible {
    /// The keyboard, or what leads to it, is not there; `reason` names what was looked for.
    case unavailable(reason: String)

    /// The source cannot do this at all: see ``KeyboardSource/capabilities``.
    case unsupported(KeyboardSourceCapabilities)

    /// The source was asked before it was started, or after it was stopped.
    case notStarted

    public var description: String {
        switch self {
        case .unavailable(let reason): "the keyboard is not available: \(reason)"
        case .unsupported(let capability): "this keyboard source does not support \(capability)"
        case .notStarted: "the keyboard source has not been started"
        }
    }
}
