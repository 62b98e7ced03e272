#if GTK4
    import CKeyboardGTK
    import Foundation
    import KeyboardForms

    /// The field of a `GtkTextView`, which accepts several lines.
    public final class TextViewField: WidgetField {
        private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
            unsafe widget.flatMap { unsafe gtk_text_view_get_buffer($0.as()) }
        }

        /// Creates the field of a text view.
        ///
        /// The text view retains the field. In a text view with a field, the Tab key moves the focus, and does not
        /// insert a tab character.
        ///
        /// - Parameter view: A pointer to the text view. Any binding of GTK can create the pointer.
        public init(_ view: UnsafeMutableRawPointer) {
            let view = unsafe WidgetPointer(widget: view)
            unsafe super.init(view)
            unsafe gtk_text_view_set_accepts_tab(view.as(), 0)
            formState.caretRectangle = { [weak self] in self?.caretRectangle }
            unsafe view.onBufferChange("changed", reportChange)
        }

        /// Creates the field of a text view from an opaque pointer to the text view.
        ///
        /// - Parameter view: An opaque pointer to the text view.
        public convenience init(_ view: OpaquePointer) { unsafe self.init(UnsafeMutableRawPointer(view)) }

        /// Always `true`.
        override public var isMultiLine: Bool { true }
        override func removeSelection() { unsafe buffer?.removeSelection() }

        /// The text of the text view.
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
