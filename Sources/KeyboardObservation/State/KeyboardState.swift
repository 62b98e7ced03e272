public import Foundation

/// Where the keyboard is and what it is doing, derived from the events of its sender.
///
/// ``KeyboardObserverPool/keyboard`` returns the current one. It tolerates repeated, reordered, early, late and lost
/// events, and frames that are absent or zero.
public struct KeyboardState: Sendable, Hashable {
    /// What the keyboard is doing.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// No event has been delivered yet.
        case unknown
        /// Off screen, at rest.
        case hidden
        /// Moving onto the screen, or to another place on it.
        case appearing
        /// On screen, at rest.
        case shown
        /// Moving off the screen.
        case disappearing
    }

    /// Where on the screen the keyboard is, or will be at the end of its transition.
    public enum Placement: String, Sendable, Hashable, CaseIterable {
        /// At the bottom edge of the screen.
        case docked
        /// At the top edge of the screen.
        case dockedAtTop
        /// Away from the top and bottom edges, and narrower than the screen.
        case floating
        /// Away from the top and bottom edges, and as wide as the screen: split or undocked. Events do not distinguish
        /// the two.
        case split
        /// At the bottom edge, without keys: a hardware keyboard is attached.
        case accessoryBarOnly
        /// Not on the screen.
        case offScreen
    }

    /// What the keyboard is doing, as its events report it.
    public var phase: Phase

    /// Where the keyboard is, or will be at the end of its transition.
    public var placement: Placement

    /// The keyboard's frame, or its frame at the end of its transition, in points, screen coordinates, origin top left.
    /// `nil` if the keyboard is off screen or no event has reported a frame.
    public var frame: CGRect?

    /// The bounds of the keyboard's screen, in points, in the coordinates of ``frame``: as its events report them, or
    /// ``KeyboardObserverPool/fallbackScreenBounds``. `nil` if neither is known.
    public var screenBounds: CGRect?

    /// Whether the keyboard belongs to this app, as the last event reports it; `true` if that event does not.
    public var isLocal: Bool

    /// The screen that the keyboard is on: the identity of the last event's `object`.
    public var sender: ObjectIdentifier?

    /// The transition that is under way.
    ///
    /// It can outlast ``phase``: a *did* event is posted at the end of the reported duration, and a spring is 94 % of
    /// the way to its end by then.
    public var transition: KeyboardTransition?

    /// Whether the end of the last transition was inferred, because no *did* event was posted in time.
    public var isHealed: Bool

    /// The state before the first event.
    public static let unknown = KeyboardState(phase: .unknown, placement: .offScreen)

    /// Creates a state. For tests.
    public init(
        phase: Phase,
        placement: Placement,
        frame: CGRect? = nil,
        screenBounds: CGRect? = nil,
        isLocal: Bool = true,
        sender: ObjectIdentifier? = nil,
        transition: KeyboardTransition? = nil,
        isHealed: Bool = false
    ) {
        self.phase = phase
        self.placement = placement
        self.frame = frame
        self.screenBounds = screenBounds
        self.isLocal = isLocal
        self.sender = sender
        self.transition = transition
        self.isHealed = isHealed
    }

    /// Whether the keyboard is on screen, or moving onto it.
    public var isOnScreen: Bool {
        placement != .offScreen
    }
}

extension KeyboardState.Placement {
    enum Edge {
        case top, bottom, none
    }

    /// The edge of the screen at which the keyboard is.
    var edge: Edge {
        switch self {
        case .docked, .accessoryBarOnly: .bottom
        case .dockedAtTop: .top
        case .floating, .split, .offScreen: .none
        }
    }

    /// Whether the keyboard is on screen, away from the edges.
    var isUndocked: Bool {
        self == .floating || self == .split
    }
}
