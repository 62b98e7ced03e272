/// A button that submits a form, as the form sees it.
@MainActor
public protocol SubmitTarget: AnyObject {
    /// Whether the button can be pressed.
    var isEnabled: Bool { get }

    /// Presses the button.
    func submit()
}

extension FocusOrder {
    /// What follows the last field of an order.
    public struct End: Sendable {
        private enum Kind: Sendable {
            case stop, wrap
            case submit(@MainActor () -> Void)
        }

        private let kind: Kind

        /// The order ends: no field follows, and return closes the keyboard.
        public static let stop = End(kind: .stop)

        /// The order wraps: the first field follows the last one.
        public static let wrap = End(kind: .wrap)

        /// The order ends with a button, which it holds weakly.
        ///
        /// No field follows. Return closes the keyboard, which commits the text, and then presses the button if it is
        /// enabled.
        @MainActor
        public static func submit(_ target: any SubmitTarget) -> End {
            submit { [weak target] in
                if let target, target.isEnabled { target.submit() }
            }
        }

        /// The order ends with a closure, which it retains.
        ///
        /// No field follows. Return closes the keyboard, which commits the text, and then calls the closure. Capture a
        /// screen weakly in it.
        public static func submit(_ action: @escaping @MainActor () -> Void) -> End {
            End(kind: .submit(action))
        }

        var wraps: Bool {
            if case .wrap = kind { true } else { false }
        }

        var submitAction: (@MainActor () -> Void)? {
            if case .submit(let action) = kind { action } else { nil }
        }
    }
}
