public import Foundation
public import KeyboardObservation

/// What a person does to a keyboard, from the beginning to the end: a value, to be printed, compared, put together and
/// run as often as you like.
///
/// ```swift
/// let scenario = KeyboardScenario(
///     "an alert over the form",
///     on: .phone393x852,
///     steps: [.show(.letters), .settle, .presentAlert, .settle, .dismissAlert, .settle]
/// )
/// let keyboard = scenario.run(postingTo: center, scheduler: scheduler)
/// ```
///
/// Steps are plain arrays: put scenarios together with `first.steps + second.steps`.
public struct KeyboardScenario: Sendable, Hashable {
    /// What happens, in a few words.
    public var name: String

    /// The device.
    public var model: SimulatedScreenModel

    /// How the device is held at the beginning.
    public var orientation: SimulatedScreen.Orientation

    /// How the keyboard behaves where systems and versions differ.
    public var behavior: SimulatedKeyboard.Behavior

    /// What the keyboard gets wrong.
    public var faults: Faults

    /// What is done, one after the other.
    public var steps: [KeyboardStep]

    /// Makes a scenario. Unless said otherwise the device is held upright and the keyboard behaves as a recent one.
    public init(
        _ name: String,
        on model: SimulatedScreenModel,
        orientation: SimulatedScreen.Orientation = .portrait,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        faults: Faults = .none,
        steps: [KeyboardStep]
    ) {
        self.name = name
        self.model = model
        self.orientation = orientation
        self.behavior = behavior
        self.faults = faults
        self.steps = steps
    }

    /// How long all waits take together.
    public var duration: Duration {
        steps.reduce(.zero) { $0 + $1.waitingTime }
    }

    /// A keyboard as the scenario finds it at its beginning: hidden, and not started.
    @MainActor
    public func makeKeyboard(scheduler: (any KeyboardScheduler)? = nil) -> SimulatedKeyboard {
        let screen = SimulatedScreen(model, orientation: orientation)
        let keyboard = SimulatedKeyboard(on: screen, behavior: behavior, scheduler: scheduler)
        keyboard.faults = faults
        return keyboard
    }

    /// Does the steps to a new keyboard that posts to `center`, each at its time on any scheduler. The steps before the
    /// first wait are done before this returns.
    ///
    /// - Parameters:
    ///   - center: who hears it.
    ///   - scheduler: where time comes from; ``KeyboardObservation/MainQueueScheduler/shared`` where `nil`.
    ///   - completion: is called after the last step and its wait.
    /// - Returns: the keyboard. Hold it until the scenario is over: dropping it ends the scenario.
    @MainActor
    public func start(
        postingTo center: NotificationCenter,
        scheduler: (any KeyboardScheduler)? = nil,
        completion: @escaping @MainActor () -> Void = {}
    ) -> SimulatedKeyboard {
        let scheduler = scheduler ?? MainQueueScheduler.shared
        let keyboard = makeKeyboard(scheduler: scheduler)
        keyboard.start(postingTo: center)
        Self.perform(steps[...], on: keyboard, scheduler, completion)
        return keyboard
    }

    /// Does all steps to a new keyboard that posts to `center`, letting the manual scheduler's time pass in the waits.
    ///
    /// - Returns: the keyboard, as it is after the last step and its wait.
    @MainActor
    @discardableResult
    public func run(postingTo center: NotificationCenter, scheduler: ManualScheduler) -> SimulatedKeyboard {
        let keyboard = start(postingTo: center, scheduler: scheduler)
        scheduler.advance(by: duration)
        return keyboard
    }

    @MainActor
    private static func perform(
        _ steps: ArraySlice<KeyboardStep>,
        on keyboard: SimulatedKeyboard,
        _ scheduler: any KeyboardScheduler,
        _ completion: @escaping @MainActor () -> Void
    ) {
        for (index, step) in zip(steps.indices, steps) {
            keyboard.perform(step)
            guard case .wait(let duration) = step else { continue }
            scheduler.schedule(after: duration) { [weak keyboard] in
                guard let keyboard else { return }
                perform(steps[(index + 1)...], on: keyboard, scheduler, completion)
            }
            return
        }
        completion()
    }
}

extension KeyboardStep {
    /// How long the step takes; a wait of less than nothing takes none.
    public var waitingTime: Duration {
        if case .wait(let duration) = self { max(duration, .zero) } else { .zero }
    }
}

extension KeyboardScenario: CustomStringConvertible {
    /// The scenario as a table: its name and device, and each step with its time.
    public var description: String {
        var time = Duration.zero
        var lines = ["\(name) (\(model.name), \(orientation))"]
        for step in steps {
            if step.waitingTime == .zero {
                lines.append(String(format: "%8.3f s  ", time / .seconds(1)) + "\(step)")
            }
            time += step.waitingTime
        }
        lines.append(String(format: "%8.3f s  ", time / .seconds(1)) + "end")
        return lines.joined(separator: "\n")
    }
}
