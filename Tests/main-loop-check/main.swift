// Guarantee 4 where no test bundle can go: in a synchronous `main`, and under a loop that is not Dispatch's.
//
//     main-loop-check synchronous|poll
//
// Prints a line a check, and exits 1 where one failed.

import Foundation

let checks: [String: @MainActor () -> Void] = ["synchronous": checkSynchronousMain, "poll": checkPollLoop]

guard CommandLine.arguments.count == 2, let check = checks[CommandLine.arguments[1]] else {
    FileHandle.standardError.write(Data("usage: main-loop-check synchronous|poll\n".utf8))
    exit(2)
}
check()
exit(Check.failures == 0 ? 0 : 1)
