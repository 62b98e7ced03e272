// Checks that a million observers are subscribed and released without a leak. See --help.
//
// The `main` is synchronous, so that valgrind can run the program.

import CommandLineOutput
import Foundation

StandardOutput.checkIsOpen()
let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") || arguments.contains("-h") {
    StandardOutput.write(Options.usage)
    exit(0)
}
do throws(Options.UsageError) {
    let options = try Options(arguments)
    let start = ContinuousClock.now
    let outcome = StressRun(options: options).run()
    StandardOutput.write(Report(options, outcome, ContinuousClock.now - start).text)
    if Findings.count > 0 {
        for sentence in Findings.sentences { writeError("  \(sentence)\n") }
        fail("FAILED, the number of findings is \(Findings.count)", status: 1)
    }
} catch {
    fail(error.sentence, status: 2)
}
