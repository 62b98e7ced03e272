import CommandLineOutput
import Foundation
import KeyboardObservation
import KeyboardSimulation

/// The two screens with the recording of a real keyboard.
@MainActor
struct ReplayedSignUp {
    private let recording: KeyboardRecording
    private let size: CGSize
    private let scheduler = ManualScheduler()
    private let player: KeyboardRecordingPlayer
    private let narrator: Narrator

    init(_ recording: KeyboardRecording) {
        self.recording = recording
        size = recording.screenSize ?? CGSize(width: 393, height: 852)
        player = KeyboardRecordingPlayer(recording, scheduler: scheduler)
        narrator = Narrator(.shared, scheduler, size: size)
    }

    func run() {
        StandardOutput.write(recording.title.escapingControlCharacters())
        for text in [recording.device, recording.system, recording.source, recording.notes].compactMap(\.self) {
            StandardOutput.write("  \(text.escapingControlCharacters())")
        }
        var name: NameScreen? = NameScreen(keyboard: makeKeyboard()) {}
        var account: AccountScreen? = AccountScreen(keyboard: makeKeyboard())
        name?.form.rows[1].field.tap()
        account?.form.rows[1].field.tap()

        player.start(postingTo: .default)
        let restingTimes = restingTimes
        for (index, time) in restingTimes.enumerated() {
            StandardOutput.write()
            scheduler.advance(by: time - scheduler.now)
            if let form = name?.form { narrator.draw(form) }
            if index == (restingTimes.count - 1) / 2 {
                narrator.print("The first screen is released without unsubscribing. The second one is shown.")
                narrator.printCounts()
                name = nil
                narrator.printCounts()
            }
            if name == nil, let form = account?.form { narrator.draw(form) }
        }

        narrator.print("The second screen is released as well.")
        name = nil
        account = nil
        narrator.printCounts()
        KeyboardObserverPool.shared.sweep()
        narrator.printCounts()
    }

    /// Returns a keyboard for the fields of a screen.
    ///
    /// It is not started, so all events are those of the recording.
    private func makeKeyboard() -> SimulatedKeyboard {
        let model = SimulatedScreenModel(
            name: recording.title,
            portraitSize: size,
            portrait: SimulatedScreenModel.KeyboardHeights(letters: 0)
        )
        return SimulatedKeyboard(on: SimulatedScreen(model), scheduler: scheduler)
    }

    /// The times at which no event was posted for 0.3 seconds.
    ///
    /// A transition usually takes 0.25 seconds.
    private var restingTimes: [Duration] {
        let times = recording.events.map { Duration.seconds($0.time) }
        return times.enumerated().compactMap { index, time in
            let rest = time + .milliseconds(300)
            return index + 1 < times.count && times[index + 1] <= rest ? nil : rest
        }
    }
}
