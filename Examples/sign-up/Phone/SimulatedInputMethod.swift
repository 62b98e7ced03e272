import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TerminalToolkit

/// Shows a simulated keyboard for the focused field.
@MainActor
final class SimulatedInputMethod: InputMethod {
    private let keyboard: SimulatedKeyboard
    private let scheduler: any KeyboardScheduler
    private var keyboardType = KeyboardType.default
    private var hide: KeyboardScheduledAction?

    init(_ keyboard: SimulatedKeyboard, scheduler: any KeyboardScheduler) {
        self.keyboard = keyboard
        self.scheduler = scheduler
    }

    func focusDidMove(to field: (any FormField)?) {
        hide?.cancel()
        hide = nil
        guard let field else {
            // If another screen takes the focus in the same turn, the keyboard stays on screen.
            hide = scheduler.schedule(after: .zero) { [weak keyboard] in keyboard?.hide() }
            return
        }
        keyboardType = field.formState.keyboardType
        keyboard.perform(.setAccessory(height: field.formState.inputAccessory?.height ?? 0))
        keyboard.show(keyboardType.layout)
    }

    func traitsDidChange(of field: any FormField) {
        guard keyboardType != field.formState.keyboardType else { return }
        keyboardType = field.formState.keyboardType
        keyboard.perform(.changeFrame(to: keyboardType.layout))
    }
}

extension KeyboardType {
    fileprivate var layout: SimulatedKeyboard.Layout {
        if !hasReturnKey { return .numberPad }
        return self == .default ? .lettersWithPredictions : .letters
    }
}
