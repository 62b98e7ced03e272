import Foundation

/// What a person does on a desktop with Onboard.
struct OnboardStory {
    let pictures: Pictures

    /// The whole story at scale 1.
    func run() throws {
        let screen = try OnboardScreen()
        defer { screen.children.stop() }
        let app = try DrivenApp(on: screen.children)
        let checks = Checks(screen: screen)
        do {
            try steps(app, screen, checks)
            try screen.children.expectNoWarnings(of: "gtk-sign-up")
        } catch {
            try pictures.save("failure", screen)
            throw error
        }
    }

    private func steps(_ app: DrivenApp, _ screen: OnboardScreen, _ checks: Checks) throws {
        let start = try app.wait("window") { $0.port[3] == 800 && $0.fields["name"]?[2] ?? 0 > 0 }
        try expect(try screen.keyboardFrame() == nil, "the keyboard is shown before a field has the focus")
        try expect(start.focused == nil, "\(start.focused ?? "") has the focus at the start")
        try pictures.save("keyboard-down", screen)

        try refuse(app, screen, checks)
        try glide(app, screen, checks)
        try type(app, screen, checks)
        try lastField(app, screen, checks)
        try badInput(app, screen, checks)
        try dialog(app, screen, checks)
        try submit(app, screen)
        try kill(app, screen, start)
        try float(app, screen, checks)
    }

    /// The first field takes the focus, and the keyboard glides in.
    private func glide(_ app: DrivenApp, _ screen: OnboardScreen, _ checks: Checks) throws {
        let count = app.lineCount
        try screen.click(app.wait("form") { _ in true }.field("name").center)
        let line = try app.wait("keyboard for the name") { $0.focused == "name" && $0.phase == "shown" }
        let frames = try checks.glide(app.lines(from: count), barHeight: 44)
        try check(line, try pictures.save("first-field", screen), checks)
        report("the keyboard glides in \(frames) frames")
    }

    /// Keys of the machine and of Onboard type, and keys and the bar move the focus.
    private func type(_ app: DrivenApp, _ screen: OnboardScreen, _ checks: Checks) throws {
        try screen.type("A")
        guard let keyboard = try screen.keyboardFrame() else { throw Failure("the keyboard is hidden") }
        // The places of the keys D and A in Onboard's default layout.
        for place in [0.2656, 0.1437] {
            let key = CGPoint(x: keyboard.minX + keyboard.width * place, y: keyboard.minY + keyboard.height * 0.5)
            try screen.click(key)
        }
        try app.wait("text of Onboard's keys") { $0.texts["name"] == "Ada" && $0.focused == "name" }
        try screen.press("Return")
        try app.wait("focus after Return") { $0.focused == "mail" }
        try screen.type("ada@example.org")
        try screen.press("Tab")
        try app.wait("focus after Tab") { $0.focused == "password" }
        try screen.press("shift+Tab")
        try app.wait("focus after Shift-Tab") { $0.focused == "mail" }
        try screen.click(app.wait("bar") { $0.bar != nil }.button("next").center)
        try app.wait("focus after the bar's next") { $0.focused == "password" }
        try screen.type("analytical")
        try screen.click(app.wait("bar") { $0.bar != nil }.button("next").center)
        try app.wait("focus in the budget") { $0.focused == "budget" }
        report("keys, Onboard's keys and the bar")
    }

    /// The last field is in view, grows and keeps its caret in view.
    private func lastField(_ app: DrivenApp, _ screen: OnboardScreen, _ checks: Checks) throws {
        try screen.click(app.wait("bar") { $0.bar != nil }.button("next").center)
        let line = try app.wait("focus in the note") { $0.focused == "note" && $0.offset > 0 }
        try check(line, try pictures.save("last-field", screen), checks)
        for number in 1...5 {
            try screen.type("line \(number)")
            try screen.press("Return")
        }
        let grown = try app.wait("note of six lines") {
            $0.texts["note"]?.split(separator: "\n").count == 5 && $0.fields["note"]?[3] ?? 0 > 100
        }
        try check(grown, try pictures.save(nil, screen), checks)
        report("the last field, also when it grows")
    }

    /// A text that is no amount is shown beside its field, which keeps the focus.
    private func badInput(_ app: DrivenApp, _ screen: OnboardScreen, _ checks: Checks) throws {
        try screen.click(app.wait("bar") { $0.bar != nil }.button("previous").center)
        try app.wait("focus in the budget") { $0.focused == "budget" }
        try screen.type("a lot")
        try screen.press("Return")
        let line = try app.wait("message") { $0.messages["budget"] != nil && $0.focused == "budget" }
        try check(line, try pictures.save("bad-input", screen), checks)
        try screen.press("Escape")
        try app.wait("budget without a text after Escape") { $0.texts["budget"] == "" && $0.messages.isEmpty }
        try screen.type("12.5")
        try screen.click(app.wait("bar") { $0.bar != nil }.button("done").center)
        let down = try app.wait("hidden keyboard after Done") { $0.isKeyboardDown }
        try expect(
            down.texts["budget"] == "€12.50",
            "the budget is \(down.texts["budget"] ?? "missing"), and not €12.50"
        )
        report("bad input, Escape and Done")
    }

