public import Foundation

/// An object that posts keyboard notifications: a simulated keyboard, or a real one.
///
/// A source depends only on the center that it posts to, not on a pool or a screen. It posts on the main actor, in
/// UIKit's order: *frame* before *show* and *hide*, the *will* pair before the *did* pair, and no *did* without its
/// *will*. `SourceConformance` of `KeyboardSimulation` checks these rules.
///
/// `KeyboardSimulation` has two sources: `SimulatedKeyboard`, and `KeyboardRecordingPlayer`, which posts a recording
/// unchanged, even if its order breaks the rules.
@MainActor
public protocol KeyboardSource: AnyObject {
    /// The abilities of this source, which do not change while it is started.
    var capabilities: KeyboardSourceCapabilities { get }

    /// Begins to post to `center`.
    ///
    /// A source that is already started stops first. The source retains the center until it stops, and posts nothing
    /// to it afterwards.
    ///
    /// - Throws: ``KeyboardSourceError/unavailable(reason:)`` if the keyboard cannot be reached.
    func start(postingTo center: NotificationCenter) throws(KeyboardSourceError)

    /// Stops posting immediately.
    ///
    /// The remaining events of a running transition are not posted. The call has no effect if the source is not
    /// started.
    func stop()

    /// Requests that the keyboard appears.
    ///
    /// The call returns before the keyboard appears. The source's events report when it does.
    ///
    /// - Throws: ``KeyboardSourceError/unsupported(_:)`` if `capabilities` lacks `visibilityRequests`;
    ///   ``KeyboardSourceError/notStarted`` if the source is not started.
    func requestShow() throws(KeyboardSourceError)

    /// Requests that the keyboard disappears.
    ///
    /// The call returns before the keyboard disappears. The source's events report when it does.
    ///
    /// - Throws: ``KeyboardSourceError/unsupported(_:)`` if `capabilities` lacks `visibilityRequests`;
    ///   ``KeyboardSourceError/notStarted`` if the source is not started.
    func requestHide() throws(KeyboardSourceError)
}

extension KeyboardSource {
    /// Throws ``KeyboardSourceError/unsupported(_:)``.
    public func requestShow() throws(KeyboardSourceError) {
        throw .unsupported(.visibilityRequests)
    }

    /// Throws ``KeyboardSourceError/unsupported(_:)``.
    public func requestHide() throws(KeyboardSourceError) {
        throw .unsupported(.visibilityRequests)
    }
}
/// The abilities of a ``KeyboardSource``.
public struct KeyboardSourceCapabilities: OptionSet, Sendable, Hashable, CustomStringConvertible {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The source's events report frames.
    public static let frames = KeyboardSourceCapabilities(rawValue: 1)

    /// The source observes when a transition ends, and posts *did* events then.
    public static let didEvents = KeyboardSourceCapabilities(rawValue: 2)

    /// The source can request that the keyboard appears or disappears.
    public static let visibilityRequests = KeyboardSourceCapabilities(rawValue: 4)

    /// The source posts the frames of a moving keyboard, as `keyboardFrameInMotion`.
    public static let framesInMotion = KeyboardSourceCapabilities(rawValue: 8)

    /// The names of the abilities, separated by commas.
    public var description: String {
        let names: [(KeyboardSourceCapabilities, String)] = [
            (.frames, "frames"), (.didEvents, "did events"), (.visibilityRequests, "visibility requests"),
            (.framesInMotion, "frames in motion"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
/// The reason for which a ``KeyboardSource`` has failed to start or to carry out a request.
public enum KeyboardSourceError: Error, Hashable, CustomStringConvertible {
    /// The keyboard, or the connection to it, is missing; `reason` names the missing part.
    case unavailable(reason: String)

    /// The source lacks this ability: see ``KeyboardSource/capabilities``.
    case unsupported(KeyboardSourceCapabilities)

    /// The source has not been started, or has been stopped.
    case notStarted

    /// The error as a sentence, for a log.
    public var description: String {
        switch self {
        case .unavailable(let reason): "the keyboard is not available: \(reason)"
        case .unsupported(let capability): "this keyboard source does not support \(capability)"
        case .notStarted: "the keyboard source has not been started"
        }
    }
}
