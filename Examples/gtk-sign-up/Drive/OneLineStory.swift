import Foundation

/// A careless person fills the form of the app `one-line`.
///
/// Only the pictures show whether the whole focused field is visible. The reports of the app contain the texts of the
/// fields.
final class OneLineStory {
    /// A desktop with a keyboard, and a window on it.
    struct Session {
        var name: String
        var arguments: [String] = []
        var isShort = false
        var isTouch = false
        var screen: () throws -> any Screen
    }

    static var sessions: [Session] {
        [
            Session(name: "openbox with Onboard", arguments: ["--maximized"], isShort: true) { try DesktopScreen() },
            Session(name: "openbox with Onboard, full screen", arguments: ["--full-screen"]) { try DesktopScreen() },
            Session(name: "xfwm4 with Onboard", arguments: ["--maximized"]) { try DesktopScreen(.xfwm4) },
            Session(name: "metacity with Onboard", arguments: ["--header-bar"]) {
                try DesktopScreen(.metacity, .onboard)
            },
            Session(name: "metacity with xvkbd") { try DesktopScreen(.metacity, .xvkbd) },
            Session(name: "KWin, full screen", arguments: ["--full-screen"]) {
                try DesktopScreen(.kwin, DesktopScreen.kwinKeyboard)
            },
            Session(name: "KWin with a title bar", arguments: ["--maximized"]) {
                try DesktopScreen(.kwin, DesktopScreen.kwinKeyboard)
            },
            Session(name: "sway with squeekboard", isShort: true) { try PhoneScreen() },
            // The app draws no keyboard, because the desktop has a keyboard.
            Session(
                name: "sway with squeekboard and a header bar",
                arguments: ["--header-bar", "--draws-keyboard"]
            ) { try PhoneScreen() },
            Session(name: "phoc with squeekboard") { try PhoneScreen(.phoc) },
            Session(name: "phoc with squeekboard, full screen", arguments: ["--full-screen"]) {
                try PhoneScreen(.phoc)
            },
            Session(name: "GNOME Shell", arguments: ["--maximized"]) { try ShellScreen() },
            Session(name: "GNOME Shell, full screen", arguments: ["--full-screen"]) { try ShellScreen() },
            Session(name: "cage by touch", arguments: ["--draws-keyboard"], isShort: true, isTouch: true) {
                try KioskScreen(isTouch: true)
            },
            Session(name: "cage by mouse", arguments: ["--draws-keyboard"]) { try KioskScreen(isTouch: false) },
            Session(name: "sway by touch", arguments: ["--draws-keyboard"], isTouch: true) {
                try KioskScreen(.sway, isTouch: true)
            },
        ]
    }

    /// The sessions that run only with a filter, because Debian 12 lacks their programs.
    private static var otherSessions: [Session] {
        let screens: [(name: String, start: () throws -> any Screen)] = [
            ("openbox", { try DesktopScreen() }),
            ("xfwm4", { try DesktopScreen(.xfwm4) }),
            ("metacity", { try DesktopScreen(.metacity) }),
            ("mutter", { try DesktopScreen(.mutter) }),
            ("sway, squeekboard", { try PhoneScreen() }),
            ("sway, wvkbd", { try PhoneScreen(.sway, .wvkbd) }),
            ("sway, Onboard", { try PhoneScreen(.sway, .onboard, size: CGSize(width: 1_280, height: 800)) }),
            ("labwc, squeekboard", { try PhoneScreen(.labwc) }),
            ("labwc, wvkbd", { try PhoneScreen(.labwc, .wvkbd) }),
            ("labwc, Onboard", { try PhoneScreen(.labwc, .onboard) }),
            ("phoc, squeekboard", { try PhoneScreen(.phoc) }),
            ("phoc, the keyboard of phosh", { try PhoneScreen(.phoc, PhoneScreen.phoshKeyboard) }),
            ("phosh, squeekboard", { try PhoneScreen(.phosh) }),
            ("phosh, the keyboard of phosh", { try PhoneScreen(.phosh, PhoneScreen.phoshKeyboard) }),
        ]
        return screens.flatMap { screen in
            [("maximized", "--maximized"), ("full screen", "--full-screen")].map { size, argument in
                Session(name: "\(size) on \(screen.name)", arguments: [argument], screen: screen.start)
            }
        }
    }

