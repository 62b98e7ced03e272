#if GTK4
    import CKeyboardGTK
    import Foundation
    import KeyboardForms
    import KeyboardObservation

    /// Observes a text widget that has the focus or had it before.
    @safe
    final class FocusedText: Attachment {
        private static let name = "keyboard-gtk-text"

        /// The innermost text widget; `nil` after GTK has freed the text widget.
        private(set) var widget: WidgetPointer?
        private(set) weak var manager: KeyboardManager?

        /// The app keyboard that `KeyboardManager.start(_:)` creates observes only this notification center.
        ///
        /// The fields of forms post to other centers, so only the manager determines when the app keyboard appears.
        static let center = NotificationCenter()

        let formState = FieldState(center: FocusedText.center)
        /// Whether the app keyboard types into the text widget.
        var isFirstResponder = false
        private var hasSimpleInputMethod = false
        private(set) var hasMarkedText = false

        /// Returns the `FocusedText` of an innermost text widget.
        ///
        /// The first call for a text widget creates the `FocusedText` of this widget.
        static func of(_ text: WidgetPointer, _ manager: KeyboardManager) -> FocusedText {
            let focused = unsafe attachment(of: text, name) { unsafe FocusedText(text) }
            focused.manager = manager
            return focused
        }

        private init(_ text: WidgetPointer) {
            unsafe widget = unsafe text
            // If a focused text widget becomes insensitive or read-only, GTK does not report the end of the focus.
            for signal in ["state-flags-changed", "notify::editable"] {
                unsafe connect(text, signal) { [weak self] in self?.manager?.refresh() }
            }
            for signal in ["notify::input-purpose", "notify::input-hints", "notify::visibility"] {
                unsafe connect(text, signal) { [weak self] in
                    if let self { manager?.traitsDidChange(of: self) }
                }
            }
            unsafe connect(text, "preedit-changed") { [weak self] preedit, _, _ in
                self?.hasMarkedText = unsafe preedit?.load(as: CChar.self) != 0
                return false
            }
            let reportText = { [weak self] in if let self { manager?.textDidChange(self) } }
            if unsafe text.isTextView {
                unsafe text.onBufferChange("notify::cursor-position", reportText)
                unsafe text.onBufferChange("changed") { [weak self] in
                    // GTK can draw before `resizeWhenIdle()` runs. Without this call, the text view would compute its
                    // new height while GTK draws it.
                    unsafe gtk_widget_queue_resize(text)
                    self?.resizeWhenIdle()
                    reportText()
                }
            } else {
                for signal in ["changed", "notify::cursor-position"] { unsafe connect(text, signal, reportText) }
                // The app and the field handle the return key before the manager does.
                unsafe connect(text, "activate", isLast: true) { [weak self] in
                    guard let self, (field as? EntryField)?.hasHandledReturnKey != true else { return }
                    manager?.returnKeyTapped(in: self)
                }
                returnKeyHandler = self
            }
        }

        func detach() { unsafe widget = nil }

        /// Lays out the text view after GTK has measured its changed lines.
        ///
        /// If a text view measures its lines during its layout, GTK loses the new height.
        private func resizeWhenIdle() {
            whenIdle(G_PRIORITY_DEFAULT_IDLE) { [self] in
                if let widget = unsafe widget { unsafe gtk_widget_queue_resize(widget) }
            }
        }

        /// With GTK's simple input method, GTK does not report the place of the caret.
        ///
        /// A report would make KWin 6.7 show a dismissed keyboard again. When the keyboard disappears, the place can
        /// change, because the content can scroll back and the window can grow. With the usual input method, GTK 4.24
        /// would then report the new place.
        func setUsesInputMethod(_ usesInputMethod: Bool) {
            guard usesInputMethod == hasSimpleInputMethod, let widget = unsafe widget else { return }
            // If the app has set an input method for the widget, this input method stays.
            guard unsafe keyboard_gtk_set_simple_im(widget, usesInputMethod ? 0 : 1) != 0 else { return }
            hasSimpleInputMethod.toggle()
            // GTK creates the new input method in the next layout.
            unsafe gtk_widget_queue_allocate(widget)
        }

        func contains(_ other: WidgetPointer) -> Bool {
            guard let visible = unsafe widget?.visibleText else { return false }
            return unsafe other == visible || gtk_widget_is_ancestor(other, visible) != 0
        }

        var field: WidgetField? {
            guard let widget = unsafe widget else { return nil }
            return unsafe WidgetField.of(widget.visibleText) ?? WidgetField.of(widget)
        }

        func content(in content: ScrolledContent) -> FocusedContent? {
            guard let widget = unsafe widget, unsafe gtk_widget_is_ancestor(widget, content.scrolled) != 0 else {
                return nil
            }
            var field = unsafe content.frame(of: widget.visibleText)
            var caret: CGRect?
            if unsafe widget.isTextView {
                caret = unsafe widget.caretBounds.offsetBy(dx: field.minX, dy: field.minY)
                let own = unsafe widget.ancestors.first { unsafe $0.isA(gtk_scrolled_window_get_type()) }
                if let own = unsafe own, unsafe own != content.scrolled {
                    // A person sees only the part of the text view that its own scrolled window shows.
                    field = unsafe content.frame(of: own)
                } else if unsafe own == content.scrolled, unsafe content.viewport == nil,
                    let adjustment = unsafe content.adjustment
                {
                    // The `ScrolledPane` can add a space of at most one page below the last line.
                    let height = unsafe gtk_adjustment_get_upper(adjustment) + gtk_adjustment_get_page_size(adjustment)
                    field = CGRect(x: 0, y: 0, width: field.width, height: height)
                }
            }
            // In a field of one line, the caret moves only to the left and to the right.
            if caret == nil { caret = field.offsetBy(dx: unsafe widget.caretPosition, dy: 0) }
            return FocusedContent(self, field: field, caret: caret, group: group(in: content))
        }

        private func group(in content: ScrolledContent) -> CGRect? {
            guard let widget = unsafe widget, let group = unsafe field?.group.map({ unsafe WidgetPointer(widget: $0) }),
                unsafe widget.ancestors.contains(group)
            else { return nil }
            return unsafe content.frame(of: group)
        }
    }
#endif
