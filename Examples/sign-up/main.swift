import Foundation
import KeyboardObservation
import KeyboardSimulation
import TerminalToolkit

let usage = """
    usage: sign-up [--script | --replay FILE [--fast] | --check]

    A phone with a sign-up form and an on-screen keyboard. It is alive in a terminal, and a short story as text elsewhere.

      (nothing)       the phone, in a terminal of at least 50 columns and 20 rows
      --script        the short story
      --replay FILE   the events that FILE recorded of a real keyboard: see Examples/Recordings
      --fast          shortens the pauses of a replay in a terminal to half a second
      --check         checks both screens for leaks and mistakes, as an app does in CI
      --help          this text
    """

StandardOutput.checkIsOpen()
let arguments = Array(CommandLine.arguments.dropFirst())
let environment = TerminalEnvironment(ProcessInfo.processInfo.environment)

// The closures of a phone hold the phone weakly. The program therefore retains the phone until `run()` returns.

@MainActor
func runLivePhone(on terminal: Terminal) async {
    let phone = LivePhone(terminal)
    await phone.run()
    withExtendedLifetime(phone) {}
}

@MainActor
func runStory() {
    let story = Story(environment)
    withExtendedLifetime(story) { story.run() }
}

switch arguments.first {
case nil:
    if let terminal = Terminal(environment, scheduler: MainQueueScheduler.shared) {
        await runLivePhone(on: terminal)
    } else {
        runStory()
    }
case "--script" where arguments.count == 1:
    runStory()
case "--help" where arguments.count == 1, "-h" where arguments.count == 1:
    StandardOutput.write(usage)
case "--check" where arguments.count == 1:
    if await !CheckedSignUp.run() { exit(1) }
case "--replay" where arguments.count == 2 || arguments.count == 3 && arguments[2] == "--fast":
    do {
        let recording = try KeyboardRecording(contentsOf: URL(filePath: arguments[1]))
        if let terminal = Terminal(environment, scheduler: MainQueueScheduler.shared) {
            let replay = LiveReplay(arguments.count == 3 ? recording.withShortPauses : recording, terminal)
            await replay.run()
            withExtendedLifetime(replay) {}
        } else {
            let story = ReplayedStory(recording, environment)
            withExtendedLifetime(story) { story.run() }
        }
    } catch {
        fail(error.description, status: 1)
    }
case "--replay" where arguments.count < 2:
    fail("--replay needs a file; see sign-up --help", status: 2)
default:
    let words = arguments.joined(separator: " ").escapingControlCharacters()
    fail("unknown arguments \"\(words)\"; see sign-up --help", status: 2)
}
