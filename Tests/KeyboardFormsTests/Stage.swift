import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// A phone with a keyboard, and what it tells. Everything fresh.
@MainActor
final class Stage {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let keyboard: SimulatedKeyboard
    private(set) var kinds: [KeyboardEvent.Kind] = []
    private let pool: KeyboardObserverPool
    private var token: KeyboardObservationToken?
    /// Held, as a screen holds its fields: optimised code frees what a test names no more.
    private var fieldsOnStage: [SimulatedTextField] = []

    init() {
        keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        token = pool.observe(for: self) { $0.kinds.append($1.kind) }
        keyboard.start(postingTo: center)
    }

    func field(
        _ text: String = "",
        x: CGFloat = 0,
        y: CGFloat = 0,
        keyboardType: KeyboardType = .default,
        isMultiLine: Bool = false
    ) -> SimulatedTextField {
        let field = SimulatedTextField(
            on: keyboard,
            text: text,
            frame: CGRect(x: x, y: y, width: 100, height: 40),
            keyboardType: keyboardType,
            isMultiLine: isMultiLine,
            center: center
        )
        fieldsOnStage.append(field)
        return field
    }

    /// A field that dies with its last reference.
    func mortalField() -> SimulatedTextField {
        SimulatedTextField(on: keyboard, center: center)
    }

    func fields(_ count: Int) -> [SimulatedTextField] {
        (0..<count).map { _ in field() }
    }

    /// Lets every move end, and forgets what was told.
    func settle() {
        scheduler.advance(by: .seconds(2))
        kinds = []
    }
}

/// A text view of another toolkit: another class than the simulated field, told by hand.
final class OtherTextView: FormChangeable {
    let formState = FormElementState(center: NotificationCenter())
    var text = ""
    let isMultiLine = true
    var returnKeyType = ReturnKeyType.default
    var keyboardType = KeyboardType.default
    weak var inputAccessory: (any InputAccessory)?
    private(set) var isFirstResponder = false
    /// Only said: its toolkit takes the focus away all the same.
    var canResignFirstResponder = true

    func becomeFirstResponder() -> Bool {
        isFirstResponder = true
        fieldDidBeginEditing()
        return true
    }

    func resignFirstResponder() -> Bool {
        isFirstResponder = false
        fieldDidEndEditing()
        return true
    }
}
