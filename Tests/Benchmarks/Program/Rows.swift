/// Measures all rows.
@MainActor
struct Rows {
    private static let usual: [(work: Work, size: Int)] = [
        (.deliver, 1), (.deliver, 100), (.deliver, 10_000), (.deliver, 100_000), (.postObject, 1), (.pair, 1),
        (.subscribe, 100), (.subscribe, 100_000), (.lifetime, 1), (.decode, 1), (.sequence, 1), (.sweepPause, 100_000),
        (.formMove, 100), (.formKey, 100), (.frame, 1_000), (.guide, 1_000), (.avoider, 1_000),
        (.memoryBytes, 1_000), (.memoryBytes, 100_000),
    ]
    private static let allocations: [(work: Work, size: Int)] = [
        (.deliver, 10_000), (.frame, 1_000), (.guide, 1_000), (.avoider, 1_000),
    ]

    let isQuick: Bool

    func measure() throws -> [Row] {
        defer { Console.show(progress: "") }
        var rows: [Int: Row] = [:]
        // Few screens first, because many screens leave fragmented memory.
        for (index, (work, size)) in Self.usual.enumerated().sorted(by: { $0.element.size < $1.element.size }) {
            Console.show(progress: "measuring \(work.rawValue), \(size) …")
            rows[index] = try row(work, size)
        }
        return Self.usual.indices.compactMap { rows[$0] } + Self.allocations.compactMap(moreAllocations)
    }

    private func row(_ work: Work, _ size: Int) throws -> Row {
        var (values, unit, limit): ([Implementation: Statistics], Row.Unit, Row.Limit?) = ([:], .ns, nil)
        let implementations = work.implementations.filter { size <= $0.largestSize(isQuick: isQuick) }
        let timing = Timing(isQuick: isQuick)
        switch work {
        case .memoryBytes:
            for implementation in implementations {
                values[implementation] = Statistics([try Heap.bytesInOwnProcess(implementation, size)])
            }
            unit = .bytes
            let (ours, floor) = (values[.ours]?.median ?? .nan, values[.floor]?.median ?? .nan)
            limit = Row.Limit(wanted: "≤ 2 floors", isMet: ours <= 2 * floor)
        case .sweepPause:
            values[.ours] = Statistics((0..<timing.rounds).map { _ in Sweep(orphans: size).longestStep() })
        default:
            // Lets the tasks of earlier rows end.
            MainQueue.drain()
            let jobs = implementations.compactMap { implementation in
                work.job(of: implementation, size: size).map { (implementation, $0) }
            }
            for (_, job) in jobs {
                job.subscribe()
                job.requireCalls()
            }
            values = timing.run(jobs)
        }
        return Row(name: work.rawValue, size: work.sizeName.map { _ in size }, unit: unit, values: values, limit: limit)
    }

    /// The allocations of one run, more with many screens than with one.
    private func moreAllocations(_ work: Work, _ size: Int) -> Row? {
        guard let one = work.job(of: .ours, size: 1), let many = work.job(of: .ours, size: size) else { return nil }
        let more = Heap.allocations(many) - Heap.allocations(one)
        return Row(
            name: "\(work.rawValue)_allocations",
            size: size,
            unit: .allocations,
            values: [.ours: Statistics([more])],
            limit: Row.Limit(wanted: "≤ 0 more", isMet: more <= 0)
        )
    }
}
