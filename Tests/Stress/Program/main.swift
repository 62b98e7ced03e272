// Checks that a million observers are subscribed and released without a leak. See --help.
//
// The `main` is synchronous, so that valgrind can run the program.

import Foundation

Output.checkIsOpen()
let options: Options
do throws(Options.UsageError) {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    Output.exit(2, error.sentence)
}
if options.wantsHelp {
    Output.write(Options.usage)
    exit(0)
}
let start = ContinuousClock.now
let outcome = StressRun(options: options).run()
Output.write(outcome.sentence(seed: options.seed, ContinuousClock.now - start))
if Findings.count > 0 {
    Output.exit(1, "FAILED, the number of findings is \(Findings.count)", Findings.sentences)
}
