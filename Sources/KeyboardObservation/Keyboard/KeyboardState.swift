public import Foundation

/// The phase, placement, frame and transition of a keyboard.
///
/// A pool derives the state from the events of the keyboard.
///
/// ``KeyboardObserverPool/keyboard`` returns the current state. The state remains correct even if events are repeated,
/// reordered, early, late or lost, or if frames are missing or zero.
public struct KeyboardState: Sendable, Hashable {
    /// The phases of a keyboard.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// No event has reported whether the keyboard is shown.
        case unknown
        /// The keyboard is off screen, at rest.
        case hidden
        /// The keyboard moves onto the screen, or to a different frame on the screen.
        case appearing
        /// The keyboard is on screen, at rest.
        case shown
        /// The keyboard moves off the screen.
        case disappearing
    }

    /// The placements of a keyboard on the screen.
    public enum Placement: String, Sendable, Hashable, CaseIterable {
        /// The keyboard is at the bottom edge of the screen or just above it, and at least half as wide as the screen.
        case docked
        /// The keyboard is at the top edge of the screen, and at least half as wide as the screen.
        case dockedAtTop
        /// The keyboard is narrower than the screen and away from the top and bottom edges, or the keyboard is less
        /// than half as wide as the screen.
        case floating
        /// The keyboard is away from the top and bottom edges, and as wide as the screen.
        ///
        /// The keyboard is either split into two parts or undocked in one piece. The events do not distinguish these
        /// two cases.
        case split
        /// Only the accessory bar is on screen, for example with a hardware keyboard.
        ///
        /// The accessory bar is at the bottom edge of the screen or just above it.
        case accessoryBarOnly
        /// The keyboard is not on the screen.
        case offScreen
    }

    /// The phase of the keyboard.
    public var phase: Phase

    /// The placement of the keyboard at the end of the running transition.
    ///
    /// If no transition is running, the property is the current placement.
    public var placement: Placement

    /// The frame of the keyboard at the end of the running transition.
    ///
    /// If no transition is running, the property is the current frame.
    ///
    /// The frame is in points, in screen coordinates with the origin at the top left. `frame` is `nil` if the keyboard
    /// is off screen, or if no event has reported a frame.
    public var frame: CGRect?

    /// The bounds of the keyboard's screen, in points, in the same coordinates as ``frame``.
    ///
    /// If the keyboard's events do not report the bounds, `screenBounds` is equal to
    /// ``KeyboardObserverPool/fallbackScreenBounds``.
    public var screenBounds: CGRect?

    /// Whether the keyboard belongs to this app.
    ///
    /// Each *will* event sets `isLocal`. If a *will* event does not report the value, `isLocal` becomes `true`. A *did*
    /// event that does not report the value leaves `isLocal` unchanged.
    public var isLocal: Bool

    /// Whether the keyboard is shown, but covers no part of the app.
    ///
    /// For example, the desktop has moved the app's window up by the keyboard's height, or a window of the app covers
    /// the keyboard.
    ///
    /// Each *will* event sets `isObscured`. A *will* event that does not report the value sets `isObscured` to `false`.
    /// The *did* event that follows a *will* event does not change `isObscured`. A *did* event without a *will* event
    /// sets `isObscured` only if the *did* event reports the value. An obscured keyboard covers no part of a view.
    public var isObscured: Bool

    /// The identity of the last event's `object`, which is the keyboard's screen.
    public var sender: ObjectIdentifier?

    /// The running transition; `nil` if the keyboard does not move.
    ///
    /// The transition can last longer than the phase `appearing` or `disappearing`. The phase ends when the source
    /// posts the *did* event, at the end of the reported duration. After the usual 0.25 seconds, a spring has moved the
    /// keyboard by only 94 % of the distance.
    public var transition: KeyboardTransition?

    /// Whether the last `appearing` or `disappearing` phase ended with a time-out instead of a *did* event.
    ///
    /// If the *did* event arrives after the time-out, `isHealed` becomes `false`.
    public var isHealed: Bool

    /// The state before the first event.
    public static let unknown = KeyboardState(phase: .unknown, placement: .offScreen)

    package init(
        phase: Phase,
        placement: Placement,
        frame: CGRect? = nil,
        screenBounds: CGRect? = nil,
        isLocal: Bool = true,
        isObscured: Bool = false,
        sender: ObjectIdentifier? = nil,
        transition: KeyboardTransition? = nil,
        isHealed: Bool = false
    ) {
        (self.phase, self.placement, self.frame, self.screenBounds) = (phase, placement, frame, screenBounds)
        (self.isLocal, self.isObscured, self.sender) = (isLocal, isObscured, sender)
        (self.transition, self.isHealed) = (transition, isHealed)
    }

    /// Whether the keyboard is on screen, or is moving onto the screen.
    ///
    /// While the keyboard disappears, the value is `false`.
    public var isOnScreen: Bool {
        placement != .offScreen
    }
}

extension KeyboardState.Placement {
    enum Edge {
        case top, bottom, none
    }

    var edge: Edge {
        switch self {
        case .docked, .accessoryBarOnly: .bottom
        case .dockedAtTop: .top
        case .floating, .split, .offScreen: .none
        }
    }

    var isUndocked: Bool {
        switch self {
        case .floating, .split: true
        case .docked, .dockedAtTop, .accessoryBarOnly, .offScreen: false
        }
    }
}
