import CGTKChecks
import CHeapCount
import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardGTK
import KeyboardObservation

/// The keyboard slides from the lower edge of the window, and the content makes room.
func checkDrawnKeyboard(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let fields = unsafe entries(9)
        let window = unsafe desktop.open(scrolled(column(fields)))
        desktop.settle()
        Check.that(
            unsafe keys(of: window) == nil,
            "the keyboard does not appear for a focus that no tap has caused"
        )
        unsafe desktop.tap(fields[8])
        let tops = unsafe slide(desktop, window)
        // A busy machine draws only some frames of the slide.
        let isSteady = tops == tops.sorted(by: >) && Set(tops).count > 2
        Check.that(
            isSteady && tops.last == keyboard.frame.minY.rounded(),
            "the keyboard slides up in \(tops)"
        )
        let isVisible = desktop.wait { unsafe fields[8].frameInWindow.maxY <= keyboard.frame.minY - 11 }
        Check.that(isVisible, unsafe "the last field is above the keyboard: \(fields[8].frameInWindow)")

        // A window manager grabs a click, and the X server then reports the release at the latest place of the
        // pointer. Therefore the pointer stays at a key until the key is typed.
        for (letter, typed) in [("h", "h"), ("i", "hi")] {
            unsafe click(window, keyboard, .character(letter))
            Check.that(
                desktop.wait { unsafe text(fields[8]) == typed },
                unsafe "the mouse types into the field: \(text(fields[8]))"
            )
        }
        unsafe Check.that(gtk_widget_get_focus_child(fields[8]) != nil, "the field keeps the focus")
        unsafe desktop.tap(fields[0])
        desktop.settle()
        keyboard.type("a")
        unsafe Check.that(text(fields[0]) == "a" && desktop.phase == .shown, "the keyboard stays for another field")

        unsafe gtk_window_fullscreen(window.as())
        desktop.settle()
        unsafe Check.that(gtk_window_is_fullscreen(window.as()) != 0, "the window can be full screen")
        unsafe desktop.tap(fields[0])
        desktop.settle()
        unsafe Check.that(gtk_window_is_fullscreen(window.as()) != 0, "the window stays full screen")
        desktop.manager.options.dismissesOnTapOutside = true
        unsafe click(window, keyboard, .character("b"))
        // The second tap has selected the text of the field, so the key replaces the text.
        Check.that(
            desktop.wait { unsafe text(fields[0]) == "b" },
            unsafe "a key is not outside of the texts: \(text(fields[0]))"
        )

        unsafe click(window, keyboard, .hide)
        Check.that(desktop.wait { unsafe keys(of: window) == nil }, "the hide key hides the keyboard")
        unsafe Check.that(gtk_window_get_focus(window.as()) == nil, "the hide key ends the editing")
        unsafe desktop.tap(fields[0])
        Check.that(desktop.wait { desktop.phase == .shown }, "a tap on the field shows the keyboard again")
        unsafe desktop.closed(window)
        Check.that(desktop.wait { desktop.phase == .hidden }, "the keyboard disappears with its window")
    }
}

