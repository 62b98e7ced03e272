// The module that the article "Stress-test your screens in CI" imports.

public import Foundation
public import KeyboardObservation

/// A screen with a margin for the keyboard.
@MainActor
public final class LoginScreen: KeyboardObservable, CommonKeyboardPresentable {
    /// The margin below the content, in points.
    public private(set) var bottomMargin: CGFloat = 0

    /// Creates a screen that observes the keyboard.
    public init() { subscribeOnKeyboardNotifications() }

    /// Makes room for the keyboard.
    public func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { bottomMargin = keyboardHeight }

    /// Restores the margin.
    public func keyboardWillBeHidden(duration: TimeInterval) { bottomMargin = 0 }
}
