import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A form in a scroll view, with a bar on the keyboard.
@MainActor
struct FormInAScrollViewRecipeTests {
    @Test func thePersonMovesThroughTheFormAboveTheKeyboard() throws {
        try KeyboardTestBed.run { bed in
            let scrollView = ScrollView(frame: bed.screen.bounds, contentHeight: 700), toolbar = Toolbar()
            let name = SimulatedTextField(bed, top: 100), mail = SimulatedTextField(bed, top: 350)
            let budget = SimulatedTextField(bed, top: 600)
            let screen = ProfileScreen(in: scrollView, toolbar: toolbar, fields: [name, mail], budget: budget)
            @MainActor func expectVisible(_ field: SimulatedTextField) {
                let top = field.frame.minY - scrollView.scrollOffset
                #expect(field.isFirstResponder && top >= 0)
                #expect(top + field.frame.height <= bed.keyboardTop - toolbar.height)
            }
            @MainActor func tapBar(_ label: String) throws {
                try #require(toolbar.items.first { $0.label == label && $0.isEnabled }).action()
                bed.settle()
            }
            #expect(toolbar.isHidden && budget.text == "€1,250.00")
            name.tap()
            bed.eachFrame { #expect(abs(toolbar.bottomMargin - bed.coveredHeight) < 1) }
            #expect(!toolbar.isHidden && toolbar.items.map(\.isEnabled) == [false, true, true])
            expectVisible(name)
            try tapBar("Next")
            expectVisible(mail)
            try tapBar("Next")
            expectVisible(budget)
            #expect(budget.text == "1250.00" && toolbar.items.map(\.isEnabled) == [true, false, true])
            // The text of a number is selected when the focus moves to its field.
            bed.keyboard.type("99.5")
            try tapBar("Done")
            #expect(screen.budget == 99.5 && budget.text == "€99.50")
            #expect(toolbar.isHidden && toolbar.bottomMargin == 0)
            #expect(scrollView.scrollOffset == 0 && scrollView.bottomInset == 0)
        }
    }
}
