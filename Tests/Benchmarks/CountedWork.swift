import CHeapSize
import CommandLineOutput
import KeyboardObservation

/// Runs only one kind of work.
///
/// A profiler can count the instructions of this work. The work `memory` counts the bytes on a heap that no other work
/// has used.
@MainActor
struct CountedWork {
    let implementation: Implementation
    let screens: Int
    let warmUp: Int
    let events: Int

    private var calls: Int { (warmUp + events) * screens }

    func run(_ work: Options.Work) {
        switch work {
        case .deliver:
            deliver(.plain)
        case .object:
            deliver(.withObject)
        case .pair:
            deliver(.pair)
        case .frame:
            let group: any FrameGroup =
                implementation == .floor ? FloorFrameScreens(screens: screens) : OurFrameScreens(screens: screens)
            count { group.drawFrame() }
            precondition(group.callCount == calls, "not every screen has received every frame")
        case .guide:
            drawFrames(of: OurFrameGuides(screens: screens))
        case .avoider:
            drawFrames(of: OurFrameAvoiders(screens: screens))
        case .sweep:
            let group = OurScreens(screens: screens)
            group.subscribeAll()
            group.releaseAll()
            count { group.sweepStep() }
        case .memory:
            StandardOutput.write("\(bytes())")
        case .decode:
            let notification = SampleNotifications.lower
            count {
                switch implementation {
                case .surf: blackHole(SurfInfo(notification))
                case .handwritten: blackHole(HandwrittenInfo(notification))
                default: blackHole(notification.keyboardInfo)
                }
            }
        }
    }

    private func drawFrames(of group: any FrameGroup) {
        count { group.drawFrame() }
        // In the first display frames, the overlap is smaller than the minimum overlap, so the group receives no calls.
        precondition(group.callCount >= calls - 3 * screens, "not every screen has received every frame")
    }

    private func deliver(_ content: SamplePost) {
        let group = implementation.makeGroup(screens: screens)
        (group as? any ChangingScreenGroup)?.poster.content = content
        group.subscribeAll()
        // In an app, the screens use the shared pool, and the shared pool is the current pool when an event arrives.
        // The benchmark therefore makes the pool of the group the current pool.
        let pool = (group as? OurScreens)?.pool ?? .shared
        KeyboardObserverPool.$current.withValue(pool) { count { group.post() } }
        precondition(group.callCount == calls, "not every screen has received every event")
    }

    private func count(_ work: () -> Void) {
        for _ in 0..<warmUp { work() }
        repeatCounted(events, work)
    }

    /// Returns the growth of the heap in bytes for each screen that subscribes.
    private func bytes() -> Double {
        let group = implementation.makeGroup(screens: screens)
        let before = heap_bytes_in_use()
        group.subscribeAll()
        return (Double(heap_bytes_in_use()) - Double(before)) / Double(screens)
    }
}

/// Runs the work, while a profiler counts its instructions.
///
/// `.ci/costs` names this function. Callgrind counts the instructions of the main thread in this function.
@inline(never)
@MainActor
private func repeatCounted(_ times: Int, _ work: () -> Void) {
    for _ in 0..<times { work() }
}
