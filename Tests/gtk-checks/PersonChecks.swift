import CGTKChecks
import Foundation
import InAppKeyboard
import KeyboardGTK
import KeyboardObservation
import KeyboardSimulation

/// What a person does who is not careful: slow clicks, the wheel, the border of a text.
func checkSlowClick(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    unsafe gtk_editable_set_text(OpaquePointer(fields[7]), "letters")
    let port = unsafe scrolled(column(fields))
    let window = unsafe desktop.open(port)
    desktop.settle()
    guard let place = unsafe fields[7].placeOfClick else { return Check.that(false, "the field is in sight") }
    Input.move(to: place)
    Input.button(isPressed: true)
    desktop.settle()
    unsafe Check.that(
        desktop.isHidden && value(port) == 0,
        "the keyboard does not appear, and nothing moves, while the button is down"
    )
    Input.button(isPressed: false)
    Check.that(
        desktop.wait { unsafe desktop.isShown && desktop.isVisible(fields[7]) },
        "the release asks for the keyboard"
    )
    unsafe desktop.rest(port)
    guard let next = unsafe fields[4].placeOfClick else { return Check.that(false, "the next field is in sight") }
    let offset = unsafe value(port)
    Input.move(to: next)
    Input.button(isPressed: true)
    desktop.keyboard.hide()
    desktop.wait { desktop.isHidden }
    desktop.settle()
    unsafe Check.that(abs(value(port) - offset) < 1, "the content stays under the button when the keyboard disappears")
    Input.button(isPressed: false)
    Check.that(desktop.wait { desktop.isShown }, "the release on another field asks for the keyboard again")
    unsafe Check.that(
        selection(of: fields[7]).isEmpty && selection(of: fields[4]).isEmpty,
        "the clicks have selected no text"
    )
    Input.button(isPressed: true)
    desktop.settle()
    unsafe gtk_widget_set_visible(window, 0)
    Check.that(desktop.wait { desktop.isHidden }, "the keyboard disappears with a window that is pressed")
    Input.button(isPressed: false)
    unsafe gtk_window_present(window.as())
    desktop.wait { unsafe gtk_widget_get_mapped(window) != 0 && gtk_window_is_active(window.as()) != 0 }
    desktop.settle()
    unsafe desktop.checkTap(fields[8], "the last field of a window that was hidden under the button")
}

/// A desktop makes a window larger when it hides its keyboard.
func checkGrowthUnderButton(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    let port = unsafe scrolled(column(fields))
    let below = unsafe gtk_label_new(nil)!
    unsafe gtk_widget_set_size_request(below, -1, 150)
    let window = unsafe desktop.open(column([port, below]))
    unsafe desktop.checkTap(fields[8], "the last field")
    desktop.wait { KeyboardObserverPool.current.keyboard.transition == nil }
    desktop.settle()
    guard let place = unsafe fields[8].placeOfClick else { return Check.that(false, "the field is in sight") }
    let offset = unsafe value(port)
    Input.move(to: place)
    Input.button(isPressed: true)
    desktop.settle()
    unsafe gtk_widget_set_visible(below, 0)
    desktop.settle()
    unsafe Check.that(
        abs(value(port) - offset) < 1,
        "the content stays under the button when its window grows: \(offset), \(value(port))"
    )
    Input.button(isPressed: false)
    desktop.settle()
    unsafe Check.that(selection(of: fields[8]).isEmpty, "the click has selected no text")
    unsafe desktop.dismiss(window)
}

private func selection(of entry: WidgetPointer) -> Range<CInt> {
    var (start, end): (CInt, CInt) = (0, 0)
    unsafe gtk_editable_get_selection_bounds(OpaquePointer(entry), &start, &end)
    return start..<end
}

/// The wheel in an editor, whose text view is directly in a scrolled window, and in a form.
func checkWheel(_ desktop: Desktop) {
    let (view, fields) = unsafe (gtk_text_view_new()!, entries(9))
    let buffer = unsafe gtk_text_view_get_buffer(view.as())
    unsafe gtk_text_buffer_set_text(buffer, String(repeating: "line\n", count: 100), -1)
    unsafe checkWheel(desktop, in: scrolled(view), view) { unsafe gtk_text_buffer_insert_at_cursor(buffer, "a", -1) }
    let last = unsafe OpaquePointer(fields[8])
    unsafe checkWheel(desktop, in: scrolled(column(fields)), fields[8]) {
        unsafe gtk_editable_set_text(last, "a")
        unsafe gtk_editable_set_position(last, -1)
    }
}

