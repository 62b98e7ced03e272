/// A button that submits a form.
@MainActor
public protocol SubmitTarget: AnyObject {
    /// Whether the button can be pressed.
    var isEnabled: Bool { get }

    /// Presses the button.
    func submit()
}

extension FocusOrder {
    /// The action after the last field of an order.
    public struct End: Sendable {
        /// Whether a move from the last field leads to the first field.
        private(set) var wraps = false
        /// Returns whether the order can submit a valid form.
        private(set) var isEnabled: @MainActor @Sendable () -> Bool = { true }
        /// Submits a valid form, and returns whether the form was submitted.
        ///
        /// The property is `nil` if the order has no submit action.
        private(set) var submitAction: (@MainActor @Sendable () -> Bool)?

        /// The order ends after the last field.
        ///
        /// No field follows the last field. The return key of the last field closes the keyboard.
        public static let stop = End()

        /// The order wraps: the first field follows the last field.
        public static let wrap = End(wraps: true)

        /// The order ends with a button.
        ///
        /// The order holds the button weakly.
        ///
        /// No field follows the last field. The return key of the last field submits the form (``FocusOrder/submit()``)
        /// and presses the button. If the button is disabled, the form is not submitted, and the keyboard stays.
        @MainActor
        public static func submit(_ target: any SubmitTarget) -> End {
            End(
                // If the button was deallocated, the keyboard still closes.
                isEnabled: { [weak target] in target?.isEnabled ?? true },
                submitAction: { [weak target] in
                    guard let target, target.isEnabled else { return false }
                    target.submit()
                    return true
                }
            )
        }

        /// The order ends with a closure.
        ///
        /// The order retains the closure.
        ///
        /// No field follows the last field. The return key of the last field submits the form (``FocusOrder/submit()``)
        /// and calls the closure. Capture a screen weakly in the closure.
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
