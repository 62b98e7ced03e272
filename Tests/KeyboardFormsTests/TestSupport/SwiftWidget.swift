import Foundation
import KeyboardForms

/// A widget of a Swift toolkit, which does not retain its adapter.
@MainActor
final class SwiftWidget {
    fileprivate var text = ""
    fileprivate(set) var hasFocus = false
}

/// An adapter that the app retains.
final class SwiftWidgetAdapter: FormFieldAdapter {
    private weak var widget: SwiftWidget?
    /// The traits that the form has asked the adapter to show.
    private(set) var traits: [FieldState.Trait] = []

    init(_ widget: SwiftWidget) {
        self.widget = widget
        super.init(of: widget, center: NotificationCenter(), diagnostics: FormDiagnostics())
    }

    override var text: String {
        get { widget?.text ?? "" }
        set { widget?.text = newValue }
    }

    override func traitDidChange(_ trait: FieldState.Trait) {
        traits.append(trait)
    }

    override var isFirstResponder: Bool { widget?.hasFocus ?? false }

    override func becomeFirstResponder() -> Bool {
        widget?.hasFocus = true
        fieldDidBeginEditing()
        return isFirstResponder
    }

    override func resignFirstResponder() -> Bool {
        widget?.hasFocus = false
        fieldDidEndEditing()
        return true
    }
}
