import Foundation

/// The steps of a person in the form, which are the same on each screen.
struct FormSteps {
    let app: DrivenApp
    let screen: any Screen

    /// Waits until nothing moves, and returns the state of the form.
    @discardableResult
    func form() throws -> DrivenApp.Line {
        try app.wait("form") { _ in true }
    }

    func clickField(_ name: String) throws {
        try screen.click(form().field(name).center)
    }

    func clickButton(_ name: String) throws {
        try screen.click(form().button(name).center)
    }

    /// Clicks a button of the bar, which is shown while a field has the focus.
    func clickBar(_ name: String) throws {
        try screen.click(app.wait("bar") { $0.bar != nil }.button(name).center)
    }

    /// Fills the fields from the name to the password.
    ///
    /// The hardware keyboard and the bar move the focus. `keys` contains the positions of the on-screen keys D and A,
    /// as fractions of the keyboard's width and height. In the returned form, the budget has the focus.
    func fillFields(keys: [CGPoint]) throws -> DrivenApp.Line {
        try screen.type("A")
        // Under sway 1.12, a letter of squeekboard can be lost if the text changes within the same few milliseconds.
        for (text, key) in zip(["A", "Ad"], keys) {
            try app.wait("the text \"\(text)\"") { $0.texts["name"] == text }
            try click(key: key)
        }
        try app.wait("text of the on-screen keys") { $0.texts["name"] == "Ada" && $0.focused == "name" }
        try screen.press("Return")
        try app.wait("focus after Return") { $0.focused == "mail" }
        try screen.type("ada@example.org")
        try screen.press("Tab")
        try app.wait("focus after Tab") { $0.focused == "password" }
        try screen.press("shift+Tab")
        try app.wait("focus after Shift-Tab") { $0.focused == "mail" }
        try clickBar("next")
        try app.wait("focus after the bar's next") { $0.focused == "password" && $0.phase == "shown" }
        try screen.type("analytical")
        try clickBar("next")
        let line = try app.wait("focus in the budget") { $0.focused == "budget" && $0.phase == "shown" }
        try expect(line.texts["mail"] == "ada@example.org", "the mail is \(line.texts["mail"] ?? "missing")")
        return line
    }

    /// Clicks a key of the on-screen keyboard.
    ///
    /// `key` is the position of the key, as fractions of the keyboard's width and height.
    func click(key: CGPoint) throws {
        guard let keyboard = try screen.keyboardFrame() else { throw Failure("the keyboard is hidden") }
        let (x, y) = (keyboard.minX + keyboard.width * key.x, keyboard.minY + keyboard.height * key.y)
        try screen.click(CGPoint(x: x, y: y))
    }

    /// Types five lines into the note, which has the focus.
    ///
    /// - Returns: The form after the note has grown. The note then has six lines, and the last line is empty.
    func growNote() throws -> DrivenApp.Line {
        let before = try form().field("note").height
        for number in 1...5 {
            try screen.type("line \(number)")
            try screen.press("Return")
        }
        return try app.wait("note of six lines") {
            $0.texts["note"]?.split(separator: "\n").count == 5 && $0.fields["note"]?[3] ?? 0 > before
        }
    }

    /// Moves back from the note to the budget, and enters a text that is not an amount.
    ///
    /// - Returns: The form with the message. The budget keeps the focus.
    func enterBadAmount() throws -> DrivenApp.Line {
        try clickBar("previous")
        try app.wait("focus in the budget") { $0.focused == "budget" }
        try screen.type("a lot")
        try screen.press("Return")
        let line = try app.wait("message") {
            $0.messages["budget"] != nil && $0.focused == "budget" && $0.phase == "shown"
        }
        let facts = ["labelled", "described"]
        try expect(
            line.accessible["budget"] == facts + ["invalid"] && line.accessible["name"] == facts,
            "screen readers know \(line.accessible) of the fields"
        )
        return line
    }

    /// Removes the bad text with Escape, and enters an amount.
    func enterAmount() throws {
        try screen.press("Escape")
        try app.wait("budget without a text after Escape") { $0.texts["budget"] == "" && $0.messages.isEmpty }
        try screen.type("12.5")
    }

    /// Hides the keyboard with the bar's *Done*, which commits the amount.
    ///
    /// - Returns: The form after the keyboard was hidden. No field has the focus.
    func finish() throws -> DrivenApp.Line {
        try clickBar("done")
        let line = try app.wait("hidden keyboard after Done") { $0.isKeyboardDown && $0.focused == nil }
        try expect(
            line.texts["budget"] == "€12.50",
            "the budget is \(line.texts["budget"] ?? "missing"), and not €12.50"
        )
        return line
    }

    /// Invites a friend in the dialog, and returns to the form.
    func invite() throws -> DrivenApp.Line {
        try screen.type("charles@example.org")
        try screen.press("Return")
        return try app.wait("answer of the dialog") { $0.answer?.contains("charles@example.org") == true }
    }

    /// Submits the form, which has no mistakes.
    func submit() throws {
        try clickButton("submit")
        try app.wait("welcome") { $0.answer?.hasPrefix("Welcome") == true }
        report("the form is submitted")
    }

    /// Closes the window of the form while the keyboard is shown.
    func close() throws {
        try screen.closeWindow()
        try app.waitForEnd()
        // Onboard takes a quarter of a second to disappear, and longer on a busy desktop.
        let end = Date.now + 20
        while try screen.keyboardFrame() != nil {
            guard Date.now < end else { throw Failure("the keyboard stays after the app has ended") }
        }
        report("the window is closed, and the keyboard disappears")
    }
}
