import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TerminalToolkit
import Testing

@MainActor
struct ToolkitTests {
    /// A window of 30 columns and 10 rows with a pane of fields.
    @MainActor
    private final class Form {
        let window = Window(size: CGSize(width: 300, height: 300))
        let pane = ScrollPane()
        let entries = [Entry(), Entry()]
        let area = TextArea()
        let order: FocusOrder

        init() {
            order = FocusOrder(entries[0], entries[1], area)
            for (label, entry) in zip(["One", "Two"], entries) { pane.add(entry, label: label) }
            pane.add(area, label: "Three", rows: 3)
            window.present(pane)
        }

        func type(_ text: String) {
            for character in text { window.handle(character == "\n" ? .return : .character(character)) }
        }

        var lines: [String] {
            var canvas = Canvas(columns: 30, rows: 10)
            window.draw(on: &canvas)
            return canvas.grid.lines
        }
    }

    @Test func returnMovesTheFocusThroughEntries() {
        let form = Form()
        form.entries[0].becomeFirstResponder()
        form.type("Ada\n12\nline one\nline two")
        #expect(form.entries.map(\.text) == ["Ada", "12"])
        #expect(form.area.text == "line one\nline two")
    }

    @Test func aTextAreaWrapsItsText() {
        let form = Form()
        form.area.becomeFirstResponder()
        form.type("aaaaaaaaaaaaaaaabbb")
        #expect(form.lines[5].contains("aaaaaaaaaaaaaaa "))
        #expect(form.lines[6].contains("abbb▏"))
    }

    @Test func anEntryWithALongTextShowsItsCaret() {
        let form = Form()
        form.entries[0].becomeFirstResponder()
        form.type(String(repeating: "x", count: 40) + "end")
        #expect(form.lines[1].contains("end▏"))
    }

    @Test func aSecretIsNotDrawn() {
        let form = Form()
        form.entries[0].formState.isSecureTextEntry = true
        form.entries[0].text = "Ada"
        #expect(form.lines[1].contains("•••"))
        #expect(!form.lines.joined().contains("Ada"))
    }

    @Test func aPasteIntoAnEntryHasNoLineBreaksAndNoControlCharacters() {
        let form = Form()
        form.entries[0].becomeFirstResponder()
        form.window.paste("one\ntwo\u{1B}[2J")
        #expect(form.entries[0].text == "one two[2J")
    }

    @Test func aPressOnTheFocusedFieldIsReported() {
        let form = Form()
        var count = 0
        form.window.onFocusAgain = { count += 1 }
        let point = CGPoint(x: 150, y: 105)
        form.window.press(at: point)
        #expect(form.entries[1].isFirstResponder && count == 0)
        form.window.press(at: point)
        #expect(count == 1)
        form.window.focus(nil)
        form.window.focus(nil)
        #expect(count == 1, "no widget has the focus")
    }

    @Test(arguments: ["e\u{301}", "👨\u{200D}👩\u{200D}👧", "👍\u{1F3FD}", "❤\u{FE0F}", "🇮🇪"])
    func aCharacterThatIsTypedInPartsIsOneCharacter(text: String) {
        let form = Form()
        form.entries[0].becomeFirstResponder()
        for scalar in text.unicodeScalars {
            form.window.handle(.character(Character(scalar)))
            let count = form.entries[0].text.count
            #expect(form.entries[0].selectedTextRange == count..<count)
        }
        #expect(form.entries[0].text == text)
        #expect(form.lines[1].contains("❰\(text)▏"))
        form.window.handle(.backspace)
        #expect(form.entries[0].text.isEmpty)
    }

    @Test func anAccentWithoutALetterHasOneCell() {
        let form = Form()
        form.entries[0].becomeFirstResponder()
        form.type("\u{301}")
        #expect(form.lines[1].contains("❰ \u{301}▏"))
    }

    @Test func charactersThatMeetAfterADeletionAreOneCharacter() {
        var buffer = TextBuffer("🇮x🇪!")
        buffer.moveCaret(to: 2)
        buffer.delete()
        #expect(buffer.text == "🇮🇪!")
        #expect(buffer.selection == 1..<1)
        buffer.delete()
        #expect(buffer.text == "!")
    }

    @Test func aPressPlacesTheCaretAtAWideCharacter() {
        let form = Form()
        form.entries[0].text = "漢字漢字"
        form.area.text = "漢字漢字"
        // The fields begin in column 11, and their text one column later.
        for column in [0, 1] {
            form.window.press(at: form.window.cell.center(column: 16 + column, row: 1))
            #expect(form.entries[0].selectedTextRange == 2..<2)
            form.window.press(at: form.window.cell.center(column: 16 + column, row: 5))
            #expect(form.area.selectedTextRange == 2..<2)
        }
    }

    @Test func aPressPlacesTheCaretInScrolledText() {
        let form = Form()
        form.entries[0].text = "abcdefghijklmnopqrstuvwxyz"
        let column = Array(form.lines[1]).firstIndex(of: "v") ?? 0
        form.window.press(at: form.window.cell.center(column: column, row: 1))
        #expect(form.entries[0].selectedTextRange == 21..<21)
    }

    @Test func aTextIsWrappedAtSpaces() {
        #expect("ab漢c".fitted(to: 3) == "ab ")
        #expect("".wrapped(to: 5).isEmpty)
        #expect("one two".wrapped(to: 7) == ["one two"])
        #expect("one two".wrapped(to: 6) == ["one", "two"])
        #expect("three 漢字 four".wrapped(to: 4) == ["three", "漢字", "four"])
    }
}
