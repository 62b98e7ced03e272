/// A defect of a screen, found by a ``ScreenConformance``.
public struct ScreenFinding: Sendable, Hashable, CustomStringConvertible {
    /// A rule for the screens of an app.
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        /// A screen is deallocated when it is dropped at rest, in mid-transition or inside a callback.
        case isDeallocated
        /// No observer of a screen is called after the screen was dropped.
        case isSilentAfterwards
        /// A screen subscribes to the current pool, and not to the shared pool.
        case usesCurrentPool
        /// After a screen was dropped, none of its actions stays on the scheduler forever.
        case stopsItsTimers
        /// A docked keyboard at rest does not cover a focused rectangle that would fit above the keyboard.
        case showsItsFocus
        /// The bottom inset is the height of the part of the view that a docked keyboard covers.
        case insetIsOverlap
        /// The content is at its original place when the keyboard is hidden.
        case restoresItsContent
        /// Content that follows the keyboard does not jump.
        case movesContinuously
        /// Content that follows the keyboard is never one display frame late, and moves for the reported duration.
        case followsTheKeyboard
        /// In each display frame of a transition, the work of a screen leaves enough time to draw.
        case worksWithinAFrame
        /// While the keyboard is at rest, no layout repeats without end.
        ///
        /// While the keyboard is at rest, no action runs in every display frame.
        case settlesItsLayout
        /// Each transition of a screen begins once and ends once.
        case balancesTransitions
        /// Every value that a screen reports is finite.
        case isFinite
        /// A screen neither posts keyboard notifications without end nor schedules actions without end.
        case postsWithBound
        /// The number of observers does not grow each time that a scenario is repeated.
        case subscribesWithBound
        /// Memory does not grow with each lifetime of a screen.
        case memoryIsBounded
    }

    /// The violated rule.
    package var rule: Rule

    /// A sentence that describes the violation.
    public var sentence: String

    /// The shortest known scenario that causes the violation; `nil` if the violation needs many lifetimes.
    public var scenario: KeyboardScenario?

    /// The name of the violated rule, the sentence, and the scenario as Swift source.
    ///
    /// You can paste the Swift source into a test.
    public var description: String {
        "\(rule): \(sentence)" + (scenario.map { "\n\($0.swiftSource)" } ?? "")
    }
}

extension ScreenFinding {
    /// The sentence about a screen that does not receive the events of the test bed.
    static let usesSharedPool =
        "the screen subscribes to the shared pool, which does not receive the events of the test bed: subscribe to the "
        + "current pool, and pass it to GCD blocks and detached tasks, which do not inherit it"
}
