/// What sends a form off: a button, as a form sees it.
@MainActor
public protocol SubmitTarget: AnyObject {
    /// Whether it can be pressed.
    var isEnabled: Bool { get }

    /// Presses it.
    func submit()
}
