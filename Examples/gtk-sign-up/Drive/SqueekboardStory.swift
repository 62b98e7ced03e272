import Foundation

/// What a person does on a phone with squeekboard.
struct SqueekboardStory {
    let pictures: Pictures

    /// The whole story at scale 1.
    func run() throws {
        try run(on: SqueekboardScreen()) { app, screen, checks in
            let start = try begin(app, screen)
            try pictures.save("wayland-keyboard-down", screen)
            try firstField(app, screen, checks)
            try type(app, screen, checks)
            try lastField(app, screen, checks)
            try badInput(app, screen, checks)
            try done(app, screen, start)
            try dialog(app, screen, checks)
            try submit(app, screen)
            try kill(app, screen, checks, start, picture: "wayland-killed")
            try restart(app, screen, checks)
        }
    }

    /// The last field in landscape, where the keyboard covers it.
    func runInLandscape() throws {
        try run(on: SqueekboardScreen(size: CGSize(width: 1_440, height: 720))) { app, screen, checks in
            let start = try begin(app, screen)
            try screen.click(start.field("note").center)
            let line = try app.wait("keyboard for the note") {
                $0.focused == "note" && $0.phase == "shown" && $0.offset > 0
            }
            try check(line, screen, checks, picture: "wayland-landscape")
            for number in 1...5 {
                try screen.type("line \(number)")
                try screen.press("Return")
            }
            let grown = try app.wait("note of six lines") {
                $0.texts["note"]?.split(separator: "\n").count == 5 && $0.offset > line.offset
            }
            try check(grown, screen, checks, picture: nil)
            report("the last field in landscape, also when it grows")
            try kill(app, screen, checks, start, picture: nil)
        }
    }

    /// The keyboard and the last field at scale 2.
    func runAtScaleTwo() throws {
        try run(on: SqueekboardScreen(scale: 2)) { app, screen, checks in
            try screen.click(begin(app, screen).field("note").center)
            let line = try app.wait("keyboard at scale 2") { $0.focused == "note" && $0.phase == "shown" }
            try check(line, screen, checks, picture: "wayland-scale-2")
            report("squeekboard at scale 2")
        }
    }

    private func run(
        on screen: SqueekboardScreen,
        _ steps: (DrivenApp, SqueekboardScreen, Checks) throws -> Void
    ) throws {
        defer { screen.children.stop() }
        do {
            try steps(DrivenApp(on: screen.children), screen, Checks(screen: screen))
            try screen.children.expectNoWarnings(of: "gtk-sign-up")
        } catch {
            try pictures.save("wayland-failure", screen)
            throw error
        }
    }

    /// Waits until the window fills the screen.
    private func begin(_ app: DrivenApp, _ screen: SqueekboardScreen) throws -> DrivenApp.Line {
        let start = try app.wait("window") {
            // Without a change on the screen, the app does not report that the phase is no longer unknown.
            $0.port[3] == screen.size.height && $0.fields["name"]?[2] ?? 0 > 0 && $0.covered == [0, 0]
        }
        try expect(try screen.keyboardFrame() == nil, "the keyboard is shown before a field has the focus")
        try expect(start.focused == nil, "\(start.focused ?? "") has the focus at the start")
        return start
    }

    /// The first field takes the focus, squeekboard is shown, and the window ends above it.
    private func firstField(_ app: DrivenApp, _ screen: SqueekboardScreen, _ checks: Checks) throws {
        try screen.click(app.wait("form") { _ in true }.field("name").center)
        let line = try app.wait("keyboard for the name") { $0.focused == "name" && $0.phase == "shown" }
        try check(line, screen, checks, picture: "wayland-first-field")
        report("squeekboard is shown, and the window ends above it")
    }

    /// Keys of the machine and of squeekboard type, and keys and the bar move the focus.
    private func type(_ app: DrivenApp, _ screen: SqueekboardScreen, _ checks: Checks) throws {
        try screen.type("A")
        guard let keyboard = try screen.keyboardFrame() else { throw Failure("the keyboard is hidden") }
        // The places of the keys D and A in squeekboard's layout for English.
        for place in [0.3, 0.1] {
            let key = CGPoint(x: keyboard.minX + keyboard.width * place, y: keyboard.minY + keyboard.height * 0.375)
            try screen.click(key)
        }
        try app.wait("text of squeekboard's keys") { $0.texts["name"] == "Ada" && $0.focused == "name" }
        try screen.press("Return")
        try app.wait("focus after Return") { $0.focused == "mail" }
        try screen.type("ada@example.org")
        try screen.press("Tab")
        try app.wait("focus after Tab") { $0.focused == "password" }
        try screen.press("shift+Tab")
        try app.wait("focus after Shift-Tab") { $0.focused == "mail" }
        try screen.click(app.wait("bar") { $0.bar != nil }.button("next").center)
        try app.wait("focus after the bar's next") { $0.focused == "password" && $0.phase == "shown" }
        try screen.type("analytical")
        try screen.click(app.wait("bar") { $0.bar != nil }.button("next").center)
        let line = try app.wait("focus in the budget") { $0.focused == "budget" && $0.phase == "shown" }
        try expect(line.texts["mail"] == "ada@example.org", "the mail is \(line.texts["mail"] ?? "missing")")
        try check(line, screen, checks, picture: nil)
        report("keys, squeekboard's keys and the bar")
    }

    /// The last field is visible above the bar.
    private func lastField(_ app: DrivenApp, _ screen: SqueekboardScreen, _ checks: Checks) throws {
        try screen.click(app.wait("bar") { $0.bar != nil }.button("next").center)
        let line = try app.wait("focus in the note") { $0.focused == "note" && $0.phase == "shown" }
        try check(line, screen, checks, picture: "wayland-last-field")
        report("the last field")
    }

