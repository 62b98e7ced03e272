import CGTKChecks
import Foundation
import KeyboardForms
import KeyboardGTK
import KeyboardObservation
import KeyboardSimulation

func checkDialog(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    let window = unsafe desktop.open(scrolled(column(fields)))
    unsafe desktop.checkTap(fields[8], "the last field of the window")
    let field = unsafe gtk_entry_new()!
    let dialog = unsafe gtk_window_new()!
    unsafe gtk_window_set_transient_for(dialog.as(), window.as())
    unsafe gtk_window_set_modal(dialog.as(), 1)
    unsafe gtk_window_set_child(dialog.as(), scrolled(column([field])))
    unsafe gtk_window_set_default_size(dialog.as(), 200, 100)
    unsafe gtk_window_present(dialog.as())
    desktop.wait { unsafe gtk_window_is_active(dialog.as()) != 0 }
    desktop.settle()
    Check.that(desktop.isShown, "the keyboard stays when a dialog opens with a focused field")
    unsafe gtk_window_destroy(dialog.as())
    desktop.wait { unsafe gtk_window_is_active(window.as()) != 0 }
    let isBack = desktop.wait { unsafe desktop.isShown && desktop.isVisible(fields[8]) }
    Check.that(isBack, "the field of the window is above the keyboard after the dialog")
}

func checkPopover(_ desktop: Desktop) {
    let button = unsafe gtk_menu_button_new()!
    let popover = unsafe gtk_popover_new()!
    let field = unsafe gtk_entry_new()!
    unsafe gtk_popover_set_child(popover.as(), field)
    unsafe gtk_menu_button_set_popover(OpaquePointer(button), popover)
    let window = unsafe desktop.open(column([button]))
    // The click opens the popover, which gives the focus to its field.
    if let place = unsafe button.placeOfClick { Input.click(x: CInt(place.x), y: CInt(place.y)) }
    Check.that(desktop.wait { desktop.isShown }, "the keyboard appears for a text in a popover")
    unsafe gtk_popover_popdown(popover.as())
    unsafe desktop.dismiss(window)
}

func checkTapOutside(_ desktop: Desktop) {
    let label = unsafe gtk_label_new("outside")!
    let fields = unsafe entries(2)
    _ = unsafe desktop.open(scrolled(column(fields + [label])))
    unsafe desktop.checkTap(fields[0], "a field")
    unsafe desktop.tap(label, movesFocus: false)
    desktop.settle()
    Check.that(desktop.isShown, "a tap outside of the texts does nothing by default")
    desktop.manager.options.dismissesOnTapOutside = true
    unsafe desktop.tap(fields[1])
    desktop.settle()
    Check.that(desktop.isShown, "a tap on another text keeps the keyboard")
    unsafe desktop.tap(label, movesFocus: false)
    Check.that(desktop.wait { desktop.isHidden }, "a tap outside of the texts dismisses the keyboard")
    unsafe gtk_widget_grab_focus(fields[0])
    desktop.settle()
    Check.that(desktop.isHidden, "it does not appear again for a focus that the app moves")
    unsafe desktop.tap(fields[0])
    Check.that(desktop.wait { desktop.isShown }, "it appears for a tap on the text that has the focus")
}

func checkOptions(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    let window = unsafe desktop.open(scrolled(column(fields)))
    unsafe desktop.manager.setEnabled(false, for: window)
    unsafe desktop.tap(fields[8])
    desktop.settle()
    Check.that(desktop.isHidden, "a window that is excluded does not ask for the keyboard")
    unsafe desktop.manager.setEnabled(true, for: window)
    unsafe desktop.manager.setEnabled(false, for: fields[8])
    unsafe desktop.show(fields[7])
    unsafe desktop.tap(fields[8])
    Check.that(desktop.wait { desktop.isHidden }, "a field that is excluded hides the keyboard")
    unsafe desktop.tap(fields[7])
    desktop.manager.options.margin = 60
    let hasMargin = desktop.wait { unsafe desktop.isShown && desktop.isVisible(fields[7], margin: 60) }
    Check.that(hasMargin, unsafe "the margin is an option: \(fields[7].frameInWindow), \(desktop.keyboard.frame)")
    for margin in [CGFloat.infinity, .nan, -1e9, 1e9] {
        desktop.manager.options.margin = margin
        unsafe gtk_widget_queue_resize(window)
        desktop.settle()
        Check.that(
            desktop.wait { unsafe desktop.isVisible(fields[7], margin: 0) },
            "a margin of \(margin) hides no field"
        )
    }
    desktop.manager.options.margin = 60
    desktop.manager.options.waitsForInput = false
    unsafe desktop.dismiss(window)
    unsafe gtk_widget_grab_focus(fields[2])
    Check.that(desktop.wait { desktop.isShown }, "the keyboard can appear for each focus")
}

