import CGTKChecks
import Foundation
import KeyboardForms
import KeyboardGTK
import KeyboardObservation
import KeyboardSimulation

func checkScrolledWindow(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    let content = unsafe column(fields)
    let port = unsafe scrolled(content)
    let window = unsafe desktop.open(port)
    desktop.settle()
    unsafe Check.that(
        gtk_window_get_focus(window.as()) != nil,
        "GTK gives the focus to the first field of a new window"
    )
    Check.that(desktop.isHidden, "the keyboard does not appear for a focus that no tap has caused")

    unsafe desktop.checkTap(fields[8], "the last field")
    unsafe desktop.tap(fields[0])
    let isVisible = desktop.wait { unsafe desktop.isVisible(fields[0]) }
    Check.that(isVisible && desktop.isShown, "the first field is visible, and the keyboard has stayed")
    unsafe gtk_widget_grab_focus(fields[7])
    let stays = desktop.wait { unsafe desktop.isVisible(fields[7]) }
    Check.that(stays && desktop.isShown, "the keyboard stays for a focus that the app moves")

    unsafe gtk_editable_set_editable(OpaquePointer(fields[7]), 0)
    Check.that(desktop.wait { desktop.isHidden }, "a field that is no longer editable hides the keyboard")
    unsafe gtk_editable_set_editable(OpaquePointer(fields[7]), 1)
    unsafe desktop.show(fields[3])
    unsafe desktop.dismiss(window)
    let isRestored = desktop.wait { unsafe gtk_widget_get_margin_bottom(content) == 0 && value(port) == 0 }
    Check.that(isRestored, unsafe "the content is restored, its offset is \(value(port))")
}

func checkKindsOfTexts(_ desktop: Desktop) {
    func last(_ widget: WidgetPointer, _ name: String) {
        let window = unsafe desktop.open(scrolled(column(entries(8) + [widget])))
        unsafe desktop.checkTap(widget, name)
        unsafe gtk_window_set_focus(window.as(), nil)
        desktop.wait { desktop.isHidden }
        unsafe desktop.closed(window)
    }
    unsafe last(gtk_spin_button_new_with_range(0, 100, 1), "a spin button")
    unsafe last(gtk_search_entry_new(), "a search entry")
    unsafe last(gtk_password_entry_new(), "a password entry")
    unsafe last(gtk_text_new(), "a GtkText")
    let view = unsafe gtk_text_view_new()!
    unsafe gtk_widget_set_size_request(view, -1, 80)
    unsafe last(view, "a text view")
    let inner = unsafe scrolled(gtk_text_view_new())
    unsafe gtk_widget_set_size_request(inner, -1, 90)
    unsafe gtk_widget_set_vexpand(inner, 0)
    let innerView = unsafe gtk_scrolled_window_get_child(OpaquePointer(inner))!
    let window = unsafe desktop.open(scrolled(column(entries(8) + [inner])))
    unsafe desktop.tap(innerView)
    let isVisible = desktop.wait { unsafe desktop.isShown && desktop.isVisible(inner) }
    Check.that(isVisible, "a scrolled window of a text view is above the keyboard in the form around it")
    unsafe desktop.closed(window)
    desktop.wait { desktop.isHidden }

    guard let row = unsafe adwaitaEntryRow() else { return }
    unsafe last(row, "an AdwEntryRow")
}

/// A scrolled window around a `GtkFixed` has a policy that never scrolls.
///
/// An app can set this policy again at each update.
func checkPolicyNever(_ desktop: Desktop) {
    let fixed = unsafe gtk_fixed_new()!
    let fields = unsafe entries(8)
    for index in unsafe fields.indices {
        unsafe gtk_fixed_put(fixed.as(), fields[index], 10, Double(index) * 78)
    }
    let port = unsafe scrolled(fixed, policy: GTK_POLICY_NEVER)
    let window = unsafe desktop.open(port)
    unsafe desktop.checkTap(fields[7], "the last field in a scrolled window that never scrolls")
    unsafe gtk_scrolled_window_set_policy(OpaquePointer(port), GTK_POLICY_NEVER, GTK_POLICY_NEVER)
    desktop.settle()
    unsafe Check.that(
        desktop.isVisible(fields[7]),
        "the field stays above the keyboard when the policy is set again"
    )
    unsafe Check.that(window.height == 667, unsafe "the window has its height, \(window.height)")
    unsafe desktop.dismiss(window)
    let isRestored = desktop.wait {
        unsafe policy(port) == GTK_POLICY_NEVER && gtk_widget_get_margin_bottom(fixed) == 0
    }
    Check.that(isRestored, "the policy is restored")
    unsafe desktop.checkTap(fields[7], "the last field, for the second time,")
    unsafe gtk_scrolled_window_set_policy(OpaquePointer(port), GTK_POLICY_NEVER, GTK_POLICY_ALWAYS)
    unsafe desktop.dismiss(window)
    desktop.settle()
    unsafe Check.that(policy(port) == GTK_POLICY_ALWAYS, "a policy that the app has changed meanwhile stays")
}