    /// The time limit for each step, in seconds, on a busy machine.
    private static let patience = 30.0
    private static let focusColor = Picture.Color(0xFF, 0x00, 0xFF)
    private static let drawnReturnKey = CGPoint(x: 0.925, y: 0.875)
    /// The fields in the scrolled window, from the top.
    private static let column = Array(1..<FormProgram.last) + [FormProgram.note, FormProgram.last]

    private let session: Session
    private let screen: any Screen
    private let pictures: Pictures
    private var app: FormProgram
    /// The expected texts of the fields.
    private var texts: [Int: String] = [:]
    private var failures: [String] = []

    /// Drives the sessions whose names contain `filter`.
    ///
    /// - Throws: A failure that names each failed step.
    static func run(_ pictures: Pictures, isShort: Bool, filter: String) throws {
        var failures: [String] = []
        let named = (sessions + otherSessions).filter { $0.name.contains(filter) }
        for session in filter.isEmpty ? sessions.filter({ $0.isShort || !isShort }) : named {
            do {
                try pictures.perform(on: session.screen(), of: FormProgram.name, failure: "one-line-failure") {
                    let story = try OneLineStory(session, $0, pictures, session.arguments)
                    isShort ? story.briefly() : story.wholly()
                    failures += story.failures
                    if isShort { return }
                    $0.children.kill(FormProgram.name)
                    let text = try OneLineStory(session, $0, pictures, session.arguments + ["--text-view"])
                    text.textView()
                    failures += text.failures
                }
            } catch {
                failures.append("\(session.name): \(error)")
            }
            report(session.name)
        }
        if !failures.isEmpty { throw Failure(failures.joined(separator: "\n✘ ")) }
    }

    private init(_ session: Session, _ screen: any Screen, _ pictures: Pictures, _ arguments: [String]) throws {
        (self.session, self.screen, self.pictures) = (session, screen, pictures)
        app = try FormProgram(on: screen.children, arguments)
        texts = try wait("a report of the app") { try app.report() }.texts
    }

    // MARK: Stories

    private func briefly() {
        if session.isTouch {
            step("the last field") {
                for field in [1, FormProgram.last] { try tap(field) }
                try typeKey(FormProgram.last)
            }
        } else {
            step("Tab through all fields") { try tab("Tab", Self.column) }
        }
        step("a dismissed keyboard") { try dismiss() }
    }

