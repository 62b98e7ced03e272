import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Problems that users of other libraries reported.
@MainActor
struct FormPitfallTests {
    private let phone = SimulatedPhone()

    @Test func beginAndEndOfEditingArePosted() {
        let fields = phone.fields(2)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        let reported = PostedNotifications()
        let tokens = [Notification.Name.fieldDidBeginEditing, .fieldDidEndEditing].map { name in
            phone.center.addObserver(forName: name, object: nil, queue: nil) { notification in
                let field = (notification.object as? SimulatedTextField).map { ObjectIdentifier($0) }
                MainActor.assumeIsolated { reported.entries.append((name, field)) }
            }
        }
        fields[0].tap()
        navigator.next.action()
        #expect(reported.entries.map(\.0) == [.fieldDidBeginEditing, .fieldDidEndEditing, .fieldDidBeginEditing])
        #expect(reported.entries.map(\.1) == [fields[0], fields[0], fields[1]].map { ObjectIdentifier($0) })
        for token in tokens { phone.center.removeObserver(token) }
    }

    @MainActor
    private final class PostedNotifications {
        var entries: [(Notification.Name, ObjectIdentifier?)] = []
    }

    @Test func aReturnHandlerDoesNotRetainItsScreen() {
        final class Screen: NextTextFieldHandler {
            let textFields: [any FormField]
            let order: FocusOrder
            init(_ fields: [SimulatedTextField]) {
                textFields = fields
                order = FocusOrder(fields)
                for field in fields { field.returnKeyHandler = self }
                order.end = .submit { [weak self] in self?.order.endEditing() }
            }
        }
        weak var released: Screen?
        do {
            let screen = Screen(phone.fields(2))
            released = screen
        }
        #expect(released == nil)
    }

    @Test func movingThroughAFormPostsNoHide() {
        let fields = (0..<12).map {
            phone.field(keyboardType: $0 % 4 == 3 ? .numberPad : .default, isMultiLine: $0 % 3 == 1)
        }
        let order = FocusOrder(fields, end: .wrap)
        let navigator = TextFieldNavigator(order)
        fields.registerNextForm()
        fields.registerPreviousForm()
        fields[0].tap()
        var random = SeededRandom(seed: 12)
        var reported: Set<KeyboardEvent.Kind> = []
        for _ in 0..<500 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: order.moveFocus(.next)
            case 1: order.moveFocus(.previous)
            case 2:
                if let field = navigator.order.focusedField as? SimulatedTextField, field.nextForm != nil {
                    field.changeToNextForm()
                }
            default: phone.keyboard.type("x")
            }
            phone.scheduler.advance(by: .milliseconds(Int.random(in: 0...300, using: &random)))
            reported.formUnion(phone.kinds)
        }
        #expect(order.focusedField != nil)
        #expect(reported.isDisjoint(with: [.willHide, .didHide]), "seed 12")
        #expect(reported.contains(.didShow))
    }
}
