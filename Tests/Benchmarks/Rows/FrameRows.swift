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
        [1, 1_000].flatMap { count in
            [
                allocations("frame_allocations", count, OurFrameScreens(screens: count)),
                allocations("guide_allocations", count, OurFrameGuides(screens: count)),
                allocations("avoider_allocations", count, OurFrameAvoiders(screens: count)),
            ]
        }
    }

    private static func allocations(_ name: String, _ count: Int, _ group: any FrameGroup) -> Row {
        let frames = 100
        for _ in 0..<frames { group.drawFrame() }
        let before = heap_allocation_count()
        for _ in 0..<frames { group.drawFrame() }
        let allocations = Double(heap_allocation_count() - before) / Double(frames)
        // A guide or a pane receives a call only if its inset changes. In the first frames, the inset does not change.
        precondition(group.callCount >= frames * count, "\(name): only \(group.callCount) calls")
        let statistics = [Implementation.ours: Statistics([allocations])]
        return Row(name: name, screens: count, isForTargetsOnly: true, statistics: statistics)
    }
}