    /// A text that is no amount is shown beside its field, which keeps the focus.
    private func badInput(_ app: DrivenApp, _ screen: SqueekboardScreen, _ checks: Checks) throws {
        try screen.click(app.wait("bar") { $0.bar != nil }.button("previous").center)
        try app.wait("focus in the budget") { $0.focused == "budget" }
        try screen.type("a lot")
        try screen.press("Return")
        let line = try app.wait("message") {
            $0.messages["budget"] != nil && $0.focused == "budget" && $0.phase == "shown"
        }
        try check(line, screen, checks, picture: "wayland-bad-input")
        try screen.press("Escape")
        try app.wait("budget without a text after Escape") { $0.texts["budget"] == "" && $0.messages.isEmpty }
        try screen.type("12.5")
        report("bad input and Escape")
    }

    /// *Done* hides squeekboard, and the window fills the screen again.
    private func done(_ app: DrivenApp, _ screen: SqueekboardScreen, _ start: DrivenApp.Line) throws {
        try screen.click(app.wait("bar") { $0.bar != nil }.button("done").center)
        let down = try app.wait("hidden keyboard after Done") {
            $0.isKeyboardDown && $0.focused == nil && $0.port == start.port && $0.offset == start.offset
        }
        try expect(
            down.texts["budget"] == "€12.50",
            "the budget is \(down.texts["budget"] ?? "missing"), and not €12.50"
        )
        try expect(try screen.keyboardFrame() == nil, "squeekboard is shown after Done")
        report("Done")
    }

    /// A dialog with a field floats over the form, and closes.
    private func dialog(_ app: DrivenApp, _ screen: SqueekboardScreen, _ checks: Checks) throws {
        try screen.click(app.wait("form") { _ in true }.field("mail").center)
        let form = try app.wait("keyboard for the mail") { $0.focused == "mail" && $0.phase == "shown" }
        try screen.click(form.button("invite").center)
        let line = try app.wait("focus in the dialog", in: "dialog") { $0.focused == "friend" && $0.phase == "shown" }
        guard let origin = try screen.windowOrigin("Invite a friend") else { throw Failure("the dialog is missing") }
        try check(line.moved(to: origin), screen, checks, picture: "wayland-dialog")
        try screen.type("charles@example.org")
        try screen.press("Return")
        let answer = try app.wait("answer of the dialog") { $0.answer?.contains("charles@example.org") == true }
        try expect(
            answer.phase != "hidden" || answer.focused == nil,
            "the keyboard is hidden while a field has the focus"
        )
        report("a dialog")
    }

    /// A form without mistakes is submitted.
    private func submit(_ app: DrivenApp, _ screen: SqueekboardScreen) throws {
        try screen.click(app.wait("form") { _ in true }.button("submit").center)
        try app.wait("welcome") { $0.answer?.hasPrefix("Welcome") == true }
        report("the form is submitted")
    }

    /// The window is whole within a second when squeekboard is killed, and the focused field is visible.
    private func kill(
        _ app: DrivenApp,
        _ screen: SqueekboardScreen,
        _ checks: Checks,
        _ start: DrivenApp.Line,
        picture: String?
    ) throws {
        try screen.click(app.wait("form") { _ in true }.field("note").center)
        try app.wait("keyboard for the note") { $0.focused == "note" && $0.phase == "shown" }
        let count = app.lineCount
        let time = Date.now
        screen.killKeyboard()
        try app.waitForLine(after: count) { $0.isKeyboardDown && $0.port == start.port }
        let seconds = Date.now.timeIntervalSince(time)
        try expect(seconds < 1, "the window is whole \(seconds) s after squeekboard was killed")
        let line = try app.wait("field after squeekboard was killed") { $0.isKeyboardDown && $0.focused == "note" }
        try checks.focusedField(in: line, pictures.save(picture, screen))
        report("squeekboard is killed, and the window is whole after \(Int(seconds * 1_000)) ms")
    }

    /// A squeekboard that is started while a field has the focus is shown.
    private func restart(_ app: DrivenApp, _ screen: SqueekboardScreen, _ checks: Checks) throws {
        try screen.startKeyboard()
        let line = try app.wait("keyboard that was started again") { $0.focused == "note" && $0.phase == "shown" }
        try check(line, screen, checks, picture: nil)
        report("squeekboard is started again")
    }

    /// Checks the focused field, squeekboard and the bar in a picture, and that window and keyboard share the screen.
    private func check(
        _ line: DrivenApp.Line,
        _ screen: SqueekboardScreen,
        _ checks: Checks,
        picture name: String?
    ) throws {
        let picture = try pictures.save(name, screen)
        guard let frame = try screen.keyboardFrame() else { throw Failure("squeekboard is hidden") }
        let keyboard = try CGRect(line.keyboard, of: "the keyboard")
        try expect(keyboard == frame, "the app reports the keyboard at \(keyboard), and not at \(frame)")
        if line.window == "form" {
            let port = try CGRect(line.port, of: "the scroll port")
            try expect(port.maxY == frame.minY, "the window ends at \(port.maxY), and not at \(frame.minY)")
            try checks.bar(in: line, picture)
        }
        try checks.focusedField(in: line, picture)
        try checks.keyboard(picture)
    }
}

extension DrivenApp.Line {
    /// Returns the line of a window that is not at the origin, which an app of Wayland does not know.
    fileprivate func moved(to origin: CGPoint) -> Self {
        func move(_ frame: [Double]) -> [Double] {
            [frame[0] + origin.x, frame[1] + origin.y, frame[2], frame[3]]
        }
        var line = self
        line.port = move(port)
        line.fields = fields.mapValues(move)
        line.buttons = buttons.mapValues(move)
        return line
    }
}
