import CHeapSize

/// The number of allocations for one event.
@MainActor
enum AllocationRows {
    static func rows() -> [Row] {
        [1, 100, 10_000].map { count in
            let group = OurScreens(screens: count)
            group.subscribeAll()
            let events = 100
            for _ in 0..<events { group.post() }
            let before = heap_allocation_count()
            for _ in 0..<events { group.post() }
            let allocations = Double(heap_allocation_count() - before) / Double(events)
            let statistics = [Implementation.ours: Statistics([allocations])]
            return Row(name: "allocations", screens: count, isForTargetsOnly: true, statistics: statistics)
        }
    }
}