/// Checks that a frame of the slide does not make an allocation for each key.
func checkDrawnSlide(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let window = unsafe desktop.open(column(entries(1)))
        let entry = unsafe gtk_widget_get_first_child(gtk_window_get_child(window.as()))!
        var middle: Picture?
        // The first slide of each layout creates the widgets. Therefore, the check compares the second slides.
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let counts = ["a", letters, "a", letters].map { row in
            let row = row.map { "\($0)" }.joined(separator: " ")
            keyboard.layouts = [AppKeyboard.Layout(language: "en", rows: Array(repeating: row, count: 3))]
            unsafe desktop.tap(entry)
            desktop.wait { unsafe keys(of: window).map { unsafe $0.height > 0 } ?? false }
            var (allocations, top, last): ([Int], CGFloat, Int) = ([], 0, allocation_count())
            desktop.wait {
                let next = unsafe keys(of: window)?.frameInWindow.minY ?? 0
                if next != top {
                    let count = allocation_count()
                    allocations.append(count - last)
                    (top, last) = (next, count)
                    // The first slide checks the picture of the keys.
                    if middle == nil, next < keyboard.frame.midY {
                        middle = unsafe Picture(of: window)
                        middle?.save("slide")
                        let frame = CGRect(x: 0, y: next, width: keyboard.frame.width, height: keyboard.rowHeight)
                        let values = middle?.brightnesses(in: frame) ?? []
                        let contrast = (values.max() ?? 0) - (values.min() ?? 0)
                        Check.that(contrast > 100, "the keys are drawn while they slide: contrast \(contrast)")
                    }
                }
                return KeyboardObserverPool.current.keyboard.transition == nil && desktop.phase == .shown
            }
            unsafe gtk_window_set_focus(window.as(), nil)
            desktop.wait { desktop.phase == .hidden }
            desktop.settle()
            return (keys: keyboard.keys.count, allocations: allocations.sorted()[allocations.count / 2])
        }
        let (few, many) = (counts[2], counts[3])
        Check.that(
            many.allocations - few.allocations < many.keys - few.keys,
            "a frame makes \(few.allocations) allocations for \(few.keys) keys, \(many.allocations) for \(many.keys)"
        )
    }
}

/// Each key of each layout types its characters into an entry and a text view.
func checkDrawnLayouts(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let entry = unsafe gtk_entry_new()!
        let view = unsafe gtk_text_view_new()!
        let window = unsafe desktop.open(column([entry, view]))
        unsafe [entry, view].forEach { widget in
            unsafe desktop.show(widget)
            // The tests of the keyboard type with each layout.
            for layout in AppKeyboard.Layout.builtIn where ["ar", "fr", "hi"].contains(layout.language) {
                keyboard.layouts = [layout]
                unsafe setText(widget, "")
                let expected = keyboard.typeAllKeys()
                let isRight = unsafe text(widget).unicodeScalars.elementsEqual(expected.unicodeScalars)
                let name = unsafe widget == view ? "a text view" : "an entry"
                Check.that(
                    isRight && expected.count > 60,
                    "\(layout.language) types \(expected.count) characters into \(name)"
                        + (isRight ? "" : unsafe ": \(text(widget)) and not \(expected)")
                )
            }
            keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "he" }
            unsafe setText(widget, "")
            for key in ["ש", "ל", "ו", "ם"] { keyboard.type(key) }
            unsafe Check.that(text(widget) == "שלום", "the keyboard types from right to left")
            keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "hi" }
            unsafe setText(widget, "")
            for key in ["क", "ि"] { keyboard.type(key) }
            unsafe Check.that(text(widget) == "कि", "a mark combines with the letter before it")
            keyboard.tap(.delete)
            unsafe Check.that(text(widget) == "क", "the delete key deletes the mark")
            unsafe setText(widget, "नक्त")
            unsafe setCaret(widget, 3)
            keyboard.type("र")
            unsafe Check.that(text(widget) == "नक्रत", "a letter is typed at a caret inside a conjunct")
            keyboard.tap(.delete)
            keyboard.tap(.delete)
            unsafe Check.that(text(widget) == "नकत", "the delete key deletes inside a conjunct")
        }
        keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "en" }
        let buffer = unsafe gtk_text_view_get_buffer(view.as())!
        unsafe setText(view, "one three")
        var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
        unsafe gtk_text_buffer_get_iter_at_offset(buffer, &start, 4)
        unsafe gtk_text_buffer_get_end_iter(buffer, &end)
        let tag = unsafe gtk_text_tag_new("three")
        unsafe gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag)
        unsafe gtk_text_buffer_apply_tag(buffer, tag, &start, &end)
        unsafe gtk_text_buffer_place_cursor(buffer, &start)
        for key in ["t", "w", "o", " "] { keyboard.type(key) }
        unsafe gtk_text_buffer_get_iter_at_offset(buffer, &start, 8)
        let keepsTag = unsafe gtk_text_iter_starts_tag(&start, tag) != 0
        unsafe Check.that(text(view) == "one two three" && keepsTag, "a text view keeps its caret and its tags")
        unsafe [entry, view].forEach { unsafe checkLongText(desktop, keyboard, $0) }
        let sentence = "A sentence of a long letter. "
        unsafe checkSpeed(desktop, keyboard, view, String(repeating: sentence, count: 40))
        unsafe checkSpeed(desktop, keyboard, view, String(repeating: sentence, count: 400))
        unsafe checkSpeed(desktop, keyboard, view, String(repeating: sentence + "\n", count: 4_000))
        unsafe checkSpeed(desktop, keyboard, entry, "")
        // The entry has a shorter text, because GTK itself computes the layout of the whole entry twice.
        unsafe checkSpeed(desktop, keyboard, entry, String(repeating: sentence, count: 10))
        unsafe desktop.closed(window)
    }
}

