import CGTKChecks
import Foundation
import KeyboardForms
import KeyboardGTK
import KeyboardObservation

func checkHiddenPages(_ desktop: Desktop) {
    let fields = unsafe entries(3)
    let stack = unsafe gtk_stack_new()!
    unsafe gtk_stack_add_named(OpaquePointer(stack), column([fields[0], fields[1]]), "one")
    unsafe gtk_stack_add_named(OpaquePointer(stack), column([fields[2]]), "two")
    let order = unsafe FocusOrder(EntryField(fields[1]), EntryField(fields[2]), EntryField(fields[0]))
    Check.that(order.fields.count == 3, "fields that are in no window belong to an order")
    _ = unsafe desktop.open(stack)
    unsafe desktop.tap(fields[1])
    desktop.wait { order.focusedField === order.fields[0] }
    order.moveFocus(.next)
    Check.that(order.focusedField === order.fields[2], "next skips the field on a page that is not shown")
    unsafe gtk_stack_set_visible_child_name(OpaquePointer(stack), "two")
    unsafe desktop.tap(fields[2])
    Check.that(
        desktop.wait { order.focusedField === order.fields[1] },
        "the field takes the focus when its page is shown"
    )
}

/// A field must not take the floating reference of a new widget, because SwiftCrossUI relies on this reference.
func checkFloatingWidgets(_ desktop: Desktop) {
    let entry = unsafe gtk_entry_new()!
    let field = unsafe EntryField(UnsafeMutableRawPointer(entry))
    unsafe Check.that(
        g_object_is_floating(entry) != 0,
        "a field does not take the floating reference of its widget"
    )
    unsafe g_object_ref_sink(entry)
    unsafe g_object_unref(entry)
    Check.that(field.isWidgetDestroyed, "a widget without an owner is freed, and its field belongs to no form")
}

/// An app can create the fields after the window is shown and its first widget has the focus.
func checkLateFields(_ desktop: Desktop) {
    let (first, view) = unsafe (entries(2), gtk_text_view_new()!)
    let window = unsafe desktop.open(column(first + [view]))
    unsafe Check.that(
        gtk_widget_get_focus_child(first[0]) != nil,
        "a new window gives the focus to its first entry"
    )
    let order = unsafe FocusOrder(EntryField(first[0]), EntryField(first[1]))
    Check.that(order.focusedField === order.fields[0], "an order finds the focus of a widget that had no field")
    unsafe gtk_window_set_focus(window.as(), nil)
    Check.that(order.focusedField == nil, "the order notices the end of this focus")
    unsafe gtk_widget_grab_focus(first[0])
    Check.that(order.moveFocus(.next) && order.focusedField === order.fields[1], "the order moves the next focus")
    unsafe gtk_widget_grab_focus(view)
    let second = unsafe FocusOrder(TextViewField(view))
    Check.that(second.focusedField != nil, "an order finds the focus of a text view that had no field")
    unsafe gtk_widget_set_sensitive(view, 0)
    Check.that(second.focusedField == nil, "an insensitive text view has no focus")

    let (new, others) = unsafe (gtk_window_new()!, entries(2))
    unsafe gtk_window_set_child(new.as(), column(others))
    unsafe gtk_window_present(new.as())
    let third = unsafe FocusOrder(EntryField(others[0]), EntryField(others[1]))
    Check.that(third.focusedField === third.fields[0], "an order finds the focus before the window is active")
    let isActive = desktop.wait { unsafe gtk_window_is_active(new.as()) != 0 }
    Check.that(isActive && third.focusedField === third.fields[0], "the focus stays when the window becomes active")
    unsafe gtk_widget_grab_focus(others[1])
    Check.that(third.focusedField === third.fields[1], "the order notices a move of this focus")
    unsafe gtk_window_destroy(new.as())
}

