import CGTKChecks
import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardGTK
import KeyboardObservation

/// A widget that needs a number receives ASCII digits, even in a language that has other digits.
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
            unsafe desktop.show(entry)
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
        field.formState.keyboardType = .numberPad
        unsafe desktop.tap(formEntry)
        Check.that(keyboard.keys.first?.label == "١", "the number pad of a field has the digits of the language")
        unsafe desktop.closed(window)
    }
}

/// The keys follow the properties of the focused widget and the traits of its field.
func checkDrawnTraits(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let (entry, view, formEntry) = unsafe (gtk_entry_new()!, gtk_text_view_new()!, gtk_entry_new()!)
        let field = unsafe EntryField(UnsafeMutableRawPointer(formEntry))
        let window = unsafe desktop.open(column([entry, view, formEntry]))
        keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "en" }
        unsafe desktop.show(entry)
        let purposes = [
            (GTK_INPUT_PURPOSE_PIN, "1"), (GTK_INPUT_PURPOSE_FREE_FORM, "q"), (GTK_INPUT_PURPOSE_NUMBER, "1"),
        ]
        for (purpose, first) in purposes {
            unsafe gtk_entry_set_input_purpose(entry.as(), purpose)
            Check.that(keyboard.keys.first?.label == first, "an entry changes its purpose to \(purpose.rawValue)")
        }
        keyboard.layouts = ["ru", "en"].flatMap { name in AppKeyboard.Layout.builtIn.filter { $0.language == name } }
        let keys = [
            (GTK_INPUT_PURPOSE_EMAIL, "@"), (GTK_INPUT_PURPOSE_URL, "/"), (GTK_INPUT_PURPOSE_PHONE, "*"),
            (GTK_INPUT_PURPOSE_PASSWORD, "q"), (GTK_INPUT_PURPOSE_FREE_FORM, "й"),
        ]
        for (purpose, label) in keys {
            unsafe gtk_entry_set_input_purpose(entry.as(), purpose)
            Check.that(keyboard.keys.contains { $0.label == label }, "the purpose \(purpose.rawValue) has \(label)")
        }
        keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "en" }
        unsafe gtk_entry_set_input_hints(entry.as(), GTK_INPUT_HINT_UPPERCASE_SENTENCES)
        for key in ["A", " ", " "] { keyboard.type(key) }
        unsafe Check.that(
            String(cString: gtk_editable_get_text(OpaquePointer(entry))) == "A. " && keyboard.keys.first?.label == "Q",
            "with the hint for sentences, a double space ends the sentence, and the next one begins with a capital"
        )
        unsafe gtk_entry_set_input_hints(entry.as(), GTK_INPUT_HINT_UPPERCASE_WORDS)
        unsafe gtk_editable_set_text(OpaquePointer(entry), "")
        Check.that(keyboard.keys.first?.label == "Q", "with the hint for words, a word begins with a capital")
        unsafe gtk_entry_set_input_hints(entry.as(), GTK_INPUT_HINT_INHIBIT_OSK)
        Check.that(desktop.wait { desktop.phase == .hidden }, "with the hint against keyboards, there is none")
        unsafe gtk_entry_set_input_hints(entry.as(), GTK_INPUT_HINT_NONE)
        unsafe desktop.show(view)
        for (purpose, first) in purposes {
            unsafe gtk_text_view_set_input_purpose(view.as(), purpose)
            Check.that(
                keyboard.keys.first?.label == first,
                "a text view changes its purpose to \(purpose.rawValue)"
            )
        }

        unsafe gtk_entry_set_input_purpose(entry.as(), GTK_INPUT_PURPOSE_FREE_FORM)
        unsafe desktop.tap(entry)
        keyboard.touchBegan(at: keyboard.place(of: .character("a")))
        Check.that(keyboard.previewedKey != nil, "a pressed key is enlarged")
        unsafe gtk_entry_set_visibility(entry.as(), 0)
        Check.that(keyboard.previewedKey == nil, "no key is enlarged after the text was hidden")
        keyboard.touchCancelled()
        unsafe gtk_entry_set_max_length(entry.as(), 1)
        for _ in 0..<2 { keyboard.type("a") }
        unsafe Check.that(
            String(cString: gtk_editable_get_text(OpaquePointer(entry))) == "a",
            "a new maximum length applies"
        )

        unsafe desktop.tap(formEntry)
        field.formState.keyboardType = .asciiCapableNumberPad
        Check.that(keyboard.keys.first?.label == "1", "a new keyboard type of a field changes the keys")
        field.formState.keyboardType = .default
        field.formState.returnKeyType = .search
        let returnKey = AppKeyboard.Key.Kind.returnKey(.search)
        Check.that(keyboard.keys.contains { $0.kind == returnKey }, "a new return key of a field is shown")
        unsafe desktop.tap(entry)
        field.formState.keyboardType = .numberPad
        Check.that(keyboard.keys.first?.label == "q", "a widget without the focus does not change the keys")

        field.formState.keyboardType = .default
        unsafe desktop.tap(formEntry)
        field.text = ""
        field.formState.autocapitalizationType = .words
        Check.that(keyboard.keys.first?.label == "Q", "the shift key is on before the first letter of a word")
        keyboard.type("A")
        Check.that(keyboard.keys.first?.label == "q", "the shift key is off inside a word")
        field.text = "A "
        Check.that(keyboard.keys.first?.label == "Q", "the shift key follows a text that the app sets")
        let place = { (offset: CInt) in unsafe gtk_editable_set_position(OpaquePointer(formEntry), offset) }
        place(1)
        Check.that(keyboard.keys.first?.label == "q", "the shift key is off where the caret is moved into a word")
        place(2)
        Check.that(keyboard.keys.first?.label == "Q", "the shift key is on where the caret is moved behind a space")
        field.formState.autocapitalizationType = .none
        Check.that(keyboard.keys.first?.label == "q", "the shift key is off when the field capitalizes no letter")
        field.formState.wantsKeyboard = false
        Check.that(desktop.wait { desktop.phase == .hidden }, "a field that wants no keyboard has none")
        unsafe desktop.tap(entry)
        Check.that(desktop.wait { desktop.phase == .shown }, "the next field has a keyboard")
        unsafe desktop.tap(formEntry)
        Check.that(desktop.wait { desktop.phase == .hidden }, "a focus that moves to it hides the keyboard")
        unsafe desktop.closed(window)
    }
}

