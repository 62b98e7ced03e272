public import Foundation

/// Who listens to the keyboard: screens, closures and sequences, served in the order in which they subscribed.
///
/// Most code never names a pool: a screen that adopts ``KeyboardObservable`` joins ``current``, which is ``shared``
/// unless a test has bound another:
///
/// ```swift
/// let pool = KeyboardObserverPool(center: NotificationCenter())
/// KeyboardObserverPool.$current.withValue(pool) { screen.subscribeOnKeyboardNotifications() }
/// ```
///
/// The pool holds everybody weakly. It registers with its center once an event name, from its first use until it dies,
/// and reads each payload once, however many listen. Everything is called on the main actor:
///
/// - A post made on the main actor has been delivered when the outermost `post` returns. A post from inside a callback
///   returns at once; its event comes after the running one. So all see the same events in the same order.
/// - A post from elsewhere enters the same queue and is delivered soon, in the order of posting.
/// - Who leaves during an event is not called any more in it. Who joins starts with the next.
///
/// A pool may die at any time and on any thread, in the middle of a post as well.
@MainActor
public final class KeyboardObserverPool {
    /// The app's pool, on `NotificationCenter.default`.
    public static let shared = KeyboardObserverPool(center: .default)

    /// The pool that screens join: ``shared``, or the one that a test has bound with `$current.withValue`. While a
    /// pool delivers, it is the current one, in tasks that a callback makes as well.
    @CurrentKeyboardObserverPool public static var current: KeyboardObserverPool

    /// Is told what is wrong with a payload, right before the event is delivered, and of runaway nesting. `nil` by
    /// default: nothing is printed.
    public var onIssue: (@MainActor (KeyboardIssue) -> Void)?

    let center: NotificationCenter
    let scheduler: any KeyboardScheduler
    let sweepTimer: SweepTimer
    let intake = KeyboardIntake()
    private var isListening = false

    #if DEBUG
        var entries = PoolEntries()
    #else
        /// Safe: nothing in it calls out, so no two accesses meet; the tests check that in debug. A check for each
        /// screen took a quarter of a delivery.
        @safe @exclusivity(unchecked) var entries = PoolEntries()
    #endif
    var routes = ScreenRoutes()

    let tracker: KeyboardTracker
    let deliveries = DeliveryQueue()

    /// Makes a pool. It costs nothing until it is first used.
    ///
    /// - Parameters:
    ///   - center: whose notifications it hears. The pool holds it.
    ///   - scheduler: where the ticks of the sweep come from; ``MainQueueScheduler/shared`` where `nil`. The pool
    ///     holds it.
    ///   - sweepInterval: the time between two ticks of the sweep. They come only while somebody is held, and each
    ///     costs no more than a fixed number of looks, so it matters little. No shorter than a millisecond.
    ///   - frameSource: see ``frameSource``.
    public init(
        center: NotificationCenter,
        scheduler: (any KeyboardScheduler)? = nil,
        sweepInterval: Duration = .seconds(30),
        frameSource: (any KeyboardFrameSource)? = nil
    ) {
        self.center = center
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        sweepTimer = SweepTimer(self.scheduler, interval: sweepInterval)
        tracker = KeyboardTracker(self.scheduler)
        intake.pool = self
        tracker.serve = { [weak self] work in self?.serve(work) }
        if let frameSource { self.frameSource = frameSource }
    }

    deinit {
        intake.close(center)
    }

    /// Registers with the center, the first time that this is called.
    func listen() {
        guard !isListening else { return }
        isListening = true
        intake.listen(to: center)
        JoinedPools.add(self)
    }
}
