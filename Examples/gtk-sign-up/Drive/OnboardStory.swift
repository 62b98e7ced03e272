import Foundation

/// The actions of a person on a desktop with Onboard.
struct OnboardStory {
    private let screen: DesktopScreen
    private let pictures: Pictures
    private let app: DrivenApp
    private let steps: FormSteps
    private let checks: Checks

    /// The positions of the keys D and A in Onboard's default layout.
    private static let keys = [CGPoint(x: 0.2656, y: 0.5), CGPoint(x: 0.1437, y: 0.5)]

    /// Performs the whole story, and then two short stories.
    ///
    /// Both short stories use only the last field. The first story runs at scale 2, and the second story runs in a dark
    /// theme.
    static func run(_ pictures: Pictures) throws {
        try pictures.perform(on: DesktopScreen(), failure: "failure") { try OnboardStory($0, pictures).whole() }
        try pictures.perform(on: DesktopScreen(scale: 2), failure: "failure") {
            try OnboardStory($0, pictures).lastFieldAtScaleTwo()
        }
        try pictures.perform(on: DesktopScreen(theme: "Adwaita:dark"), failure: "failure") {
            try OnboardStory($0, pictures).lastFieldInDarkTheme()
        }
    }

    private init(_ screen: DesktopScreen, _ pictures: Pictures) throws {
        (self.screen, self.pictures) = (screen, pictures)
        app = try DrivenApp(on: screen.children)
        steps = FormSteps(app: app, screen: screen)
        checks = Checks(screen: screen)
    }

    private func whole() throws {
        let start = try app.wait("window") { $0.port[3] == 800 && $0.fields["name"]?[2] ?? 0 > 0 }
        try expect(try screen.keyboardFrame() == nil, "the keyboard is shown before a field has the focus")
        try expect(start.focused == nil, "\(start.focused ?? "") has the focus at the start")
        try pictures.save("keyboard-down", screen)

        try refuse()
        try glide()
        try clickTheBarRepeatedly()
        _ = try steps.fillFields(keys: Self.keys)
        report("keys, Onboard's keys and the bar")
        try lastField()
        try check(steps.enterBadAmount(), picture: "bad-input")
        try steps.enterAmount()
        _ = try steps.finish()
        report("bad input, Escape and Done")
        try dialog()
        // The button that opened the dialog has the focus, so the keyboard is hidden.
        try app.wait("hidden keyboard after the dialog") { $0.isKeyboardDown && $0.focused == nil }
        try steps.submit()
        try kill()
        try float()
        try steps.close()
    }

    /// Shows the keyboard in a dark theme, and checks that the text of the last field is light on a dark background.
    private func lastFieldInDarkTheme() throws {
        let start = try app.wait("window") { $0.port[3] == 800 && $0.fields["name"]?[2] ?? 0 > 0 }
        try screen.click(start.field("note").center)
        try app.wait("keyboard for the note") { $0.focused == "note" && $0.phase == "shown" }
        try screen.type("dark and light")
        let line = try app.wait("text") { $0.texts["note"] == "dark and light" }
        let picture = try pictures.save("dark", screen)
        try checks.keyboard(picture)
        try checks.darkText(in: line.field("note"), picture)
        report("a dark theme")
    }

    /// Clicks the first field, and checks that the fields and the bar do not jump while the keyboard glides in.
    private func glide() throws {
        let count = app.lineCount
        try steps.clickField("name")
        let line = try app.wait("keyboard for the name") { $0.focused == "name" && $0.phase == "shown" }
        let frames = try checks.glide(app.lines(from: count), barHeight: 44)
        try check(line, picture: "first-field")
        report("the keyboard glides in \(frames) frames")
    }

    /// Checks that each click on a button of the bar moves the focus.
    ///
    /// The pointer stays on the button between the clicks.
    private func clickTheBarRepeatedly() throws {
        let moves = [("next", ["mail", "password", "budget"]), ("previous", ["password", "mail", "name"])]
        for (button, fields) in moves {
            for field in fields {
                try steps.clickBar(button)
                try app.wait("focus in the \(field) after a click on \(button)") { $0.focused == field }
            }
        }
        report("repeated clicks on the bar")
    }

    /// Checks that the last field is visible above the bar, even after the field has grown.
    private func lastField() throws {
        try steps.clickBar("next")
        let line = try app.wait("focus in the note") { $0.focused == "note" && $0.offset > 0 }
        try check(line, picture: "last-field")
        try check(steps.growNote(), picture: nil)
        report("the last field, also when it grows")
    }

