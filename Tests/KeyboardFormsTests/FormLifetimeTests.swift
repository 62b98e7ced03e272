import Foundation
import KeyboardForms
import KeyboardSimulation
import Synchronization
import Testing

/// A form that is dropped leaves nothing behind.
@MainActor
@Suite("The lifetime of forms")
struct FormLifetimeTests {
    /// How many of what a form is made of were made and freed.
    @MainActor
    private final class Census {
        var made = 0
        nonisolated let freed = Counter()
    }

    private final class Witness {
        private let census: Counter

        init(_ census: Counter) {
            self.census = census
        }

        deinit {
            census.add()
        }
    }

    private struct Weak {
        weak let object: AnyObject?
    }

    /// A form with everything: links, an order, a bar, a value, a handler, conditions, an end.
    @MainActor
    private final class Form: NextTextFieldHandler {
        let fields: [SimulatedTextField]
        let order: FocusOrder
        let navigator: TextFieldNavigator
        let container: SimulatedContainer
        private(set) var budget: NumericTextField<Int>?
        var euros: Int?
        private let witness: Witness

        init(on stage: Stage, _ census: Census) {
            witness = Witness(census.freed)
            census.made += 1
            fields = (0..<3).map { _ in stage.mortalField() }
            container = SimulatedContainer(fields)
            order = FocusOrder(container)
            navigator = TextFieldNavigator(order)
            fields.registerNextForm()
            fields.registerPreviousForm()
            fields[2].nextForm = fields[0]
            for field in fields { field.returnKeyHandler = self }
            order.skipping = [.when { [weak self] _ in self == nil }]
            order.end = .submit { [weak self] in _ = self?.euros }
            budget = NumericTextField(
                fields[1],
                title: "",
                value: .of(self, \.euros),
                format: Self.format
            )
        }

        var parts: [AnyObject] {
            let nodes = fields.map(\.formState) as [AnyObject]
            return [self, order, navigator, container, container.formState] + fields + nodes + [budget as AnyObject]
        }

        static let format = NumericFormat<Int>.style(.number, locale: Locale(identifier: "en_US"))

        var textFields: [any FormField] { fields }
    }

    private let stage = Stage()

    @Test func aHundredThousandFormsFreeEverything() {
        let census = Census()
        // All parts of the form before, each of which must be gone when the next one is made.
        var parts: [Weak] = []
        var leftBehind = 0
        for round in 0..<100_000 {
            leftBehind += parts.count { $0.object != nil }
            let form = Form(on: stage, census)
            if round % 10 == 0 {
                form.fields[0].tap()
                form.order.moveToNext()
                stage.keyboard.type("7")
            }
            parts = form.parts.map { Weak(object: $0) }
        }
        leftBehind += parts.count { $0.object != nil }
        #expect(leftBehind == 0)
        #expect(parts.count == 12)
        #expect(census.made == 100_000)
        #expect(census.freed.value == 100_000)
        #expect(stage.keyboard.firstResponder == nil)
    }

    @Test func anOrderDoesNotGrowWithTheFieldsThatDied() {
        let order = FocusOrder()
        let kept = stage.field()
        order.add(kept)
        for _ in 0..<10_000 { order.add(stage.mortalField()) }
        #expect(order.fields.count == 1)
        kept.tap()
        #expect(!order.canMoveToNext)
    }

    @Test func aFieldThatDiesOnAnotherThreadIsForgotten() async {
        let kept = stage.field()
        let dying = Dying(stage.mortalField())
        let order = FocusOrder(kept)
        dying.field.withLock { $0 }.map { order.add($0) }
        kept.tap()
        #expect(order.canMoveToNext)
        await Task.detached { dying.die() }.value
        #expect(!order.canMoveToNext)
        #expect(order.fields.count == 1)
    }

    /// Holds the only reference to a field, to let go of it anywhere.
    private final class Dying: Sendable {
        let field: Mutex<SimulatedTextField?>

        init(_ field: sending SimulatedTextField) {
            self.field = Mutex(field)
        }

        func die() {
            _ = field.withLock { $0.take() }
        }
    }
}
