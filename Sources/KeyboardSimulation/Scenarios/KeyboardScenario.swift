public import Foundation
import KeyboardObservation

/// A sequence of user actions on a simulated keyboard.
///
/// Use a scenario to run the same steps on several screens, to reproduce a finding of a ``ScreenConformance``, or to
/// play a recording. ``library`` contains scenarios for the known behaviors of keyboards.
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
/// The steps are an array, so `first.steps + second.steps` combines the steps of two scenarios.
public struct KeyboardScenario: Sendable, Hashable {
    /// A short description of the scenario.
    public var name: String

    /// The device.
    public var model: SimulatedScreenModel

    /// The orientation of the device at the beginning of the scenario.
    public var orientation: SimulatedScreen.Orientation

    /// The behavior of the keyboard.
    public var behavior: SimulatedKeyboard.Behavior

    /// The faults of the keyboard.
    public var faults: SimulatedKeyboard.FaultInjection

    /// The user actions and the waits between them, in order.
    public var steps: [SimulatedKeyboard.Step]

    /// Creates a scenario.
    ///
    /// By default, the device is in portrait, and the keyboard behaves like the keyboard of a recent UIKit.
    public init(
        _ name: String,
        on model: SimulatedScreenModel,
        orientation: SimulatedScreen.Orientation = .portrait,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        faults: SimulatedKeyboard.FaultInjection = .none,
        steps: [SimulatedKeyboard.Step]
    ) {
        self.name = name
        self.model = model
        self.orientation = orientation
        self.behavior = behavior
        self.faults = faults
        self.steps = steps
    }

    /// Creates a scenario that plays a recording, on a screen of the recorded size.
    ///
    /// ```swift
    /// let scenario = KeyboardScenario(try KeyboardRecording(contentsOf: file))
    /// let keyboard = scenario.run(postingTo: center, scheduler: scheduler)
    /// ```
    ///
    /// The scenario omits the time before the first event or frame.
    public init(_ recording: KeyboardRecording) {
        let recording = recording.trimmed
        let shown = recording.events.filter { [.willShow, .didShow].contains($0.kind) }.compactMap(\.info.frameEnd)
            .filter { $0.isFinite && $0.height > 0 }
        // The bottom right corner of a docked keyboard is the bottom right corner of the screen.
        let corner = CGSize(width: shown.map(\.maxX).max() ?? 0, height: shown.map(\.maxY).max() ?? 0)
        let reported = [recording.screenSize] + recording.events.map(\.info.screenBounds?.size)
        let size = (reported + [corner]).compactMap(\.self).first { size in
            size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite
        }
        let model = size.map { size in
            SimulatedScreenModel(
                portraitSize: size,
                portrait: SimulatedScreenModel.KeyboardHeights(letters: shown.first?.height ?? size.height / 3)
            )
        }
        // ``ScreenConformance`` checks a screen at the end of each wait. So in each long pause between notifications, a
        // wait of this scenario ends 1 ms before the next notification.
        let times = (recording.events.map(\.time) + recording.framesInMotion.map(\.time)).sorted()
        let pauses = zip(times, times.dropFirst()).filter { $1 - $0 > 0.3 }.map { $0.1 - 0.001 }
        let ends = (pauses + [recording.duration]).map { Duration.delay(seconds: $0) }
        let waits = zip([.zero] + ends, ends).map { SimulatedKeyboard.Step.wait($1 - $0) }
        self.init(
            recording.title,
            on: model ?? .phone393x852,
            steps: [.play(recording)] + waits + [.settle, .settle]
        )
    }

    @MainActor
    package func makeKeyboard(scheduler: ManualScheduler) -> SimulatedKeyboard {
        let screen = SimulatedScreen(model, orientation: orientation)
        let keyboard = SimulatedKeyboard(on: screen, behavior: behavior, scheduler: scheduler)
        keyboard.faults = faults
        return keyboard
    }

    /// Performs all steps on a new keyboard that posts to `center`.
    ///
    /// Each wait advances the time of the scheduler.
    ///
    /// - Returns: The keyboard, in its state at the end of the scenario.
    @MainActor
    @discardableResult
    public func run(postingTo center: NotificationCenter, scheduler: ManualScheduler) -> SimulatedKeyboard {
        let keyboard = makeKeyboard(scheduler: scheduler)
        keyboard.start(postingTo: center)
        for step in steps {
            keyboard.perform(step)
            if case .wait(let duration) = step { scheduler.advance(by: duration) }
        }
        return keyboard
    }
}
