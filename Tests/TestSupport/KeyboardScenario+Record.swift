import Foundation
package import KeyboardObservation
package import KeyboardSimulation

extension KeyboardScenario {
    /// Runs the scenario to its end, and returns what its keyboard has posted.
    @MainActor
    package func record() -> KeyboardRecording {
        let (center, scheduler) = (NotificationCenter(), ManualScheduler())
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        run(postingTo: center, scheduler: scheduler)
        return recorder.recording(title: name, source: "simulated")
    }

    /// Runs the scenario to its end, and returns the events of its keyboard.
    @MainActor
    package func events() -> [KeyboardEvent] {
        record().events.map { KeyboardEvent($0.kind, info: $0.info) }
    }
}