/// Types and deletes inside a long text of combining sequences.
///
/// The text is longer than the part that the keyboard reads.
private func checkLongText(_ desktop: Desktop, _ keyboard: AppKeyboard, _ widget: WidgetPointer) {
    let half = String(repeating: "e\u{301}", count: 60) + "👩‍👩‍👧"
    func expect(_ expected: String, _ sentence: String) {
        unsafe Check.that(text(widget).unicodeScalars.elementsEqual(expected.unicodeScalars), sentence)
    }
    unsafe setText(widget, half + half)
    unsafe desktop.tap(widget)
    unsafe setCaret(widget, half.unicodeScalars.count)
    for key in ["a", "b"] { keyboard.type(key) }
    expect(half + "ab" + half, "letters are typed in the middle of a long text")
    for _ in 0..<2 { keyboard.tap(.delete) }
    expect(half + half, "letters are deleted in the middle of a long text")
    keyboard.tap(.delete)
    expect(half.dropLast() + half, "an emoji of several characters is deleted as a whole")
    keyboard.type("a")
    expect(half.dropLast() + "a" + half, "the caret stays where the emoji was")
    unsafe selectAll(widget)
    for key in ["o", "k"] { keyboard.type(key) }
    expect("ok", "letters replace a long selected text")
}

/// Measures the time from a key press to the changed text, at the end and in the middle of a text.
private func checkSpeed(_ desktop: Desktop, _ keyboard: AppKeyboard, _ widget: WidgetPointer, _ old: String) {
    unsafe setText(widget, old)
    unsafe desktop.tap(widget)
    desktop.settle()
    for offset in [old.count, old.count / 2] {
        let before = Array(unsafe text(widget))
        let length = before.count
        let expected = String(before[..<offset]) + String(repeating: "e", count: 100) + String(before[offset...])
        unsafe setCaret(widget, offset)
        let times = (0..<100).map { _ in
            let begin = ContinuousClock.now
            keyboard.type("e")
            return ContinuousClock.now - begin
        }.sorted()
        unsafe Check.that(
            text(widget) == expected && times[50] < .milliseconds(1),
            "a key press at \(offset) of \(length) characters changes the text in \(times[50])"
        )
    }
}

