import CHeapSize

/// The cost of one frame of a moving keyboard.
@MainActor
struct FrameRows {
    let comparison: Comparison

    func rows() -> [Row] {
        [1, 100, 1_000].map { count in
            let (ours, floor) = (OurFrameScreens(screens: count), FloorFrameScreens(screens: count))
            let statistics = comparison.run("frame, \(count)", [(.floor, floor.drawFrame), (.ours, ours.drawFrame)])
            for group in [ours, floor] as [any FrameGroup] {
                precondition(group.callCount == group.frameCount * count, "not every screen has received every frame")
            }
            return Row(name: "frame", screens: count, statistics: statistics)
        }
    }

    /// The number of allocations for one frame.
    static func allocations() -> [Row] {
        [1, 1_000].map { count in
            let group = OurFrameScreens(screens: count)
            let frames = 100
            for _ in 0..<frames { group.drawFrame() }
            let before = heap_allocation_count()
            for _ in 0..<frames { group.drawFrame() }
            precondition(group.callCount == group.frameCount * count, "not every screen has received every frame")
            let allocations = Double(heap_allocation_count() - before) / Double(frames)
            let statistics = [Implementation.ours: Statistics([allocations])]
            return Row(name: "frame_allocations", screens: count, isForTargetsOnly: true, statistics: statistics)
        }
    }
}