    private func wholly() {
        step("a slow tap on a field") {
            try tap(3)
            try typeKey(3)
        }
        if !session.isTouch {
            step("the hardware keyboard") { try type("x", 3) }
            step("the wheel") { try wheel(3) }
            step("Tab through all fields") { try tab("Tab", Self.column) }
            step("Shift-Tab through all fields") { try tab("shift+Tab", Self.column.reversed()) }
        }
        step("a double click on a word") { try doubleClick(4) }
        step("drags over the form") { try drags() }
        step("a slow tap on the last field") {
            try tap(FormProgram.last)
            try typeKey(FormProgram.last)
        }
        step("the last line of the note") { try fillNote() }
        step("the field of a popover") { try popover() }
        step("the field of a dialog") { try openDialog() }
        step("a dismissed keyboard") { try dismiss() }
        if !session.arguments.contains("--full-screen") {
            for resize in screen.resizes {
                step("a window of another size") {
                    try tap(FormProgram.last)
                    // This drag scrolls nothing.
                    guard let box = try boxes()[0] else { throw Failure("the last field is not on the screen") }
                    let end = CGPoint(x: box.maxX - 40, y: box.midY)
                    try screen.drag([end, CGPoint(x: end.x - 60, y: end.y)], seconds: 0.3, times: 1)
                    try resize()
                    try check(FormProgram.last)
                    try typeKey(FormProgram.last)
                }
            }
        }
        if let shell = screen as? ShellScreen, !session.arguments.contains("--full-screen"),
            (try? shell.distinguishesCarets()) != false
        {
            for y in [40, 150, 300] {
                step("a window that floats at \(y)") {
                    try hideKeyboard()
                    try shell.float(at: y)
                    try tap(FormProgram.last)
                    try typeKey(FormProgram.last)
                }
            }
        }
        if let phone = screen as? PhoneScreen, session.name.hasPrefix("sway") {
            step("a focused field before a turn") { try tap(FormProgram.last) }
            for transform in ["90", "180", "270", "normal"] {
                step("the screen is turned: \(transform)") {
                    try phone.turn(transform)
                    try check(FormProgram.last)
                    try typeKey(FormProgram.last)
                }
            }
            step("the screen is turned while the keyboard is hidden") {
                try hideKeyboard()
                try phone.turn("90")
                try tap(FormProgram.last)
                try typeKey(FormProgram.last)
            }
        }
    }

    private func textView() {
        let view = FormProgram.text
        step("a text view in a scrolled window") {
            // The keyboard of the previous window can still be shown behind this window.
            let box = try wait("the text view") { try boxes()[view] }
            try tap(at: CGPoint(x: box.midX, y: box.minY + 100), view)
            if session.isTouch {
                try tapEnd(of: view)
            } else {
                try screen.press("ctrl+End")
            }
            try typeKey(view)
            for letter in ["\n", "x", "\n", "y"] { try type(letter, view) }
        }
        if session.isTouch { return }
        step("the wheel in a text view") { try wheel(view) }
        step("Down at the bottom line") {
            for key in ["ctrl+Home"] + Array(repeating: "Down", count: 36) { try screen.press(key) }
            try check(view)
        }
    }

    /// Scrolls a text view to its end, and taps there.
    private func tapEnd(of view: Int) throws {
        let box = try waitForRest("the text view above the keyboard") { try boxes()[view] }
        let (low, high) = (CGPoint(x: box.midX, y: box.maxY - 40), CGPoint(x: box.midX, y: box.minY + 40))
        // Each drag scrolls by at least a fifth of the 120 lines.
        for _ in 0..<6 { try screen.drag([low, high], seconds: 0.3, times: 1) }
        try waitForRest("the end of the text view") { try boxes()[view] }
        try tap(at: CGPoint(x: box.midX, y: box.maxY - 20), view)
    }

    // MARK: Steps

    /// Performs a step, and records a failure instead of throwing it.
    private func step(_ name: String, _ perform: () throws -> Void) {
        do {
            try perform()
            report("\(session.name): \(name)")
        } catch {
            let file = "one-line-\(session.name) \(name)".replacing(" ", with: "-")
            _ = try? pictures.save(file, screen)
            failures.append("\(session.name), \(name): \(error); the picture is \(file).png")
            // An open popover would take the clicks of the next step.
            if !session.isTouch { try? screen.press("Escape") }
            texts = (try? app.report())?.texts ?? texts
        }
    }

    /// Taps a field on its right side, where there is no text.
    private func tap(_ field: Int) throws {
        let box = try reach(field)
        try tap(at: CGPoint(x: box.maxX - 40, y: box.midY), field)
    }

