/// A defect that a ``ScreenConformance`` has found in a screen.
public struct ScreenFinding: Sendable, Hashable, CustomStringConvertible {
    /// A rule for the screens of an app.
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        /// A dropped screen is deallocated, whether the app drops it at rest, during a transition or in a callback.
        case isDeallocated
        /// No observer of a screen is called after the screen was dropped.
        case isSilentAfterwards
        /// A screen subscribes to the current pool, and not to the shared pool.
        case usesCurrentPool
        /// No action of a dropped screen stays on the scheduler forever.
        ///
        /// The number of running actions does not grow with each repetition of a scenario.
        case stopsItsTimers
        /// If the focused rectangle fits above a docked keyboard at rest, the keyboard does not cover the rectangle.
        case showsItsFocus
        /// While the keyboard is docked, the bottom inset is the covered height of the view plus a constant length.
        case insetIsOverlap
        /// While the keyboard is hidden or behind the window of the app, the content is at its original position.
        case restoresItsContent
        /// If the content follows the keyboard, the content does not jump.
        case movesContinuously
        /// If the content follows the keyboard, the content moves for the reported duration.
        ///
        /// The rule is also violated if the content is one display frame behind the keyboard.
        case followsTheKeyboard
        /// During a transition, the work of a screen takes at most half of a display frame.
        ///
        /// The toolkit needs the remaining time to draw.
        case worksWithinAFrame
        /// After the keyboard has stopped moving, the screen stops laying out its views.
        ///
        /// While the keyboard is at rest, no action repeats with each display frame.
        case settlesItsLayout
        /// Each transition of a screen begins once and ends once.
        case balancesTransitions
        /// Every value that a screen reports is finite.
        case isFinite
        /// A screen posts a limited number of keyboard notifications, and schedules a limited number of actions.
        case postsWithBound
        /// The number of observers does not grow with each repetition of a scenario.
        case subscribesWithBound
        /// Memory does not grow with each lifetime of a screen.
        case memoryIsBounded
    }

    /// The violated rule.
    package var rule: Rule

    /// A sentence that describes the violation.
    package var sentence: String

    /// The shortest known scenario that causes the violation.
    ///
    /// If `findings(lifetimes:)` finds the violation, the property is `nil`.
    public var scenario: KeyboardScenario?

    /// The name of the violated rule, the sentence, and the scenario as Swift source.
    ///
    /// You can paste the Swift source into a test.
    public var description: String {
        "\(rule): \(sentence)" + (scenario.map { "\n\($0.swiftSource)" } ?? "")
    }
}

extension ScreenFinding {
    /// The sentence for a screen that subscribes to the shared pool.
    static let usesSharedPool =
        "the screen subscribes to the shared pool, which does not receive the events of the test bed: subscribe to the "
        + "current pool, and pass it to GCD blocks and detached tasks, which do not inherit it"
}
