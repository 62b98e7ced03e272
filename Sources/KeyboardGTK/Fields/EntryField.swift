#if GTK4
    import CKeyboardGTK
    import Foundation
    public import KeyboardForms

    /// A widget that implements `GtkEditable` as a field: `GtkEntry`, `GtkPasswordEntry`, `GtkSearchEntry`,
    /// `GtkSpinButton`, `GtkText` or `AdwEntryRow`.
    ///
    /// ```swift
    /// func order(name: OpaquePointer, mail: OpaquePointer) -> FocusOrder {
    ///     FocusOrder(EntryField(name), EntryField(mail))
    /// }
    /// ```
    public final class EntryField: WidgetField, TextInputField {
        /// Whether an input method is composing a part of the text.
        public private(set) var hasMarkedText = false
        private var editable: OpaquePointer? { unsafe widget.map { OpaquePointer($0) } }

        /// Makes a widget a field.
        ///
        /// The widget retains the field.
        ///
        /// - Parameter entry: The widget, as the pointer of any binding.
        public init(_ entry: UnsafeMutableRawPointer) {
            let entry = unsafe WidgetPointer(widget: entry)
            unsafe super.init(entry)
            // Only the innermost text of an AdwEntryRow emits these signals.
            let text = unsafe entry.innermostText
            unsafe connect(entry, "notify::text", reportChange)
            unsafe connect(text, "activate") { [weak self] in _ = self?.fieldReturnKeyTapped() }
            guard unsafe text.isA(gtk_text_get_type()) else { return }
            unsafe connect(text, "preedit-changed") { [weak self] preedit, _ in
                self?.hasMarkedText = unsafe preedit?.load(as: CChar.self) != 0
                self?.fieldDidChange()
                return false
            }
        }

        /// Makes a widget a field, for a binding with opaque pointers.
        ///
        /// - Parameter entry: The widget.
        public convenience init(_ entry: OpaquePointer) { unsafe self.init(UnsafeMutableRawPointer(entry)) }

        override func removeSelection() {
            guard let editable = unsafe editable else { return }
            unsafe gtk_editable_set_position(editable, gtk_editable_get_position(editable))
        }

        /// The text of the widget.
        override public var text: String {
            get { unsafe editable.map { unsafe String(cString: gtk_editable_get_text($0)) } ?? "" }
            set { if let editable = unsafe editable { unsafe gtk_editable_set_text(editable, newValue) } }
        }

        /// The selected characters of the text.
        public var selectedTextRange: Range<Int> {
            get {
                var (start, end): (CInt, CInt) = (0, 0)
                if let editable = unsafe editable { unsafe gtk_editable_get_selection_bounds(editable, &start, &end) }
                return text.characterRange(ofUnicodeScalars: Int(start)..<Int(end))
            }
            set {
                guard let editable = unsafe editable else { return }
                let range = text.unicodeScalarRange(ofCharacters: newValue)
                unsafe gtk_editable_select_region(editable, CInt(range.lowerBound), CInt(range.upperBound))
            }
        }
    }
#endif
