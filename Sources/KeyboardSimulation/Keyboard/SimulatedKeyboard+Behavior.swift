package import Foundation

extension SimulatedKeyboard {
    /// The notifications and the motion of a keyboard.
    ///
    /// The default values describe UIKit's keyboard.
    ///
    /// To test what users of a desktop see, use ``onboard``, ``squeekboard`` or ``kwin``. To test a single difference,
    /// change one of the properties.
    public struct Behavior: Sendable, Hashable {
        /// The animation of transitions.
        public enum Motion: Sendable, Hashable {
            /// The keyboard slides.
            case full
            /// Animations are off, and durations are 0.
            case none
            /// The keyboard fades instead of sliding, as with the accessibility setting for reduced motion.
            ///
            /// The end frame of a *hide* has a height of 0. The *did* events follow 40 ms after the *will* events.
            /// UIKit usually reports a duration of 0. In one log, UIKit reports a duration of 0.383 seconds.
            case crossFade(duration: Double = 0)
            /// The keyboard slides along a sine curve in steps, as Onboard does.
            ///
            /// Every 20 ms, the keyboard moves by whole points. The first step happens with the *will* events, and the
            /// last step happens with the *did* events. With a duration of 0.25 seconds, the last step follows 240 ms
            /// after the first step. A docked keyboard slides when it appears or disappears. If the keyboard docks,
            /// undocks or changes its height, the duration is 0.
            case stepped
        }

        /// The duration of transitions, in seconds.
        ///
        /// The default is 0.25, the duration of UIKit's transitions.
        ///
        /// A negative or non-finite duration is replaced with 0.
        public var duration = 0.25

        /// The reported curve.
        ///
        /// UIKit has reported 7 since iOS 7. Earlier versions reported 0.
        public var curve: UInt = 7

        /// Whether the keyboard reports *isLocal*, as UIKit has done since iOS 9.
        package var reportsIsLocal = true

        /// The animation of transitions.
        public var motion = Motion.full

        /// Whether the notification's `object` is the screen, as in UIKit since iOS 16.1.
        package var reportsScreen = true

        /// Whether the keyboard reports frames and bounds.
        ///
        /// KWin reports neither.
        package var reportsFrameValues = true

        /// Whether the payload contains the bounds of the screen.
        ///
        /// UIKit's payload does not contain them.
        package var reportsScreenBounds = true

        /// Whether the *will* event reports the real end frame when the user drags an undocked keyboard.
        ///
        /// Onboard reports the real end frame, but UIKit reports a zero rectangle.
        package var reportsDraggedEnd = false

        /// The height of the begin frame when the keyboard appears, in points.
        ///
        /// If the value is `nil`, negative or not finite, the keyboard uses the height of the end frame.
        package var beginHeight: CGFloat?

        /// The gap between the bottom of the screen and a hidden keyboard, in points.
        ///
        /// UIKit's keyboard has no gap, and Onboard has a gap of 10 points.
        package var hiddenDistance: CGFloat = 0

        /// Whether the keyboard ignores show requests while it disappears, as Onboard does.
        ///
        /// After an ignored request, the app must hide Onboard a second time before the app can show it.
        package var ignoresShowWhileHiding = false

        /// Whether the keyboard reports its frame every 20 ms while it moves.
        ///
        /// Set this property to test content that follows a finger during a dismissal, or that follows a moving
        /// keyboard window. If the value is `true`, the keyboard posts `keyboardFrameInMotion` during a transition and
        /// during a dismissal. Onboard reports its frame while it moves, but UIKit does not.
        public var reportsFrames = false

        /// Creates a behavior from the default values and your changes: `Behavior { $0.curve = 0 }`.
        public init(_ change: (inout Behavior) -> Void = { _ in }) {
            change(&self)
        }

        /// The behavior of Onboard 1.4 on a desktop with X11, while Onboard is docked at the bottom of the screen.
        ///
        /// The simulated keyboard posts the same events as a source that observes Onboard's window. The notifications
        /// have no `object`. The simulated keyboard reacts to a request at once. Onboard's real window reacts after 20
        /// ms.
        public static let onboard = Behavior {
            $0.curve = 0
            $0.motion = .stepped
            $0.reportsIsLocal = false
            $0.reportsScreen = false
            $0.reportsFrames = true
            $0.reportsDraggedEnd = true
            $0.hiddenDistance = 10
            $0.ignoresShowWhileHiding = true
        }

        /// The behavior of squeekboard 1.21, the keyboard of Linux phones.
        ///
        /// A source for squeekboard computes the frames from the usable area of the app. The simulated keyboard posts
        /// the same events as a source for squeekboard. Squeekboard does not slide, so the *did* events follow
        /// immediately.
        public static let squeekboard = Behavior {
            $0.duration = 0
            $0.curve = 0
            $0.motion = .none
            $0.reportsIsLocal = false
            $0.reportsScreen = false
        }

        /// The behavior of KWin 5.27's virtual keyboard on a Plasma desktop with Wayland.
        ///
        /// The keyboard posts the same events as ``squeekboard``, but without frames.
        public static let kwin = Behavior {
            $0 = .squeekboard
            $0.reportsFrameValues = false
        }
    }
}