func checkDrawnFingers(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let (entry, secret) = unsafe (gtk_entry_new()!, gtk_password_entry_new()!)
        let (spin, limited) = unsafe (gtk_spin_button_new_with_range(0, 100, 1)!, gtk_entry_new()!)
        let field = unsafe EntryField(UnsafeMutableRawPointer(limited))
        field.formState.maximumLength = 2
        let window = unsafe desktop.open(column([entry, secret, spin, limited]))
        unsafe desktop.show(entry)
        keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "de" }
        for (finger, key) in [(1, "a"), (2, "b")] {
            keyboard.touchBegan(finger, at: keyboard.place(of: .character(key)))
        }
        for (finger, key) in [(1, "a"), (2, "b")] {
            keyboard.touchEnded(finger, at: keyboard.place(of: .character(key)))
        }
        unsafe Check.that(text(entry) == "ab", "two fingers type in the order of their touches")

        let place = keyboard.place(of: .character("o"))
        keyboard.touchBegan(at: place)
        let isEnlarged = desktop.wait {
            unsafe popup(of: window)?.frameInWindow.minY == (keyboard.frame.minY - keyboard.rowHeight).rounded()
        }
        Check.that(isEnlarged && keyboard.alternatives.isEmpty, "the pressed key is enlarged")
        desktop.wait { !keyboard.alternatives.isEmpty }
        let target = keyboard.alternatives.last
        desktop.settle()
        let count = unsafe popup(of: window).map { unsafe visibleButtons(of: $0).count }
        Check.that(
            count == keyboard.alternatives.count,
            "\(count ?? 0) alternatives are above the long pressed key"
        )
        if let target { keyboard.touchEnded(at: CGPoint(x: target.frame.midX, y: target.frame.midY)) }
        unsafe Check.that(text(entry) == "ab\(target?.label ?? "")", "an alternative is typed: \(text(entry))")
        Check.that(desktop.wait { unsafe popup(of: window) == nil }, "the alternatives disappear")

        guard let button = unsafe keys(of: window).map({ unsafe visibleButtons(of: $0) })?.first else {
            return Check.that(false, "the keyboard has buttons")
        }
        unsafe Check.that(
            has_accessible_label(button, "q") != 0,
            "a screen reader reads the name of a key"
        )
        unsafe emit("clicked", from: button, gtk_button_get_type())
        unsafe Check.that(text(entry).hasSuffix("q"), "a screen reader presses a key")

        unsafe desktop.tap(secret)
        keyboard.touchBegan(at: keyboard.place(of: .character("p")))
        desktop.settle()
        unsafe Check.that(popup(of: window) == nil, "no key is enlarged in a secure field")
        keyboard.touchEnded(at: keyboard.place(of: .character("p")))
        unsafe Check.that(text(secret) == "p", "the keyboard types into a password entry")
        unsafe desktop.tap(spin)
        keyboard.tap(.delete)
        for key in ["4", "2"] { keyboard.type(key) }
        unsafe Check.that(text(spin).hasSuffix("42"), "a spin button shows digits: \(text(spin))")
        unsafe desktop.tap(limited)
        for _ in 0..<3 { keyboard.type("x") }
        unsafe Check.that(text(limited) == "xx", "a field refuses a text that is longer than permitted")
    }
}

func checkDrawnReturnKey(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let (plain, view) = unsafe (gtk_entry_new()!, gtk_text_view_new()!)
        let fields = unsafe entries(2)
        let order = unsafe FocusOrder(EntryField(fields[0]), EntryField(fields[1]))
        let window = unsafe desktop.open(column([plain, view] + fields))
        unsafe desktop.countActivations(of: plain)
        unsafe desktop.show(plain)
        keyboard.tap(.returnKey(.default))
        Check.that(desktop.activationCount == 1, "the return key activates an entry")
        unsafe desktop.tap(view)
        keyboard.type("a")
        keyboard.tap(.returnKey(.default))
        unsafe Check.that(text(view) == "a\n", "the return key inserts a line break into a text view")
        unsafe desktop.tap(fields[0])
        keyboard.tap(.returnKey(.next))
        Check.that(order.focusedField === order.fields[1], "the return key moves the focus in a form")
        keyboard.tap(.returnKey(.done))
        Check.that(desktop.wait { desktop.phase == .hidden }, "the return key of the last field hides the keyboard")
        unsafe desktop.show(plain)
        desktop.manager.options.returnKeyMovesFocus = true
        keyboard.tap(.returnKey(.next))
        unsafe Check.that(
            gtk_window_get_focus(window.as()) == view,
            "the return key moves the focus with the option"
        )
        let field = unsafe EntryField(UnsafeMutableRawPointer(plain))
        unsafe desktop.tap(plain)
        keyboard.tap(.returnKey(.next))
        unsafe Check.that(
            gtk_window_get_focus(window.as()) == view,
            "the return key moves the focus of a field without an order"
        )
        let single = FocusOrder(field)
        unsafe desktop.tap(plain)
        keyboard.tap(.returnKey(.done))
        Check.that(
            desktop.wait { desktop.phase == .hidden },
            "the return key ends the editing in the last field of an order"
        )
        withExtendedLifetime(single) {}
    }
}

