import Foundation

/// The actions of a person on a phone with squeekboard.
struct SqueekboardStory {
    private let screen: PhoneScreen
    private let pictures: Pictures
    private let app: DrivenApp
    private let steps: FormSteps
    private let checks: Checks

    /// The positions of the keys D and A in squeekboard's layout for English.
    private static let keys = [CGPoint(x: 0.3, y: 0.375), CGPoint(x: 0.1, y: 0.375)]

    /// Performs the whole story on a phone, and parts of the story on other screens.
    ///
    /// The method uses only the screens whose names contain `filter`.
    static func run(_ pictures: Pictures, filter: String) throws {
        func perform(
            _ name: String,
            on screen: @autoclosure () throws -> PhoneScreen,
            _ part: (Self) throws -> Void
        ) throws {
            guard filter.isEmpty || name.contains(filter) else { return }
            try pictures.perform(on: screen(), failure: "wayland-failure") { try part(Self($0, pictures)) }
        }
        let small = CGSize(width: 360, height: 720)
        try perform("phone", on: PhoneScreen()) { try $0.whole() }
        try perform("phone in landscape", on: PhoneScreen(size: CGSize(width: 1_440, height: 720))) {
            try $0.lastFieldInLandscape()
        }
        try perform("small phone", on: PhoneScreen(size: small)) { try $0.lastFieldOnSmallPhone() }
        for scale in [1.25, 1.5, 2] {
            try perform("scale \(scale)", on: PhoneScreen(scale: scale)) { try $0.lastFieldAtScale() }
        }
        try perform("gaps", on: PhoneScreen(size: small, setting: "gaps outer 8")) { try $0.lastFieldBesideGaps() }
    }

    private init(_ screen: PhoneScreen, _ pictures: Pictures) throws {
        (self.screen, self.pictures) = (screen, pictures)
        app = try DrivenApp(on: screen.children)
        steps = FormSteps(app: app, screen: screen)
        checks = Checks(screen: screen)
    }

    private func whole() throws {
        let start = try begin()
        try pictures.save("wayland-keyboard-down", screen)
        try firstField()
        let line = try steps.fillFields(keys: Self.keys)
        try check(line, picture: nil)
        report("keys, squeekboard's keys and the bar")
        try lastField()
        try check(steps.enterBadAmount(), picture: "wayland-bad-input")
        try steps.enterAmount()
        report("bad input and Escape")
        try done(start)
        try dialog()
        try steps.submit()
        try kill(start, picture: "wayland-killed")
        try restart()
        try steps.close()
    }

    /// Checks each field on a phone of 360 × 720 points.
    ///
    /// The form must fit into the width of this phone.
    private func lastFieldOnSmallPhone() throws {
        let start = try begin()
        try expect(start.port[2] == 360, "the form is \(start.port[2]) points wide")
        try screen.click(start.field("name").center)
        try app.wait("keyboard for the name") { $0.focused == "name" && $0.phase == "shown" }
        for field in ["mail", "password", "budget", "note"] {
            try steps.clickBar("next")
            let line = try app.wait("focus in the \(field)") { $0.focused == field && $0.phase == "shown" }
            try check(line, picture: field == "note" ? "wayland-small" : nil)
        }
        report("each field on a small phone")
    }

    /// In landscape, the content moves up, because the keyboard would cover the last field.
    private func lastFieldInLandscape() throws {
        let start = try begin()
        try screen.click(start.field("note").center)
        let line = try app.wait("keyboard for the note") {
            $0.focused == "note" && $0.phase == "shown" && $0.offset > 0
        }
        try check(line, picture: "wayland-landscape")
        let grown = try steps.growNote()
        try expect(grown.offset > line.offset, "the note grows, and the form stays at \(grown.offset)")
        try check(grown, picture: nil)
        report("the last field in landscape, also when it grows")
        try kill(start, picture: nil)
    }

    private func lastFieldAtScale() throws {
        let start = try begin()
        try screen.click(start.field("note").center)
        let line = try app.wait("keyboard at scale \(screen.scale)") { $0.focused == "note" && $0.phase == "shown" }
        try check(line, picture: "wayland-scale-\(screen.scale)")
        try steps.clickBar("done")
        let down = try app.wait("hidden keyboard") { $0.isKeyboardDown && $0.focused == nil && $0.port == start.port }
        try expect(down.keyboard == nil, "a hidden keyboard is reported at \(down.keyboard ?? [])")
        report("squeekboard at scale \(screen.scale)")
    }

