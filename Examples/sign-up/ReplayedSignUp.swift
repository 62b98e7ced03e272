import Foundation
import KeyboardObservation
import KeyboardSimulation

/// The same two screens, with a real keyboard's recording.
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
        print(recording.title)
        for line in [recording.device, recording.system, recording.source, recording.notes].compactMap(\.self) {
            print("  \(line)")
        }
        var name: NameScreen? = NameScreen(keyboard: makeKeyboard()) {}
        var account: AccountScreen? = AccountScreen(keyboard: makeKeyboard())
        name?.form.rows[1].field.tap()
        account?.form.rows[1].field.tap()

        player.start(postingTo: .default)
        let restingTimes = restingTimes
        for (index, time) in restingTimes.enumerated() {
            print()
            scheduler.advance(by: time - scheduler.now)
            if let form = name?.form { narrator.draw(form) }
            if index == (restingTimes.count - 1) / 2 {
                narrator.say("The first screen is dropped, and has not unsubscribed. The second one shows.")
                narrator.count()
                name = nil
                narrator.count()
            }
            if name == nil, let form = account?.form { narrator.draw(form) }
        }

        narrator.say("The second screen is dropped as well.")
        name = nil
        account = nil
        narrator.count()
        KeyboardObserverPool.shared.sweep()
        narrator.count()
    }

    /// What the fields need to be edited. It is not started, so it tells nothing: the recording does.
    private func makeKeyboard() -> SimulatedKeyboard {
        let model = SimulatedScreenModel(
            name: recording.title,
            portraitSize: size,
            portrait: SimulatedScreenModel.KeyboardHeights(letters: 0)
        )
        return SimulatedKeyboard(on: SimulatedScreen(model), scheduler: scheduler)
    }

    /// When nothing has been told for longer than a keyboard takes to move, 0.25 seconds as a rule.
    private var restingTimes: [Duration] {
        let times = recording.events.map { Duration.seconds($0.time) }
        return times.enumerated().compactMap { index, time in
            let rest = time + .milliseconds(300)
            return index + 1 < times.count && times[index + 1] <= rest ? nil : rest
        }
    }
}
