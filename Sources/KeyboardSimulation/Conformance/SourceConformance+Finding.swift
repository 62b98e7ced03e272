extension SourceConformance {
    /// A violation of a rule that screens depend on.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// A rule for the notifications of a source.
        package enum Rule: String, Sendable, Hashable, CaseIterable {
            /// A *show* or *hide* event directly follows its *frame* event.
            ///
            /// A *show* or *hide* event has the payload of its *frame* event. The *show* event of a keyboard that docks
            /// can also follow the complete pair of *frame* events.
            case frameFirst
            /// Each *did* event follows a *will* event, and no two *did* events follow the same *will* event.
            case didNeedsWill
            /// A *did* event follows each *will* event that is not superseded.
            ///
            /// A later *will* event can supersede a *will* event.
            case willNeedsDid
            /// No event is posted twice.
            case doubled
            /// The time between a *did* event and the end of its transition is within the tolerance.
            case didInTime
            /// A *did* event has the same sender, frames and animation as its *will* event.
            ///
            /// A *did* event can lack all values except the end frame.
            case didMatchesWill
            /// If a source reports frames, the source also reports begin frames, durations and curves.
            case payloadIsComplete
            /// Frames are finite and not negative.
            case framesAreFinite
            /// A shown keyboard has a height, and is at the screen's top or bottom. A hidden keyboard is off screen and
            /// keeps its height.
            case framesFitTheScreen
            /// The begin frame of a transition is the end frame of the previous transition.
            case framesConnect
            /// All *show* events have the same end frame, and all *hide* events have the same end frame.
            case framesRepeat
            /// The keyboard appears and disappears on request, and the source posts the matching events. If the
            /// keyboard is shown when a source starts, the source posts a *show* event. The *show* event of a starting
            /// source has a duration of 0 seconds.
            case postsShowAndHide
            /// A source has exactly the abilities that are listed in its capabilities. While the source is started, its
            /// capabilities change only together with its status.
            case capabilitiesAreTrue
            /// If the keyboard can be reached, the status of a started source is `available`.
            case statusIsTrue
            /// Every notification is posted on the main actor.
            case postsOnTheMainActor
            /// A source retains its center while it is started, and releases the center when it stops.
            case retainsItsCenter
            /// A source posts only to the center on which the source was started.
            ///
            /// The source does not also post to the default center.
            case postsToItsCenter
            /// A stopped source does not post, and a restarted source does not post to its previous center.
            case silentWhenStopped
        }

        /// The violated rule.
        package var rule: Rule

        /// A sentence that describes the violation.
        public var sentence: String

        /// The number of the event that violates the rule, counted from 0.
        ///
        /// The property is `nil` if the violation is a missing event.
        package var eventNumber: Int?

        /// The name of the violated rule, the sentence and the number of the event.
        public var description: String {
            "\(rule): \(sentence)" + (eventNumber.map { " (event \($0))" } ?? "")
        }
    }
}
