import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A screen that is pushed while the keyboard is on screen.
@MainActor
struct PushedScreenRecipeTests {
    /// The fields of the first screen and of the pushed screen.
    @MainActor
    private struct Fixture {
        let bed: KeyboardTestBed
        let first: SimulatedTextField, title: SimulatedTextField, note: SimulatedTextField
        let scrollView: ScrollView, toolbar = Toolbar()

        init(_ bed: KeyboardTestBed, x: CGFloat = 0) {
            self.bed = bed
            first = SimulatedTextField(bed, top: 100)
            (title, note) = (SimulatedTextField(bed, top: 20), SimulatedTextField(bed, top: 600))
            scrollView = ScrollView(frame: bed.screen.bounds.offsetBy(dx: x, dy: 0), contentHeight: 667)
        }

        func push() -> NoteScreen {
            NoteScreen(in: scrollView, toolbar: toolbar, title: title, note: note)
        }

        /// The top and the bottom edge of a field, as a person sees the field.
        func extent(_ field: SimulatedTextField) -> ClosedRange<CGFloat> {
            field.frame.minY - scrollView.scrollOffset...field.frame.maxY - scrollView.scrollOffset
        }

        /// Whether no part of the field is behind the keyboard, the toolbar or the top of the screen.
        func isVisible(_ field: SimulatedTextField) -> Bool {
            let bottom = bed.keyboardTop - (toolbar.isHidden ? 0 : toolbar.height)
            return extent(field).lowerBound >= 0 && extent(field).upperBound <= bottom
        }
    }

    @Test func aPushedScreenHasTheStateOfTheKeyboardAtOnce() throws {
        try KeyboardTestBed.run { bed in
            let fixture = Fixture(bed)
            fixture.first.tap()
            bed.settle()
            var hideCount = 0
            let token = bed.pool.observe([.willHide]) { _ in hideCount += 1 }

            let screen = fixture.push()
            #expect(!fixture.toolbar.isHidden)
            #expect(fixture.note.isFirstResponder)
            #expect(fixture.isVisible(fixture.note))
            bed.settle()
            #expect(!fixture.toolbar.isHidden)
            #expect(fixture.isVisible(fixture.note))
            #expect(hideCount == 0 && bed.keyboard.phase == .shown, "the keyboard stays on screen")

            bed.keyboard.hide()
            bed.settle()
            #expect(fixture.toolbar.isHidden)
            #expect(fixture.scrollView.scrollOffset == 0 && fixture.scrollView.bottomInset == 0)
            token.cancel()
            withExtendedLifetime(screen) {}
        }
    }

    @Test func theFieldIsVisibleAfterTheScreenHasSlidIn() throws {
        try KeyboardTestBed.run { bed in
            let fixture = Fixture(bed, x: 375)
            fixture.first.tap()
            bed.settle()
            let screen = fixture.push()
            for x in stride(from: 350, through: 0, by: -25) {
                bed.eachFrame(1) {
                    fixture.scrollView.frameOnScreen.origin.x = CGFloat(x)
                    screen.viewDidLayOut()
                }
            }
            #expect(fixture.isVisible(fixture.note))
            bed.settle()
            #expect(fixture.isVisible(fixture.note))
        }
    }

    @Test func aScreenThatIsPushedWithoutAKeyboardWaitsForIt() throws {
        try KeyboardTestBed.run { bed in
            let fixture = Fixture(bed)
            fixture.note.canBecomeFirstResponder = false
            let screen = fixture.push()
            #expect(fixture.toolbar.isHidden)
            fixture.note.canBecomeFirstResponder = true
            fixture.note.tap()
            bed.settle()
            #expect(!fixture.toolbar.isHidden)
            #expect(fixture.isVisible(fixture.note))
            withExtendedLifetime(screen) {}
        }
    }
}
