#if GTK4
    import CKeyboardGTK
    import Foundation
    import InAppKeyboard
    import KeyboardForms
    import KeyboardGTK
    import KeyboardObservation

    /// A widget that needs a number receives ASCII digits, also in a language that has digits of its own.
    func checkDrawnDigits(_ desktop: Desktop) {
        desktop.draw { keyboard in
            let (entry, spin) = unsafe (gtk_entry_new()!, gtk_spin_button_new_with_range(0, 100, 1)!)
            let formEntry = unsafe gtk_entry_new()!
            let field = unsafe EntryField(UnsafeMutableRawPointer(formEntry))
            field.formState.keyboardType = .numberPad
            let window = unsafe desktop.open(column([entry, spin, formEntry]))
            keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "ar" }
            for purpose in [GTK_INPUT_PURPOSE_PIN, GTK_INPUT_PURPOSE_DIGITS, GTK_INPUT_PURPOSE_NUMBER] {
                unsafe gtk_window_set_focus(window.as(), nil)
                unsafe gtk_entry_set_input_purpose(entry.as(), purpose)
                unsafe gtk_editable_set_text(OpaquePointer(entry), "")
                unsafe desktop.tap(entry)
                desktop.wait { desktop.phase == .shown }
                keyboard.type("1")
                Check.that(keyboard.keys.first?.label == "1", "the purpose \(purpose.rawValue) shows ASCII digits")
                unsafe Check.that(
                    String(cString: gtk_editable_get_text(OpaquePointer(entry))) == "1",
                    "the purpose \(purpose.rawValue) types ASCII digits"
                )
            }
            unsafe desktop.tap(spin)
            for key in ["4", "2"] { keyboard.type(key) }
            unsafe gtk_spin_button_update(OpaquePointer(spin))
            unsafe Check.that(
                gtk_spin_button_get_value_as_int(OpaquePointer(spin)) == 42,
                "a spin button reads the typed digits"
            )
            keyboard.tap(.page(.letters))
            keyboard.tap(.page(.symbols))
            Check.that(keyboard.keys.first?.label == "1", "the digits are the same after the letters")
            unsafe desktop.tap(formEntry)
            Check.that(keyboard.keys.first?.label == "١", "the number pad of a field has the digits of the language")
            unsafe desktop.closed(window)
        }
    }
#endif
