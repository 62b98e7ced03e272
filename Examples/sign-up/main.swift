import CommandLineOutput
import Foundation
import KeyboardSimulation

let usage = """
    usage: sign-up [--replay FILE | --check]

    A sign-up flow of two forms that make room for an on-screen keyboard, drawn in the terminal.

      (nothing)       a simulated keyboard fills the forms
      --replay FILE   the forms receive the events that FILE recorded of a real keyboard: see Examples/Recordings
      --check         checks both screens for leaks and mistakes, as an app does in CI
      --help          this text
    """

StandardOutput.checkIsOpen()
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case nil:
    let signUp = SimulatedSignUp()
    withExtendedLifetime(signUp) { signUp.run() }
case "--help" where arguments.count == 1, "-h" where arguments.count == 1:
    StandardOutput.write(usage)
case "--check" where arguments.count == 1:
    if await !CheckedSignUp.run() { exit(1) }
case "--replay" where arguments.count == 2:
    do {
        let recording = try KeyboardRecording(contentsOf: URL(filePath: arguments[1]))
        ReplayedSignUp(recording).run()
    } catch {
        fail(error.description, status: 1)
    }
case "--replay" where arguments.count < 2:
    fail("--replay needs a file; see sign-up --help", status: 2)
default:
    let words = arguments.joined(separator: " ").escapingControlCharacters(limit: 100)
    fail("unknown arguments \"\(words)\"; see sign-up --help", status: 2)
}
