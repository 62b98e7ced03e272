import CHeapSize
import KeyboardObservation

/// Does one thing alone, so often: for a profiler that counts instructions, or to count bytes where nothing was before.
@MainActor
enum Only {
    static func run(_ work: Options.Work, _ contestant: Contestant, screens: Int, events: Int) {
        switch work {
        case .deliver:
            let audience = contestant.audience(of: screens)
            audience.subscribeAll()
            for _ in 0..<events { audience.post() }
            precondition(audience.heardCount == events * screens, "not every screen has heard every event")
        case .sweep:
            let audience = OurAudience(screens: screens)
            audience.subscribeAll()
            audience.dropAll()
            for _ in 0..<events { audience.sweepStep() }
        case .memory:
            print(bytes(contestant, screens: screens))
        case .decode:
            let notification = Posts.lower
            for _ in 0..<events {
                switch contestant {
                case .surf: keep(SurfInfo(notification))
                case .handwritten: keep(HandwrittenInfo(notification))
                default: keep(notification.keyboardInfo)
                }
            }
        }
    }

    /// By how many bytes the heap grows for each screen that subscribes.
    private static func bytes(_ contestant: Contestant, screens: Int) -> Double {
        let audience = contestant.audience(of: screens)
        let before = heap_bytes_in_use()
        audience.subscribeAll()
        return (Double(heap_bytes_in_use()) - Double(before)) / Double(screens)
    }
}
