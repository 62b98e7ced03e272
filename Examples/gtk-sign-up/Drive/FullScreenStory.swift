import Foundation

/// Drives a full-screen window on each kind of desktop.
///
/// The reports of the app about the keyboard must agree with the pictures.
final class FullScreenStory {
    private static var sessions: [(name: String, screen: () throws -> any Screen)] {
        [
            ("openbox", { try DesktopScreen() }),
            ("sway", { try PhoneScreen() }),
            ("phoc", { try PhoneScreen(.phoc) }),
            ("KWin", { try DesktopScreen(.kwin, DesktopScreen.kwinKeyboard) }),
        ]
    }

    /// The sessions that run only with a filter, because Debian 12 lacks their programs.
    private static var otherSessions: [(name: String, screen: () throws -> any Screen)] {
        [
            ("labwc", { try PhoneScreen(.labwc) }),
            ("phoc, the keyboard of phosh", { try PhoneScreen(.phoc, PhoneScreen.phoshKeyboard) }),
        ]
    }

    private let screen: any Screen
    private let staysFullScreen: Bool
    private let pictures: Pictures
    private let app: DrivenApp
    private let checks: Checks
    /// The expected text of the note.
    private var text = ""

    /// Performs the story in the sessions whose names, such as "full screen on sway", contain `filter`.
    static func run(_ pictures: Pictures, filter: String) throws {
        let all =
            sessions.map { ($0.name, $0.screen, [false, true]) }
            // phoc does not let stevia draw behind a window that has only the size of the screen.
            + (filter.isEmpty ? [] : otherSessions.map { ($0.name, $0.screen, [false]) })
        for (name, screen, kinds) in all {
            let name = "full screen on \(name)"
            guard filter.isEmpty || name.contains(filter) else { continue }
            for staysFullScreen in kinds {
                try pictures.perform(on: screen(), failure: "full-screen-failure") {
                    try FullScreenStory($0, pictures, staysFullScreen).whole()
                }
            }
            report(name)
        }
    }

    private init(_ screen: any Screen, _ pictures: Pictures, _ staysFullScreen: Bool) throws {
        (self.screen, self.pictures, self.staysFullScreen) = (screen, pictures, staysFullScreen)
        app = try DrivenApp(
            on: screen.children,
            ["--report", "--full-screen"] + (staysFullScreen ? ["--stays-full-screen"] : [])
        )
        checks = Checks(screen: screen)
    }

    private func whole() throws {
        // Since version 1.43, squeekboard is shown when it starts.
        if try screen.keyboardFrame() != nil { _ = try screen.dismissKeyboard() }
        try app.wait("window") { $0.isFullScreen && $0.fields["note"]?[2] ?? 0 > 0 && $0.covered == [0, 0] }
        try tapNote()
        try check(isShown: true)
        // A person dismisses the keyboard, at first at rest, and then while the keyboard appears.
        for pause in [0, 20_000, 100_000, 250_000] as [UInt32] {
            _ = try screen.dismissKeyboard()
            try check(isShown: false)
            try tapNote()
            usleep(pause)
            _ = try screen.dismissKeyboard()
            try check()
            try tapNote()
            try check(isShown: true)
        }
    }

    private func tapNote() throws {
        try screen.click(app.wait("form") { _ in true }.field("note").center)
    }

    /// Waits until the screen is at rest, and compares the picture with the report.
    private func check(isShown: Bool? = nil) throws {
        let line = try line(isShown)
        let picture = try pictures.save(nil, screen)
        let isSeen = (try? checks.keyboard(picture)) != nil
        try expect(
            isSeen == (line.phase == "shown" && !line.isObscured),
            "the keyboard is \(line.phase)\(line.isObscured ? " and obscured" : ""), and \(isSeen ? "" : "not ")seen"
        )
        try checks.focusedField(in: line, picture)
        guard isSeen, let seen = try screen.keyboardFrame() else { return }
        let keyboard = try CGRect(line.keyboard, of: "the keyboard")
        try expect(abs(keyboard.minY - seen.minY) <= 1, "the keyboard at \(seen) is reported at \(keyboard)")
    }

    /// Waits until the picture has not changed for a while.
    private func waitForRest() throws {
        let end = Date.now + 20
        var (former, start) = (try screen.look(), Date.now)
        while start + 0.4 > .now {
            // Without a pause, the pictures would slow down the programs that draw.
            usleep(20_000)
            let picture = try screen.look()
            if picture != former { (former, start) = (picture, .now) }
            try expect(start < end, "the screen is never at rest")
        }
    }

    /// Waits until the screen is at rest, and returns the last report.
    private func line(_ isShown: Bool?) throws -> DrivenApp.Line {
        let end = Date.now + 20
        while true {
            try waitForRest()
            // The app reports only after it has drawn a frame. A typed letter lets the app draw a frame after the last
            // event of the keyboard.
            try screen.type("x")
            text += "x"
            try app.wait("letter in the note") { $0.texts["note"] == text }
            // maliit-keyboard can become smaller after a letter.
            try waitForRest()
            let line = try app.wait("form") { _ in true }
            let isAtRest = isShown.map { $0 == (line.phase == "shown") } ?? !line.phase.hasSuffix("ing")
            let isSizeRight = line.isFullScreen || line.phase == "shown" && !staysFullScreen
            if isAtRest, isSizeRight { return line }
            let size = isSizeRight ? "" : ", and the window is not full screen"
            try expect(Date.now < end, "the keyboard is \(line.phase)\(size)")
        }
    }
}
