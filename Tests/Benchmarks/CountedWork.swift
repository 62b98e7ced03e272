import CHeapSize
import KeyboardObservation

/// Runs one kind of work alone, for a profiler that counts instructions, or to count the bytes on an empty heap.
@MainActor
enum CountedWork {
    static func run(_ work: Options.Work, _ implementation: Implementation, screens: Int, events: Int) {
        switch work {
        case .deliver:
            let group = implementation.makeGroup(screens: screens)
            group.subscribeAll()
            for _ in 0..<events { group.post() }
            precondition(group.callCount == events * screens, "not every screen has received every event")
        case .sweep:
            let group = OurScreens(screens: screens)
            group.subscribeAll()
            group.releaseAll()
            for _ in 0..<events { group.sweepStep() }
        case .memory:
            print(bytes(implementation, screens: screens))
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

    /// Returns the growth of the heap in bytes for each screen that subscribes.
    private static func bytes(_ implementation: Implementation, screens: Int) -> Double {
        let group = implementation.makeGroup(screens: screens)
        let before = heap_bytes_in_use()
        group.subscribeAll()
        return (Double(heap_bytes_in_use()) - Double(before)) / Double(screens)
    }
}
