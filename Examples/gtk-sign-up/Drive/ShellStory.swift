import Foundation

/// A person fills the form under GNOME Shell, and the window must stay at its place.
struct ShellStory {
    private static let fields = ["name", "mail", "password", "budget", "note"]

    private let screen: ShellScreen
    private let pictures: Pictures
    private let app: DrivenApp
    private let checks: Checks

    /// Performs the story in a maximized and in a full-screen window, if the name `GNOME Shell` contains `filter`.
    static func run(_ pictures: Pictures, filter: String) throws {
        guard "GNOME Shell".contains(filter) else { return }
        for options in [[], ["--full-screen"]] {
            try pictures.perform(on: ShellScreen(), failure: "shell-failure") {
                try ShellStory($0, pictures, options).whole()
            }
            report((["GNOME Shell"] + options).joined(separator: " "))
        }
    }

    private init(_ screen: ShellScreen, _ pictures: Pictures, _ options: [String]) throws {
        (self.screen, self.pictures) = (screen, pictures)
        app = try DrivenApp(on: screen.children, ["--report"] + options)
        checks = Checks(screen: screen)
    }

    private func whole() throws {
        let start = try app.wait("window") { $0.fields["name"]?[2] ?? 0 > 0 && $0.covered == [0, 0] }
        // The keyboard appears twice for each field.
        for (index, field) in Self.fields.flatMap({ [$0, $0] }).enumerated() {
            let line = try app.wait("form") { _ in true }.moved(to: screen.windowOrigin())
            try screen.click(line.field(field).center)
            _ = try screen.showKeyboard()
            try check(field, index)
            _ = try screen.dismissKeyboard()
            let hidden = try app.wait("hidden keyboard") { $0.covered[0] == 0 && $0.bar.map { $0[1] > 600 } != false }
            try expect(hidden.offset == start.offset, "the form stays at \(hidden.offset)")
        }
        _ = try screen.showKeyboard()
        let back = Self.fields.dropLast().reversed().map { (key: "shift+Tab", field: $0) }
        for (index, move) in (back + Self.fields.dropFirst().map { ("Tab", $0) }).enumerated() {
            try screen.press(move.key)
            try check(move.field, index + 4)
        }
    }

    /// Types into a field, and checks that the whole field is visible and that the window has not moved.
    private func check(_ field: String, _ number: Int) throws {
        let before = try app.wait("focus in the \(field)") { $0.focused == field && $0.covered[0] > 0 }.texts[field]
        // The app reports only after it has drawn a frame. A typed letter lets the app draw a frame after the last
        // event of the keyboard.
        usleep(1_000_000)
        // Tab selects the text, so the number replaces it. The number must differ from the replaced number.
        try screen.type("\(number % 9)")
        let line = try app.wait("text in the \(field)") { $0.texts[field] != before && $0.phase == "shown" }
            .moved(to: screen.windowOrigin())
        // On a busy machine, the keyboard may still slide in.
        var picture = try screen.look()
        let end = Date.now + 20
        while case let next = try screen.look(), next != picture {
            try expect(Date.now < end, "the screen is never at rest")
            picture = next
        }
        try checks.focusedField(in: line, picture)
        try checks.keyboard(picture)
        if line.bar != nil { try checks.bar(in: line, picture) }
        try screen.expectWindowsInPlace()
    }
}
