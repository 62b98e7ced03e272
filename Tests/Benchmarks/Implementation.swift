/// An implementation that is measured.
enum Implementation: String, CaseIterable {
    case ours, surf, handwritten, stream, floor

    /// Returns the largest number of screens in a measurement.
    ///
    /// The time for Surf's subscriptions grows with the square of their number. 10,000 subscriptions take some seconds,
    /// and 100,000 subscriptions would take a quarter of an hour. 100,000 streams also take some seconds.
    func largestScreenCount(isQuick: Bool) -> Int {
        switch self {
        case .surf: isQuick ? 1_000 : 10_000
        case .stream: isQuick ? 10_000 : .max
        default: .max
        }
    }
}

/// Screens that receive the events of the keyboard through one implementation.
@MainActor
protocol ScreenGroup: AnyObject {
    /// Makes the screens without subscribing them.
    init(screens: Int)

    func subscribeAll()

    /// Posts one event, and returns when each screen has received the event.
    func post()

    /// The number of calls that the screens have received.
    var callCount: Int { get }
}

/// A group in which screens can subscribe and unsubscribe, and that receives its events from a center.
@MainActor
protocol ChangingScreenGroup: ScreenGroup {
    var poster: Poster { get }

    /// Subscribes one more screen and unsubscribes it.
    func subscribeAndUnsubscribe()

    /// Makes a screen, subscribes it, posts one event and releases it.
    func runLifetime()
}

extension Implementation {
    @MainActor
    func makeGroup(screens: Int) -> any ScreenGroup {
        switch self {
        case .ours: OurScreens(screens: screens)
        case .surf: SurfScreens(screens: screens)
        case .handwritten: HandwrittenScreens(screens: screens)
        case .stream: StreamScreens(screens: screens)
        case .floor: FloorScreens(screens: screens)
        }
    }
}
