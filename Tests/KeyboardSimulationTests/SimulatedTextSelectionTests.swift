import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The selection and the composed text of a simulated field.
@MainActor
struct SimulatedTextSelectionTests {
    private let field = SimulatedTextField(
        on: SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: ManualScheduler()),
        text: "abcd",
        center: NotificationCenter()
    )

    @Test func aTapMovesTheCaret() {
        #expect(field.selectedTextRange == 4..<4)
        field.tap(at: 2)
        #expect(field.selectedTextRange == 2..<2)
        field.tap(at: 9)
        #expect(field.selectedTextRange == 4..<4)
        field.tap()
        #expect(field.selectedTextRange == 4..<4)
    }

    @Test func typingReplacesTheSelection() {
        field.selectedTextRange = 1..<3
        field.replaceSelection(with: "xyz")
        #expect(field.text == "axyzd")
        #expect(field.selectedTextRange == 4..<4)
        field.deleteSelection()
        #expect(field.text == "axyd")
        field.selectedTextRange = 0..<3
        field.deleteSelection()
        #expect(field.text == "d")
        field.deleteSelection()
        #expect(field.text == "d")
        field.selectedTextRange = -3 ..< -3
        field.deleteSelection()
        #expect(field.text == "d")
        field.selectedTextRange = 9..<9
        field.deleteSelection()
        #expect(field.text == "")
    }

    @Test func aCompositionReplacesItsOwnCharacters() {
        field.selectedTextRange = 1..<1
        field.compose("k")
        field.compose("か")
        #expect(field.text == "aかbcd")
        #expect(field.hasMarkedText)
        field.endComposition(inserting: "可")
        #expect(field.text == "a可bcd")
        #expect(field.selectedTextRange == 2..<2)
        #expect(!field.hasMarkedText)
        field.compose("x")
        field.endComposition()
        #expect(field.text == "a可xbcd")
        #expect(!field.hasMarkedText)
        field.compose("y")
        field.text = "z"
        #expect(!field.hasMarkedText)
    }
}
