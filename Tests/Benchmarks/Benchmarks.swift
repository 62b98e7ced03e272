/// All rows, in one run.
@MainActor
struct Benchmarks {
    let isQuick: Bool

    func run() throws -> [Row] {
        let progress = Progress()
        defer { progress.clear() }
        let race = Race(isQuick: isQuick, progress: progress)
        let audiences = AudienceRows(race: race)
        let decode = DecodeRows(race: race)
        // From few to many: what is allocated among the leftovers of many lies far apart.
        let ofAudiences = try [1, 10, 100, 1_000, 10_000, 100_000].flatMap { try audiences.rows(screens: $0) }
        return ["deliver", "subscribe"].flatMap { name in ofAudiences.filter { $0.name == name } }
            + [audiences.lifetime()]
            + decode.rows()
            + ofAudiences.filter { $0.name == "memory_bytes" }
            + [SequenceRow(race: race).row()]
            + SweepRows(race: race).rows()
            + [FocusRow(race: race).row(), decode.post()]
            + AllocationRows.rows()
    }
}
