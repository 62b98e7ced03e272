import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Values that are not numbers, and formats that an app defines.
@MainActor
struct ValueFormatTests {
    private final class Model {
        var name: String?
        var nickname = "Ada"
        var day = Date(timeIntervalSince1970: 0)
        var optionalDay: Date?
        var color = Color.red
        var rate: Double?
    }

    private enum Color: String {
        case red, green
    }

    /// The app's own reason to refuse a color.
    private struct UnknownColor: LocalizedError {
        let errorDescription: String? = "This color is not available."
    }

    private enum Undescribed: Error { case unknown }

    private let phone = SimulatedPhone()
    private let model = Model()
    private let days = ValueFormat<Date>.style(
        Date.FormatStyle(date: .numeric, time: .omitted, locale: Locale(identifier: "en_US"), timeZone: .gmt)
    )

    @Test func aTextIsBoundAsItIs() {
        let (field, other) = (phone.field("left over"), phone.field())
        let name = ValueInput(
            field,
            title: "Name",
            value: .of(model, \.name),
            format: .text,
            placeholder: "Ada Lovelace"
        )
        let nickname = ValueInput(other, .of(model, \.nickname), .text, update: .live)
        #expect(field.text == "")
        #expect(field.formState.placeholder == "Ada Lovelace")
        #expect(field.formState.accessibilityLabel == "Name")
        field.text = " a "
        #expect(name.commit())
        #expect(model.name == " a ")
        field.text = ""
        #expect(name.commit())
        #expect(model.name == nil)
        other.tap()
        other.text = ""
        #expect(model.nickname == "")
        #expect(nickname.error == nil)
    }

    @Test func aDateIsBoundByAStyle() {
        let field = phone.field()
        let day = ValueInput(field, title: "Day", value: .of(model, \.day), format: days)
        #expect(field.text == "1/1/1970")
        field.tap()
        #expect(field.text == "1/1/1970")
        for text in ["2/3/2024", "2/3/24", " 2/3/2024\n"] {
            field.text = text
            #expect(day.commit(), "\(text)")
            #expect(model.day == Date(timeIntervalSince1970: 1_706_918_400), "\(text)")
            #expect(field.text == "2/3/2024")
        }
        for text in ["2/3/2024x", "2/3/2024 12", "soon"] {
            field.text = text
            #expect(!day.commit(), "\(text)")
            #expect(day.error?.description == "Day: “\(text)” is not valid. An example is “12/31/2026”.")
        }
        field.text = ""
        #expect(!day.commit())
        #expect(day.error?.reason == .empty)
    }

    @Test func anEmptyTextIsNoDate() {
        model.optionalDay = Date(timeIntervalSince1970: 0)
        let field = phone.field()
        let day = ValueInput(field, .of(model, \.optionalDay), days)
        field.text = ""
        #expect(day.commit())
        #expect(model.optionalDay == nil)
    }

    @Test func hiddenTimesAreKept() {
        model.day = Date(timeIntervalSince1970: 5_000.25)
        let field = phone.field()
        let day = ValueInput(field, .of(model, \.day), days)
        field.tap()
        field.text = "2/3/2024"
        #expect(field.fieldEscapeKeyTapped())
        field.resignFirstResponder()
        #expect(model.day == Date(timeIntervalSince1970: 5_000.25))
        withExtendedLifetime(day) {}
    }

    @Test func anAppsClosuresFormatAndParse() {
        let format = ValueFormat<Color> {
            $0.rawValue.uppercased()
        } parse: { text in
            if text == "?" { throw Undescribed.unknown }
            guard let color = Color(rawValue: text.lowercased()) else { throw UnknownColor() }
            return color
        }
        let field = phone.field()
        let color = ValueInput(field, title: "Color", value: .of(model, \.color), format: format)
        #expect(field.text == "RED")
        field.tap()
        field.text = "green"
        #expect(color.commit())
        #expect(model.color == .green)
        #expect(field.text == "GREEN")
        field.text = "blue"
        #expect(!color.commit())
        #expect(color.error?.reason == .custom(message: "This color is not available."))
        #expect(color.error?.description == "Color: This color is not available.")
        field.text = "?"
        #expect(!color.commit())
        #expect(color.error?.reason == .invalid(text: "?"))
        #expect(field.text == "?")
        #expect(field.fieldEscapeKeyTapped())
        #expect(field.text == "GREEN")
    }

