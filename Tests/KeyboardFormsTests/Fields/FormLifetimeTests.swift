import Foundation
import KeyboardForms
import KeyboardSimulation
import Synchronization
import TestSupport
import Testing

/// A form that is released is deallocated completely.
@MainActor
struct FormLifetimeTests {
    /// How many forms were created and deallocated.
    @MainActor
    private final class LifetimeCounts {
        var made = 0
        nonisolated let freed = AtomicCounter()
    }

    private final class LifetimeToken {
        private let counts: AtomicCounter

        init(_ counts: AtomicCounter) {
            self.counts = counts
        }

        deinit {
            counts.add()
        }
    }

    private struct Weak {
        weak let object: AnyObject?
    }

    /// A form that uses every feature: links, an order, a bar, a value, a handler, a skip rule, a submit closure.
    @MainActor
    private final class Form: NextTextFieldHandler {
        let fields: [SimulatedTextField]
        let order: FocusOrder
        let navigator: TextFieldNavigator
        let container: SimulatedContainer
        private(set) var budget: NumberInput<Int>?
        var euros: Int?
        private let token: LifetimeToken

        init(on phone: SimulatedPhone, _ counts: LifetimeCounts) {
            token = LifetimeToken(counts.freed)
            counts.made += 1
            fields = (0..<3).map { _ in phone.unretainedField() }
            container = SimulatedContainer(fields)
            order = FocusOrder(container)
            navigator = TextFieldNavigator(order)
            fields.registerNextForm()
            fields.registerPreviousForm()
            fields[2].nextForm = fields[0]
            for field in fields { field.returnKeyHandler = self }
            order.skipping = [.when { [weak self] _ in self == nil }]
            order.end = .submit { [weak self] in _ = self?.euros }
            budget = NumberInput(fields[1], .of(self, \.euros), Self.format)
        }

        var parts: [AnyObject] {
            let nodes = fields.map(\.formState) as [AnyObject]
            return [self, order, navigator, container, container.formState] + fields + nodes + [budget as AnyObject]
        }

        static let format = NumericFormat<Int>.style(.number, locale: Locale(identifier: "en_US"))

        var textFields: [any FormField] { fields }
    }

    private let phone = SimulatedPhone()

    /// Creates 100,000 forms if the environment has `KEYBOARD_OBSERVATION_FULL`, and 200 forms otherwise.
    @Test func manyFormsAreDeallocated() {
        let formCount = RandomTestSize.isFull ? 100_000 : 200
        let counts = LifetimeCounts()
        // The parts of the previous form, which are deallocated before the next form is created.
        var parts: [Weak] = []
        var leftBehind = 0
        for round in 0..<formCount {
            leftBehind += parts.count { $0.object != nil }
            let form = Form(on: phone, counts)
            if round % 10 == 0 {
                form.fields[0].tap()
                form.order.moveFocus(.next)
                phone.keyboard.type("7")
            }
            parts = form.parts.map { Weak(object: $0) }
        }
        leftBehind += parts.count { $0.object != nil }
        #expect(leftBehind == 0)
        #expect(parts.count == 12)
        #expect(counts.made == formCount)
        #expect(counts.freed.value == formCount)
        #expect(phone.keyboard.focusedField == nil)
    }

    @Test func anOrderRemovesDeallocatedFields() {
        let order = FocusOrder()
        let kept = phone.field()
        order.add(kept)
        for _ in 0..<10_000 { order.add(phone.unretainedField()) }
        #expect(order.fields.count == 1)
        kept.tap()
        #expect(!order.canMoveFocus(.next))
    }

    @Test func aFieldDeallocatedOnAnotherThreadIsRemoved() async {
        let kept = phone.field()
        let reference = FieldReference(phone.unretainedField())
        let order = FocusOrder(kept)
        reference.field.withLock { $0 }.map { order.add($0) }
        kept.tap()
        #expect(order.canMoveFocus(.next))
        await Task.detached { reference.release() }.value
        #expect(!order.canMoveFocus(.next))
        #expect(order.fields.count == 1)
    }

    /// Holds the only reference to a field, and releases it on any thread.
    private final class FieldReference: Sendable {
        let field: Mutex<SimulatedTextField?>

        init(_ field: sending SimulatedTextField) {
            self.field = Mutex(field)
        }

        func release() {
            _ = field.withLock { $0.take() }
        }
    }
}
