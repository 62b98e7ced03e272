import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Each screen of the recipes is deallocated while its widgets live on.
@MainActor
struct RecipeLifetimeTests {
    @Test func eachScreenIsDeallocated() async throws {
        try await KeyboardTestBed.run { bed in
            let view = View(frame: bed.screen.bounds), bar = View(frame: CGRect(x: 0, y: 0, width: 375, height: 44))
            let scrollView = ScrollView(frame: bed.screen.bounds, contentHeight: 667)
            let toolbar = Toolbar(), label = Label(), button = Button()
            let first = SimulatedTextField(bed, top: 20), second = SimulatedTextField(bed, top: 600)
            let third = SimulatedTextField(bed, top: 80)
            first.tap()
            await bed.settle()
            let screens: [@MainActor () -> AnyObject] = [
                { ChatScreen(in: view, messages: View(), bar: bar) },
                { ProfileScreen(in: scrollView, toolbar: toolbar, fields: [first], budget: second) },
                { ContactScreen(name: first, mail: second, notes: third) },
                { EditorScreen(in: view, bar: bar) },
                { NoteScreen(in: scrollView, toolbar: toolbar, title: first, note: second) },
                { TripForm(from: first, to: second, errorLabel: label, button: button, locale: .current) },
                { CartList([CartRow(first), CartRow(second)]) },
                { Kiosk(bed.keyboard, notice: label, scheduler: bed.scheduler) },
            ]
            for makeScreen in screens {
                var screen: AnyObject? = makeScreen()
                (screen as? Kiosk)?.start(postingTo: bed.center)
                let name = "\(type(of: screen))"
                weak let released = screen
                await bed.settle()
                #expect(released != nil)
                screen = nil
                #expect(released == nil, "\(name) is retained")
            }
        }
    }
}
