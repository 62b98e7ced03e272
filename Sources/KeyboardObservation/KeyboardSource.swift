public import Foundation

/// An object that posts keyboard notifications: a simulated keyboard, or a real one.
///
/// A source depends only on the center that it posts to, not on a pool or a screen. It posts on the main actor, in
/// UIKit's order. A *frame* event is posted before its *show* or *hide* event, and the pair of *will* events before the
/// pair of *did* events. A *did* event is posted only after its *will* event. `SourceConformance` of
/// `KeyboardSimulation` checks these rules.
///
/// `KeyboardSimulation` has two sources: `SimulatedKeyboard`, and `KeyboardRecordingPlayer`, which posts a recording
/// unchanged, even if its order breaks the rules.
@MainActor
public protocol KeyboardSource: AnyObject, Sendable {
    /// The abilities of this source, which do not change between a start and a stop.
    var capabilities: KeyboardSourceCapabilities { get }

    /// Starts posting to `center`.
    ///
    /// A source that is already started stops first. The source retains the center until it stops. After it stops, it
    /// does not post to the center.
    ///
    /// - Throws: ``KeyboardSourceError/unavailable(reason:)`` if the keyboard cannot be reached.
    func start(postingTo center: NotificationCenter) throws(KeyboardSourceError)

    /// Stops posting immediately.
    ///
    /// The remaining events of a running transition are not posted. The call has no effect if the source is not
    /// started.
    func stop()

    /// Asks the keyboard to appear.
    ///
    /// The call returns before the keyboard appears. The source posts events when the keyboard appears.
    ///
    /// - Throws: ``KeyboardSourceError/unsupported(_:)`` if `capabilities` lacks `visibilityRequests`;
    ///   ``KeyboardSourceError/notStarted`` if the source is not started.
    func requestShow() throws(KeyboardSourceError)

    /// Asks the keyboard to disappear.
    ///
    /// The call returns before the keyboard disappears. The source posts events when the keyboard disappears.
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

    /// The source observes when a transition ends, and then posts the *did* events.
    public static let didEvents = KeyboardSourceCapabilities(rawValue: 2)

    /// The source can ask the keyboard to appear or disappear.
    public static let visibilityRequests = KeyboardSourceCapabilities(rawValue: 4)

    /// The source posts the frames of a moving keyboard as `keyboardFrameInMotion` notifications.
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
/// The reason that a ``KeyboardSource`` failed to start or to perform a request.
public enum KeyboardSourceError: Error, Hashable, CustomStringConvertible {
    /// The keyboard, or the connection to the keyboard, is missing. `reason` describes the missing part.
    case unavailable(reason: String)

    /// The source lacks this ability. See ``KeyboardSource/capabilities``.
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