/// Checks that the direction of a key does not depend on the direction of the app.
///
/// In a right-to-left app, GTK would otherwise mirror the parentheses of a left-to-right layout.
func checkDrawnDirection(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let direction = gtk_widget_get_default_direction()
        let entry = unsafe gtk_entry_new()!
        let window = unsafe desktop.open(column([entry]))
        unsafe desktop.show(entry)
        for (language, expected) in [("en", GTK_TEXT_DIR_LTR), ("ar", GTK_TEXT_DIR_RTL)] {
            keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == language }
            for app in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
                gtk_widget_set_default_direction(app)
                keyboard.tap(.page(.symbols))
                desktop.settle()
                let buttons = unsafe keys(of: window).map { unsafe visibleButtons(of: $0) } ?? []
                for (name, direction) in [("(", expected), ("#+=", GTK_TEXT_DIR_LTR)] {
                    let index = keyboard.keys.firstIndex { $0.label == name } ?? keyboard.keys.count
                    let label = unsafe buttons.dropFirst(index).first.flatMap {
                        unsafe gtk_button_get_child($0.as())
                    }
                    unsafe Check.that(
                        label.map { unsafe gtk_widget_get_direction($0) } == direction,
                        "the key \(name) of \(language) is the same in an app of the direction \(app.rawValue)"
                    )
                }
                keyboard.tap(.page(.letters))
                desktop.settle()
            }
        }
        gtk_widget_set_default_direction(direction)
        unsafe desktop.closed(window)
    }
}

// MARK: Help

/// Waits until the keyboard is shown, and returns the upper edges of the keys in each frame.
///
/// Also checks that no property of a key changes during the slide.
private func slide(_ desktop: Desktop, _ window: WidgetPointer) -> [CGFloat] {
    var tops: [CGFloat] = []
    desktop.wait { unsafe keys(of: window) != nil }
    guard let keys = unsafe keys(of: window) else { return [] }
    let changes = unsafe ChangeCount(of: visibleButtons(of: keys))
    let isShown = desktop.wait {
        let top = unsafe keys.frameInWindow.minY
        if unsafe keys.height > 0, tops.last != top { tops.append(top) }
        return desktop.phase == .shown && KeyboardObserverPool.current.keyboard.transition == nil
    }
    desktop.settle()
    unsafe tops.append(keys.frameInWindow.minY)
    Check.that(isShown && changes.count == 0, "\(changes.count) properties of keys change during the slide")
    return tops
}

func keys(of window: WidgetPointer) -> WidgetPointer? { unsafe visibleChild(of: window, "keyboard-keys") }

/// Returns the number of keyboards in a window, visible or not.
func keyboardCount(in window: WidgetPointer) -> Int {
    unsafe children(of: window).count { unsafe gtk_widget_has_css_class($0, "keyboard-keys") != 0 }
}

private func popup(of window: WidgetPointer) -> WidgetPointer? { unsafe visibleChild(of: window, "keyboard-popup") }

private func visibleChild(of window: WidgetPointer, _ style: String) -> WidgetPointer? {
    unsafe children(of: window).first {
        unsafe gtk_widget_has_css_class($0, style) != 0 && gtk_widget_get_visible($0) != 0
    }
}

