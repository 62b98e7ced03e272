#if GTK4
    import CKeyboardGTK
    import Foundation
    import KeyboardForms

    /// A `GtkTextView` as a field of several lines.
    public final class TextViewField: WidgetField {
        private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
            unsafe widget.flatMap { unsafe gtk_text_view_get_buffer($0.as()) }
        }

        /// Makes a text view a field.
        ///
        /// The text view retains the field. The Tab key moves the focus, and no longer inserts a tab.
        ///
        /// - Parameter view: The text view, as the pointer of any binding.
        public init(_ view: UnsafeMutableRawPointer) {
            let view = unsafe WidgetPointer(widget: view)
            unsafe super.init(view)
            unsafe gtk_text_view_set_accepts_tab(view.as(), 0)
            formState.providers.caretRectangle = { [weak self] in self?.caretRectangle }
            unsafe view.onCaretMove { [weak self] in unsafe self?.widget }
            if let buffer = unsafe buffer { unsafe connect(buffer, "changed", reportChange) }
        }

        /// Makes a text view a field, for a binding with opaque pointers.
        ///
        /// - Parameter view: The text view.
        public convenience init(_ view: OpaquePointer) { unsafe self.init(UnsafeMutableRawPointer(view)) }

        /// Always `true`.
        override public var isMultiLine: Bool { true }
        override func removeSelection() { unsafe buffer?.removeSelection() }

        /// The text of the view.
        override public var text: String {
            get { unsafe buffer?.text ?? "" }
            set { unsafe buffer?.text = newValue }
        }

        private var caretRectangle: CGRect? {
            guard let widget = unsafe widget, let content = unsafe ScrolledContent(around: widget) else { return nil }
            let frame = unsafe content.frame(of: widget)
            return unsafe widget.caretBounds.offsetBy(dx: frame.minX, dy: frame.minY)
        }
    }
#endif