func checkBar(_ desktop: Desktop) {
    desktop.manager.options.showsBar = true
    let fields = unsafe entries(9)
    let window = unsafe desktop.open(scrolled(column(fields)))
    unsafe desktop.tap(fields[7])
    let isVisible = desktop.wait { unsafe desktop.isShown && desktop.isVisible(fields[7], margin: 44 + 12) }
    Check.that(isVisible, unsafe "a field is above the bar: \(fields[7].frameInWindow)")
    guard let bar = unsafe bar(of: window) else { return Check.that(false, "the window has a bar") }
    let top = desktop.keyboard.frame.minY
    let isOnKeyboard = desktop.wait {
        unsafe bar.frameInWindow.maxY.rounded() == top && bar.frameInWindow.width == 375
    }
    Check.that(isOnKeyboard, unsafe "the bar stands on the keyboard: \(bar.frameInWindow), \(top)")
    var buttons: [WidgetPointer] = unsafe []
    var child = unsafe gtk_widget_get_first_child(bar)
    while let button = unsafe child {
        unsafe buttons.append(button)
        unsafe child = unsafe gtk_widget_get_next_sibling(button)
    }
    func click(_ index: Int) {
        // The check emits "clicked" itself, because GTK emits it only a quarter of a second after an activation.
        unsafe emit("clicked", from: buttons[index], gtk_button_get_type())
    }
    let hides = Counter()
    let count: @convention(c) (gpointer?, gpointer?) -> Void = { _, hides in
        // Safe: the counter lives until the handler is disconnected.
        if let hides = unsafe hides { unsafe Unmanaged<Counter>.fromOpaque(hides).takeUnretainedValue().count += 1 }
    }
    let handler = unsafe g_signal_connect_data(
        bar,
        "hide",
        unsafeBitCast(count, to: GCallback.self),
        Unmanaged.passUnretained(hides).toOpaque(),
        nil,
        G_CONNECT_DEFAULT
    )
    click(1)
    unsafe Check.that(gtk_widget_get_focus_child(fields[8]) != nil, "next moves the focus to the last field")
    let isDisabled = desktop.wait { unsafe gtk_widget_get_sensitive(buttons[1]) == 0 }
    Check.that(isDisabled, "next is not possible in the last field")
    click(0)
    unsafe Check.that(gtk_widget_get_focus_child(fields[7]) != nil, "previous moves the focus back")
    desktop.wait { unsafe gtk_widget_get_sensitive(buttons[1]) != 0 }
    // If the bar were hidden in between, GTK would lose the next click on one of its buttons.
    Check.that(hides.count == 0, "the bar is hidden \(hides.count) times while the focus moves")
    unsafe g_signal_handler_disconnect(bar, handler)
    desktop.wait { unsafe bar.frameInWindow.height == 44 }
    let picked = unsafe gtk_widget_pick(window, 340, bar.frameInWindow.midY, GTK_PICK_DEFAULT)
    unsafe Check.that(
        picked.map { unsafe $0 == bar || gtk_widget_is_ancestor($0, bar) != 0 } == true,
        "a tap reaches the bar"
    )
    click(2)
    Check.that(desktop.wait { desktop.isHidden }, "done hides the keyboard")
    Check.that(desktop.wait { unsafe gtk_widget_get_visible(bar) == 0 }, "the bar disappears with the keyboard")
    desktop.manager.options.barLabels = TextFieldNavigator.Labels(done: "Ready")
    unsafe desktop.tap(fields[7])
    Check.that(
        desktop.wait { unsafe lastItem(of: window, isNamed: "Ready") },
        "the bar has the new names of its items"
    )
}

private func lastItem(of window: WidgetPointer, isNamed name: String) -> Bool {
    let item = unsafe bar(of: window).flatMap { unsafe gtk_widget_get_last_child($0) }
    return unsafe item.map { unsafe has_accessible_label($0, name) != 0 } ?? false
}

