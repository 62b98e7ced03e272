import KeyboardObservation

/// Something in a source's story that a screen would stumble over.
public struct SourceFinding: Sendable, Hashable, CustomStringConvertible {
    /// What rule of the story was broken.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// *Show* and *hide* come right after their *frame* event, with the same payload.
        case frameFirst
        /// No *did* without a *will* before it that still waits for one.
        case didNeedsWill
        /// Every *will* has its *did*, unless another *will* came before.
        case willNeedsDid
        /// Nothing is told twice.
        case doubled
        /// A *did* comes when its move has ended: no sooner, and not much later.
        case didInTime
        /// What the source says that it can tell, it tells: frames, durations and curves.
        case payloadIsComplete
        /// Frames are finite, and not negative.
        case framesAreFinite
        /// A keyboard that shows has a height, and ends at the screen's bottom; one that hides leaves it.
        case framesFitTheScreen
        /// Each move begins where the last one ended.
        case framesConnect
        /// When asked to, the keyboard shows and hides, and tells so.
        case tellsWhatItDoes
        /// A source that is stopped tells nothing.
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
