#if GTK4
    import CKeyboardGTK
    import Foundation
    public import KeyboardForms

    /// The base class of ``EntryField`` and ``TextViewField``.
    ///
    /// The widget retains its field, and the field does not retain the widget. When the widget is destroyed, the field
    /// leaves its forms.
    ///
    /// The app can create the field before or after the window is shown, even while the widget has the focus.
    @safe
    open class WidgetField: FormFieldAdapter {
        private static let name = "keyboard-gtk-field"

        private let pointer: WidgetPointer
        final var widget: WidgetPointer? { unsafe isWidgetDestroyed ? nil : pointer }
        private var wasEnabled = true
        private var focus: OpaquePointer?
        /// Whether the widget still has the focus that it had when the field was created.
        ///
        /// If the widget had the focus before GTK's focus controller was added, the controller does not report this
        /// focus.
        private var keepsEarlierFocus = false

        /// A container that stays visible together with the field; `nil` if there is none.
        ///
        /// For example, set `group` to the row that contains the label, the field and the error message.
        ///
        /// The container must contain the widget of the field.
        public final var group: UnsafeMutableRawPointer?

        init(_ widget: WidgetPointer) {
            unsafe pointer = unsafe widget
            super.init()
            // The frame is in the coordinates of the scrolled content, so it does not change when the content scrolls.
            formState.frame = { [weak self] in self?.frame ?? .zero }
            unsafe g_object_set_data_full(
                widget.as(),
                Self.name,
                retainedPointer(),
                FormFieldAdapter.widgetWasDestroyed
            )
            unsafe focus = unsafe gtk_event_controller_focus_new()
            if let focus = unsafe focus {
                unsafe gtk_widget_add_controller(widget, focus)
                unsafe connect(gpointer(focus), "notify::contains-focus") { [weak self] in
                    self?.keepsEarlierFocus = false
                    self?.focusDidChange()
                }
            }
            unsafe widget.onKeyPress { [weak self] in self?.keyPressed($0) ?? false }
            for signal in ["map", "unmap"] { unsafe connect(widget, signal, reportChange) }
            unsafe connect(widget, "state-flags-changed") { [weak self] in self?.stateFlagsDidChange() }
            keepsEarlierFocus = hasFocusWithin
            if isFirstResponder { fieldDidBeginEditing() }
        }

        static func of(_ widget: WidgetPointer) -> WidgetField? {
            var field: WidgetField?
            unsafe FormFieldAdapter.with(g_object_get_data(widget.as(), name)) { field = $0 as? WidgetField }
            return field
        }

        final var reportChange: () -> Void { { [weak self] in self?.fieldDidChange() } }

        private func focusDidChange() {
            if isFirstResponder {
                fieldDidBeginEditing()
            } else {
                fieldDidEndEditing()
                removeSelection()
            }
        }

        private var hasFocusWithin: Bool {
            let flags = unsafe widget.map { unsafe gtk_widget_get_state_flags($0).rawValue } ?? 0
            return flags & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
        }

        /// If the widget had the focus before GTK's focus controller was added, the controller does not report the loss
        /// of this focus.
        ///
        /// The controller also does not report the loss if the widget becomes insensitive.
        private func stateFlagsDidChange() {
            if keepsEarlierFocus, !hasFocusWithin {
                keepsEarlierFocus = false
                focusDidChange()
            }
            guard wasEnabled != isEnabled else { return }
            wasEnabled.toggle()
            if wasEnabled { fieldDidChange() } else { focusDidChange() }
        }

        /// GTK shows the selection even in a widget that has lost the focus.
        func removeSelection() {}

        private func keyPressed(_ key: CInt) -> Bool {
            // While an input method composes text, the input method itself uses Tab, Shift-Tab and Escape.
            if (self as? any SelectableField)?.hasMarkedText == true { return false }
            return switch key {
            case GDK_KEY_Tab: moveFocus(.next)
            case GDK_KEY_ISO_Left_Tab: moveFocus(.previous)
            case GDK_KEY_Escape: fieldEscapeKeyTapped()
            default: false
            }
        }

        override open var isFirstResponder: Bool {
            guard isEnabled, let focus = unsafe focus else { return false }
            return unsafe keepsEarlierFocus || gtk_event_controller_focus_contains_focus(focus) != 0
        }

        override open func becomeFirstResponder() -> Bool {
            guard let widget = unsafe widget, isEnabled, !isHidden else { return false }
            return unsafe gtk_widget_grab_focus(widget) != 0 && isFirstResponder
        }

        override open func resignFirstResponder() -> Bool {
            if isFirstResponder, let root = unsafe gtk_widget_get_root(widget) { unsafe gtk_root_set_focus(root, nil) }
            return !isFirstResponder
        }

        /// Whether the widget is hidden.
        ///
        /// In a shown window, `isHidden` is `true` if the widget is not mapped, for example on a hidden page of a
        /// `GtkStack`.
        ///
        /// Before a window is shown, no widget of the window is mapped. In a window that is not shown, `isHidden` is
        /// `true` if `gtk_widget_is_visible` returns `FALSE`.
        override open var isHidden: Bool {
            guard let widget = unsafe widget else { return true }
            if let root = unsafe gtk_widget_get_root(widget), unsafe WidgetPointer(root).isMapped {
                return unsafe !widget.isMapped
            }
            return unsafe gtk_widget_is_visible(widget) == 0
        }

        override open var isEnabled: Bool { unsafe widget.map { unsafe gtk_widget_is_sensitive($0) != 0 } ?? false }

        override open func traitDidChange(_ trait: FieldState.Trait) {
            guard let widget = unsafe widget else { return }
            switch trait {
            case .accessibilityLabel:
                unsafe keyboard_gtk_set_accessible_label(widget, formState.accessibilityLabel ?? "")
            // The signal `notify` makes the keyboard that the manager draws read the traits again.
            case .keyboardType, .returnKeyType: unsafe keyboard_gtk_notify(widget.innermostText, "input-purpose")
            case .wantsKeyboard:
                unsafe widget.innermostText.set(GTK_INPUT_HINT_INHIBIT_OSK, !formState.wantsKeyboard)
            case .autocapitalizationType:
                let (text, type) = unsafe (widget.innermostText, formState.autocapitalizationType)
                unsafe text.set(GTK_INPUT_HINT_UPPERCASE_WORDS, type == .words)
                unsafe text.set(GTK_INPUT_HINT_UPPERCASE_SENTENCES, type == .sentences)
            default: break
            }
        }

        private var frame: CGRect {
            guard let widget = unsafe widget, let content = unsafe ScrolledContent(around: widget) else { return .zero }
            return unsafe content.frame(of: widget)
        }
    }
#endif