/// The keys follow the traits of a field that the app creates while its widget has the focus.
func checkDrawnLateField(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let entries = unsafe entries(2)
        let window = unsafe desktop.open(column(entries))
        keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "en" }
        unsafe desktop.show(entries[0])
        let order = unsafe FocusOrder(EntryField(entries[0]), EntryField(entries[1]))
        let next = AppKeyboard.Key.Kind.returnKey(.next)
        Check.that(
            keyboard.keys.contains { $0.kind == next },
            "the return key of a late field moves to the next field"
        )
        order.fields[0].formState.keyboardType = .numberPad
        Check.that(keyboard.keys.first?.label == "1", "the keyboard type of a late field changes the keys")
        unsafe desktop.closed(window)
    }
}

/// The app asks for the keyboard outside a tap or a key.
func checkDrawnRequest(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let fields = unsafe entries(2)
        let window = unsafe desktop.open(column(fields))
        keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "en" }
        unsafe request(desktop, "a", for: fields[0], "before any tap")
        keyboard.tap(.hide)
        unsafe gtk_widget_grab_focus(fields[1])
        desktop.wait { desktop.phase == .hidden }
        desktop.settle()
        Check.that(desktop.phase == .hidden, "the keyboard stays hidden for a focus that the app moves")
        unsafe request(desktop, "b", for: fields[1], "after the hide key")
        keyboard.tap(.hide)
        unsafe gtk_widget_grab_focus(fields[0])
        unsafe gtk_editable_set_text(OpaquePointer(fields[0]), "")
        unsafe request(desktop, "c", for: fields[0], "while the keyboard disappears")
        unsafe desktop.closed(window)
    }
}

private func request(_ desktop: Desktop, _ letter: String, for field: WidgetPointer, _ name: String) {
    try? desktop.manager.keyboard.requestShow()
    let isDrawn = desktop.wait { unsafe desktop.phase == .shown && keys(of: desktop.windows[0]) != nil }
    Check.that(isDrawn, "the keyboard that the app requests is drawn \(name)")
    desktop.manager.appKeyboard?.type(letter)
    unsafe Check.that(
        String(cString: gtk_editable_get_text(OpaquePointer(field))) == letter,
        "the keyboard that the app requests types into the focused text \(name)"
    )
}

