/// Measures all rows.
@MainActor
struct Benchmarks {
    let isQuick: Bool

    func run() throws -> [Row] {
        let progress = Progress()
        defer { progress.clear() }
        let comparison = Comparison(isQuick: isQuick, progress: progress)
        let groups = ScreenGroupRows(comparison: comparison)
        let decode = DecodeRows(comparison: comparison)
        // The small groups run first, because a large group leaves fragmented memory.
        let ofGroups = try [1, 10, 100, 1_000, 10_000, 100_000].flatMap { try groups.rows(screens: $0) }
        return ["deliver", "subscribe"].flatMap { name in ofGroups.filter { $0.name == name } }
            + groups.otherPosts()
            + FrameRows(comparison: comparison).rows()
            + [groups.lifetime()]
            + decode.rows()
            + ofGroups.filter { $0.name == "memory_bytes" }
            + [SequenceRow(comparison: comparison).row()]
            + SweepRows(comparison: comparison).rows()
            + FormRows(comparison: comparison).rows()
            + [decode.post()]
            + AllocationRows.rows()
            + FrameRows.allocations()
    }
}
