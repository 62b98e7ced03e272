public import Foundation

/// What posts keyboard notifications: a simulated keyboard, or a real one.
///
/// A source knows only the center that it posts to, never a pool or a screen. It posts on the main actor, in UIKit's
/// order: *frame* before *show* and *hide*, the *will* pair before the *did* pair, and no *did* without its *will*.
/// `SourceConformance` of `KeyboardSimulation` checks that.
///
/// `SimulatedKeyboard` and `KeyboardRecordingPlayer` of `KeyboardSimulation` are sources to begin with. The player
/// tells what was recorded, be that in order or not.
@MainActor
public protocol KeyboardSource: AnyObject {
    /// What this source can tell and do. It does not change while the source is started.
    var capabilities: KeyboardSourceCapabilities { get }

    /// Begins to post to `center`. A source that is started already stops first.
    ///
    /// The source holds the center until it stops, and posts nothing to it afterwards.
    func start(postingTo center: NotificationCenter) throws(KeyboardSourceError)

    /// Stops posting, at once. What was under way is not told any more. Nothing happens where it is not started.
    func stop()

    /// Asks the keyboard to come. That it does is told by its events, not by the return of this call.
    ///
    /// - Throws: ``KeyboardSourceError/unsupported(_:)`` where `capabilities` lacks `visibilityRequests`.
    func requestShow() throws(KeyboardSourceError)

    /// Asks the keyboard to go. That it does is told by its events, not by the return of this call.
    ///
    /// - Throws: ``KeyboardSourceError/unsupported(_:)`` where `capabilities` lacks `visibilityRequests`.
    func requestHide() throws(KeyboardSourceError)
}

extension KeyboardSource {
    public func requestShow() throws(KeyboardSourceError) {
        throw .unsupported(.visibilityRequests)
    }

    public func requestHide() throws(KeyboardSourceError) {
        throw .unsupported(.visibilityRequests)
    }
}
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
