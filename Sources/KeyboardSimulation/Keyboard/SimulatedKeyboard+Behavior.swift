public import Foundation

extension SimulatedKeyboard {
    /// The behaviour that differs between systems, versions and sources.
    ///
    /// The defaults are those of a recent UIKit.
    public struct Behavior: Sendable, Hashable {
        /// How transitions are animated.
        public enum Motion: Sendable, Hashable {
            /// The keyboard slides.
            case full
            /// Animations are off: durations are 0.
            case none
            /// Reduced motion with cross-fade: the end frame of a *hide* has no height, and *did* events are posted
            /// within 40 ms. UIKit usually reports a duration of 0; one log has 0.383.
            case crossFade(duration: Double = 0)
        }

        /// The payloads of a rotation.
        public enum RotationPayload: Sendable, Hashable {
            /// The payloads are those of any *hide* and *show*.
            case complete
            /// The payloads are those of iOS 5: the *did* events have no duration and no curve. The begin and end
            /// frames of the first didChangeFrame and of the second willChangeFrame are equal.
            case asLogged
        }

        /// Whether fields take the focus while their screen is being presented.
        public enum Presentation: Sendable, Hashable {
            /// No presentation is under way.
            case none
            /// A presentation is under way: a *show* takes 0.4 seconds.
            case underWay
            /// A presentation is under way, and a *show* begins one screen height below its end frame.
            case underWayFromOneScreenBelow
        }

        /// The coordinates of frames.
        public enum Coordinates: Sendable, Hashable {
            /// The coordinates of the screen in its current orientation, as in UIKit since iOS 8.
            case interface
            /// The coordinates of the upright screen, as in UIKit before iOS 8.
            case fixedPortrait
        }

        /// The payload of *did* events.
        public enum DidPayload: Sendable, Hashable {
            /// The payload of the *will* event, as in most logs.
            case complete
            /// Frames only. UIKit's header guarantees no more, and some logs contain no more.
            case framesOnly
        }

        /// The end frame in the *will* event of a drag.
        public enum DraggedEnd: Sendable, Hashable {
            /// A zero frame.
            case zero
            /// No end frame: the payload contains the begin frame only, as in a log of iOS 5.
            case absent
        }

        /// The duration of transitions, in seconds.
        ///
        /// UIKit's usual duration is 0.25.
        ///
        /// A negative or non-finite duration counts as 0.
        public var duration = 0.25

        /// The reported curve.
        ///
        /// 7 is the keyboard's own curve since iOS 7. Up to iOS 6 the curve was 0.
        public var curve: UInt = 7

        /// Whether the payload reports if the keyboard is local.
        ///
        /// UIKit reports it since iOS 9.
        public var reportsIsLocal = true

        /// How transitions are animated.
        public var motion = Motion.full

        /// The coordinates of frames.
        public var coordinates = Coordinates.interface

        /// The payload of *did* events.
        public var didPayload = DidPayload.complete

        /// The payloads of a rotation.
        public var rotationPayload = RotationPayload.complete

        /// Whether the notification's `object` is the screen.
        ///
        /// It is in UIKit since iOS 16.1, and was `nil` before.
        public var reportsScreen = true

        /// Whether the payload contains the bounds of the screen, in the coordinates of the frames.
        ///
        /// UIKit's does not.
        public var reportsScreenBounds = true

        /// The reported *isLocal* of another app's keyboard.
        ///
        /// UIKit usually reports `false`; some logs have `true`.
        public var otherAppIsLocal = false

        /// Whether a keyboard returns with a duration of 0 after a cancelled dismissal.
        public var returnsAtOnce = false

        /// Whether a focus change that keeps the height posts *show* again.
        ///
        /// With a hardware keyboard and an accessory bar it posts *hide* again. Descriptions of UIKit disagree.
        public var repeatsShowOfSameHeight = false

        /// Whether a keyboard that begins to float posts *hide*, as on undocking and splitting, or *frame* events only.
        ///
        /// Descriptions of UIKit disagree.
        public var hidesToFloat = true

        /// The end frame in the *will* event of a drag.
        public var draggedEnd = DraggedEnd.zero

        /// The height of the begin frame of a *show* from off screen, in points.
        ///
        /// `nil` means the height of the end frame.
        public var beginHeight: CGFloat?

        /// Whether the end frame of a *hide* has no height, as in a log of a presented screen that is dismissed.
        public var hidesToZeroHeight = false

        /// Whether fields take the focus while their screen is being presented.
        public var presentation = Presentation.none

        /// Whether the keyboard reports its frame every 20 ms during a transition and during a dismissal.
        ///
        /// The notification is `keyboardFrameInMotion`. Onboard reports its frames in this way, UIKit does not.
        public var reportsFrames = false

        /// Creates the behaviour of a recent UIKit with your changes: `Behavior { $0.curve = 0 }`.
        public init(_ change: (inout Behavior) -> Void = { _ in }) {
            change(&self)
        }
    }
}
