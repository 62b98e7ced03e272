import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Owners, widgets and closures that interfere with a value input.
@MainActor
struct ValueInputPitfallTests {
    private final class Model {
        var count: Int? = 5
        var ratio: Double = 0.125
    }

    /// A widget that keeps at most four characters.
    private final class ShortWidget: Widget {
        override var text: String {
            didSet { if text.count > 4 { text = String(text.prefix(4)) } }
        }
    }

    private let phone = SimulatedPhone()
    private let english = Locale(identifier: "en_US")

    private func number(
        _ field: any FormField,
        _ model: Model,
        update: ValueInput<Int>.Update = .onCommit
    ) -> NumberInput<Int> {
        NumberInput(field, .of(model, \.count), .style(.number, locale: english), keyboardType: nil, update: update)
    }

    @Test func anOwnerCanBeReleasedWhileItsFieldIsEdited() {
        let field = phone.field()
        var model: Model? = Model()
        let count = model.map { number(field, $0, update: .live) }
        field.tap()
        phone.keyboard.type("6")
        #expect(model?.count == 56)
        model = nil
        phone.keyboard.type("7")
        #expect(!field.fieldEscapeKeyTapped() || field.text == "")
        field.resignFirstResponder()
        #expect(field.text == "")
        #expect(count?.value == nil)
    }

    @Test func aWidgetThatShortensTheTextIsUntouched() {
        let model = Model()
        model.count = 123_456
        let widget = ShortWidget()
        let count = number(widget, model)
        #expect(widget.text == "123,")
        _ = widget.becomeFirstResponder()
        #expect(widget.text == "1234")
        _ = widget.resignFirstResponder()
        #expect(model.count == 123_456)
        #expect(count.error == nil)
    }

    @Test func aComposedTextIsStoredAlthoughTheModelHasChangedMeanwhile() {
        let model = Model()
        let widget = SelectingWidget()
        let count = number(widget, model)
        _ = widget.becomeFirstResponder()
        widget.hasMarkedText = true
        widget.text = "５"
        model.count = 6
        #expect(count.commit())
        #expect(model.count == 5)
    }

    /// A button sets the model while an input method composes, and the composition changes nothing.
    @Test func aCompositionThatEndsUnchangedShowsTheNewValue() {
        let model = Model()
        let widget = ReportingWidget()
        let count = number(widget, model, update: .live)
        _ = widget.becomeFirstResponder()
        widget.text = "20"
        widget.hasMarkedText = true
        model.count = 21
        count.refresh()
        widget.hasMarkedText = false
        widget.fieldDidChange()
        #expect(widget.text == "21")
        _ = widget.resignFirstResponder()
        #expect(model.count == 21)
    }

    @Test func aClosureForErrorsCanMoveTheFocus() {
        let model = Model()
        let (field, other) = (phone.field(), phone.field())
        let count = number(field, model)
        count.onErrorChange = { [weak other] error in if error != nil { _ = other?.becomeFirstResponder() } }
        field.tap()
        field.text = "abc"
        #expect(!count.commit())
        #expect(other.isFirstResponder)
        #expect(field.text == "5")
        #expect(model.count == 5)
    }

    @Test(arguments: ["ar_EG", "fa_IR", "he_IL", "ur_PK", "my_MM", "bn_BD", "dz_BT"])
    func numbersOfOtherScriptsAreEdited(locale: String) {
        let model = Model()
        let field = phone.field()
        let locale = Locale(identifier: locale)
        let ratio = NumberInput(field, .of(model, \.ratio), .style(.percent, locale: locale), update: .live)
        field.tap()
        let five = IntegerFormatStyle<Int>(locale: locale).format(5)
        field.replaceSelection(with: five)
        #expect(ratio.error == nil)
        #expect(model.ratio == 0.1255)
        field.text = "-" + five
        #expect(model.ratio == -0.05)
        #expect(field.fieldEscapeKeyTapped())
        #expect(model.ratio == 0.125)
        field.resignFirstResponder()
        #expect(field.text == FloatingPointFormatStyle<Double>.Percent(locale: locale).format(0.125))
    }

    @Test func otherTypesOfNumbersAreEdited() {
        func edited<Value: Numeric & Comparable>(_ value: Value, _ format: NumericFormat<Value>, typing text: String)
            -> Value?
        {
            let storage = ValueStorage<Value>(value)
            let field = phone.field()
            let number = NumberInput(field, storage.bound, format)
            field.tap()
            field.text += text
            field.resignFirstResponder()
            return number.error == nil ? storage.value : nil
        }
        #expect(edited(UInt8(25), .style(.number, locale: english), typing: "5") == 255)
        #expect(edited(UInt8(25), .style(.number, locale: english), typing: "6") == nil)
        #expect(edited(Float(0.5), .style(.number, locale: english), typing: "25") == 0.525)
        #expect(edited(CGFloat(1_000), .style(FloatingPointFormatStyle(), locale: english), typing: ".5") == 1_000.5)
        #expect(edited(Int64.max / 10, .style(.number, locale: english), typing: "7") == .max)
        #expect(edited(Decimal(12), .style(.percent, locale: english), typing: "0") == 120)
    }
}
