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
        /// No action of a screen waits on the scheduler forever after the screen was dropped.
        case stopsItsTimers
        /// The focused rectangle is above a docked keyboard at rest, if it fits.
        case showsItsFocus
        /// The bottom inset is the part of the view that a docked keyboard covers.
        case insetIsOverlap
        /// The content is at its original place when the keyboard is hidden.
        case restoresItsContent
        /// Content that follows the keyboard does not jump.
        case movesContinuously
        /// Content that follows the keyboard is not a frame behind the keyboard, and moves for the duration of the
        /// event.
        case followsTheKeyboard
        /// A display frame of a transition leaves time to draw.
        case worksWithinAFrame
        /// A layout ends, and no action runs in each display frame while the keyboard is at rest.
        case settlesItsLayout
        /// Each begin of a transition has one end.
        case balancesTransitions
        /// Every value is finite.
        case isFinite
        /// A screen does not post keyboard notifications, or schedule actions, without bound.
        case postsWithBound
        /// The number of observers does not grow with each scenario.
        case subscribesWithBound
        /// Memory does not grow with each lifetime of a screen.
        case memoryIsBounded
    }

    /// The violated rule.
    package var rule: Rule

    /// A sentence that describes the violation.
    public var sentence: String

    /// The shortest scenario that was found; `nil` if the violation needs many lifetimes.
    public var scenario: KeyboardScenario?

    /// The name of the violated rule, the sentence, and the scenario as Swift source, to be pasted into a test.
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