    private func tap(at point: CGPoint, _ field: Int) throws {
        let wasHidden = try screen.keyboardFrame() == nil
        try screen.drag([point], seconds: .random(in: 0.3...0.45), times: 1)
        if try screen.keyboardFrame() == nil, try screen.showKeyboard() {
            // The window of the keyboard has taken the focus.
            try wait("the keyboard") { try screen.keyboardFrame() }
            try screen.drag([point], seconds: 0.1, times: 1)
        }
        try check(field)
        // maliit-keyboard becomes smaller soon after it has appeared, and can lose a key that is pressed then.
        if wasHidden { try waitForRest("the keyboard", for: 1) { try screen.keyboardFrame() } }
    }

    private func type(_ text: String, _ field: Int) throws {
        if session.isTouch {
            guard text == "\n" else { return try typeKey(field) }
            try press(Self.drawnReturnKey)
        } else {
            if text == "\n" { try screen.press("Return") } else { try screen.type(text) }
        }
        texts[field, default: ""] += text
        try check(field)
    }

    /// Presses a key of the on-screen keyboard.
    ///
    /// `key` is the position of the key, as fractions of the keyboard's width and height.
    private func press(_ key: CGPoint) throws {
        let frame = try wait("the keyboard") { try screen.keyboardFrame() }
        let point = CGPoint(x: frame.minX + frame.width * key.x, y: frame.minY + frame.height * key.y)
        try screen.drag([point], seconds: 0.1, times: 1)
    }

    private func typeKey(_ field: Int, replaces: Bool = false) throws {
        if screen.canTypeByKeyboard {
            try press(screen.letterKey.place)
        } else {
            try screen.type(screen.letterKey.letter)
        }
        texts[field] = (replaces ? "" : texts[field] ?? "") + screen.letterKey.letter
        try check(field)
    }

    private func tab(_ key: String, _ fields: [Int]) throws {
        try tap(fields[0])
        for field in fields.dropFirst() {
            try screen.press(key)
            // After Tab has moved the focus to a text view, GTK draws the caret only after another key.
            if field == FormProgram.note { try type("t", field) } else { try check(field) }
        }
        // Tab selects the text of an entry.
        try typeKey(fields[fields.count - 1], replaces: true)
    }

    private func doubleClick(_ field: Int) throws {
        let key = screen.letterKey.letter
        for letter in session.isTouch ? [key] : ["z", key] {
            let box = try reach(field)
            try screen.drag([CGPoint(x: box.minX + 12, y: box.midY)], seconds: 0.05, times: 2)
            try check(field)
            if letter == key { try press(screen.letterKey.place) } else { try screen.type(letter) }
            texts[field] = letter + (texts[field] ?? "").drop { $0 != " " }
            try check(field)
        }
    }

    /// Scrolls the focused field out of view, and checks that the field stays there until the next key.
    private func wheel(_ field: Int) throws {
        try wait("a field that the wheel has moved away") {
            guard let box = try boxes()[0] else { return true }
            try screen.turnWheel(field == FormProgram.text ? -5 : 5, at: CGPoint(x: box.midX, y: box.midY))
            return nil
        }
        let end = Date.now + 1
        while Date.now < end {
            try expect(try boxes()[0] == nil, "the focused field returns after the wheel, and without a key")
        }
        try type("w", field)
    }

    private func drags() throws {
        let box = try reach(6)
        let gap = CGPoint(x: box.midX, y: box.maxY + 12)
        let inside = CGPoint(x: box.maxX - 40, y: box.midY)
        for start in [gap, inside] {
            try screen.drag([start, CGPoint(x: start.x - 60, y: start.y - 90)], seconds: 0.4, times: 1)
        }
        try tap(6)
        try typeKey(6)
    }

    private func fillNote() throws {
        // The end of the note is directly above the last field.
        _ = try reach(FormProgram.last)
        guard let box = try boxes()[FormProgram.note] else { throw Failure("the note is not on the screen") }
        try tap(at: CGPoint(x: box.maxX - 40, y: box.maxY - 8), FormProgram.note)
        if !session.isTouch { try screen.press("ctrl+End") }
        for text in ["\n", "1", "\n", "2", "\n", "3", "\n", "4"] { try type(text, FormProgram.note) }
        try typeKey(FormProgram.note)
    }

