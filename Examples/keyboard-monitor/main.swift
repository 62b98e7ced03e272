import Foundation
import KeyboardObservation
import TerminalToolkit

let usage = """
    usage: keyboard-monitor [--source NAME | --replay FILE [--fast]] [--record FILE] [--json]
           keyboard-monitor --why

    Prints the events of an on-screen keyboard as they arrive, and draws the screen and its keyboard on a terminal.

      (nothing)            the keyboard of the desktop that runs, as --source system
      --source NAME        a keyboard; all but the last need a build with the trait SystemKeyboards:
                             system     the one that runs: one of the following
                             onboard    Onboard
                             osk0       squeekboard or stevia
                             wvkbd      wvkbd
                             kwin       the virtual keyboard of KWin
                             gnome-shell   the keyboard of GNOME Shell
                             x11:NAME   the window on an X server with this class or title
                             simulated  a simulated keyboard: keys move it on a terminal, and a short story elsewhere
      --replay FILE        the events that FILE recorded, at their times: see Examples/Recordings
      --fast               shortens the pauses of a replay to half a second
      --record FILE        writes the events as a recording when the program ends, also by a signal
      --json               prints an object for each event and each frame in motion, also on a terminal
      --why                prints facts about the session ("="), and why no keyboard may appear ("!"), and ends
      --help               this text
    """

StandardOutput.checkIsOpen()
let words = Array(CommandLine.arguments.dropFirst())
let environment = TerminalEnvironment(ProcessInfo.processInfo.environment)

// The closures of a monitor hold the monitor weakly. The program therefore retains the monitor until `run()` returns.

if words == ["--help"] || words == ["-h"] {
    StandardOutput.write(usage)
} else {
    do {
        let arguments = try MonitorArguments(words, hasSystemKeyboards: MonitorSource.hasSystemKeyboards)
        if arguments.printsDiagnosis {
            for line in await MonitorSource.diagnosis() {
                StandardOutput.write(environment.usesUTF8 ? line : String(line.map(\.inASCII)))
            }
        } else if !arguments.usesJSON, let terminal = Terminal(environment, scheduler: MainQueueScheduler.shared) {
            let monitor = LiveMonitor(arguments, terminal)
            await monitor.run()
            withExtendedLifetime(monitor) {}
        } else {
            let monitor = TextMonitor(arguments, environment)
            await monitor.run()
            withExtendedLifetime(monitor) {}
        }
    } catch {
        fail(error.description, status: 2)
    }
}
