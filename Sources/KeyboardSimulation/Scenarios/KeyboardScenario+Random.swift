import Foundation
import KeyboardObservation

extension KeyboardScenario {
    /// Creates a scenario of random steps.
    ///
    /// Equal parameters create equal scenarios.
    ///
    /// A user could perform each step at its time. The seed also determines the device and the behaviour. Each step is
    /// followed by a wait. Some waits end during a transition, and other waits end after it. All transitions end during
    /// the last wait.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random choices.
    ///   - length: The number of steps, without the waits.
    ///   - faults: The faults of the keyboard.
    /// - Returns: The scenario.
    @MainActor
    public static func random(
        seed: UInt64,
        length: Int,
        faults: SimulatedKeyboard.FaultInjection = .none
    ) -> KeyboardScenario {
        var random = SeededRandom(seed: seed)
        var scenario = KeyboardScenario(
            "random scenario \(seed)",
            on: models.randomElement(using: &random) ?? .phone393x852,
            orientation: Bool.random(using: &random) ? .portrait : .landscape,
            behavior: Bool.random(using: &random) ? SimulatedKeyboard.Behavior() : .random(using: &random),
            faults: faults,
            steps: []
        )
        // A keyboard without a center performs the steps, because its state decides which step is possible next.
        let scheduler = ManualScheduler()
        let keyboard = scenario.makeKeyboard(scheduler: scheduler)
        var count = 0
        while count < length {
            let step = Step.random(on: keyboard.screen, using: &random)
            guard keyboard.canPerform(step) else { continue }
            let wait = count == length - 1 ? waits[0] : waits.randomElement(using: &random) ?? .zero
            keyboard.perform(step)
            scheduler.advance(by: wait)
            scenario.steps += [step, .wait(wait)]
            count += 1
        }
        return scenario
    }

    private static let models: [SimulatedScreenModel] = [
        .phone320x568, .phone375x667, .phone393x852, .tablet768x1024, .linuxPhone720x1440,
    ]

    private static let waits: [Duration] = [
        .seconds(2), .seconds(1), .milliseconds(300), .milliseconds(250), .milliseconds(100), .milliseconds(7), .zero,
    ]
}

extension SimulatedKeyboard.Behavior {
    fileprivate static func random(using random: inout SeededRandom) -> SimulatedKeyboard.Behavior {
        SimulatedKeyboard.Behavior { behavior in
            behavior.duration = [0, 0.1, 0.4].randomElement(using: &random) ?? 0.25
            behavior.curve = [0, 1, 2, 3, 7].randomElement(using: &random) ?? 7
            behavior.motion = [.full, .full, .none, .crossFade()].randomElement(using: &random) ?? .full
            behavior.didPayload = Bool.random(using: &random) ? .complete : .framesOnly
            behavior.rotationPayload = Bool.random(using: &random) ? .complete : .asLogged
            behavior.repeatsShowOfSameHeight = Bool.random(using: &random)
            behavior.hidesToFloat = Bool.random(using: &random)
            behavior.hidesToZeroHeight = Bool.random(using: &random)
            behavior.returnsAtOnce = Bool.random(using: &random)
            behavior.presentation =
                [.none, .underWay, .underWayFromOneScreenBelow].randomElement(using: &random) ?? .none
        }
    }
}

extension KeyboardScenario.Step {
    @MainActor
    fileprivate static func random(on screen: SimulatedScreen, using random: inout SeededRandom) -> Self {
        let size = screen.size
        let top = CGFloat(Int.random(in: 0...Int(size.height), using: &random))
        switch Int.random(in: 0..<24, using: &random) {
        case 0, 1: return .show(.random(using: &random))
        case 2: return .show()
        case 3: return .hide
        case 4: return .changeFrame(to: .random(using: &random), animated: Bool.random(using: &random))
        case 5: return .setPredictions(Bool.random(using: &random))
        case 6: return .setAccessory(height: Bool.random(using: &random) ? 44 : 0)
        case 7: return .undock(toTop: top / 2)
        case 8: return .split(toTop: top / 2)
        case 9: return .float(in: CGRect(x: size.width / 4, y: top / 2, width: size.width / 2, height: size.height / 4))
        case 10: return .drag(to: CGPoint(x: 0, y: top / 2))
        case 11: return .dock
        case 12: return .rotate(to: screen.orientation == .portrait ? .landscape : .portrait)
        case 13: return .attachHardwareKeyboard
        case 14: return .detachHardwareKeyboard
        case 15: return .beginDismissing
        case 16: return .moveDismissing(toTop: top)
        case 17: return .endDismissing(cancelled: Bool.random(using: &random))
        case 18: return .presentAlert
        case 19: return .dismissAlert
        case 20: return .promptForPassword
        case 21: return .dismissPasswordPrompt
        case 22: return .showOtherAppsKeyboard(.random(using: &random))
        default: return .hideOtherAppsKeyboard
        }
    }
}

extension SimulatedKeyboard.Layout {
    fileprivate static func random(using random: inout SeededRandom) -> Self {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .letters
        case 1: .lettersWithPredictions
        case 2: .numberPad
        case 3: .custom(height: 180)
        default: .thirdParty(heights: [0, 180, 240])
        }
    }
}
