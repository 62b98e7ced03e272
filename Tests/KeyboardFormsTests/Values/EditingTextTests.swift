import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The text that a field shows while it is edited.
@MainActor
struct EditingTextTests {
    private final class Model {
        var amount: Decimal?
        var setCount = 0
        var watched: Decimal? {
            get { amount }
            set {
                amount = newValue
                setCount += 1
            }
        }
    }

    private let phone = SimulatedPhone()
    private let model = Model()
    private let english = Locale(identifier: "en_US")

    private func euros(
        _ field: any FormField,
        locale: String = "en_US",
        update: NumberInput<Decimal>.Update = .onCommit
    ) -> NumberInput<Decimal> {
        NumberInput(
            field,
            .of(model, \.watched),
            .style(.currency(code: "EUR"), locale: Locale(identifier: locale)),
            keyboardType: nil,
            update: update
        )
    }

    private func editingText<Value>(of value: Value, _ format: ValueFormat<Value>) -> String {
        let storage = ValueStorage<Value>(value)
        return ValueInput(phone.field(), storage.bound, format).editingText
    }

    private func currency(_ code: String, _ locale: String) -> Decimal.FormatStyle.Currency {
        Decimal.FormatStyle.Currency(code: code, locale: Locale(identifier: locale))
    }

    @Test(arguments: [
        ("en_US", "EUR", "1234567.50"), ("de_DE", "EUR", "1234567,50"), ("fr_FR", "EUR", "1234567,50"),
        ("ar_EG", "EGP", "١٢٣٤٥٦٧٫٥٠"), ("hi_IN", "INR", "1234567.50"), ("ja_JP", "USD", "1234567.50"),
        ("de_CH", "CHF", "1234567.50"), ("he_IL", "ILS", "1234567.50"), ("fa_IR", "USD", "۱۲۳۴۵۶۷٫۵۰"),
        ("hi_IN@numbers=deva", "INR", "१२३४५६७.५०"), ("kea_CV", "CVE", "1234567$50"),
    ])
    func theEditingTextHasTheDigitsAndTheDecimalSeparatorOnly(locale: String, code: String, text: String) {
        #expect(editingText(of: Decimal(1_234_567.5), .style(currency(code, locale))) == text)
        #expect(editingText(of: Decimal(-1_234_567.5), .style(currency(code, locale))) == "-" + text)
        let accounting = currency(code, locale).sign(strategy: .accounting)
        #expect(editingText(of: Decimal(-1_234_567.5), .style(accounting)) == "-" + text)
    }

    @Test func aPercentageIsScaledInTheEditingText() {
        #expect(editingText(of: 0.25, .style(.percent, locale: english)) == "25")
        #expect(editingText(of: 0.125, .style(.percent, locale: english)) == "12.5")
        #expect(editingText(of: 0.25, .style(.percent, locale: Locale(identifier: "ar_EG"))) == "٢٥")
    }

    @Test(arguments: [("en_US", "1234.5"), ("de_DE", "1234,5"), ("ja_JP", "1234567")])
    func anAbbreviatedNumberIsEditedInFull(locale: String, editing: String) throws {
        let number = Decimal.FormatStyle(locale: Locale(identifier: locale))
        let style = number.notation(.compactName)
        let (field, storage) = (phone.field(), ValueStorage<Decimal>(try Decimal(editing, format: number)))
        let input = NumberInput(field, storage.bound, .style(style))
        #expect(field.text == storage.value.map(style.format))
        field.tap()
        #expect(field.text == editing && input.editingText == editing)
        field.text = editing + "1"
        field.resignFirstResponder()
        #expect(input.error == nil)
        #expect(storage.value == (try Decimal(editing + "1", format: number)))
    }

    @Test func anAbbreviatedAmountIsEditedInFull() {
        let style = Decimal.FormatStyle.Currency(code: "EUR", locale: english).notation(.compactName)
        let (field, storage) = (phone.field(), ValueStorage<Decimal>(-1_234_567))
        let amount = NumberInput(field, storage.bound, .style(style), range: (-2_000_000)...5_000, update: .live)
        field.tap()
        #expect(field.text == "-1234567")
        field.text = "€1250"
        #expect(storage.value == 1_250)
        for text in ["1.2K", "-1.2M"] {
            field.text = text
            #expect(amount.error != nil)
        }
    }

    @Test func aScaleAndASuffixAreNotPartsOfTheEditingText() {
        let tenThousands = NumericFormat<Decimal>.style(Decimal.FormatStyle(locale: english).scale(0.0001))
        #expect(editingText(of: 12_345_670_000, .number(tenThousands)) == "1234567")
        let formatter = NumberFormatter()
        (formatter.numberStyle, formatter.locale) = (.decimal, english)
        (formatter.positiveSuffix, formatter.negativeSuffix) = (" m2", " m2")
        #expect(editingText(of: 1_234, .number(NumericFormat<Decimal>.formatter(formatter))) == "1234")
    }

    @Test func aTextThatIsNoDecimalNumberIsEditedAsItIsDisplayed() {
        #expect(editingText(of: 1_234, .style(.number.notation(.scientific), locale: english)) == "1.234E3")
        #expect(editingText(of: "a, b", .text) == "a, b")
        let hexadecimal = ValueFormat<Int> {
            "0x" + String($0, radix: 16)
        } parse: {
            Int($0.dropFirst(2), radix: 16) ?? 0
        }
        #expect(editingText(of: 255, hexadecimal) == "0xff")
    }

