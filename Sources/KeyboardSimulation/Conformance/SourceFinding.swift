import KeyboardObservation

/// Something in a source's story that a screen would stumble over.
public struct SourceFinding: Sendable, Hashable, CustomStringConvertible {
    /// What rule of the story was broken.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// *Show* and *hide* come right after their *frame* event, with the same payload. (A keyboard that is docked
        /// may tell *show* after its frame pair.)
        case frameFirst
        /// No *did* without a *will* before it that still waits for one.
        case didNeedsWill
        /// Every *will* has its *did*, unless another *will* came before.
        case willNeedsDid
        /// Nothing is told twice.
        case doubled
        /// A *did* comes when its move has ended: no sooner, and not much later.
        case didInTime
        /// A *did* tells the end that its *will* told.
        case didMatchesWill
        /// A source that can tell frames tells where its moves begin and end, and for how long and on what curve.
        case payloadIsComplete
        /// Frames are finite, and not negative.
        case framesAreFinite
        /// A keyboard that shows has a height, and ends at the screen's bottom; one that hides leaves it, and keeps its
        /// height.
        case framesFitTheScreen
        /// Each move begins with the frame that the last one ended with.
        case framesConnect
        /// When asked to, the keyboard shows and hides, and tells so.
        case tellsWhatItDoes
        /// A source tells nothing that its capabilities deny.
        case capabilitiesAreTrue
        /// Everything is posted on the main actor.
        case postsOnTheMainActor
        /// A source that is stopped tells nothing, and one that is started anew tells nothing to the center before.
        case silentWhenStopped
    }

    /// The rule that was broken.
    public var rule: Rule

    /// What was seen, in a sentence.
    public var sentence: String

    /// The number of the event that showed it, counted from 0, in the story that was told until then; `nil` where it
    /// was something that did not come.
    public var eventNumber: Int?

    public var description: String {
        "\(rule): \(sentence)" + (eventNumber.map { " (event \($0))" } ?? "")
    }
}
