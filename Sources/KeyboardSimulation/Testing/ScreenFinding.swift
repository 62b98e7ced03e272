/// A promise that a screen has broken, as found by a ``ScreenConformance``.
public struct ScreenFinding: Sendable, Hashable, CustomStringConvertible {
    package enum Promise: String, Sendable, Hashable, CaseIterable {
        /// At rest, the bottom inset is the height of the covered part of the view.
        case insetIsOverlap
        /// At rest, the keyboard covers no part of the focused rectangle.
        case showsItsFocus
        case isDeallocated
        case isSilentAfterwards
    }

    package var promise: Promise
    var sentence: String

    /// A scenario that contains the steps up to the finding; `nil` for a finding of `findings(lifetimes:)`.
    ///
    /// Pass the scenario to ``ScreenConformance/findings(in:)`` to reproduce the finding.
    public var scenario: KeyboardScenario?

    /// The name of the promise, and a sentence that contains the scenario, the step and the mistake.
    public var description: String {
        "\(promise): " + (scenario.map { "in the scenario \"\($0.name)\", " } ?? "") + sentence
    }
}
