import Foundation
import KeyboardObservation

extension KeyboardScenario {
    /// Creates a scenario of random steps.
    ///
    /// Equal arguments create equal scenarios. You can create random scenarios outside the main actor, for example as
    /// the arguments of a parameterised test.
    ///
    /// The scenario contains only steps that are possible in the current state of the keyboard. The seed also
    /// determines the device, the orientation and the behaviour. About half of the scenarios have the default
    /// behaviour. A wait follows each step. Some waits end during a transition, and other waits end after the
    /// transition. At the end of the scenario, all transitions have ended, and no finger drags the keyboard.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random choices.
    ///   - length: The number of steps, excluding the waits.
    ///   - faults: The faults of the keyboard.
    ///   - fieldCount: The number of fields that the test creates on the keyboard. The scenario taps these fields and
    ///     types into them. The scenario also taps the return key. A number pad has no return key. If a field has a
    ///     number pad, this tap has an effect only with a hardware keyboard.
    ///   - changesBehavior: Whether the keyboard changes its behaviour during the scenario.
    /// - Returns: The scenario.
    public static func random(
        seed: UInt64,
        length: Int,
        faults: SimulatedKeyboard.FaultInjection = .none,
        fieldCount: Int = 0,
        changesBehavior: Bool = false
    ) -> KeyboardScenario {
        var random = SeededRandom(seed: seed)
        var scenario = KeyboardScenario(
            "random scenario \(seed)",
            on: SimulatedScreenModel.all.randomElement(using: &random) ?? .phone393x852,
            orientation: Bool.random(using: &random) ? .portrait : .landscape,
            behavior: Bool.random(using: &random) ? SimulatedKeyboard.Behavior() : .random(using: &random),
            faults: faults,
            steps: []
        )
        var situation = KeyboardSituation(
            model: scenario.model,
            orientation: scenario.orientation,
            behavior: scenario.behavior
        )
        situation.fields.tappable = Set(0..<max(fieldCount, 0))
        var count = 0
        while count < length {
            let isLast = count == length - 1
            let step = SimulatedKeyboard.Step.random(in: situation, using: &random)
            guard situation.canPerform(step), changesBehavior || !step.isChangeOfBehavior else { continue }
            var next = situation
            next.perform(step)
            if isLast, next.isDragged { continue }
            let wait = SimulatedKeyboard.Step.wait(isLast ? waits[0] : waits.randomElement(using: &random) ?? .zero)
            next.perform(wait)
            situation = next
            scenario.steps += [step, wait]
            count += 1
        }
        return scenario
    }

    private static let waits: [Duration] = [
        .seconds(2), .seconds(1), .milliseconds(300), .milliseconds(250), .milliseconds(100), .milliseconds(7), .zero,
    ]
}

extension SimulatedKeyboard.Step {
    fileprivate var isChangeOfBehavior: Bool {
        if case .setBehavior = self { true } else { false }
    }
}
