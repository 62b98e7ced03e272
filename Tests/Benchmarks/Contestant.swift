/// Who is measured.
enum Contestant: String, CaseIterable {
    case ours, surf, handwritten, stream, floor

    /// The most screens that it is measured with. Surf's subscriptions are quadratic: 100,000 would take a quarter of
    /// an hour.
    var largestAudience: Int {
        self == .surf ? 10_000 : .max
    }
}

/// Screens that are told of the keyboard in one contestant's way.
@MainActor
protocol Audience: AnyObject {
    /// Makes the screens, which nobody tells anything yet.
    init(screens: Int)

    func subscribeAll()

    /// Posts one event, and returns when each screen has heard it.
    func post()

    /// How many calls the screens have had.
    var heardCount: Int { get }
}

/// An audience whose screens come and go.
@MainActor
protocol ChangingAudience: Audience {
    /// Subscribes one screen more and unsubscribes it.
    func subscribeAndUnsubscribe()

    /// Makes a screen, subscribes it, has it hear one event, and drops it.
    func liveOnce()
}

extension Contestant {
    @MainActor
    func audience(of screens: Int) -> any Audience {
        switch self {
        case .ours: OurAudience(screens: screens)
        case .surf: SurfAudience(screens: screens)
        case .handwritten: HandwrittenAudience(screens: screens)
        case .stream: StreamAudience(screens: screens)
        case .floor: FloorAudience(screens: screens)
        }
    }
}