private func checkWheel(_ desktop: Desktop, in port: WidgetPointer, _ text: WidgetPointer, type: () -> Void) {
    let window = unsafe desktop.open(port)
    unsafe desktop.tap(text)
    desktop.wait { desktop.isShown && KeyboardObserverPool.current.keyboard.transition == nil }
    desktop.settle()
    func turnUp(_ count: Int) {
        Input.move(to: CGPoint(x: 100, y: 200))
        for _ in 0..<count {
            let before = unsafe value(port)
            guard before > 0 else { break }
            Input.turnWheel(down: false)
            guard desktop.wait({ unsafe value(port) < before }) else { break }
            desktop.settle()
        }
    }
    let shown = unsafe value(port)
    turnUp(10)
    let scrolled = unsafe value(port)
    Check.that(scrolled < shown - 100, "the wheel scrolls the text out of sight: \(shown), \(scrolled)")
    type()
    Check.that(desktop.wait { unsafe value(port) >= shown - 1 }, "the next letter shows the text again")
    turnUp(1)
    let left = unsafe value(port)
    unsafe desktop.dismiss(window)
    desktop.settle()
    let adjustment = unsafe gtk_scrolled_window_get_vadjustment(OpaquePointer(port))
    let end = unsafe gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
    unsafe Check.that(
        abs(value(port) - min(left, end)) <= 1,
        "what the wheel has scrolled stays without the keyboard: \(left), \(value(port)) of \(end)"
    )
}

/// The keys that scroll a form while a text keeps the focus, and what the app scrolls when the wheel is at rest.
func checkScrollKeys(_ desktop: Desktop) {
    let (fields, button) = unsafe (entries(9), gtk_button_new()!)
    let port = unsafe scrolled(column([button] + fields))
    let adjustment = unsafe gtk_scrolled_window_get_vadjustment(OpaquePointer(port))
    let window = unsafe desktop.open(port)
    func rest() {
        desktop.wait { desktop.isShown }
        unsafe desktop.rest(port)
    }
    func tapLast() {
        unsafe [fields[0], fields[8]].forEach { unsafe desktop.tap($0) }
        rest()
    }
    func check(_ name: String, press: () -> Void) {
        let shown = unsafe value(port)
        for _ in 0..<4 {
            press()
            rest()
        }
        unsafe Check.that(value(port) < shown - 50, "\(name) scrolls the form: \(shown), \(value(port))")
    }
    for (name, key) in [("Page Up", XK_Page_Up), ("Page Up of the keypad", XK_KP_Page_Up)] {
        tapLast()
        check(name) { Input.pressKey(key) }
    }
    for (name, key) in [("Up", XK_Up), ("Up of the keypad", XK_KP_Up)] {
        tapLast()
        check("Ctrl and \(name)") { Input.pressKey(XK_Control_L, key) }
    }
    tapLast()
    unsafe gtk_widget_grab_focus(button)
    desktop.wait { desktop.isHidden }
    desktop.keyboard.show()
    rest()
    unsafe gtk_adjustment_set_value(adjustment, 1000)
    rest()
    check("Home on a button") { Input.pressKey(XK_Home) }

    tapLast()
    Input.move(to: CGPoint(x: 100, y: 200))
    // GTK ignores the first notch on a pointer.
    for _ in 0..<3 {
        Input.turnWheel(down: true)
        rest()
    }
    unsafe gtk_adjustment_set_value(adjustment, 0)
    rest()
    unsafe Check.that(desktop.isVisible(fields[8]), "after the wheel, what the app scrolls is not the person's")
    unsafe desktop.dismiss(window)
}

