import Synchronization

/// A defect that a form has found in a widget.
public struct FormIssue: Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case unreportedFocus
        case beginWithoutFocus
        case adapterDeallocated
        case missingOverride(String)
    }

    package let kind: Kind

    let typeName: String

    /// A sentence that describes the defect for the developer of the widget.
    public var description: String {
        switch kind {
        case .unreportedFocus:
            """
            \(typeName) has taken or lost the focus without a report. Call fieldDidBeginEditing() when the widget has \
            taken the focus, and fieldDidEndEditing() when it has lost the focus.
            """
        case .beginWithoutFocus:
            """
            \(typeName) has called fieldDidBeginEditing() while isFirstResponder was false. Call it when the widget has \
            taken the focus.
            """
        case .adapterDeallocated:
            "\(typeName) was deallocated before its widget. Let the widget retain the adapter."
        case .missingOverride(let member):
            "\(typeName) does not override \(member)."
        }
    }
}

/// A receiver of the defects that forms find in widgets.
///
/// ```swift
/// FormDiagnostics.shared.onIssue = { print($0) }
/// ```
///
/// A field reports each kind of defect only once.
public final class FormDiagnostics: Sendable {
    /// The receiver that fields use by default.
    public static let shared = FormDiagnostics()

    /// Without this structure, each access to the mutex would wrap the closure in two more functions.
    ///
    /// After many accesses, the closure would be wrapped so often that its release would overflow the stack.
    private struct Handler: Sendable {
        var onIssue: (@Sendable (FormIssue) -> Void)?
    }

    private let handler: Mutex<Handler>

    /// Creates a receiver.
    ///
    /// - Parameter onIssue: A closure that receives each issue on the main actor.
    public init(onIssue: (@Sendable (FormIssue) -> Void)? = nil) {
        handler = Mutex(Handler(onIssue: onIssue))
    }

    /// A closure that receives each issue on the main actor.
    ///
    /// Any thread can release a ``FormFieldAdapter``. The deinitializer of the adapter runs on the main actor, and can
    /// report an issue.
    public var onIssue: (@Sendable (FormIssue) -> Void)? {
        get { handler.withLock { $0.onIssue } }
        set {
            // The mutex is unlocked before the earlier closure is released. So the deinitializer of an object that the
            // closure captured can use this property.
            _ = handler.withLock { handler in
                let earlier = handler
                handler = Handler(onIssue: newValue)
                return earlier
            }
        }
    }
}
