import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// A phone with a simulated keyboard, and the events that it posts.
@MainActor
final class SimulatedPhone {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let keyboard: SimulatedKeyboard
    private(set) var kinds: [KeyboardEvent.Kind] = []
    private let pool: KeyboardObserverPool
    private var token: KeyboardObservationToken?
    /// The fields that the phone retains, as a screen does.
    ///
    /// Otherwise, optimized code releases a field after its last use in a test.
    private var retainedFields: [SimulatedTextField] = []

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
        retainedFields.append(field)
        return field
    }

    /// A field that the test alone retains.
    func unretainedField() -> SimulatedTextField {
        SimulatedTextField(on: keyboard, center: center)
    }

    func fields(_ count: Int) -> [SimulatedTextField] {
        (0..<count).map { _ in field() }
    }

    /// Lets every transition end, and removes the recorded events.
    func finishTransitions() {
        scheduler.advance(by: .seconds(2))
        kinds = []
    }
}
