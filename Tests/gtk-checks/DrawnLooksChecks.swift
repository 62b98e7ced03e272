import CGTKChecks
import Foundation
import InAppKeyboard
import KeyboardObservation

func checkDrawnLooks(_ desktop: Desktop) {
    let settings = unsafe gtk_settings_get_default()!
    checkLooks(desktop, "GTK") { isDark in
        unsafe set_boolean(gpointer(settings), "gtk-application-prefer-dark-theme", isDark ? 1 : 0)
    }
}

func checkDrawnLooksOfAdwaita(_ desktop: Desktop) {
    guard unsafe adwaitaEntryRow() != nil, let library = unsafe dlopen("libadwaita-1.so.0", RTLD_NOW),
        let managerSymbol = unsafe dlsym(library, "adw_style_manager_get_default"),
        let schemeSymbol = unsafe dlsym(library, "adw_style_manager_set_color_scheme")
    else { return }
    // Safe: these are the types that libadwaita declares.
    let manager = unsafe unsafeBitCast(managerSymbol, to: (@convention(c) () -> OpaquePointer).self)
    let setScheme = unsafe unsafeBitCast(schemeSymbol, to: (@convention(c) (OpaquePointer, CInt) -> Void).self)
    // The numbers are ADW_COLOR_SCHEME_FORCE_DARK and ADW_COLOR_SCHEME_FORCE_LIGHT.
    checkLooks(desktop, "libadwaita") { isDark in unsafe setScheme(manager(), isDark ? 4 : 1) }
}

/// Checks the colors of the keys in both themes, and the labels of all layouts in windows of several sizes.
///
/// The function also saves the pictures of the documentation.
private func checkLooks(_ desktop: Desktop, _ library: String, setDark: (Bool) -> Void) {
    let windows: [(name: String, size: CGSize)] = [
        ("phone", CGSize(width: 360, height: 640)), ("wide", CGSize(width: 1_280, height: 800)),
        ("dialog", CGSize(width: 400, height: 340)),
    ]
    desktop.draw { keyboard in
        // The keys get their default sizes, and not sizes for the density of the X server.
        for (name, size) in windows {
            let (window, entry) = unsafe openForm(desktop, size, isDialog: name == "dialog")
            unsafe desktop.show(entry)
            keyboard.pointsPerMillimeter = nil
            for (isDark, theme) in [(true, "~dark"), (false, "")] {
                setDark(isDark)
                keyboard.layouts = AppKeyboard.Layout.builtIn.filter { $0.language == "en" }
                desktop.settle()
                guard let picture = unsafe desktop.picture(of: window) else {
                    return Check.that(false, "a window is drawn")
                }
                picture.save("\(library == "GTK" ? "" : library + "-")keyboard-\(name)\(theme)")
                let place = "\(name)\(theme) of \(library)"
                unsafe checkContrast(keyboard, window, picture, place)
                unsafe saveTouches(desktop, keyboard, window, "\(library)-\(name)\(theme)-")
            }
            for layout in AppKeyboard.Layout.builtIn {
                keyboard.layouts = [layout]
                let pages: [(name: String, key: AppKeyboard.Key.Kind?)] = [
                    ("letters", nil), ("capitals", .shift), ("symbols", .page(.symbols)),
                    ("more symbols", .page(.moreSymbols)),
                ]
                for (page, key) in pages {
                    if let key {
                        // Some scripts have no capitals.
                        guard keyboard.keys.contains(where: { $0.kind == key }) || key != .shift else { continue }
                        keyboard.tap(key)
                    }
                    let picture = unsafe desktop.picture(of: window)
                    picture?.save("\(library)-\(name)-\(layout.language)-\(page)")
                    unsafe checkLabels(keyboard, window, picture, "\(name): \(page) of \(layout.language)")
                }
            }
            unsafe gtk_window_destroy(window.as())
            desktop.wait { desktop.phase == .hidden }
        }
    }
}

/// Opens a window that can be larger than the screen.
private func openForm(
    _ desktop: Desktop,
    _ size: CGSize,
    isDialog: Bool
) -> (window: WidgetPointer, entry: WidgetPointer) {
    let fields = unsafe entries(2)
    unsafe gtk_entry_set_placeholder_text(fields[0].as(), "Name")
    unsafe gtk_entry_set_placeholder_text(fields[1].as(), "Town")
    let button = unsafe gtk_button_new_with_label("Continue")!
    unsafe gtk_widget_add_css_class(button, "suggested-action")
    let form = unsafe column(fields + [button], spacing: 12)
    unsafe [gtk_widget_set_margin_top, gtk_widget_set_margin_start, gtk_widget_set_margin_end].forEach {
        unsafe $0(form, 18)
    }
    let window = unsafe gtk_window_new()!
    if isDialog {
        unsafe gtk_window_set_titlebar(window.as(), gtk_header_bar_new())
        unsafe gtk_window_set_title(window.as(), "Sign up")
    } else {
        unsafe gtk_window_set_decorated(window.as(), 0)
    }
    unsafe gtk_window_set_child(window.as(), scrolled(form))
    // A window manager makes a window smaller than the screen, unless the window needs more room.
    unsafe gtk_widget_set_size_request(window, CInt(size.width), CInt(size.height))
    unsafe gtk_window_present(window.as())
    let isOpen = desktop.wait {
        unsafe gtk_window_is_active(window.as()) != 0 && window.height >= CInt(size.height) - 20
    }
    Check.that(isOpen, "a window of \(size.width) x \(size.height) is open")
    return unsafe (window, fields[0])
}

