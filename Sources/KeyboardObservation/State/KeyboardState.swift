public import Foundation

/// The phase, placement, frame and transition of a keyboard, derived from the events of its sender.
///
/// ``KeyboardObserverPool/keyboard`` returns the current state. The state remains correct even if events are repeated,
/// reordered, early, late or lost. The state also remains correct if frames are absent or zero.
public struct KeyboardState: Sendable, Hashable {
    /// The phases of a keyboard.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// The pool has received no event yet.
        case unknown
        /// The keyboard is off screen, at rest.
        case hidden
        /// The keyboard moves onto the screen, or to another frame on the screen.
        case appearing
        /// The keyboard is on screen, at rest.
        case shown
        /// The keyboard moves off the screen.
        case disappearing
    }

    /// The placements of a keyboard on the screen.
    public enum Placement: String, Sendable, Hashable, CaseIterable {
        /// The keyboard is at the bottom edge of the screen.
        case docked
        /// The keyboard is at the top edge of the screen.
        case dockedAtTop
        /// The keyboard is away from the top and bottom edges, and narrower than the screen.
        case floating
        /// The keyboard is away from the top and bottom edges, and as wide as the screen.
        ///
        /// The keyboard is either split in two or undocked in one piece. Events do not distinguish these two cases.
        case split
        /// Only the accessory bar is on screen, at the bottom edge, for example with a hardware keyboard.
        case accessoryBarOnly
        /// The keyboard is not on the screen.
        case offScreen
    }

    /// The phase that the events report.
    public var phase: Phase

    /// The placement of the keyboard at rest, or its placement at the end of the running transition.
    public var placement: Placement

    /// The frame of the keyboard at rest, or its frame at the end of the running transition.
    ///
    /// The frame is in points, screen coordinates, origin top left. The frame is `nil` if the keyboard is off screen.
    /// Until an event reports a frame, the property is also `nil`.
    public var frame: CGRect?

    /// The bounds of the keyboard's screen, in points, in the same coordinates as ``frame``.
    ///
    /// If the keyboard's events do not report the bounds, the property is equal to
    /// ``KeyboardObserverPool/fallbackScreenBounds``. If the fallback bounds are unknown as well, the property is
    /// `nil`.
    public var screenBounds: CGRect?

    /// Whether the keyboard belongs to this app, according to the last event.
    ///
    /// If the last event does not report the owner, the value is `true`.
    public var isLocal: Bool

    /// The identity of the last event's `object`, which is the keyboard's screen.
    public var sender: ObjectIdentifier?

    /// The running transition; `nil` if the keyboard does not move.
    ///
    /// The transition can last longer than the phase `appearing` or `disappearing`. The *did* event that ends the phase
    /// is posted at the end of the reported duration. At the end of the reported duration, a spring has covered only 94
    /// % of its distance.
    public var transition: KeyboardTransition?

    /// Whether the end of the last transition was inferred, because no *did* event was posted in time.
    ///
    /// If the *did* event is posted later, the value becomes `false`.
    public var isHealed: Bool

    /// The state before the first event.
    public static let unknown = KeyboardState(phase: .unknown, placement: .offScreen)

    /// Creates a state, for use in tests.
    ///
    /// Frames and bounds are in points, screen coordinates.
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

    /// Whether the keyboard is on screen, or is moving onto the screen.
    public var isOnScreen: Bool {
        placement != .offScreen
    }
}

extension KeyboardState.Placement {
    enum Edge {
        case top, bottom, none
    }

    /// The edge of the screen at which the keyboard is docked.
    var edge: Edge {
        switch self {
        case .docked, .accessoryBarOnly: .bottom
        case .dockedAtTop: .top
        case .floating, .split, .offScreen: .none
        }
    }

    /// Whether the keyboard is on screen, away from the top and bottom edges.
    var isUndocked: Bool {
        self == .floating || self == .split
    }
}