/// A manager stops while its drawn keyboard is shown, and another manager starts in the same turn of the loop.
func checkDrawnRestart(_ desktop: Desktop) {
    desktop.draw { _ in
        let entry = unsafe gtk_entry_new()!
        let window = unsafe desktop.open(column([entry]))
        unsafe desktop.tap(entry)
        desktop.wait { desktop.phase == .shown && KeyboardObserverPool.current.keyboard.transition == nil }
        var kinds: [KeyboardEvent.Kind] = []
        let token = KeyboardObserverPool.current.observe([.willShow, .willHide]) { kinds.append($0.kind) }
        desktop.restartDrawingManager()
        unsafe desktop.tap(entry)
        desktop.wait { desktop.phase == .shown && KeyboardObserverPool.current.keyboard.transition == nil }
        desktop.settle()
        Check.that(kinds == [.willHide, .willShow], "one keyboard disappears, and one appears: \(kinds)")
        let count = unsafe keyboardCount(in: window)
        Check.that(count == 1, "\(count) keyboards are in the window")
        desktop.manager.appKeyboard?.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "en" }
        desktop.manager.appKeyboard?.type("a")
        unsafe Check.that(
            String(cString: gtk_editable_get_text(OpaquePointer(entry))) == "a",
            "the keyboard of the other manager types"
        )
        withExtendedLifetime(token) {}
        unsafe desktop.closed(window)
        desktop.wait { desktop.phase == .hidden }
    }
}

/// The keyboard appears without a slide while the desktop asks for reduced motion.
func checkDrawnMotion(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let entry = unsafe gtk_entry_new()!
        let window = unsafe desktop.open(column([entry]))
        let settings = unsafe gpointer(gtk_settings_get_default()!)
        var durations: [Double?] = []
        var didShowCount = 0
        let token = KeyboardObserverPool.current.observe([.willShow, .didShow]) { event in
            if event.kind == .didShow { didShowCount += 1 } else { durations.append(event.info.animationDuration) }
        }
        for isAnimated in [false, true, false] {
            unsafe set_boolean(settings, "gtk-enable-animations", isAnimated ? 1 : 0)
            (durations, didShowCount) = ([], 0)
            unsafe desktop.tap(entry)
            Check.that(keyboard.isSliding == isAnimated, "the keyboard slides: \(keyboard.isSliding)")
            desktop.wait { desktop.phase == .shown && didShowCount > 0 }
            desktop.settle()
            Check.that(
                durations == [isAnimated ? 0.25 : 0] && didShowCount == 1,
                "the keyboard appears in \(durations) seconds, with \(didShowCount) reports of its end"
            )
            unsafe gtk_window_set_focus(window.as(), nil)
            desktop.wait { desktop.phase == .hidden }
        }
        unsafe set_boolean(settings, "gtk-enable-animations", 1)
        withExtendedLifetime(token) {}
        unsafe desktop.closed(window)
    }
}

/// The sizes of the keys follow the scale of the monitor and its size in millimeters.
func checkDrawnDensity(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let entry = unsafe gtk_entry_new()!
        let window = unsafe desktop.open(column([entry]))
        unsafe desktop.show(entry)
        let density = keyboard.pointsPerMillimeter ?? 0
        Check.that(density > 0, "the X server has \(density) points in a millimeter")
        let changes: [(String, () -> Void, CGFloat)] = [
            ("at scale 2", { set_scale(2) }, density / 2),
            ("at scale 1", { set_scale(1) }, density),
            (
                "of a small monitor",
                { setMonitor("--setmonitor", "small", "375/50x667/90+0+0", "screen", size: "50x90") }, 7.5
            ),
            ("of the former monitor", { setMonitor("--delmonitor", "small", size: "99x176") }, density),
        ]
        for (name, change, expected) in changes {
            change()
            let isReached = desktop.wait {
                abs((keyboard.pointsPerMillimeter ?? 0) - expected) < expected * 0.02
            }
            Check.that(
                isReached,
                "the density \(name) is \(keyboard.pointsPerMillimeter ?? 0), expected \(expected)"
            )
        }
        unsafe desktop.closed(window)
    }
}

/// Changes the monitors of the X server, and then the size of its screen in millimeters.
///
/// GTK notices the change of the size.
private func setMonitor(_ arguments: String..., size: String) {
    for arguments in [arguments, ["--fbmm", size]] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["xrandr"] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
        process.waitUntilExit()
    }
}
