import Foundation

/// A person tabs through the app with one line for the keyboard, and types into its last field with Onboard.
///
/// The app reports nothing, so everything is read from pictures of the screen.
struct OneLineStory {
    private static let fieldCount = 10
    /// The inner line around the focused entry, in GTK's default theme.
    private static let focusLine = Picture.Color(0x99, 0xc1, 0xf1)
    private static let program = "one-line"
    /// The time limit for each step, in seconds, on a busy machine.
    private static let patience = 60.0

    private let screen: DesktopScreen

    static func run(_ pictures: Pictures) throws {
        try pictures.perform(on: DesktopScreen(), of: program, failure: "one-line-failure") { screen in
            try OneLineStory(screen: screen).lastField()
        }
        report("the last field of the app with one line, under openbox with Onboard")
    }

    private func lastField() throws {
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        try screen.children.start([folder.appending(path: Self.program).path])
        // GTK gives the focus to the first field, for which only a tap or a key asks for the keyboard.
        let start = try wait("the first field") { try focusedField() }
        try screen.click(CGPoint(x: start.frame.midX, y: start.frame.midY))
        try wait("the keyboard of the first field") { try screen.keyboardFrame() }
        for _ in 1..<Self.fieldCount { try screen.press("Tab") }
        let empty = try wait("the last field above the keyboard") {
            try focusedField().flatMap { $0.frame.minY > start.frame.maxY ? $0 : nil }
        }
        // The key D, where Onboard is at rest now.
        let keyboard = try wait("the keyboard of the last field") { try screen.keyboardFrame() }
        try screen.click(CGPoint(x: keyboard.minX + 0.2656 * keyboard.width, y: keyboard.midY))
        try wait("the letter in the last field") { try focusedField().flatMap { $0.ink > empty.ink ? $0 : nil } }
    }

    private struct Field {
        var frame: CGRect
        /// The number of dark pixels, which are those of letters.
        ///
        /// The text of a placeholder is lighter.
        var ink: Double
    }

    /// Returns the field with a focus border on all four sides, if the field is whole above the keyboard.
    private func focusedField() throws -> Field? {
        let picture = try screen.picture()
        let end = try screen.keyboardFrame().map { Int($0.minY) } ?? picture.height
        let middle = picture.width / 2
        let rows = (0..<end).filter { picture[middle, $0].distance(to: Self.focusLine) < 12 }
        guard let top = rows.first, let bottom = rows.last, bottom - top > 20 else { return nil }
        let center = (top + bottom) / 2
        let columns = (0..<picture.width).filter { picture[$0, center].distance(to: Self.focusLine) < 12 }
        guard let left = columns.first, let right = columns.last, right - left > picture.width / 2 else { return nil }
        let frame = CGRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        let inside = frame.insetBy(dx: 4, dy: 4)
        return Field(frame: frame, ink: picture.part(of: inside, where: \.isDark) * inside.width * inside.height)
    }

    @discardableResult
    private func wait<Value>(_ what: String, _ value: () throws -> Value?) throws -> Value {
        let end = Date.now + Self.patience
        while Date.now < end {
            if let value = try value() { return value }
        }
        throw Failure("not seen within \(Int(Self.patience)) s: \(what)")
    }
}