    /// A dialog with a field opens over the form, is moved under the keyboard, and closes.
    private func dialog(_ app: DrivenApp, _ screen: OnboardScreen, _ checks: Checks) throws {
        try screen.click(app.wait("form") { _ in true }.field("name").center)
        let form = try app.wait("keyboard for the name") { $0.focused == "name" && $0.phase == "shown" }
        try screen.press("Tab")
        try app.wait("focus in the mail") { $0.focused == "mail" }
        try open(app, screen)
        let line = try app.wait("focus in the dialog", in: "dialog") { $0.focused == "friend" && $0.phase == "shown" }
        try check(line, try pictures.save("dialog", screen), checks)
        let after = try app.wait("form under the dialog") { _ in true }
        try expect(abs(after.offset - form.offset) < 200, "the form moves from \(form.offset) to \(after.offset)")

        // The field is then behind the keyboard, and the content of the dialog moves up.
        try screen.moveWindow("Invite a friend", to: CGPoint(x: 500, y: 480))
        let moved = try app.wait("dialog that was moved", in: "dialog") { $0.port[1] > 400 && $0.offset > 0 }
        try check(moved, try pictures.save(nil, screen), checks)
        try screen.type("charles@example.org")
        try screen.press("Return")
        try app.wait("answer of the dialog") { $0.answer?.contains("charles@example.org") == true }
        report("a dialog, also when it is moved")
    }

    private func open(_ app: DrivenApp, _ screen: OnboardScreen) throws {
        // The button may be behind the keyboard. The content scrolls to it, as a person scrolls.
        for _ in 0..<40 {
            let line = try app.wait("form") { _ in true }
            let button = try line.button("invite")
            let end = line.bar?[1] ?? 800
            if button.maxY <= end { return try screen.click(button.center) }
            try screen.scrollDown(at: CGPoint(x: 640, y: 300))
        }
        throw Failure("the button of the dialog cannot be scrolled to")
    }

    /// An empty form is not submitted, and its first field takes the focus.
    private func refuse(_ app: DrivenApp, _ screen: OnboardScreen, _ checks: Checks) throws {
        try screen.click(app.wait("form") { _ in true }.button("submit").center)
        let line = try app.wait("focus in the first field with a mistake") { $0.focused != nil && $0.phase == "shown" }
        try expect(line.focused == "name", "\(line.focused ?? "") has the focus after a refusal, and not name")
        try expect(line.messages["name"] != nil, "the refused name has no message")
        try check(line, try pictures.save(nil, screen), checks)
        try screen.click(line.button("done").center)
        try app.wait("hidden keyboard after Done") { $0.isKeyboardDown && $0.focused == nil }
        report("an empty form is refused")
    }

    /// A form without mistakes is submitted.
    private func submit(_ app: DrivenApp, _ screen: OnboardScreen) throws {
        // The button of the dialog has the focus.
        try app.wait("hidden keyboard after the dialog") { $0.isKeyboardDown && $0.focused == nil }
        try screen.click(app.wait("form") { _ in true }.button("submit").center)
        try app.wait("welcome") { $0.answer?.hasPrefix("Welcome") == true }
        report("the form is submitted")
    }

    /// The content returns within a second when Onboard is killed.
    private func kill(_ app: DrivenApp, _ screen: OnboardScreen, _ start: DrivenApp.Line) throws {
        let first = app.lineCount
        try screen.click(app.wait("form") { _ in true }.field("note").center)
        try app.wait("keyboard for the note") { $0.focused == "note" && $0.phase == "shown" && $0.offset > 0 }
        let frames = try Checks(screen: screen).glide(app.lines(from: first), barHeight: 44)
        report("the content glides with the keyboard in \(frames) frames")
        let count = app.lineCount
        let time = Date.now
        screen.killKeyboard()
        try app.waitForLine(after: count) { $0.isKeyboardDown && $0.offset == start.offset }
        let seconds = Date.now.timeIntervalSince(time)
        try expect(seconds < 1, "the content returns \(seconds) s after Onboard was killed")
        report("Onboard is killed, and the content is back after \(Int(seconds * 1_000)) ms")
    }

    /// A keyboard that floats over the focused field is avoided.
    private func float(_ app: DrivenApp, _ screen: OnboardScreen, _ checks: Checks) throws {
        try screen.startKeyboard(isDocked: false)
        // The note still has the focus, and Onboard floats where it begins: over the name.
        try app.wait("floating keyboard for the note") { $0.focused == "note" && $0.keyboard?[2] == 700 }
        try screen.moveWindow("Onboard", to: CGPoint(x: 420, y: 560))
        try app.wait("floating keyboard that was moved") { $0.keyboard?[1] == 560 }
        try screen.click(app.wait("form") { _ in true }.field("name").center)
        try app.wait("floating keyboard") { $0.focused == "name" && $0.keyboard?[3] ?? 0 > 0 }
        let field = try app.wait("form") { $0.focused == "name" }.field("name")
        try screen.moveWindow("Onboard", to: CGPoint(x: 290, y: max(field.minY - 60, 0)))
        let line = try app.wait("field beside the floating keyboard") { line in
            guard let keyboard = try? screen.keyboardFrame(), let field = try? line.field("name") else { return false }
            return !keyboard.intersects(field)
        }
        let picture = try pictures.save("floating", screen)
        try checks.focusedField(in: line, picture)
        try checks.keyboard(picture)
        report("a floating keyboard")
    }

    /// The keyboard and the last field at scale 2.
    func runAtScaleTwo() throws {
        let screen = try OnboardScreen(scale: 2)
        defer { screen.children.stop() }
        let app = try DrivenApp(on: screen.children)
        let checks = Checks(screen: screen)
        let line = try app.wait("window") { $0.port[3] == 800 && $0.fields["name"]?[2] ?? 0 > 0 }
        try screen.click(line.field("note").center)
        let shown = try app.wait("keyboard at scale 2") { $0.focused == "note" && $0.phase == "shown" }
        try check(shown, try pictures.save("scale-2", screen), checks)
        report("scale 2")
    }

    private func check(_ line: DrivenApp.Line, _ picture: Picture, _ checks: Checks) throws {
        try checks.focusedField(in: line, picture)
        try checks.keyboard(picture)
        if line.bar != nil { try checks.bar(in: line, picture) }
    }
}
