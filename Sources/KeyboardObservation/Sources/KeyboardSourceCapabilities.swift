/// What a ``KeyboardSource`` can tell and do.
public struct KeyboardSourceCapabilities: OptionSet, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Its events carry frames.
    public static let frames = KeyboardSourceCapabilities(rawValue: 1)

    /// It tells when a move has ended, by *did* events of its own knowledge.
    public static let didEvents = KeyboardSourceCapabilities(rawValue: 2)

    /// It can be asked to show and to hide the keyboard.
    public static let visibilityRequests = KeyboardSourceCapabilities(rawValue: 4)

    /// It tells where the keyboard is to be seen while it moves, by `keyboardFrameInMotion`.
    public static let framesInMotion = KeyboardSourceCapabilities(rawValue: 8)

    public var description: String {
        let names: [(KeyboardSourceCapabilities, String)] = [
            (.frames, "frames"), (.didEvents, "did events"), (.visibilityRequests, "visibility requests"),
            (.framesInMotion, "frames in motion"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