    /// Opens a dialog over the form, and checks that the dialog's field is visible.
    ///
    /// The method also checks the field after it has moved the dialog behind the keyboard.
    private func dialog() throws {
        try steps.clickField("name")
        try app.wait("keyboard for the name") { $0.focused == "name" && $0.phase == "shown" }
        try screen.press("Tab")
        try app.wait("focus in the mail") { $0.focused == "mail" }
        let offset = try open()
        let line = try app.wait("focus in the dialog", in: "dialog") { $0.focused == "friend" && $0.phase == "shown" }
        try check(line, picture: "dialog")
        let after = try steps.form().offset
        try expect(abs(after - offset) <= 1, "the form moves from \(offset) to \(after) behind the dialog")

        // At this position, the keyboard would cover the field. The content of the dialog therefore moves up.
        try screen.moveWindow("Invite a friend", to: CGPoint(x: 500, y: 480))
        let moved = try app.wait("dialog that was moved", in: "dialog") { $0.port[1] > 400 && $0.offset > 0 }
        try check(moved, picture: nil)
        _ = try steps.invite()
        report("a dialog, also when it is moved")
    }

    /// Opens the dialog.
    ///
    /// - Returns: The offset of the form when the button was clicked.
    private func open() throws -> Double {
        // The button may be behind the keyboard. The wheel scrolls the content to the button.
        for _ in 0..<40 {
            let line = try steps.form()
            let button = try line.button("invite")
            let end = line.bar?[1] ?? 800
            if button.maxY <= end {
                try screen.click(button.center)
                return line.offset
            }
            try screen.turnWheel(1, at: CGPoint(x: 640, y: 300))
        }
        throw Failure("the button of the dialog cannot be scrolled to")
    }

    /// Submits an empty form, and checks that the form is refused and that its first field takes the focus.
    private func refuse() throws {
        try steps.clickButton("submit")
        let line = try app.wait("focus in the first field with a mistake") { $0.focused != nil && $0.phase == "shown" }
        try expect(line.focused == "name", "\(line.focused ?? "") has the focus after a refusal, and not name")
        try expect(line.messages["name"] != nil, "the refused name has no message")
        try check(line, picture: nil)
        try steps.clickBar("done")
        try app.wait("hidden keyboard after Done") { $0.isKeyboardDown && $0.focused == nil }
        report("an empty form is refused")
    }

    /// When Onboard is killed, the content moves back within a second.
    private func kill() throws {
        let start = try steps.form()
        let first = app.lineCount
        try steps.clickField("note")
        try app.wait("keyboard for the note") { $0.focused == "note" && $0.phase == "shown" && $0.offset > 0 }
        let frames = try checks.glide(app.lines(from: first), barHeight: 44)
        report("the content glides with the keyboard in \(frames) frames")
        let count = app.lineCount
        let time = Date.now
        screen.killKeyboard()
        try app.waitForLine(after: count) { $0.isKeyboardDown && $0.offset == start.offset }
        let seconds = Date.now.timeIntervalSince(time)
        try expect(seconds < 1, "the content returns \(seconds) s after Onboard was killed")
        report("Onboard is killed, and the content is back after \(Int(seconds * 1_000)) ms")
    }

    /// The focused field moves away from a keyboard that floats over it.
    private func float() throws {
        try screen.startKeyboard(isDocked: false)
        // The note still has the focus. Onboard floats at its initial position, over the name.
        try app.wait("floating keyboard for the note") { $0.focused == "note" && $0.keyboard?[2] == 700 }
        try screen.moveWindow("Onboard", to: CGPoint(x: 420, y: 560))
        try app.wait("floating keyboard that was moved") { $0.keyboard?[1] == 560 }
        // With some themes, the name is above the window's upper edge.
        try screen.turnWheel(-5, at: CGPoint(x: 640, y: 300))
        try steps.clickField("name")
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

    private func lastFieldAtScaleTwo() throws {
        let start = try app.wait("window") { $0.port[3] == 800 && $0.fields["name"]?[2] ?? 0 > 0 }
        try screen.click(start.field("note").center)
        let line = try app.wait("keyboard at scale 2") { $0.focused == "note" && $0.phase == "shown" }
        try check(line, picture: "scale-2")
        report("scale 2")
    }

    /// Checks the focused field, Onboard and the bar in a picture.
    private func check(_ line: DrivenApp.Line, picture name: String?) throws {
        let picture = try pictures.save(name, screen)
        try checks.focusedField(in: line, picture)
        try checks.keyboard(picture)
        if line.bar != nil { try checks.bar(in: line, picture) }
    }
}