    /// If the window is narrower than the screen, the bar does not cover the focused field.
    ///
    /// For a narrower window, the app does not know the frame of the keyboard.
    private func lastFieldBesideGaps() throws {
        func move(_ line: DrivenApp.Line) throws -> DrivenApp.Line {
            guard let origin = try screen.windowOrigin("Sign up") else { throw Failure("the form is missing") }
            return line.moved(to: origin)
        }
        let start = try move(app.wait("window") { $0.fields["name"]?[2] ?? 0 > 0 && $0.covered == [0, 0] })
        try screen.click(start.field("name").center)
        try app.wait("keyboard for the name") { $0.focused == "name" && $0.phase == "shown" }
        for _ in 0..<4 { try screen.press("Tab") }
        let line = try move(app.wait("focus in the note") { $0.focused == "note" && $0.bar != nil })
        try expect(line.bar.map { $0[1] + $0[3] } == line.port[1] + line.port[3], "the bar is at \(line.bar ?? [])")
        try checks.focusedField(in: line, pictures.save("wayland-gaps", screen))
        report("the last field of a window with gaps")
    }

    /// Waits until the window fills the screen.
    private func begin() throws -> DrivenApp.Line {
        // Since version 1.43, squeekboard is shown when it starts.
        _ = try screen.dismissKeyboard()
        let start = try app.wait("window") {
            // The app reports only after it has drawn a frame. If only the phase changes, the app draws no frame. The
            // condition therefore does not contain the phase.
            $0.port[3] == screen.size.height && $0.fields["name"]?[2] ?? 0 > 0 && $0.covered == [0, 0]
        }
        try expect(try screen.keyboardFrame() == nil, "the keyboard is shown before a field has the focus")
        try expect(start.focused == nil, "\(start.focused ?? "") has the focus at the start")
        return start
    }

    /// The first field takes the focus, squeekboard is shown, and the window ends above squeekboard.
    private func firstField() throws {
        try steps.clickField("name")
        let line = try app.wait("keyboard for the name") { $0.focused == "name" && $0.phase == "shown" }
        try check(line, picture: "wayland-first-field")
        report("squeekboard is shown, and the window ends above it")
    }

    /// The last field is visible above the bar.
    private func lastField() throws {
        try steps.clickBar("next")
        let line = try app.wait("focus in the note") { $0.focused == "note" && $0.phase == "shown" }
        try check(line, picture: "wayland-last-field")
        report("the last field")
    }

    /// *Done* hides squeekboard, and the window fills the screen again.
    private func done(_ start: DrivenApp.Line) throws {
        let down = try steps.finish()
        try expect(down.port == start.port, "the window fills \(down.port), and not \(start.port)")
        try expect(down.offset == start.offset, "the form stays at \(down.offset)")
        try expect(try screen.keyboardFrame() == nil, "squeekboard is shown after Done")
        report("Done")
    }

    /// Opens a floating dialog over the form, checks that the dialog's field is visible, and closes the dialog.
    private func dialog() throws {
        try steps.clickField("mail")
        let form = try app.wait("keyboard for the mail") { $0.focused == "mail" && $0.phase == "shown" }
        try screen.click(form.button("invite").center)
        let line = try app.wait("focus in the dialog", in: "dialog") { $0.focused == "friend" && $0.phase == "shown" }
        guard let origin = try screen.windowOrigin("Invite a friend") else { throw Failure("the dialog is missing") }
        try check(line.moved(to: origin), picture: "wayland-dialog")
        let answer = try steps.invite()
        try expect(
            answer.phase != "hidden" || answer.focused == nil,
            "the keyboard is hidden while a field has the focus"
        )
        report("a dialog")
    }

    /// When squeekboard is killed, the window fills the screen within a second, and the focused field is visible.
    private func kill(_ start: DrivenApp.Line, picture: String?) throws {
        try steps.clickField("note")
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

    /// If squeekboard starts while a field has the focus, squeekboard is shown.
    private func restart() throws {
        try screen.startKeyboard()
        let line = try app.wait("keyboard that was started again") { $0.focused == "note" && $0.phase == "shown" }
        try check(line, picture: nil)
        report("squeekboard is started again")
    }

    /// Checks the focused field, squeekboard and the bar in a picture.
    ///
    /// The window of the form must end where squeekboard begins.
    private func check(_ line: DrivenApp.Line, picture name: String?) throws {
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
    /// Returns the line with positions on the screen.
    ///
    /// Under Wayland, an app does not know the position of its window. The app therefore reports positions in the
    /// window.
    func moved(to origin: CGPoint) -> Self {
        func move(_ frame: [Double]) -> [Double] {
            [frame[0] + origin.x, frame[1] + origin.y, frame[2], frame[3]]
        }
        var line = self
        line.port = move(port)
        line.bar = bar.map(move)
        line.fields = fields.mapValues(move)
        line.buttons = buttons.mapValues(move)
        return line
    }
}