private final class Counter {
    var count = 0
}

private func bar(of window: WidgetPointer) -> WidgetPointer? {
    var child = unsafe gtk_widget_get_last_child(window)
    while let candidate = unsafe child, unsafe gtk_widget_has_css_class(candidate, "keyboard-bar") == 0 {
        unsafe child = unsafe gtk_widget_get_prev_sibling(candidate)
    }
    return unsafe child
}

/// The bar moves the focus in the order of the form, and not in the order of the widgets.
func checkBarOfForm(_ desktop: Desktop) {
    desktop.manager.options.showsBar = true
    let fields = unsafe entries(3)
    let order = unsafe FocusOrder(EntryField(fields[2]), EntryField(fields[0]), EntryField(fields[1]))
    let window = unsafe desktop.open(scrolled(column(fields)))
    func canUse(_ index: Int) -> Bool {
        var button = unsafe bar(of: window).flatMap { unsafe gtk_widget_get_first_child($0) }
        for _ in 0..<index { unsafe button = unsafe button.flatMap { unsafe gtk_widget_get_next_sibling($0) } }
        return unsafe button.map { unsafe gtk_widget_get_sensitive($0) != 0 } ?? false
    }
    unsafe desktop.tap(fields[2])
    let isFirst = desktop.wait { desktop.isShown && !canUse(0) && canUse(1) }
    Check.that(isFirst, "the bar of the first field of a form offers next, and not previous")
    unsafe desktop.tap(fields[1])
    let isLast = desktop.wait { canUse(0) && !canUse(1) }
    Check.that(isLast, "the bar of the last field of a form offers previous, and not next")
    withExtendedLifetime(order) {}
}

/// A handler that keeps the focus in its field.
private final class KeepingHandler: ReturnKeyHandler {
    func setupReturnKeyType(for _: any FormField) {}
    func handleReturnKeyTapped(on _: any FormField) {}
}

/// The bar and the return key move the focus of fields that belong to no order.
func checkFieldsWithoutOrder(_ desktop: Desktop) {
    desktop.manager.options.showsBar = true
    desktop.manager.options.returnKeyMovesFocus = true
    let entries = unsafe entries(3)
    let fields = unsafe entries.map { unsafe EntryField(UnsafeMutableRawPointer($0)) }
    let window = unsafe desktop.open(scrolled(column(entries)))
    func check(_ index: Int, _ sentence: String) {
        unsafe Check.that(gtk_widget_get_focus_child(entries[index]) != nil, sentence)
    }
    func pressReturn() {
        guard let focus = unsafe gtk_window_get_focus(window.as()) else { return }
        unsafe emit("activate", from: focus, gtk_text_get_type())
    }
    unsafe desktop.show(entries[0])
    guard let previous = unsafe bar(of: window).flatMap({ unsafe gtk_widget_get_first_child($0) }),
        let next = unsafe gtk_widget_get_next_sibling(previous)
    else { return Check.that(false, "the window has a bar") }
    unsafe emit("clicked", from: next, gtk_button_get_type())
    check(1, "next moves the focus of a field without an order")
    unsafe emit("clicked", from: previous, gtk_button_get_type())
    check(0, "previous moves the focus of a field without an order")
    let taps = Counter()
    let countFocused: @convention(c) (gpointer, gpointer) -> Void = { text, taps in
        // Safe: the counter lives until the handler is disconnected.
        let counter = unsafe Unmanaged<Counter>.fromOpaque(taps).takeUnretainedValue()
        if unsafe gtk_widget_has_focus(text.assumingMemoryBound(to: GtkWidget.self)) != 0 { counter.count += 1 }
    }
    let text = unsafe gtk_window_get_focus(window.as())!
    let activated = unsafe g_signal_connect_data(
        text,
        "activate",
        unsafeBitCast(countFocused, to: GCallback.self),
        Unmanaged.passUnretained(taps).toOpaque(),
        nil,
        G_CONNECT_DEFAULT
    )
    pressReturn()
    check(1, "the return key moves the focus of a field without an order")
    Check.that(taps.count == 1, "the handler of the app is called before the focus moves")
    unsafe g_signal_handler_disconnect(text, activated)
    fields[1].formState.returnKeyType = .search
    pressReturn()
    check(1, "a return key with a type of its own does not move the focus")
    fields[1].formState.returnKeyType = .default
    let handler = KeepingHandler()
    fields[1].returnKeyHandler = handler
    pressReturn()
    check(1, "a return key that the field handles does not move the focus")
    fields[1].returnKeyHandler = nil
    withExtendedLifetime(handler) {}
    pressReturn()
    check(2, "the return key goes on to the last field without an order")
    pressReturn()
    Check.that(desktop.wait { desktop.isHidden }, "the return key ends the editing in the last field")

    let order = FocusOrder(fields[0], fields[1])
    unsafe desktop.show(entries[0])
    pressReturn()
    check(1, "the return key moves the focus in the order")
    unsafe emit("clicked", from: next, gtk_button_get_type())
    check(1, "next does not leave an order")
    pressReturn()
    Check.that(desktop.wait { desktop.isHidden }, "the return key ends the editing in the last field of an order")
    withExtendedLifetime(order) {}
}