    private func popover() throws {
        try press(button: FormProgram.menuButton)
        // The popover moves with its window when the keyboard appears, so the first tap can miss the field.
        for _ in 0..<2 { try tap(FormProgram.menu) }
        for _ in 0..<2 { try typeKey(FormProgram.menu) }
        if session.isTouch { try press(button: FormProgram.menuButton) } else { try screen.press("Escape") }
        try wait("the closed popover", until: { try app.report()?.focus != FormProgram.menu })
    }

    private func openDialog() throws {
        let dialog = FormProgram.dialog
        try press(button: FormProgram.dialogButton)
        texts[dialog] = try wait("a dialog") { try app.report()?.texts[dialog] }
        try tap(dialog)
        try typeKey(dialog)
        if session.isTouch { try press(Self.drawnReturnKey) } else { try screen.press("Return") }
        try wait("the closed dialog", until: { try app.report()?.texts[dialog] == nil })
        texts[dialog] = nil
    }

    /// Hides the keyboard, and checks that it stays hidden.
    ///
    /// - Returns: `false` if a person cannot hide the keyboard; otherwise `true`.
    @discardableResult
    private func hideKeyboard() throws -> Bool {
        guard try screen.dismissKeyboard() else { return false }
        try wait("the hidden keyboard", until: { try screen.keyboardFrame() == nil })
        let end = Date.now + 1.5
        while Date.now < end { try expect(try screen.keyboardFrame() == nil, "a dismissed keyboard returns") }
        return true
    }

    /// Taps the lowest field on a screen without a keyboard, dismisses the keyboard, and taps the field again.
    private func dismiss() throws {
        try tap(FormProgram.last)
        guard try hideKeyboard() else { return }
        let former = try boxes().filter { (1...FormProgram.last).contains($0.key) && $0.value.height >= 20 }
        guard let lowest = former.max(by: { $0.value.minY < $1.value.minY }) else { throw Failure("no field is seen") }
        let point = CGPoint(x: lowest.value.maxX - 40, y: lowest.value.midY)
        try tap(at: point, lowest.key)
        try hideKeyboard()
        try wait("the form where it was") {
            let places = try boxes()
            return former.allSatisfy { $0.key == lowest.key || places[$0.key] == $0.value || places[0] == $0.value }
        }
        try tap(at: point, lowest.key)
        try typeKey(lowest.key)
    }

    private func press(button: Int) throws {
        // On a busy machine, a window can leave full screen late.
        let box = try waitForRest("a button", for: 1) { try boxes()[button] }
        try screen.drag([CGPoint(x: box.midX, y: box.midY)], seconds: 0.3, times: 1)
    }

    // MARK: Pictures

    /// Returns the frame of each field, with the number of the field as the key.
    ///
    /// The focused entry has the key 0. If a text view has the focus, its caret has the key 0.
    private func boxes(in picture: Picture? = nil) throws -> [Int: CGRect] {
        try (picture ?? screen.look()).frames { color in
            if color == Self.focusColor { return 0 }
            let isField = color.red == 255 && color.green == 255 && color.blue % 8 == 0 && color.blue > 0
            return isField ? Int(color.blue / 8) : nil
        }
    }

    /// Scrolls until the whole field is above the keyboard, and waits until it is at rest.
    private func reach(_ field: Int) throws -> CGRect {
        try waitForRest("field \(field) above the keyboard") {
            let picture = try screen.look()
            let end = try screen.keyboardFrame().map(\.minY) ?? CGFloat(picture.height)
            var boxes = try boxes(in: picture).filter { $1.height >= 20 && $1.maxY <= end }
            let focus = try app.report()?.focus
            if let focus, ![FormProgram.note, FormProgram.text].contains(focus) { boxes[focus] = boxes[0] }
            if let box = boxes[field] { return box }
            let column = Self.column
            let seen = column.last { boxes[$0] != nil && $0 != FormProgram.note }
            guard let seen, let box = boxes[seen], let index = column.firstIndex(of: field) else { return nil }
            let direction = index > column.firstIndex(of: seen) ?? 0 ? 1.0 : -1.0
            let point = CGPoint(x: box.midX, y: box.midY)
            if session.isTouch {
                try screen.drag([point, CGPoint(x: point.x, y: point.y - 90 * direction)], seconds: 0.3, times: 1)
            } else {
                try screen.turnWheel(Int(direction), at: point)
            }
            return nil
        }
    }

