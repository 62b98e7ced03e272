/// What comes after the last field of an order.
public struct OrderEnd: Sendable {
    enum Kind: Sendable {
        case stop, wrap
        case submit(@MainActor () -> Void)
    }

    let kind: Kind

    /// Nothing: there is no next field, and return closes the keyboard.
    public static let stop = OrderEnd(kind: .stop)

    /// The first field again, and the last one before the first.
    public static let wrap = OrderEnd(kind: .wrap)

    /// There is no next field; return closes the keyboard, which commits what was typed, and then presses this button
    /// where it is enabled. Weak.
    @MainActor
    public static func submit(_ target: any SubmitTarget) -> OrderEnd {
        submit { [weak target] in
            if let target, target.isEnabled { target.submit() }
        }
    }

    /// There is no next field; return closes the keyboard, which commits what was typed, and then calls this. The
    /// order holds the closure: let it hold its screen weakly.
    public static func submit(_ action: @escaping @MainActor () -> Void) -> OrderEnd {
        OrderEnd(kind: .submit(action))
    }
}
