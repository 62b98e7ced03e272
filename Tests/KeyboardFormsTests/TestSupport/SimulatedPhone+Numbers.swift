import KeyboardForms
import KeyboardSimulation
import Testing

extension SimulatedPhone {
    /// The value that a field reads from a text, or `nil`.
    func read<Value>(_ text: String, _ format: NumericFormat<Value>) -> Value? {
        outcome(text, format).value
    }

    func outcome<Value>(_ text: String, _ format: NumericFormat<Value>) -> (value: Value?, error: ValueInputError?) {
        let storage = ValueStorage<Value>()
        let field = field()
        let number = NumberInput(field, storage.bound, format)
        field.text = text
        #expect(number.commit() == (storage.value != nil), "\(text)")
        #expect((number.error == nil) == (storage.value != nil), "\(text)")
        return (storage.value, number.error)
    }
}
