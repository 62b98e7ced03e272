import CHeapSize
import CommandLineOutput
import Foundation

heap_use_one_arena()
StandardOutput.checkIsOpen()

let options: Options
do {
    options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
    fail(error.message, status: 2)
}

if options.wantsHelp {
    StandardOutput.write(Options.help)
    exit(0)
}

if let work = options.work {
    CountedWork(
        implementation: options.implementation ?? .ours,
        screens: options.screens ?? 1,
        warmUp: options.warmUp ?? 0,
        events: options.events ?? 1
    ).run(work)
    exit(0)
}

let rows: [Row]
do {
    rows = try Benchmarks(isQuick: options.isQuick).run()
} catch {
    fail("\(error)", status: 1)
}

if options.isJSON {
    StandardOutput.write(try JSONOutput(rows: rows).text())
} else {
    StandardOutput.write(RatioTable(rows: rows).description)
}

if options.isCheck {
    let targets = Targets(rows: rows).all()
    StandardOutput.write("\n" + TargetTable(targets: targets).description)
    exit(targets.contains(where: \.isFarMissed) ? 1 : 0)
}
