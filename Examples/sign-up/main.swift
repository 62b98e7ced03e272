import Foundation
import KeyboardSimulation

let usage = """
    usage: sign-up [--replay FILE]

    A sign-up flow of two forms that make room for an on-screen keyboard, drawn in the terminal.

      (nothing)       somebody fills the forms with a simulated keyboard
      --replay FILE   a real keyboard does what FILE recorded of it: see Examples/Recordings
      --help          this text
    """

func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("sign-up: \(message)\n".utf8))
    exit(status)
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case nil:
    let signUp = SimulatedSignUp()
    withExtendedLifetime(signUp) { signUp.run() }
case "--help" where arguments.count == 1, "-h" where arguments.count == 1:
    print(usage)
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
    fail("cannot make sense of \"\(arguments.joined(separator: " "))\"; see sign-up --help", status: 2)
}