func checkTraits(_ desktop: Desktop) {
    let entry = unsafe gtk_entry_new()!
    let field = unsafe EntryField(UnsafeMutableRawPointer(entry))
    _ = unsafe desktop.open(entry)
    field.formState.placeholder = "Ada"
    field.formState.isSecureTextEntry = true
    field.formState.accessibilityLabel = "Name"
    let placeholder = unsafe gtk_entry_get_placeholder_text(entry.as()).map { unsafe String(cString: $0) }
    Check.that(placeholder == "Ada", "an entry shows the placeholder of its field")
    let purposes: [(KeyboardType, GtkInputPurpose)] = [
        (.numberPad, GTK_INPUT_PURPOSE_DIGITS), (.decimalPad, GTK_INPUT_PURPOSE_NUMBER),
        (.phonePad, GTK_INPUT_PURPOSE_PHONE), (.namePhonePad, GTK_INPUT_PURPOSE_NAME),
        (.emailAddress, GTK_INPUT_PURPOSE_EMAIL), (.url, GTK_INPUT_PURPOSE_URL),
        (.default, GTK_INPUT_PURPOSE_FREE_FORM),
    ]
    for (type, purpose) in purposes {
        field.formState.keyboardType = type
        unsafe Check.that(gtk_entry_get_input_purpose(entry.as()) == purpose, "an entry has the purpose of \(type)")
    }
    unsafe Check.that(gtk_entry_get_visibility(entry.as()) == 0, "an entry hides the characters of a secure field")
    unsafe Check.that(
        has_accessible_label(entry, "Name") != 0 && has_accessible_label(entry, "N") == 0,
        "screen readers read the label of a field"
    )
    func insert(_ text: String, at position: CInt) -> String {
        var position = position
        unsafe gtk_editable_insert_text(
            gtk_editable_get_delegate(OpaquePointer(entry)),
            text,
            CInt(text.utf8.count),
            &position
        )
        return field.text
    }
    field.formState.maximumLength = 3
    Check.that(insert("aé", at: 0) == "aé" && insert("🇪🇺", at: 1) == "a🇪🇺é", "a field counts characters")
    Check.that(insert("x", at: 0) == "a🇪🇺é", "an entry refuses a text that is longer than permitted")
    field.formState.maximumLength = 6
    Check.that(insert("1\n2345", at: 1) == "a1 2🇪🇺é", "an entry cuts a text that is longer than permitted")
    field.text = "a🇪🇺é"
    field.formState.maximumLength = nil
    field.formState.autocapitalizationType = .sentences
    unsafe gtk_entry_set_input_hints(
        entry.as(),
        GtkInputHints(rawValue: gtk_entry_get_input_hints(entry.as()).rawValue | GTK_INPUT_HINT_LOWERCASE.rawValue)
    )
    field.formState.wantsKeyboard = false
    let hints = [GTK_INPUT_HINT_UPPERCASE_SENTENCES, GTK_INPUT_HINT_LOWERCASE, GTK_INPUT_HINT_INHIBIT_OSK]
    unsafe Check.that(
        gtk_entry_get_input_hints(entry.as()).rawValue == hints.reduce(0) { $0 | $1.rawValue },
        "an entry has the input hints of its field and those of the app"
    )
    (field.formState.autocapitalizationType, field.formState.wantsKeyboard) = (.none, true)
    unsafe Check.that(
        gtk_entry_get_input_hints(entry.as()) == GTK_INPUT_HINT_LOWERCASE,
        "an entry keeps the input hints of the app"
    )
    field.formState.inputFilter = { !$0.contains("x") }
    Check.that(insert("x", at: 0) == "a🇪🇺é" && insert("y", at: 3) == "a🇪🇺yé", "an entry refuses a filtered text")
    field.text = "xyz"
    Check.that(field.text == "xyz", "the app can set any text")
    Check.that(
        insert("x", at: 0) == "xyz" && insert("y", at: 0) == "xyz",
        "a refused text stays refused afterwards"
    )
}

func checkReturnKey(_ desktop: Desktop) {
    let fields = unsafe entries(3)
    let window = unsafe desktop.open(scrolled(column(fields)))
    func pressReturn() {
        guard let focus = unsafe gtk_window_get_focus(window.as()) else { return }
        unsafe emit("activate", from: focus, gtk_text_get_type())
    }
    unsafe desktop.show(fields[0])
    pressReturn()
    unsafe Check.that(gtk_widget_get_focus_child(fields[0]) != nil, "the return key does nothing by default")
    desktop.manager.options.returnKeyMovesFocus = true
    pressReturn()
    pressReturn()
    unsafe Check.that(gtk_widget_get_focus_child(fields[2]) != nil, "the return key goes on to the last field")
    pressReturn()
    Check.that(desktop.wait { desktop.isHidden }, "the return key ends the editing in the last field")

    guard let row = unsafe adwaitaEntryRow() else { return }
    let other = unsafe gtk_entry_new()!
    let order = unsafe FocusOrder(EntryField(row), EntryField(other))
    let second = unsafe desktop.open(column([row, other]))
    unsafe desktop.tap(row)
    desktop.wait { order.focusedField === order.fields[0] }
    if let focus = unsafe gtk_window_get_focus(second.as()) {
        unsafe emit("activate", from: focus, gtk_text_get_type())
    }
    Check.that(order.focusedField === order.fields[1], "the return key goes on from an AdwEntryRow")
}

/// Returns an entry row of libadwaita, or `nil` if the library is not installed.
///
/// A missing library counts as a failed check.
func adwaitaEntryRow() -> WidgetPointer? {
    guard let library = unsafe dlopen("libadwaita-1.so.0", RTLD_NOW | RTLD_GLOBAL),
        let initSymbol = unsafe dlsym(library, "adw_init"),
        let newSymbol = unsafe dlsym(library, "adw_entry_row_new")
    else {
        Check.that(false, "libadwaita-1.so.0 can be loaded")
        return nil
    }
    // Safe: these are the types that libadwaita declares.
    unsafe unsafeBitCast(initSymbol, to: (@convention(c) () -> Void).self)()
    return unsafe unsafeBitCast(newSymbol, to: (@convention(c) () -> WidgetPointer?).self)()
}
