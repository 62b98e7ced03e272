import CHeapSize
import CommandLineOutput
import KeyboardObservation

/// Runs one kind of work alone, for a profiler that counts instructions, or to count the bytes on an empty heap.
@MainActor
enum CountedWork {
    static func run(_ work: Options.Work, _ implementation: Implementation, screens: Int, events: Int) {
        switch work {
        case .deliver:
            deliver(.plain, implementation, screens, events)
        case .object:
            deliver(.withObject, implementation, screens, events)
        case .pair:
            deliver(.pair, implementation, screens, events)
        case .frame:
            let group: any FrameGroup =
                implementation == .floor ? FloorFrameScreens(screens: screens) : OurFrameScreens(screens: screens)
            for _ in 0..<events { group.drawFrame() }
            precondition(group.callCount == events * screens, "not every screen has received every frame")
        case .guide:
            drawFrames(of: OurFrameGuides(screens: screens), events, screens)
        case .avoider:
            drawFrames(of: OurFrameAvoiders(screens: screens), events, screens)
        case .sweep:
            let group = OurScreens(screens: screens)
            group.subscribeAll()
            group.releaseAll()
            for _ in 0..<events { group.sweepStep() }
        case .memory:
            StandardOutput.write("\(bytes(implementation, screens: screens))")
        case .decode:
            let notification = SampleNotifications.lower
            for _ in 0..<events {
                switch implementation {
                case .surf: blackHole(SurfInfo(notification))
                case .handwritten: blackHole(HandwrittenInfo(notification))
                default: blackHole(notification.keyboardInfo)
                }
            }
        }
    }

    private static func drawFrames(of group: any FrameGroup, _ frames: Int, _ screens: Int) {
        for _ in 0..<frames { group.drawFrame() }
        // The overlap of the first display frames is less than the least one that counts.
        precondition(group.callCount >= (frames - 3) * screens, "not every screen has received every frame")
    }

    private static func deliver(
        _ content: SamplePost,
        _ implementation: Implementation,
        _ screens: Int,
        _ events: Int
    ) {
        let group = implementation.makeGroup(screens: screens)
        (group as? any ChangingScreenGroup)?.poster.content = content
        group.subscribeAll()
        for _ in 0..<events { group.post() }
        precondition(group.callCount == events * screens, "not every screen has received every event")
    }

    /// Returns the growth of the heap in bytes for each screen that subscribes.
    private static func bytes(_ implementation: Implementation, screens: Int) -> Double {
        let group = implementation.makeGroup(screens: screens)
        let before = heap_bytes_in_use()
        group.subscribeAll()
        return (Double(heap_bytes_in_use()) - Double(before)) / Double(screens)
    }
}