/// A desktop may make a window smaller while the keyboard is at rest.
///
/// The window contains no scrolled window. A scrolled window would request display frames, and each display frame
/// would also place the bar.
func checkBarOfShrinkingWindow(_ desktop: Desktop) {
    desktop.manager.options.showsBar = true
    let fields = unsafe entries(2)
    let window = unsafe desktop.open(column(fields))
    unsafe desktop.tap(fields[0])
    desktop.wait { desktop.isShown && KeyboardObserverPool.current.keyboard.transition == nil }
    guard let bar = unsafe bar(of: window) else { return Check.that(false, "the window has a bar") }
    unsafe gtk_window_unmaximize(window.as())
    unsafe gtk_window_set_default_size(window.as(), 375, 120)
    let isInside = desktop.wait { unsafe window.height == 120 && bar.frameInWindow.maxY == 120 }
    Check.that(isInside, unsafe "the bar is in a window that ends above the keyboard: \(bar.frameInWindow)")
}

/// A person moves and resizes a window while the keyboard is shown.
func checkMovedWindow(_ desktop: Desktop) {
    desktop.manager.options.showsBar = true
    let fields = unsafe entries(9)
    let window = unsafe desktop.open(scrolled(column(fields)))
    unsafe desktop.tap(fields[8])
    desktop.wait { desktop.isShown && KeyboardObserverPool.current.keyboard.transition == nil }
    guard let bar = unsafe bar(of: window) else { return Check.that(false, "the window has a bar") }
    func move(toY y: CInt) {
        unsafe move_window(gtk_native_get_surface(OpaquePointer(window)), 0, y)
    }
    func checkPlaces(_ change: String, frame isReached: @escaping (CGRect) -> Bool) {
        let isDone = desktop.wait {
            let (window, bar, field) = unsafe (window.frameOnScreen, bar.frameOnScreen, fields[8].frameOnScreen)
            return isReached(window) && bar.maxY.rounded() == min(window.maxY, desktop.keyboard.frame.minY)
                && field.height > 0 && field.minY >= window.minY && field.maxY <= bar.minY - 11
        }
        let frames = unsafe [window, bar, fields[8]].map { unsafe "\($0.frameOnScreen)" }
        Check.that(
            isDone,
            "the field and the bar are above the keyboard after \(change)\(isDone ? "" : " \(frames)")"
        )
    }
    checkPlaces("the tap") { $0.height == 667 }
    unsafe gtk_window_fullscreen(window.as())
    checkPlaces("a change to full screen") { $0.height == 667 }
    unsafe gtk_window_unfullscreen(window.as())
    desktop.settle()
    unsafe gtk_window_unmaximize(window.as())
    unsafe gtk_window_set_default_size(window.as(), 375, 400)
    checkPlaces("a change to a small window") { $0.height == 400 }
    move(toY: 200)
    checkPlaces("a move down") { $0.minY == 200 }
    move(toY: 0)
    checkPlaces("a move up") { $0.minY == 0 }
    move(toY: 100)
    unsafe gtk_window_set_default_size(window.as(), 375, 550)
    checkPlaces("a change of the height") { $0.height == 550 && $0.minY == 100 }
    unsafe gtk_window_fullscreen(window.as())
    checkPlaces("another change to full screen") { $0.height == 667 }
}