/// A theme draws a border around a scrolled window with the class `frame`.
func checkFramedText(_ desktop: Desktop) {
    let view = unsafe gtk_text_view_new()!
    let buffer = unsafe gtk_text_view_get_buffer(view.as())
    unsafe gtk_text_buffer_set_text(buffer, String(repeating: "line\n", count: 60) + "end", -1)
    let port = unsafe scrolled(view)
    unsafe gtk_widget_add_css_class(port, "frame")
    let window = unsafe desktop.open(column([port]))
    desktop.settle()
    let adjustment = unsafe gtk_scrolled_window_get_vadjustment(OpaquePointer(port))
    unsafe gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
    desktop.settle()
    func lastLine() -> CGRect {
        var (end, line, x, y) = (unsafe GtkTextIter(), GdkRectangle(), CInt(0), CInt(0))
        unsafe gtk_text_buffer_get_end_iter(buffer, &end)
        unsafe gtk_text_view_get_iter_location(view.as(), &end, &line)
        unsafe gtk_text_view_buffer_to_window_coords(view.as(), GTK_TEXT_WINDOW_WIDGET, line.x, line.y, &x, &y)
        let corner = unsafe view.frameOnScreen.origin
        return CGRect(x: CGFloat(x) + corner.x, y: CGFloat(y) + corner.y, width: 1, height: CGFloat(line.height))
    }
    let line = lastLine()
    Input.move(to: CGPoint(x: line.minX, y: line.midY))
    for isPressed in [true, false] { Input.button(isPressed: isPressed) }
    let isVisible = desktop.wait { desktop.isShown && lastLine().maxY <= desktop.keyboard.frame.minY }
    desktop.settle()
    Check.that(
        isVisible && lastLine().maxY <= desktop.keyboard.frame.minY,
        "the last line of a text with a border is above the keyboard: \(lastLine()), \(desktop.keyboard.frame)"
    )
    unsafe desktop.dismiss(window)
}

/// The keyboard of the app is outside of a popover.
func checkDrawnKeyboardAndPopover(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let (button, popover, field) = unsafe (gtk_menu_button_new()!, gtk_popover_new()!, gtk_entry_new()!)
        unsafe gtk_popover_set_child(popover.as(), field)
        unsafe gtk_menu_button_set_popover(OpaquePointer(button), popover)
        let label = unsafe gtk_label_new("outside")!
        let window = unsafe desktop.open(column([label, button]))
        guard let place = unsafe button.placeOfClick else { return Check.that(false, "the button is in sight") }
        Input.click(at: place)
        Check.that(desktop.wait { desktop.phase == .shown }, "the drawn keyboard appears for a text in a popover")
        desktop.settle()
        guard let key = keyboard.keys.first(where: { $0.label == "d" }) else {
            return Check.that(false, "the keyboard has a key")
        }
        let frame = key.frame.offsetBy(dx: keyboard.frame.minX, dy: keyboard.frame.minY)
        for count in 1...2 {
            Input.click(at: CGPoint(x: frame.midX, y: frame.midY))
            let isTyped = desktop.wait {
                unsafe String(cString: gtk_editable_get_text(OpaquePointer(field))).count == count
            }
            unsafe Check.that(
                isTyped && gtk_widget_get_mapped(popover) != 0,
                "the popover stays open for the key \(count) of the drawn keyboard"
            )
        }
        guard let outside = unsafe label.placeOfClick else { return Check.that(false, "the label is in sight") }
        Input.click(at: outside)
        Check.that(
            desktop.wait { unsafe gtk_widget_get_mapped(popover) == 0 },
            "a click elsewhere in the window closes the popover"
        )
        desktop.settle()
        Input.click(at: place)
        Check.that(desktop.wait { unsafe gtk_widget_get_mapped(popover) != 0 }, "the popover opens again")
        desktop.settle()
        Input.click(at: place)
        Check.that(
            desktop.wait { unsafe gtk_widget_get_mapped(popover) == 0 },
            "a click on its button closes the popover"
        )
        desktop.settle()
        unsafe Check.that(gtk_widget_get_mapped(popover) == 0, "the popover stays closed")
        unsafe gtk_window_set_focus(window.as(), nil)
    }
}

extension Input {
    fileprivate static func move(to point: CGPoint) { move(x: CInt(point.x), y: CInt(point.y)) }

    fileprivate static func click(at point: CGPoint) { click(x: CInt(point.x), y: CInt(point.y)) }

    /// Turns the wheel by one notch.
    fileprivate static func turnWheel(down isDown: Bool) {
        for isPressed in [true, false] { button(isDown ? 5 : 4, isPressed: isPressed) }
    }
}
