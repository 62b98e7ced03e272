import KeyboardSimulation
import TerminalToolkit
import TestSupport
import Testing

struct FrameWriterTests {
    private func grid(_ lines: [String], columns: Int = 12) -> Grid {
        var canvas = Canvas(columns: columns, rows: lines.count)
        for (row, line) in lines.enumerated() { canvas.write(line, column: 0, row: row) }
        return canvas.grid
    }

    @Test func aGridOfAnotherSizeIsWrittenAnew() {
        var writer = FrameWriter()
        _ = writer.output(for: grid(["Ada"]))
        #expect(writer.output(for: grid(["Ada"], columns: 20)).contains("\u{1B}[2J"))
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func theScreenIsTheLastGrid(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var writer = FrameWriter()
        var screen = ScreenModel(columns: 12, rows: 3)
        let characters: [Character] = [" ", "a", "b", "─", "語", "字"]
        for _ in 0..<300 {
            var canvas = Canvas(columns: 12, rows: 3)
            for _ in 0..<40 {
                canvas.write(
                    String(characters[Int.random(in: 0..<characters.count, using: &random)]),
                    column: Int.random(in: -1..<12, using: &random),
                    row: Int.random(in: 0..<3, using: &random),
                    Style.allCases[Int.random(in: 0..<Style.allCases.count, using: &random)]
                )
            }
            screen.interpret(writer.output(for: canvas.grid).utf8)
            #expect(screen.lines == canvas.grid.lines, "seed \(seed)")
        }
    }
}
