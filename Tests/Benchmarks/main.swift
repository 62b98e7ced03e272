import CHeapSize
import Foundation

heap_use_one_arena()

let options: Options
do {
    options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
    FileHandle.standardError.write(Data("keyboard-benchmarks: \(error.message)\n".utf8))
    exit(2)
}

if options.wantsHelp {
    print(Options.help, terminator: "")
    exit(0)
}

if let work = options.work {
    CountedWork.run(work, options.implementation ?? .ours, screens: options.screens ?? 1, events: options.events ?? 1)
    exit(0)
}

let rows: [Row]
do {
    rows = try Benchmarks(isQuick: options.isQuick).run()
} catch {
    FileHandle.standardError.write(Data("keyboard-benchmarks: \(error)\n".utf8))
    exit(1)
}

if options.isJSON {
    print(try JSONOutput(rows: rows).text())
} else {
    print(RatioTable(rows: rows).description)
}

if options.isCheck {
    let targets = Targets(rows: rows).all()
    print("\n" + TargetTable(targets: targets).description)
    exit(targets.contains(where: \.isFarMissed) ? 1 : 0)
}