func checkNestedWindows(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    let inner = unsafe scrolled(fields[8], policy: GTK_POLICY_NEVER)
    unsafe gtk_scrolled_window_set_policy(OpaquePointer(inner), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
    let outer = unsafe scrolled(column(fields[..<8] + [inner]))
    let window = unsafe desktop.open(outer)
    unsafe desktop.checkTap(fields[8], "a field in a scrolled window that scrolls only sideways")
    unsafe Check.that(
        gtk_widget_get_margin_bottom(fields[8]) == 0 && value(outer) > 0,
        "the outer scrolled window moves"
    )
    unsafe desktop.dismiss(window)
}

func checkMargins(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    let content = unsafe column(fields)
    unsafe gtk_widget_set_margin_top(content, 30)
    unsafe gtk_widget_set_margin_bottom(content, 20)
    let port = unsafe scrolled(content)
    let window = unsafe desktop.open(port)
    unsafe desktop.checkTap(fields[8], "the last field of a content with margins")
    unsafe gtk_widget_set_margin_bottom(content, gtk_widget_get_margin_bottom(content))
    unsafe desktop.dismiss(window)
    let isRestored = desktop.wait {
        unsafe gtk_widget_get_margin_bottom(content) == 20 && gtk_widget_get_margin_top(content) == 30
    }
    Check.that(isRestored, "the margins of the app are as before")
}

func checkScrollingTextView(_ desktop: Desktop) {
    let view = unsafe gtk_text_view_new()!
    let buffer = unsafe gtk_text_view_get_buffer(view.as())
    unsafe gtk_text_buffer_set_text(buffer, String(repeating: "line\n", count: 100), -1)
    let port = unsafe scrolled(view)
    let window = unsafe desktop.open(port)
    unsafe desktop.tap(view)
    unsafe checkCaretAtEnd(desktop, view, "a long text")
    unsafe desktop.dismiss(window)
    Check.that(desktop.wait { unsafe port.height == 667 }, "the text has the whole window again")
}

/// Moves the caret of a text view to the end of its text, and checks that the caret becomes visible.
private func checkCaretAtEnd(_ desktop: Desktop, _ view: WidgetPointer, _ name: String) {
    let buffer = unsafe gtk_text_view_get_buffer(view.as())
    var end = unsafe GtkTextIter()
    unsafe gtk_text_buffer_get_end_iter(buffer, &end)
    unsafe gtk_text_buffer_place_cursor(buffer, &end)
    var caret = CGFloat.infinity
    let isVisible = desktop.wait {
        var (rectangle, x, y) = (GdkRectangle(), CInt(0), CInt(0))
        unsafe gtk_text_view_get_cursor_locations(view.as(), nil, &rectangle, nil)
        unsafe gtk_text_view_buffer_to_window_coords(view.as(), GTK_TEXT_WINDOW_WIDGET, 0, rectangle.y, &x, &y)
        caret = CGFloat(y + rectangle.height)
        return desktop.isShown && caret > 0 && caret <= desktop.keyboard.frame.minY
    }
    Check.that(isVisible, "the caret at the end of \(name) is above the keyboard: \(caret)")
}

/// The model of a text view with a field.
private final class Note {
    var text = ""
}

/// An app can replace the buffer of a text view.
func checkReplacedBuffer(_ desktop: Desktop) {
    let (view, noteView) = unsafe (gtk_text_view_new()!, gtk_text_view_new()!)
    let note = Note()
    let input = unsafe ValueInput(
        TextViewField(UnsafeMutableRawPointer(noteView)),
        title: "Note",
        value: .of(note, \.text),
        format: .text,
        update: .live
    )
    func replaceBuffer(of view: WidgetPointer, _ text: String) -> UnsafeMutablePointer<GtkTextBuffer> {
        let buffer = unsafe gtk_text_buffer_new(nil)!
        unsafe desktop.countLife(of: buffer)
        unsafe gtk_text_buffer_set_text(buffer, text, -1)
        unsafe gtk_text_view_set_buffer(view.as(), buffer)
        unsafe g_object_unref(buffer)
        return unsafe buffer
    }
    let port = unsafe scrolled(view)
    let window = unsafe desktop.open(column([noteView, port]))
    unsafe desktop.tap(noteView)
    for text in ["one", "two"] {
        let buffer = unsafe replaceBuffer(of: noteView, text)
        Check.that(note.text == text, "the field of a text view reports the text of another buffer: \(note.text)")
        unsafe gtk_text_buffer_set_text(buffer, text + "!", -1)
        Check.that(note.text == text + "!", "the field reports a change of another buffer: \(note.text)")
    }
    unsafe desktop.show(view)
    for name in ["another buffer", "a third buffer"] {
        _ = unsafe replaceBuffer(of: view, String(repeating: "line\n", count: 100))
        desktop.settle()
        unsafe checkCaretAtEnd(desktop, view, name)
        desktop.settle()
        let buffer = unsafe gtk_text_view_get_buffer(view.as())
        var start = unsafe GtkTextIter()
        unsafe gtk_text_buffer_get_start_iter(buffer, &start)
        unsafe gtk_text_buffer_place_cursor(buffer, &start)
        Check.that(desktop.wait { unsafe value(port) == 0 }, "the text scrolls back to the caret of \(name)")
    }
    Check.that(desktop.livingCount == 2, "\(desktop.livingCount) of 4 buffers of 2 text views are alive")
    withExtendedLifetime(input) {}
    unsafe desktop.closed(window)
    Check.that(desktop.wait { desktop.livingCount == 0 }, "the buffers are freed with their text views")
}

/// The controller of a form, with an order and a value.
private final class FormScreen {
    let order: FocusOrder
    private var amount = 0.0
    private var input: NumberInput<Double>?

    init(_ entries: [WidgetPointer]) {
        let fields = unsafe entries.map { unsafe EntryField(UnsafeMutableRawPointer($0)) }
        order = FocusOrder(fields)
        input = NumberInput(fields[0], title: "Amount", value: .of(self, \.amount), format: .style(.number))
        order.end = .submit { [weak self] in self?.amount = 0 }
    }
}

private struct WeakReferences {
    weak let screen: FormScreen?
    weak let field: (any FormField)?
}

/// Returns the number of handlers that are connected to a window's frame clock.
private func clockHandlerCount(of window: WidgetPointer) -> Int {
    let clock = unsafe gpointer(gtk_widget_get_frame_clock(window))
    // GTK has no function that counts handlers. A search does not find a handler again after it is blocked.
    let mask = GSignalMatchType(G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_UNBLOCKED.rawValue)
    var handlers: [gulong] = []
    for signal in ["update", "layout"] {
        let id = unsafe g_signal_lookup(signal, gdk_frame_clock_get_type())
        while case let handler = unsafe g_signal_handler_find(clock, mask, id, 0, nil, nil, nil), handler != 0 {
            unsafe g_signal_handler_block(clock, handler)
            handlers.append(handler)
        }
    }
    for handler in handlers { unsafe g_signal_handler_unblock(clock, handler) }
    return handlers.count
}

func checkPanes(_ desktop: Desktop) {
    let stack = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let window = unsafe desktop.open(stack)
    var handlerCount = 0
    var page: WidgetPointer?
    var screen: FormScreen?
    var past: [WeakReferences] = []
    for number in 1...20 {
        if let page = unsafe page { unsafe gtk_box_remove(stack.as(), page) }
        let fields = unsafe entries(9)
        let new = unsafe scrolled(column(fields))
        unsafe desktop.countLife(of: new)
        let newScreen = unsafe FormScreen(fields)
        past.append(WeakReferences(screen: newScreen, field: newScreen.order.fields.first))
        screen = newScreen
        unsafe gtk_box_append(stack.as(), new)
        unsafe page = unsafe new
        desktop.wait { unsafe fields[8].height > 0 }
        unsafe desktop.tap(fields[8])
        let isWhole = desktop.wait {
            unsafe desktop.isShown && desktop.isVisible(fields[8])
                && screen?.order.focusedField === newScreen.order.fields.last
        }
        Check.that(isWhole, "the last field of page \(number) is whole above the keyboard")
        if handlerCount == 0 { handlerCount = unsafe clockHandlerCount(of: window) }
    }
    Check.that(desktop.isShown, "20 screens in one window are shown with the keyboard")
    // GTK connects its own widgets to the frame clock while they animate, so the check waits for them.
    let isAsBefore = desktop.wait { unsafe handlerCount > 0 && clockHandlerCount(of: window) <= handlerCount }
    Check.that(isAsBefore, "the frame clock has \(handlerCount) handlers, as many as after the first screen")
    if let page = unsafe page { unsafe gtk_box_remove(stack.as(), page) }
    Check.that(desktop.wait { desktop.isHidden }, "the keyboard disappears with the last screen")
    Check.that(
        desktop.wait { desktop.livingCount == 0 },
        "\(desktop.livingCount) of 20 pages that were removed are alive"
    )
    screen = nil
    let living = past.filter { $0.screen != nil || $0.field != nil }.count
    Check.that(living == 0, "\(living) of 20 screens, or fields of them, are alive")
}