/// Saves the pictures of the enlarged key and of a long press.
private func saveTouches(_ desktop: Desktop, _ keyboard: AppKeyboard, _ window: WidgetPointer, _ name: String) {
    keyboard.tap(.shift)
    keyboard.touchBegan(at: keyboard.place(of: .character("A")))
    desktop.settle()
    unsafe Picture(of: window)?.save(name + "preview")
    desktop.wait { !keyboard.alternatives.isEmpty }
    desktop.settle()
    unsafe Picture(of: window)?.save(name + "alternatives")
    keyboard.touchCancelled()
    keyboard.tap(.shift)
}

/// Checks the contrasts of each key with the ground, and of each label with its key.
private func checkContrast(_ keyboard: AppKeyboard, _ window: WidgetPointer, _ picture: Picture, _ place: String) {
    let buttons = unsafe keys(of: window).map { unsafe visibleButtons(of: $0) } ?? []
    // A thin letter has no pixel of the full color. Therefore the letters share their contrast, as other keys do.
    var (ofKeys, ofLabels): ([Double], [Bool: Double]) = ([], [:])
    unsafe zip(buttons, keyboard.keys).forEach { button, key in
        let frame = unsafe button.frameInWindow
        let fill = picture.luminance(at: CGPoint(x: frame.minX + 3, y: frame.midY))
        // The frames of four keys meet at this point.
        let corner = key.frame.offsetBy(dx: 0, dy: keyboard.frame.minY - keyboard.screenBounds.minY).origin
        ofKeys.append(contrast(fill, picture.luminance(at: CGPoint(x: corner.x.rounded(), y: corner.y.rounded()))))
        let isLetter = if case .character = key.kind { true } else { false }
        let values = picture.luminances(in: frame.insetBy(dx: 3, dy: 3)).map { contrast($0, fill) }
        ofLabels[isLetter] = max(ofLabels[isLetter] ?? 1, values.max() ?? 1)
    }
    let (key, label) = (ofKeys.min() ?? 1, ofLabels.values.min() ?? 1)
    Check.that(key >= 1.5, "\(place): the contrast of a key with the ground is \(key.formatted())")
    Check.that(label >= 4.5, "\(place): the contrast of a label with its key is \(label.formatted())")
    let (whole, width) = unsafe (keys(of: window)?.frameInWindow ?? .zero, gtk_widget_get_width(window))
    let isInside = unsafe whole.maxX == CGFloat(width) && abs(whole.maxY - CGFloat(window.height)) <= 1
    Check.that(isInside, "\(place): the keyboard is inside the window, and as wide: \(whole)")
    let isWide = keyboard.screenBounds.width > keyboard.screenBounds.height
    let part = keyboard.frame.height / keyboard.screenBounds.height
    Check.that(part <= (isWide ? 1.0 / 3 : 0.5), "\(place): the keyboard takes \(part.formatted()) of the height")
}

/// Returns the contrast of two luminances, as WCAG defines it.
private func contrast(_ first: Double, _ second: Double) -> Double {
    (max(first, second) + 0.05) / (min(first, second) + 0.05)
}

/// Checks that each label is inside its key.
private func checkLabels(_ keyboard: AppKeyboard, _ window: WidgetPointer, _ picture: Picture?, _ place: String) {
    guard let picture, let keys = unsafe keys(of: window) else { return Check.that(false, "a window is drawn") }
    let buttons = unsafe visibleButtons(of: keys)
    var wrong: [String] = []
    let top = keyboard.frame.minY - keyboard.screenBounds.minY
    unsafe zip(buttons, keyboard.keys).forEach { button, key in
        let (frame, own) = unsafe (key.frame.offsetBy(dx: 0, dy: top), button.frameInWindow)
        // The theme draws a border of one pixel and an inner shadow. The labels of two keys must be apart, and a letter
        // that is cut off reaches the edge.
        let (wide, high) = (own.insetBy(dx: 2, dy: 8), own.insetBy(dx: 8, dy: 1))
        let edges = [
            CGRect(x: wide.minX, y: wide.minY, width: 1, height: wide.height),
            CGRect(x: wide.maxX - 1, y: wide.minY, width: 1, height: wide.height),
            CGRect(x: high.minX, y: high.minY, width: high.width, height: 1),
            CGRect(x: high.minX, y: high.maxY - 1, width: high.width, height: 1),
        ]
        let values = edges.flatMap { picture.luminances(in: $0) }
        let isFree = (values.max() ?? 0) - (values.min() ?? 0) < 0.05
        let isInside = own.minX > frame.minX && own.maxX < frame.maxX && own.minY > frame.minY && own.maxY < frame.maxY
        let label = unsafe gtk_button_get_child(button.as())!
        // Without a font for the letter, Pango draws the number of the letter.
        let layout = unsafe gtk_widget_create_pango_layout(label, key.label)!
        let isKnown = unsafe pango_layout_get_unknown_glyphs_count(layout) == 0
        unsafe g_object_unref(gpointer(layout))
        if !isKnown || !isFree || !isInside { wrong.append(key.label) }
        let font = unsafe pango_context_get_font_description(gtk_widget_get_pango_context(label))
        if unsafe pango_font_description_get_weight(font) != PANGO_WEIGHT_NORMAL { wrong.append("bold \(key.label)") }
    }
    Check.that(
        unsafe buttons.count == keyboard.keys.count && wrong.isEmpty,
        "\(place): each label is inside its key\(wrong.isEmpty ? "" : ", but not \(wrong)")"
    )
}

extension Desktop {
    /// Returns the picture of a window after GTK has drawn a change.
    ///
    /// Until the window has placed its widgets, GTK draws nothing.
    fileprivate func picture(of window: WidgetPointer) -> Picture? {
        let end = ContinuousClock.now + .milliseconds(80)
        wait { ContinuousClock.now > end }
        var picture: Picture?
        wait {
            picture = unsafe Picture(of: window)
            return picture != nil
        }
        return picture
    }
}
