/// A button that submits a form.
@MainActor
public protocol SubmitTarget: AnyObject {
    /// Whether the button can be pressed.
    var isEnabled: Bool { get }

    /// Presses the button.
    func submit()
}

extension FocusOrder {
    /// The behavior of an order at the last field, such as closing the keyboard.
    public struct End: Sendable {
        private(set) var wraps = false
        private(set) var isEnabled: @MainActor @Sendable () -> Bool = { true }
        /// Returns whether the form was submitted.
        private(set) var submitAction: (@MainActor @Sendable () -> Bool)?

        /// The focus does not move beyond the last field.
        ///
        /// The return key of the last field closes the keyboard.
        public static let stop = End()

        /// After the last field, the focus moves to the first field.
        ///
        /// In the other direction, the focus moves from the first field to the last field.
        public static let wrap = End(wraps: true)

        /// Returns a behavior that presses a button to submit the form.
        ///
        /// The order holds the button weakly.
        ///
        /// The focus does not move beyond the last field. The return key of the last field calls
        /// ``FocusOrder/submit()``, which presses the button. If the button is disabled, the return key does not submit
        /// the form, and the keyboard stays.
        @MainActor
        public static func submit(_ target: any SubmitTarget) -> End {
            End(
                // The result is `true` for a deallocated button, so that `submit()` closes the keyboard.
                isEnabled: { [weak target] in target?.isEnabled ?? true },
                submitAction: { [weak target] in
                    guard let target, target.isEnabled else { return false }
                    target.submit()
                    return true
                }
            )
        }

        /// Returns a behavior that calls a closure to submit the form.
        ///
        /// The order retains the closure.
        ///
        /// The focus does not move beyond the last field. The return key of the last field calls
        /// ``FocusOrder/submit()``, which calls the closure. If the closure uses a screen, capture the screen weakly.
        public static func submit(_ action: @escaping @MainActor () -> Void) -> End {
            End(
                submitAction: {
                    action()
                    return true
                }
            )
        }
    }
}
