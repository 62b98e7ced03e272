import CHeapSize

/// How often memory is allocated for one event.
@MainActor
enum AllocationRows {
    static func rows() -> [Row] {
        [1, 100, 10_000].map { count in
            let audience = OurAudience(screens: count)
            audience.subscribeAll()
            let events = 100
            for _ in 0..<events { audience.post() }
            let before = heap_allocation_count()
            for _ in 0..<events { audience.post() }
            let allocations = Double(heap_allocation_count() - before) / Double(events)
            let figures = [Contestant.ours: Figure([allocations])]
            return Row(name: "allocations", screens: count, isForTargetsOnly: true, figures: figures)
        }
    }
}
