import KeyboardObservation

/// Does one thing, so often, and measures nothing: for a profiler that counts.
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
}
