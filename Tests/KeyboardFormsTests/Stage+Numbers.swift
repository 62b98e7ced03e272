import KeyboardForms
import KeyboardSimulation
import Testing

extension Stage {
    private final class Box<Value> {
        var value: Value?
    }

    /// What a field makes of a text: a value, or nothing and an error.
    func read<Value>(_ text: String, _ format: NumericFormat<Value>) -> Value? {
        outcome(text, format).value
    }

    func outcome<Value>(_ text: String, _ format: NumericFormat<Value>) -> (value: Value?, error: NumericInputError?) {
        let box = Box<Value>()
        let field = field()
        let number = NumericTextField(field, title: "", value: .of(box, \.value), format: format)
        field.text = text
        #expect(number.commit() == (box.value != nil), "\(text)")
        #expect((number.error == nil) == (box.value != nil), "\(text)")
        return (box.value, number.error)
    }
}
