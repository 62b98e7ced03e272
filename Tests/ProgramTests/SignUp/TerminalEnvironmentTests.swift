import TerminalToolkit
import Testing

struct TerminalEnvironmentTests {
    @Test(arguments: [
        (["LANG": "en_IE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false), ([:], false),
        (["LC_ALL": "C", "LANG": "en_IE.UTF-8"], false), (["LC_ALL": "", "LC_CTYPE": "C.UTF-8"], true),
    ])
    func theFirstVariableThatIsSetNamesTheEncoding(variables: [String: String], usesUTF8: Bool) {
        #expect(TerminalEnvironment(variables).usesUTF8 == usesUTF8)
    }

    @Test @MainActor func aTerminalOfAnyReportedSizeIsDrawn() {
        #expect(Terminal.drawnSize(columns: 65_535, rows: 65_535) == (1_000, 1_000))
        #expect(Terminal.drawnSize(columns: 80, rows: 24) == (80, 24))
    }

    @Test func anyValueOfNoColorTurnsColorsOff() {
        #expect(TerminalEnvironment([:]).usesColor)
        #expect(TerminalEnvironment(["NO_COLOR": ""]).usesColor)
        #expect(!TerminalEnvironment(["NO_COLOR": "0"]).usesColor)
    }
}
