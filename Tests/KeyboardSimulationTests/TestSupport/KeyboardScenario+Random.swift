import Foundation
import KeyboardSimulation

extension KeyboardScenario {
    static func named(_ name: String) -> KeyboardScenario {
        guard let scenario = library.first(where: { $0.name == name }) else { fatalError("no scenario \(name)") }
        return scenario
    }

    /// A scenario of random steps on a random device; a step that is not possible has no effect.
    @MainActor
    static func random(
        seed: UInt64,
        length: Int,
        faults: SimulatedKeyboard.FaultInjection = .none
    ) -> KeyboardScenario {
        var random = SeededRandom(seed: seed)
        func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        let model = pick(SimulatedScreenModel.all)
        let layouts: [SimulatedKeyboard.Layout] = [
            .letters, .lettersWithPredictions, .numberPad, .custom(height: 180), .thirdParty(heights: [0, 180, 240]),
        ]
        let waits: [Duration] = [.seconds(2), .seconds(1), .milliseconds(250), .milliseconds(100), .zero]
        var behavior = SimulatedKeyboard.Behavior()
        if pick([true, false]) {
            behavior.duration = pick([0, 0.1, 0.25, 0.4])
            behavior.curve = pick([0, 1, 2, 3, 7])
            behavior.motion = pick([.full, .full, .none, .crossFade()])
            behavior.reportsFrames = pick([true, false])
        }
        let size = SimulatedScreen(model).size
        let steps = (0..<length).flatMap { _ -> [SimulatedKeyboard.Step] in
            let top = CGFloat(Int.random(in: 0...Int(size.height), using: &random))
            let place = CGRect(x: size.width / 4, y: top / 2, width: size.width / 2, height: size.height / 4)
            let steps: [SimulatedKeyboard.Step] = [
                .show(pick(layouts)), .show(pick(layouts)), .show(), .hide, .changeFrame(to: pick(layouts)),
                .changeFrame(to: pick(layouts), animated: false), .setAccessory(height: pick([0, 44])),
                .undock(toTop: top / 2), .split(toTop: top / 2), .float(in: place), .drag(to: place.origin), .dock,
                .rotate(to: pick([.portrait, .landscape])), .attachHardwareKeyboard, .detachHardwareKeyboard,
                .beginDismissing, .moveDismissing(toTop: top), .endDismissing(cancelled: pick([true, false])),
                .presentAlert, .promptForPassword, .showOtherAppsKeyboard(pick(layouts)),
            ]
            // What prevents the keyboard does not last.
            let ends: [SimulatedKeyboard.Step] = [.dismissAlert, .hideOtherAppsKeyboard, .detachHardwareKeyboard]
            return [pick(Bool.random(using: &random) ? ends : steps), .wait(pick(waits))]
        }
        return KeyboardScenario(
            "random scenario \(seed)",
            on: model,
            orientation: pick([.portrait, .landscape]),
            behavior: behavior,
            faults: faults,
            steps: steps + [.endDismissing(cancelled: true), .wait(.seconds(2))]
        )
    }
}
