// The module that the article "Stress-test your screens in CI" imports.

public import Foundation
public import KeyboardObservation

@MainActor
public final class LoginScreen: KeyboardObservable, CommonKeyboardPresentable {
    public private(set) var bottomMargin: CGFloat = 0

    public init() { subscribeOnKeyboardNotifications() }

    public func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { bottomMargin = keyboardHeight }
    public func keyboardWillBeHidden(duration: TimeInterval) { bottomMargin = 0 }
}