    /// Waits until the screen is at rest, the focused field is wholly visible, and each field has its expected text.
    private func check(_ field: Int) throws {
        var former: Picture?
        var reason: String?
        let end = Date.now + Self.patience
        while Date.now < end {
            let picture = try screen.look()
            reason = try complaint(field, picture)
            if reason == nil, picture == former { return }
            former = picture
        }
        throw Failure(reason ?? "the screen is never at rest")
    }

    private func complaint(_ field: Int, _ picture: Picture) throws -> String? {
        guard let line = try app.report() else { return "no report" }
        for (other, text) in texts where line.texts[other] != text {
            return "field \(other) ends with \((line.texts[other] ?? "").suffix(20).debugDescription), "
                + "and not with \(text.suffix(20).debugDescription)"
        }
        guard line.focus == field, let height = line.height else {
            return "field \(line.focus ?? 0) has the focus, and not field \(field)"
        }
        try (screen as? ShellScreen)?.expectWindowsInPlace()
        guard let box = try boxes(in: picture)[0] else { return "nothing of the focused field \(field) is seen" }
        guard let keyboard = try screen.keyboardFrame() else { return "the keyboard is hidden" }
        // Onboard can pause on a busy machine while it slides in.
        if Int(keyboard.maxY * screen.scale) > picture.height { return "the keyboard at \(keyboard) still appears" }
        // maliit-keyboard draws a line over the last row of the window.
        let border = session.name.hasPrefix("KWin") && box.maxY == keyboard.minY - 1 ? 1 : 0
        if Int(box.height) < height - border {
            return "only \(Int(box.height)) of \(height) rows of field \(field) are seen"
        }
        // The last field is the end of the content, so only the manager's margin of 12 points can be between this
        // field and a docked keyboard.
        let strip = Int(keyboard.minY - box.maxY)
        let isStrip =
            strip > Int(12 * screen.scale) + 2 && Int(keyboard.width) == picture.width
            && Checks.isApp(picture[Int(box.midX), Int(keyboard.minY) - 2])
        if field == FormProgram.last, isStrip { return "\(strip) blank rows are above the keyboard" }
        let isCovered = keyboard.intersects(box.insetBy(dx: 0, dy: 0.5))
        return isCovered ? "the keyboard at \(keyboard) covers field \(field) at \(box)" : nil
    }

    @discardableResult
    private func wait<Value>(_ what: String, _ value: () throws -> Value?) throws -> Value {
        let end = Date.now + Self.patience
        while Date.now < end {
            if let value = try value() { return value }
        }
        throw Failure("not seen within \(Int(Self.patience)) s: \(what)")
    }

    /// Waits until a frame has not changed for a while.
    ///
    /// The window moves after the desktop has shown or hidden the keyboard, and no event reports the end of this move.
    @discardableResult
    private func waitForRest(_ what: String, for rest: Double = 0.4, _ frame: () throws -> CGRect?) throws -> CGRect {
        var (former, start): (CGRect?, Date) = (nil, .now)
        return try wait(what) {
            let frame = try frame()
            if frame != former { (former, start) = (frame, .now) }
            return start + rest < .now ? frame : nil
        }
    }

    private func wait(_ what: String, until isReached: () throws -> Bool) throws {
        try wait(what) { try isReached() ? true : nil }
    }
}