    @Test func aFormatThatShowsAnotherValueRefuses() {
        let format = ValueFormat<Int> {
            "\($0 / 10)0"
        } parse: {
            Int($0) ?? 0
        }
        let storage = ValueStorage<Int>()
        let field = phone.field()
        let tens = ValueInput(field, storage.bound, format)
        field.text = "17"
        #expect(!tens.commit())
        #expect(tens.error?.description == "“17” would be shown as 10.")
    }

    @Test func roundingPrecedesTheRange() {
        let storage = ValueStorage<Decimal>()
        let field = phone.field()
        let format = NumericFormat<Decimal>.style(.currency(code: "EUR"), locale: Locale(identifier: "en_US"))
        let amount = NumberInput(field, storage.bound, format.roundingToDisplayedDigits(), range: 0...10)
        field.text = "10.004"
        #expect(amount.commit())
        #expect(storage.value == 10)
    }

    @Test func aValueThatIsNotANumberIsNotRewritten() {
        let storage = ValueStorage<Double>(.nan)
        let field = phone.field()
        var values = 0
        let number = NumberInput(field, storage.bound, .style(.number, locale: Locale(identifier: "en_US")))
        number.onValueChange = { _ in values += 1 }
        field.tap()
        number.refresh()
        field.resignFirstResponder()
        #expect(storage.value?.isNaN == true)
        #expect(values == 0)
    }

    /// A binding of a declarative toolkit can call `parse` and `format` without a field.
    @Test func aFormatReadsAndWritesATextWithoutAField() throws {
        let english = Locale(identifier: "en_US")
        let amounts = ValueFormat<Decimal>.number(.style(.currency(code: "EUR"), locale: english), range: 0...10_000)
        #expect(try amounts.parse("1250") == 1_250)
        #expect(amounts.format(1_250) == "€1,250.00")
        #expect(try amounts.parse(amounts.format(1_250)) == 1_250)
        let refused: [(String, ValueInputError.Reason)] = [
            ("", .empty), ("€", .empty), ("20000", .outOfRange(text: "20000", lowest: "€0.00", highest: "€10,000.00")),
            ("1.259", .displayedDifferently(text: "1.259", displayText: "€1.26")),
        ]
        for (text, reason) in refused {
            let error = #expect(throws: ValueInputError.self) { try amounts.parse(text) }
            #expect(error?.reason == reason, "\(text.debugDescription)")
        }
        #expect(try days.parse("2024-02-29") == days.parse("2/29/2024"))
        #expect(throws: ValueInputError(.empty)) { try days.parse("") }
        #expect(try ValueFormat.text.parse("") == "")
        let colors = ValueFormat<Color>(format: \.rawValue) { name in
            guard let color = Color(rawValue: name) else { throw UnknownColor() }
            return color
        }
        #expect(throws: ValueInputError(.custom(message: "This color is not available."))) {
            try colors.parse("blue")
        }
    }

    /// `parse` accepts and refuses the same texts as a field.
    @Test(arguments: ["12", "12.5", " 7 ", "", "-", "x", "100", "100.01", "1e2", "٧", "0.125"])
    func aFormatAndAFieldAgree(text: String) {
        let format = ValueFormat<Double>.number(.style(.number, locale: Locale(identifier: "en_US")), range: 0...100)
        let storage = ValueStorage<Double>()
        let field = phone.field()
        let input = ValueInput(field, storage.bound, format)
        field.text = text
        input.isRequired = true
        _ = input.commit()
        let result = Result { () throws(ValueInputError) in try format.parse(text) }
        switch result {
        case .success(let value): #expect(storage.value == value)
        case .failure(let error): #expect((input.error ?? ValueInputError(.empty)).reason == error.reason)
        }
        #expect((storage.value != nil) == ((try? result.get()) != nil))
    }
}
