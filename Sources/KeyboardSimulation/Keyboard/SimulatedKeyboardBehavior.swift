public import Foundation

extension SimulatedKeyboard {
    /// How the keyboard behaves where systems, versions and sources differ. The defaults are those of a recent UIKit.
    public struct Behavior: Sendable, Hashable {
        /// How moves look.
        public enum Motion: Sendable, Hashable {
            /// The keyboard slides.
            case full
            /// Animations are off: durations are 0.
            case none
            /// Reduced motion with cross-fade: the end frame of a hide has no height, and *did* comes within about
            /// 40 ms. The duration that is told was 0 as a rule; 0.383 has been seen too.
            case crossFade(duration: Double = 0)
        }

        /// What the payloads of a rotation hold.
        public enum RotationPayload: Sendable, Hashable {
            /// The same as those of any hide and show.
            case complete
            /// As they were logged on iOS 5: no animation in the *did* events, a didChangeFrame of the first half and a
            /// willChangeFrame of the second that tell no change.
            case asLogged
        }

        /// Whether fields take the focus while their screen is being presented.
        public enum Presentation: Sendable, Hashable {
            /// They do not.
            case none
            /// They do: a *show* takes 0.4 seconds.
            case underWay
            /// They do, and a *show* begins a whole screen's height below its end, not off screen only.
            case underWayFromOneScreenBelow
        }

        /// What frames are measured in.
        public enum Coordinates: Sendable, Hashable {
            /// The screen as it is held. UIKit since iOS 8.
            case interface
            /// The screen held upright, however it is held. UIKit before iOS 8.
            case fixedPortrait
        }

        /// What the payload of a *did* event holds.
        public enum DidPayload: Sendable, Hashable {
            /// The same as that of its *will*. What most logs show.
            case complete
            /// The frames only. UIKit's header promises no more, and some logs show no more.
            case framesOnly
        }

        /// What the *will* of a drag tells of its end.
        public enum DraggedEnd: Sendable, Hashable {
            /// A zero frame.
            case zero
            /// Nothing: the payload holds the begin frame only, as was logged on iOS 5.
            case absent
        }

        /// How long moves take, in seconds. UIKit's usual 0.25. What is negative or not finite counts as 0.
        public var duration = 0.25

        /// The curve that is told. 7 is the keyboard's own since iOS 7; up to iOS 6 it was 0.
        public var curve: UInt = 7

        /// Whether it is told whose keyboard it is. UIKit does since iOS 9.
        public var tellsIsLocal = true

        /// How moves look.
        public var motion = Motion.full

        /// What frames are measured in.
        public var coordinates = Coordinates.interface

        /// What the payload of a *did* event holds.
        public var didPayload = DidPayload.complete

        /// What the payloads of a rotation hold.
        public var rotationPayload = RotationPayload.complete

        /// Whether the notification's `object` is the screen. In UIKit it is since iOS 16.1, and was `nil` before.
        public var tellsScreen = true

        /// Whether the payload holds the screen's bounds, in the coordinates of the frames. UIKit's does not.
        public var reportsScreenBounds = true

        /// What is told as *isLocal* of another app's keyboard. UIKit says false as a rule, and has been seen to say
        /// true.
        public var otherAppIsLocal = false

        /// Whether a keyboard that a person draws down, and then keeps, comes back with a duration of 0.
        public var returnsAtOnce = false

        /// Whether moving to another field whose keyboard is as tall tells *show* again, or *hide* again where a
        /// hardware keyboard leaves but a bar. Sources disagree on UIKit.
        public var repeatsShowOfSameHeight = false

        /// Whether floating tells *hide*, as undocking and splitting do, or the new frame only. Sources disagree.
        public var hidesToFloat = true

        /// What the *will* of a drag tells of its end.
        public var draggedEnd = DraggedEnd.zero

        /// How tall the begin frame of a *show* from off screen is, in points; as tall as its end frame where `nil`.
        public var beginHeight: CGFloat?

        /// Whether the end frame of a *hide* has no height. Seen when a presented screen goes with its keyboard.
        public var hidesToZeroHeight = false

        /// Whether fields take the focus while their screen is being presented.
        public var presentation = Presentation.none

        /// Whether each frame of a move, and where the finger draws the keyboard, is told as well, every 20 ms, by
        /// `keyboardFrameInMotion`, until the *did* events: as Onboard can be seen to slide. UIKit does not.
        public var tellsFramesInMotion = false

        /// The behaviour of a recent UIKit, changed as you like: `Behavior { $0.curve = 0 }`.
        public init(_ change: (inout Behavior) -> Void = { _ in }) {
            change(&self)
        }
    }
}