func checkRestart(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    _ = unsafe desktop.open(scrolled(column(fields)))
    unsafe desktop.show(fields[7])
    desktop.restartManager()
    desktop.manager.options.returnKeyMovesFocus = true
    unsafe desktop.tap(fields[7])
    let isVisible = desktop.wait { unsafe desktop.isShown && desktop.isVisible(fields[7]) }
    Check.that(isVisible, "another manager shows a text that has had the focus before")
    desktop.replaceManager()
    desktop.manager.options.returnKeyMovesFocus = true
    Check.that(
        KeyboardObserverPool.current.frameSource != nil,
        "a manager that is released keeps the frame source of another manager"
    )
    unsafe emit(
        "activate",
        from: gtk_editable_get_delegate(OpaquePointer(fields[7])).map { unsafe WidgetPointer($0) }!,
        gtk_text_get_type()
    )
    unsafe Check.that(gtk_widget_get_focus_child(fields[8]) != nil, "another manager moves the focus")
    unsafe gtk_editable_set_editable(OpaquePointer(fields[8]), 0)
    Check.that(
        desktop.wait { desktop.isHidden },
        "another manager hides the keyboard of a text that is not editable"
    )
}

/// A keyboard that disappears some time after the request, as the keyboard of another process does.
private final class LateKeyboard: KeyboardSource {
    private let keyboard: SimulatedKeyboard

    init(_ keyboard: SimulatedKeyboard) { self.keyboard = keyboard }

    var capabilities: KeyboardSourceCapabilities { keyboard.capabilities }
    var status: KeyboardSourceStatus { keyboard.status }
    func start(postingTo center: NotificationCenter) { keyboard.start(postingTo: center) }
    func stop() { keyboard.stop() }
    func requestShow() throws(KeyboardSourceError) { try keyboard.requestShow() }

    func requestHide() {
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { [weak self] in
            MainActor.assumeIsolated { try? self?.keyboard.requestHide() }
        }
    }
}

/// Only the manager retains its keyboard.
func checkStop(_ desktop: Desktop) {
    let center = NotificationCenter()
    let pool = KeyboardObserverPool(center: center)
    pool.listen()
    var keyboard: LateKeyboard? = LateKeyboard(SimulatedKeyboard(on: desktop.screen))
    keyboard?.start(postingTo: center)
    weak let observed = keyboard
    var manager = keyboard.map { KeyboardManager(of: $0, pool: pool) }
    keyboard = nil
    let fields = unsafe entries(9)
    let port = unsafe scrolled(column(fields))
    _ = unsafe desktop.open(port)
    unsafe desktop.tap(fields[8])
    Check.that(
        desktop.wait { unsafe pool.keyboard.phase == .shown && value(port) > 0 },
        "the keyboard of another pool is shown"
    )
    manager?.stop()
    manager = nil
    Check.that(desktop.wait { unsafe value(port) == 0 }, "a window is restored after its manager was released")
    Check.that(desktop.wait { observed == nil }, "a stopped manager releases its keyboard")
}

/// An object that the manager has attached to a GTK object.
private struct WeakBox {
    weak let box: AnyObject?
    let wasFound: Bool

    init(of object: WidgetPointer?, _ name: String) {
        // Safe: the data with this name is a retained class instance.
        let box = unsafe object.flatMap { unsafe g_object_get_data($0.as(), name) }.map {
            unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
        }
        self.box = box
        wasFound = box != nil
    }
}

func checkClosedWindows(_ desktop: Desktop) {
    desktop.manager.options.showsBar = true
    var boxes: [WeakBox] = []
    for _ in 0..<5 {
        let fields = unsafe entries(9)
        let window = unsafe desktop.open(scrolled(column(fields)))
        unsafe desktop.countLife(of: window)
        unsafe desktop.show(fields[8])
        unsafe boxes.append(WeakBox(of: window, "keyboard-gtk-window"))
        unsafe boxes.append(WeakBox(of: gtk_window_get_focus(window.as()), "keyboard-gtk-text"))
        unsafe desktop.closed(window)
    }
    Check.that(desktop.wait { desktop.isHidden }, "the keyboard disappears with the window")
    Check.that(boxes.allSatisfy(\.wasFound), "each window and each focused text widget retains an object")
    let living = boxes.filter { $0.box != nil }.count
    Check.that(living == 0, "\(living) of 10 objects of closed windows are alive")
    Check.that(
        desktop.wait { desktop.livingCount == 0 },
        "\(desktop.livingCount) of 5 windows that were closed while focused are alive"
    )
}
