public import Foundation

/// What the keyboard is now, as far as its events tell.
///
/// ``KeyboardObserverPool/keyboard`` is kept from the events alone, and forgives what keyboards get wrong: events that
/// come twice, in bursts, early, late or not at all, and frames that say nothing.
public struct KeyboardState: Sendable, Hashable {
    /// What the keyboard is doing.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// No event has come yet.
        case unknown
        /// Off screen, at rest.
        case hidden
        /// On its way in, or to another place on screen.
        case appearing
        /// On screen, at rest.
        case shown
        /// On its way out.
        case disappearing
    }

    /// Where on the screen the keyboard is, or will be when its move has ended.
    public enum Placement: String, Sendable, Hashable, CaseIterable {
        /// At the bottom.
        case docked
        /// Off the bottom, and narrower than the screen.
        case floating
        /// Off the bottom, as wide as the screen: split, or merely undocked. Events do not tell these two apart.
        case split
        /// At the bottom, without keys: a hardware keyboard is attached.
        case accessoryBarOnly
        /// Nowhere.
        case offScreen
    }

    /// What it is doing.
    public var phase: Phase

    /// Where it is, or where its move ends.
    public var placement: Placement

    /// Where it is, or where its move ends, in points, screen coordinates, origin top left. `nil` where it is off
    /// screen, and where its events did not say.
    public var frame: CGRect?

    /// Whether it is this app's keyboard, as the last event had it. `true` where that told nothing.
    public var isLocal: Bool

    /// Which screen it is on: the identity of the last event's `object`.
    public var sender: ObjectIdentifier?

    /// The move that is under way.
    ///
    /// It may outlast ``phase``: a keyboard is told to be shown when the told duration is over, and its spring still
    /// moves it a little.
    public var transition: KeyboardTransition?

    /// Whether the last move's end was not told and is taken for granted, as its time is long over.
    public var isHealed: Bool

    /// Before the first event.
    public static let unknown = KeyboardState(phase: .unknown, placement: .offScreen)

    /// Makes a state. For tests of your own.
    public init(
        phase: Phase,
        placement: Placement,
        frame: CGRect? = nil,
        isLocal: Bool = true,
        sender: ObjectIdentifier? = nil,
        transition: KeyboardTransition? = nil,
        isHealed: Bool = false
    ) {
        self.phase = phase
        self.placement = placement
        self.frame = frame
        self.isLocal = isLocal
        self.sender = sender
        self.transition = transition
        self.isHealed = isHealed
    }

    /// Whether it takes room on screen, or is about to.
    public var isOnScreen: Bool {
        placement != .offScreen
    }
}