func visibleButtons(of keys: WidgetPointer) -> [WidgetPointer] {
    unsafe children(of: keys).filter { unsafe gtk_widget_get_visible($0) != 0 }
}

private func children(of widget: WidgetPointer) -> [WidgetPointer] {
    var (children, next): ([WidgetPointer], _) = unsafe ([], gtk_widget_get_first_child(widget))
    while let child = unsafe next {
        unsafe children.append(child)
        unsafe next = gtk_widget_get_next_sibling(child)
    }
    return unsafe children
}

private func text(_ widget: WidgetPointer) -> String {
    guard unsafe is_text_view(widget) != 0 else {
        return unsafe String(cString: gtk_editable_get_text(OpaquePointer(widget)))
    }
    let buffer = unsafe gtk_text_view_get_buffer(widget.as())
    var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
    unsafe gtk_text_buffer_get_bounds(buffer, &start, &end)
    return unsafe String(cString: gtk_text_buffer_get_text(buffer, &start, &end, 1))
}

private func setText(_ widget: WidgetPointer, _ text: String) {
    if unsafe is_text_view(widget) != 0 {
        unsafe gtk_text_buffer_set_text(gtk_text_view_get_buffer(widget.as()), text, -1)
    } else {
        unsafe gtk_editable_set_text(OpaquePointer(widget), text)
    }
}

private func selectAll(_ widget: WidgetPointer) {
    guard unsafe is_text_view(widget) != 0 else {
        return unsafe gtk_editable_select_region(OpaquePointer(widget), 0, -1)
    }
    let buffer = unsafe gtk_text_view_get_buffer(widget.as())
    var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
    unsafe gtk_text_buffer_get_bounds(buffer, &start, &end)
    unsafe gtk_text_buffer_select_range(buffer, &start, &end)
}

func setCaret(_ widget: WidgetPointer, _ offset: Int) {
    guard unsafe is_text_view(widget) != 0 else {
        return unsafe gtk_editable_set_position(OpaquePointer(widget), CInt(offset))
    }
    let buffer = unsafe gtk_text_view_get_buffer(widget.as())
    var caret = unsafe GtkTextIter()
    unsafe gtk_text_buffer_get_iter_at_offset(buffer, &caret, CInt(offset))
    unsafe gtk_text_buffer_place_cursor(buffer, &caret)
}

/// Clicks a key with the pointer of the X server.
private func click(_ window: WidgetPointer, _ keyboard: AppKeyboard, _ kind: AppKeyboard.Key.Kind) {
    let (place, corner) = (keyboard.place(of: kind), keyboard.frame.origin)
    Input.click(x: CInt(corner.x + place.x), y: CInt(corner.y + place.y))
}

extension AppKeyboard {
    fileprivate var rowHeight: CGFloat { keys.first?.frame.height ?? 0 }

    func place(of kind: Key.Kind) -> CGPoint {
        guard let key = keys.first(where: { $0.kind == kind }) else {
            Check.that(false, "the keyboard has the key \(kind)")
            return .zero
        }
        return CGPoint(x: key.frame.midX, y: key.frame.midY)
    }

    func tap(_ kind: Key.Kind) {
        let place = place(of: kind)
        touchBegan(at: place)
        touchEnded(at: place)
    }

    func type(_ text: String) { tap(.character(text)) }

    /// Types each character of each page, and returns the typed text.
    fileprivate func typeAllKeys() -> String {
        var typed = ""
        func typePage() {
            let kinds = keys.map(\.kind)
            for case .character(let text) in kinds where text != " " {
                type(text)
                typed += text
            }
        }
        typePage()
        if keys.contains(where: { $0.kind == .shift }) {
            for _ in 0..<2 { tap(.shift) }
            typePage()
            tap(.shift)
        }
        for page in [Key.Page.symbols, .moreSymbols] {
            tap(.page(page))
            typePage()
        }
        tap(.page(.letters))
        return typed
    }
}
