import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A tap outside of the fields, a form with dates, and a list with recycled rows.
@MainActor
struct FormRecipeTests {
    // MARK: A tap outside

    @Test func aTapOutsideOfTheFieldsHidesTheKeyboard() throws {
        try KeyboardTestBed.run { bed in
            let name = SimulatedTextField(bed, top: 20), mail = SimulatedTextField(bed, top: 80)
            let notes = SimulatedTextField(bed, top: 140)
            let screen = ContactScreen(name: name, mail: mail, notes: notes)
            name.tap()
            bed.settle()
            #expect(bed.keyboard.phase == .shown)

            screen.contentTapped(at: CGPoint(x: 100, y: 100))
            #expect(name.isFirstResponder, "the tap was into the field mail")
            screen.contentTapped(at: CGPoint(x: 100, y: 70))
            #expect(!name.isFirstResponder)
            #expect(bed.keyboard.phase == .disappearing)
            bed.settle()
            #expect(bed.keyboard.phase == .hidden)
        }
    }

    @Test func aTapWhereAFieldIsHiddenHidesTheKeyboard() throws {
        try KeyboardTestBed.run { bed in
            let name = SimulatedTextField(bed, top: 20), mail = SimulatedTextField(bed, top: 80)
            let notes = SimulatedTextField(bed, top: 140)
            let screen = ContactScreen(name: name, mail: mail, notes: notes)
            notes.isHidden = true
            name.tap()
            screen.contentTapped(at: CGPoint(x: 100, y: 150))
            #expect(!name.isFirstResponder)
            bed.settle()
            #expect(bed.keyboard.phase == .hidden)
        }
    }

    // MARK: Dates

    @MainActor
    private struct DateFields {
        let arrival: SimulatedTextField, departure: SimulatedTextField, label = Label(), button = Button()
        let form: TripForm

        init(_ bed: KeyboardTestBed) {
            (arrival, departure) = (SimulatedTextField(bed, top: 20), SimulatedTextField(bed, top: 80))
            form = TripForm(
                from: arrival,
                to: departure,
                errorLabel: label,
                button: button,
                locale: Locale(identifier: "en_US")
            )
        }
    }

    private func day(_ date: Date?) -> DateComponents? {
        date.map { Calendar.current.dateComponents([.year, .month, .day], from: $0) }
    }

    @Test func aDateIsRefusedAndThenAccepted() throws {
        try KeyboardTestBed.run { bed in
            let fields = DateFields(bed)
            #expect(fields.arrival.placeholder == "MM/DD/YYYY")
            fields.arrival.tap()
            bed.keyboard.type("12/32\n")
            #expect(fields.arrival.isFirstResponder)
            #expect(fields.arrival.text == "12/32")
            #expect(fields.form.arrival == nil)
            #expect(fields.label.text.hasPrefix("Arrival:") && fields.label.text.contains("12/31/2026"))

            for _ in 0..<2 { bed.keyboard.perform(.deleteBackward) }
            #expect(fields.label.text == "")
            bed.keyboard.type("24/2026\n")
            #expect(day(fields.form.arrival) == DateComponents(year: 2026, month: 12, day: 24))
            #expect(fields.arrival.text == "12/24/2026")
            #expect(fields.departure.isFirstResponder)
            #expect(bed.keyboard.phase == .appearing, "the keyboard stays on screen")

            bed.keyboard.type("2027-1-2\n")
            #expect(day(fields.form.departure) == DateComponents(year: 2027, month: 1, day: 2))
            #expect(fields.departure.text == "01/02/2027")
            #expect(fields.button.pressCount == 1)
            bed.settle()
            #expect(bed.keyboard.phase == .hidden)
        }
    }

    @Test func aFormWithoutADateIsNotSubmitted() throws {
        try KeyboardTestBed.run { bed in
            let fields = DateFields(bed)
            fields.departure.tap()
            bed.keyboard.type("1/2/2027\n")
            #expect(fields.button.pressCount == 0)
            #expect(fields.arrival.isFirstResponder)
            #expect(fields.label.text.hasPrefix("Arrival"))
        }
    }

    // MARK: Recycled rows

    @MainActor
    private struct Cart {
        let items = [CartItem("Apples", quantity: 1), CartItem("Pears", quantity: 2), CartItem("Plums", quantity: 3)]
        let fields: [SimulatedTextField]
        let rows: [CartRow]
        let list: CartList

        init(_ bed: KeyboardTestBed) {
            fields = [SimulatedTextField(bed, top: 0), SimulatedTextField(bed, top: 40)]
            rows = fields.map { CartRow($0) }
            list = CartList(rows)
            for (row, item) in zip(rows, items) { row.show(item) }
        }

        /// The person scrolls by one row, so the list uses the first row for the third item.
        func scroll() {
            fields[1].frame = CGRect(x: 20, y: 0, width: 300, height: 40)
            fields[0].frame = CGRect(x: 20, y: 40, width: 300, height: 40)
            rows[0].show(items[2])
        }
    }

    @Test func aRecycledRowHasTheValueOfItsNewItemOnly() throws {
        try KeyboardTestBed.run { bed in
            let cart = Cart(bed)
            let field = cart.fields[0]
            #expect(field.text == "1")
            field.tap()
            bed.keyboard.perform(.deleteBackward)
            bed.keyboard.type("12")
            cart.scroll()
            #expect(cart.items.map(\.quantity) == [12, 2, 3])
            #expect(field.text == "3")
            #expect(field.accessibilityLabel == "Plums")
            #expect(!field.isFirstResponder)
            bed.settle()
            #expect(bed.keyboard.phase == .hidden)

            field.tap()
            bed.keyboard.perform(.deleteBackward)
            bed.keyboard.type("4")
            cart.list.order.endEditing()
            #expect(cart.items.map(\.quantity) == [12, 2, 4])
        }
    }

    @Test func aRefusedTextDoesNotMoveToTheNewItem() throws {
        try KeyboardTestBed.run { bed in
            let cart = Cart(bed)
            let field = cart.fields[0]
            field.tap()
            bed.keyboard.type("x")
            #expect(field.text == "1x")
            cart.scroll()
            #expect(cart.items.map(\.quantity) == [1, 2, 3])
            #expect(field.text == "3")
            #expect(cart.list.order.submitRefusal == nil)
        }
    }

    @Test func theOtherRowKeepsItsFocusAndItsText() throws {
        try KeyboardTestBed.run { bed in
            let cart = Cart(bed)
            let field = cart.fields[1]
            field.tap()
            bed.keyboard.type("5")
            cart.scroll()
            #expect(field.isFirstResponder)
            #expect(field.text == "25")
            // The recycled row is below the other row now.
            #expect(cart.list.order.moveFocus(.next))
            #expect(cart.fields[0].isFirstResponder)
            #expect(cart.items.map(\.quantity) == [1, 25, 3])
        }
    }
}
