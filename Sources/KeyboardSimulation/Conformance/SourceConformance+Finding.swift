extension SourceConformance {
    /// A violation of one of the rules that screens depend on.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// A rule for the notifications of a source.
        package enum Rule: String, Sendable, Hashable, CaseIterable {
            /// A *show* or *hide* event directly follows its *frame* event.
            ///
            /// A *show* or *hide* event has the payload of its *frame* event. If an undocked keyboard docks, the
            /// *will show* and *did show* events can follow the *did change frame* event.
            case frameFirst
            /// Each *did* event follows its own *will* event.
            case didNeedsWill
            /// Each *will* event has a *did* event.
            ///
            /// A superseded *will* event needs no *did* event.
            case willNeedsDid
            /// No event is posted twice.
            case doubled
            /// The time between a *did* event and the end of its transition is within the tolerance.
            case didInTime
            /// A *did* event has the same sender, frames and animation as its *will* event.
            ///
            /// The rule ignores values that the *did* event omits, except for the sender and the end frame.
            case didMatchesWill
            /// If a source reports frames, each event has a begin frame and an end frame.
            ///
            /// Each *will* event of such a source also has a duration and a curve. If a *will* event reports
            /// *isObscured*, all later *will* events also report *isObscured*.
            case payloadIsComplete
            /// Frames are finite, and their sizes are not negative.
            case framesAreFinite
            /// A shown keyboard has a height, and is at the top or bottom edge of the screen.
            ///
            /// A hidden keyboard is off screen and keeps its height.
            case framesFitTheScreen
            /// The begin frame of a transition is the end frame of the previous transition.
            case framesConnect
            /// All *show* events have the same end frame, and all *hide* events have the same end frame.
            case framesRepeat
            /// A show request causes a *show* event, and a hide request causes a *hide* event.
            ///
            /// If the keyboard is shown when a source starts, the source posts a *show* event with a duration of 0
            /// seconds.
            case postsShowAndHide
            /// A source has every ability in its `capabilities`, and no other ability.
            ///
            /// While the source is started, the capabilities change only if the status changes.
            case capabilitiesAreTrue
            /// If a started source can reach its keyboard, the source's status is `available`.
            case statusIsTrue
            /// Every notification is posted on the main actor.
            case postsOnTheMainActor
            /// A source retains its center while it is started, and releases the center when it stops.
            case retainsItsCenter
            /// A source posts only to the center on which the source was started.
            ///
            /// For example, if the source was started on its own center, the source does not post to the default
            /// center.
            case postsToItsCenter
            /// A stopped source posts no notification, and a restarted source posts no notification to its previous
            /// center.
            case silentWhenStopped
        }

        /// The violated rule.
        package var rule: Rule

        /// A sentence that describes the violation.
        package var sentence: String

        /// The index of the event that violates the rule.
        ///
        /// On each notification center, the index of the first event is 0. If a *did* event is missing, the index is
        /// `nil`. Some other violations do not belong to a single event. For such a violation, the index is either
        /// `nil` or the number of earlier events.
        package var eventNumber: Int?

        /// A description with the name of the rule, the sentence and the index of the event.
        public var description: String {
            "\(rule): \(sentence)" + (eventNumber.map { " (event \($0))" } ?? "")
        }
    }
}
