public import Foundation

/// An object that posts the notifications of a simulated or real keyboard.
///
/// A source posts to one notification center, and does not depend on pools or screens. A source posts on the main
/// actor, and follows these rules of UIKit:
///
/// - The source posts a *frame* event directly before each *show* event and each *hide* event.
/// - The source posts the two *will* events of a transition before the two *did* events. When an undocked keyboard
///   docks, the order can also be `willChangeFrame`, `didChangeFrame`, `willShow`, `didShow`.
/// - The source posts a *did* event only after the corresponding *will* event.
/// - If the keyboard is on screen when the source starts, the source posts *frame* events with a duration of 0 seconds.
///   If the keyboard is docked at the start, the source also posts *show* events with a duration of 0 seconds.
///
/// `SourceConformance` of the module `KeyboardSimulation` checks whether a source follows the rules.
///
/// The keyboard's program can stop and start again. When the keyboard's program stops, the source changes its
/// ``status``. If a docked keyboard is on screen when its program stops, the source also posts *hide* events with a
/// duration of 0 seconds.
///
/// `KeyboardSimulation` has two sources: `SimulatedKeyboard` and `KeyboardRecordingPlayer`. A `KeyboardRecordingPlayer`
/// posts recorded events unchanged, even events that break the rules of a source.
@MainActor
public protocol KeyboardSource: AnyObject, Sendable {
    /// The abilities of this source.
    ///
    /// After the start of the source, the abilities change only together with ``status``.
    var capabilities: KeyboardSourceCapabilities { get }

    /// Whether the source can reach the keyboard.
    ///
    /// The default is ``KeyboardSourceStatus/available``. If a source can lose its keyboard, its `status` must be
    /// observable with `withObservationTracking`.
    var status: KeyboardSourceStatus { get }

    /// Starts posting to `center`.
    ///
    /// A second call of `start(postingTo:)` restarts the source. The source retains `center` until the source stops. A
    /// stopped source does not post notifications.
    ///
    /// The call can return before the source has found the keyboard. While the source searches for the keyboard,
    /// ``status`` is ``KeyboardSourceStatus/connecting``. If the keyboard is already on screen, the source posts the
    /// events of a transition with a duration of 0 seconds and equal begin and end frames.
    ///
    /// - Throws: ``KeyboardSourceError/notRunning(keyboard:)`` or ``KeyboardSourceError/notConnected(service:reason:)``
    ///   if the source cannot reach the keyboard.
    func start(postingTo center: NotificationCenter) throws(KeyboardSourceError)

    /// Stops posting immediately.
    ///
    /// The source does not post the remaining events of a running transition. The call has no effect if the source is
    /// not started.
    func stop()

    /// Asks the keyboard to appear.
    ///
    /// The call returns before the keyboard appears. The source posts events when the keyboard appears.
    ///
    /// - Throws: An error in three cases:
    ///   - ``KeyboardSourceError/unsupported(_:)`` if `capabilities` lacks `visibilityRequests`
    ///   - ``KeyboardSourceError/notStarted`` if the source is not started
    ///   - the error that `status` contains, if `status` is `unavailable`
    func requestShow() throws(KeyboardSourceError)

    /// Asks the keyboard to disappear.
    ///
    /// The call returns before the keyboard disappears. The source posts events when the keyboard disappears.
    ///
    /// - Throws: An error in three cases:
    ///   - ``KeyboardSourceError/unsupported(_:)`` if `capabilities` lacks `visibilityRequests`
    ///   - ``KeyboardSourceError/notStarted`` if the source is not started
    ///   - the error that `status` contains, if `status` is `unavailable`
    func requestHide() throws(KeyboardSourceError)
}

package protocol FocusFollowingKeyboardSource: KeyboardSource {
    /// Shows or hides the keyboard before the source starts.
    ///
    /// If no field has the focus, the method does not show a hidden keyboard.
    func prepareStart(isShown: Bool)
}

extension KeyboardSource {
    /// The default status, ``KeyboardSourceStatus/available``.
    public var status: KeyboardSourceStatus {
        .available
    }

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

    /// The events of the source contain the frames of the keyboard.
    public static let frames = KeyboardSourceCapabilities(rawValue: 1)

    /// The source observes the end of each transition, and posts the *did* events at that time.
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

/// Whether a ``KeyboardSource`` can reach its keyboard.
public enum KeyboardSourceStatus: Sendable, Hashable, CustomStringConvertible {
    /// The source has not been started, or has been stopped.
    case stopped

    /// The source has been started, but does not yet know whether it can reach the keyboard.
    case connecting

    /// The source can reach the keyboard. This status does not say whether the keyboard is shown.
    case available

    /// The source cannot reach the keyboard.
    ///
    /// The error is ``KeyboardSourceError/notRunning(keyboard:)`` or
    /// ``KeyboardSourceError/notConnected(service:reason:)``. The source posts events again as soon as it can reach the
    /// keyboard.
    case unavailable(KeyboardSourceError)

    /// The status as a sentence without a full stop, for a log or a status line.
    public var description: String {
        switch self {
        case .stopped: "the keyboard source is stopped"
        case .connecting: "the keyboard source is connecting"
        case .available: "the keyboard is available"
        case .unavailable(let error): "the keyboard is not available: \(error)"
        }
    }
}

/// The reason why a ``KeyboardSource`` could not start, reach its keyboard or perform a request.
public enum KeyboardSourceError: Error, Hashable, CustomStringConvertible {
    /// The keyboard's program is not running.
    ///
    /// The associated value `keyboard` is the name of the program.
    case notRunning(keyboard: String)

    /// The source has no connection to a program that it needs, or receives no answer from this program.
    ///
    /// The associated value `service` is the name of the program, for example the message bus or the display server.
    /// The associated value `reason` is a sentence without a full stop.
    case notConnected(service: String, reason: String)

    /// The source lacks the ability that the request needs. See ``KeyboardSource/capabilities``.
    case unsupported(KeyboardSourceCapabilities)

    /// The source has not been started, or has been stopped.
    case notStarted

    /// The error as a sentence without a full stop, for a log.
    ///
    /// Control characters are escaped.
    public var description: String {
        switch self {
        case .notRunning(let keyboard): "\(keyboard) is not running".escapingControlCharacters()
        case .notConnected(let service, let reason):
            "there is no connection to \(service): \(reason)".escapingControlCharacters()
        case .unsupported(let capability): "this keyboard source does not support \(capability)"
        case .notStarted: "the keyboard source has not been started"
        }
    }
}
