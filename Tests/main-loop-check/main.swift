// Checks guarantee 4 where a test bundle cannot run: in a synchronous `main`, and in a loop that does not belong to
// Dispatch.
//
//     main-loop-check synchronous|poll|glib|undrained|drained|task|thread|executor
//
// The program prints one line for each check, and exits 1 if a check failed.

import Foundation

let checks: [String: @MainActor () -> Void] = [
    "synchronous": checkSynchronousMain, "poll": checkPollLoop, "glib": checkGLibLoop,
    "undrained": checkUndrainedLoop, "drained": checkDrainedLoop, "task": { checkLoopInATask(isOnMainThread: true) },
    "thread": { checkLoopInATask(isOnMainThread: false) }, "executor": checkCustomExecutor,
]

guard CommandLine.arguments.count == 2, let check = checks[CommandLine.arguments[1]] else {
    FileHandle.standardError.write(
        Data("usage: main-loop-check synchronous|poll|glib|undrained|drained|task|thread|executor\n".utf8)
    )
    exit(2)
}
check()
exit(Check.failures == 0 ? 0 : 1)
