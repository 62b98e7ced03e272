import CHeapSize
import Foundation

heap_use_one_arena()
// A write to a pipe without a reader fails with EPIPE instead of ending the program without a message.
signal(SIGPIPE, SIG_IGN)

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.flags.contains(.help) {
        Console.write(Options.help)
    } else if let work = options.work {
        let size = options.counts[.screens] ?? 1
        guard let job = work.job(of: options.implementation, size: size) else { exit(2) }
        if work == .memoryBytes {
            Console.write("\(Heap.bytes(job, size))")
        } else {
            CountedWork(job: job, warmUp: options.counts[.warmUp] ?? 0, events: options.counts[.events] ?? 1).run()
        }
    } else {
        let rows = try Rows(isQuick: options.flags.contains(.quick)).measure()
        if options.flags.contains(.json) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            Console.write(String(decoding: try encoder.encode(["rows": rows]), as: UTF8.self))
        } else {
            Console.write(Table(rows: rows).description)
        }
        let missed = rows.filter { $0.limit?.isMet == false }.map(\.name)
        if options.flags.contains(.check), !missed.isEmpty {
            Console.fail("higher than wanted: \(missed.joined(separator: ", "))", status: 1)
        }
    }
} catch let error as UsageError {
    Console.fail(error.message, status: 2)
} catch {
    Console.fail("\(error)", status: 1)
}
