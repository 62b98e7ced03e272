public import Foundation

extension SimulatedKeyboard {
    /// The behaviour of a keyboard.
    ///
    /// The behaviour differs between systems, versions and sources. The default values describe the keyboard of a
    /// recent UIKit.
    public struct Behavior: Sendable, Hashable {
        /// The animation of transitions.
        public enum Motion: Sendable, Hashable {
            /// The keyboard slides.
            case full
            /// Animations are off, and durations are 0.
            case none
            /// The keyboard fades instead of sliding, as with the accessibility setting for reduced motion.
            ///
            /// The end frame of a *hide* event has no height. The keyboard posts the *did* events of a fade after 40
            /// ms. For a fade, UIKit usually reports a duration of 0. In one log, the duration of a fade is 0.383
            /// seconds.
            case crossFade(duration: Double = 0)
            /// The keyboard slides along a sine curve in steps, as Onboard does.
            ///
            /// The keyboard moves every 20 ms, by whole points.
            ///
            /// The keyboard makes the first step when it posts the *will* events. The keyboard makes the last step when
            /// it posts the *did* events. If the duration is 0.25 seconds, the keyboard makes the last step after 240
            /// ms. The keyboard slides only between its docked frame and its hidden frame. Other transitions have a
            /// duration of 0.
            case stepped
        }

        /// The duration of transitions, in seconds.
        ///
        /// UIKit's usual duration is 0.25.
        ///
        /// A negative or non-finite duration is replaced with 0.
        public var duration = 0.25

        /// The reported curve.
        ///
        /// UIKit's keyboard reports the curve 7 in iOS 7 and later. Before iOS 7, the keyboard reported the curve 0.
        public var curve: UInt = 7

        /// Whether the payload contains *isLocal*.
        ///
        /// The payload's *isLocal* is `true` if the keyboard belongs to this app. UIKit reports *isLocal* in iOS 9 and
        /// later.
        public var reportsIsLocal = true

        /// The animation of transitions.
        public var motion = Motion.full

        /// Whether the notification's `object` is the screen.
        ///
        /// In UIKit, the `object` is the screen in iOS 16.1 and later. In earlier versions, the `object` was `nil`.
        public var reportsScreen = true

        /// Whether the payload contains the frames.
        ///
        /// KWin does not report the frames of its keyboard. A payload without frames also lacks the bounds of the
        /// screen.
        public var reportsFrameValues = true

        /// Whether the payload contains the bounds of the screen.
        ///
        /// The bounds are in the same coordinates as the frames. UIKit's payload does not contain the bounds.
        public var reportsScreenBounds = true

        /// Whether a *will* event reports the end frame when the user drags an undocked keyboard.
        ///
        /// If the property is `false`, the end frame is a zero rectangle, as in the events of UIKit. Onboard reports
        /// the end frame.
        public var reportsDraggedEnd = false

        /// The height of the begin frame when the keyboard appears, in points.
        ///
        /// If the height is `nil`, negative or not finite, the begin frame has the height of the end frame.
        public var beginHeight: CGFloat?

        /// The gap between the bottom of the screen and a hidden keyboard, in points.
        ///
        /// UIKit's hidden keyboard is directly below the screen, without a gap. The gap of Onboard is 10 points. A
        /// negative or non-finite gap is replaced with 0.
        public var hiddenDistance: CGFloat = 0

        /// Whether a disappearing keyboard ignores requests to show.
        ///
        /// If the keyboard ignores a request, it posts no *show* events and stays off screen. To show the keyboard, the
        /// app must first hide the keyboard a second time. While Onboard's keyboard disappears, Onboard ignores
        /// requests to show the keyboard.
        public var ignoresShowWhileHiding = false

        /// Whether the keyboard reports its frame every 20 ms while it moves.
        ///
        /// The keyboard posts the notification `keyboardFrameInMotion` during a transition and during a dismissal.
        /// Onboard reports its frames while it moves, but UIKit's keyboard does not.
        public var reportsFrames = false

        /// Creates a behaviour from the default values and your changes: `Behavior { $0.curve = 0 }`.
        public init(_ change: (inout Behavior) -> Void = { _ in }) {
            change(&self)
        }

        /// The behaviour of Onboard 1.4, a keyboard of Linux desktops with X11.
        ///
        /// The values describe Onboard while it is docked at the bottom of the screen.
        ///
        /// The simulated keyboard posts the same events as a source that observes Onboard's window. The notifications
        /// have no `object`.
        ///
        /// The simulated keyboard reacts to a request immediately. The window of the real Onboard reacts to a request
        /// after 20 ms.
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

        /// The behaviour of squeekboard 1.21, the keyboard of Linux phones.
        ///
        /// The simulated keyboard posts the same events as a source that computes squeekboard's frames from the usable
        /// area of the app. Squeekboard does not slide. The *did* events follow the *will* events immediately.
        public static let squeekboard = Behavior {
            $0.duration = 0
            $0.curve = 0
            $0.motion = .none
            $0.reportsIsLocal = false
            $0.reportsScreen = false
        }

        /// The behaviour of KWin 5.27's virtual keyboard on a Plasma desktop with Wayland.
        ///
        /// The keyboard posts the same events as ``squeekboard``, but without frames.
        public static let kwin = Behavior {
            $0 = .squeekboard
            $0.reportsFrameValues = false
        }
    }
}