    @Test func theTextIsSetBeforeOrdersAndObserversAreNotified() {
        model.amount = 5
        let field = phone.field()
        let amount = euros(field)
        var texts: [String] = []
        field.returnKeyHandler = nil
        let handler = TextRecorder { texts.append($0) }
        field.returnKeyHandler = handler
        field.tap()
        #expect(texts == ["5.00"])
        withExtendedLifetime(amount) {}
    }

    private final class TextRecorder: ReturnKeyHandler {
        let record: (String) -> Void
        init(_ record: @escaping (String) -> Void) { self.record = record }
        func setupReturnKeyType(for field: any FormField) { record(field.text) }
        func handleReturnKeyTapped(on field: any FormField) {}
    }

    @Test(arguments: [("en_US", "1234.00", "€123,400.50"), ("de_DE", "1234,00", "123.400,50\u{A0}€")])
    func whatTheFieldHasWrittenCanBeEdited(locale: String, editing: String, shown: String) {
        model.amount = 1_234
        let field = phone.field()
        let amount = euros(field, locale: locale)
        field.tap(at: 0)
        #expect(field.text == editing)
        // "1234" becomes "123400", and ".00" becomes ".50".
        field.selectedTextRange = 4..<4
        field.replaceSelection(with: "00")
        field.selectedTextRange = 7..<8
        field.replaceSelection(with: "5")
        field.resignFirstResponder()
        #expect(model.amount == Decimal(string: "123400.5"))
        #expect(field.text == shown)
        #expect(amount.error == nil)
    }

    @Test func aMoveSelectsTheText() {
        model.amount = 1_234
        let (first, second) = (phone.field(), phone.field())
        let order = FocusOrder(first, second)
        let amount = euros(second)
        first.tap()
        order.moveFocus(.next)
        #expect(second.selectedTextRange == 0..<7)
        second.replaceSelection(with: "7")
        #expect(second.text == "7")
        first.tap()
        #expect(model.amount == 7)
        phone.keyboard.type("\n")
        #expect(second.selectedTextRange == 0..<4)
        withExtendedLifetime(amount) {}
    }

    @Test func aTextOfTwoFieldsOnOneWidgetIsThatOfTheLast() {
        model.amount = 1
        let other = ValueStorage<Int>(7)
        let field = phone.field()
        let first = euros(field)
        let second = NumberInput(field, other.bound, .style(.number, locale: english))
        model.amount = 2
        first.refresh()
        #expect(first.commit())
        #expect(field.text == "7")
        field.tap()
        field.text = "9"
        field.resignFirstResponder()
        #expect(other.value == 9)
        #expect(model.amount == 2)
        withExtendedLifetime(second) {}
    }

    /// Nobody chose the beginning of a text that is refused in the end.
    @Test(arguments: ["12x", "12"], ["replaced", "destroyed", "deallocated", "released"])
    func aBeginningDoesNotOutliveTheInput(text: String, end: String) async {
        let storage = ValueStorage<Int>(1)
        let widget = unsafe fake_widget_new(FakeWindow())
        var field: (any FormField)? = end == "destroyed" ? unsafe EntryAdapter(widget) : ReportingWidget()
        let format = NumericFormat<Int>.style(.number, locale: english)
        var number: NumberInput<Int>? = NumberInput(field!, storage.bound, format, update: .live)
        _ = field?.becomeFirstResponder()
        for typed in ["12", text] { field?.text = typed }
        #expect(storage.value == 12)
        switch end {
        case "replaced": _ = NumberInput(field!, ValueStorage<Int>().bound, format)
        case "destroyed": unsafe fake_widget_destroy(widget)
        case "released": number = nil
        default: field = nil
        }
        await Task { @MainActor in }.value
        #expect(storage.value == (text == "12" ? 12 : 1))
        withExtendedLifetime(number) {}
    }

    /// The property is still being changed while the input is deallocated.
    @Test func callbacksMayReadThePropertyThatReleasesTheInput() async {
        @MainActor final class Screen {
            var input: NumberInput<Int>?
            var count: Int? = 1 {
                didSet { input?.refresh() }
            }
            var message: String?
        }
        let (screen, field) = (Screen(), ReportingWidget())
        let input = NumberInput<Int>(field, .of(screen, \.count), .style(.number, locale: english), update: .live)
        input.onErrorChange = { [weak screen] _ in screen?.message = screen?.input?.errorMessage }
        input.onValueChange = { [weak screen] _ in screen?.message = screen?.input?.errorMessage }
        screen.input = consume input
        _ = field.becomeFirstResponder()
        for typed in ["12", "12x"] { field.text = typed }
        #expect(screen.count == 12)
        #expect(screen.input?.commit() == false && screen.message != nil)
        for typed in ["13", "13x"] { field.text = typed }
        screen.input = nil
        await Task { @MainActor in }.value
        #expect(screen.count == 1)
    }

    @Test func aWidgetThatOwnsItsValueInputIsDeallocated() {
        final class Owner: Widget {
            var count = 0
            var value: NumberInput<Int>?
            override init() {
                super.init()
                value = NumberInput(self, .of(self, \.count), .style(.number))
            }
        }
        weak var released: Owner?
        var value: NumberInput<Int>?
        do {
            let widget = Owner()
            value = widget.value
            released = widget
        }
        #expect(released == nil)
        #expect(value?.field == nil)
        #expect(value?.commit() == true)
    }
}
