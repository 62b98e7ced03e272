import Foundation
import KeyboardForms
import KeyboardSimulation
import TerminalToolkit

/// Shows a simulated keyboard for the focused field.
@MainActor
final class SimulatedInputMethod: InputMethod {
    private let keyboard: SimulatedKeyboard
    private var keyboardType = KeyboardType.default

    init(_ keyboard: SimulatedKeyboard) {
        self.keyboard = keyboard
    }

    func focusDidMove(to field: (any FormField)?) {
        guard let field else { return keyboard.hide() }
        keyboardType = field.formState.keyboardType
        keyboard.setAccessory(height: field.formState.inputAccessory?.height ?? 0)
        keyboard.show(keyboardType.layout)
    }

    func traitsDidChange(of field: any FormField) {
        guard keyboardType != field.formState.keyboardType else { return }
        keyboardType = field.formState.keyboardType
        keyboard.changeFrame(to: keyboardType.layout)
    }
}

extension KeyboardType {
    fileprivate var layout: SimulatedKeyboard.Layout {
        if !hasReturnKey { return .numberPad }
        return self == .default ? .lettersWithPredictions : .letters
    }
}
