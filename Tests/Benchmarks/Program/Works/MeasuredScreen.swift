import Foundation

/// A screen that subscribes to the events of the keyboard through one implementation.
@MainActor
protocol MeasuredScreen: AnyObject {
    associatedtype Source: MeasuredSource

    init(_ source: Source, _ counter: CallCounter)

    func subscribe()

    func unsubscribe()

    /// Whether a task of the main actor receives the events, after the post has returned.
    static var receivesLater: Bool { get }

    /// Whether a screen must unsubscribe before it is released.
    static var mustUnsubscribe: Bool { get }
}

/// What the screens of one group share.
@MainActor
protocol MeasuredSource: AnyObject {
    init(_ center: NotificationCenter)
}

extension MeasuredScreen {
    static var receivesLater: Bool { false }
    static var mustUnsubscribe: Bool { false }

    static func job(_ work: Work, _ size: Int) -> Job {
        let group = ScreenGroup<Self>(work == .lifetime ? 0 : size)
        var run = group.post
        switch work {
        case .postObject: group.poster.content = .withObject
        case .pair: group.poster.content = .pair
        case .subscribe: run = group.subscribeAndUnsubscribe
        case .lifetime: run = group.runLifetime
        default: break
        }
        let calls = work == .subscribe ? 0 : work == .lifetime ? 1 : size
        var job = Job(subscribe: group.subscribeAll, counter: group.counter, calls: calls, run: run)
        if let source = group.source as? OurSource { job.pool = source.pool }
        return job
    }
}

@MainActor
private final class ScreenGroup<Screen: MeasuredScreen> {
    let counter = CallCounter()
    let poster = Poster(NotificationCenter())
    let source: Screen.Source
    private let screens: [Screen]
    private let additional: Screen
    private var subscribed = 0

    init(_ count: Int) {
        let (source, counter) = (Screen.Source(poster.center), counter)
        self.source = source
        screens = (0..<count).map { _ in Screen(source, counter) }
        additional = Screen(source, counter)
    }

    func subscribeAll() {
        for screen in screens { screen.subscribe() }
        subscribed = screens.count
        finish()
    }

    /// Posts one event, and returns when each screen has received the event.
    func post() {
        let expected = counter.count + subscribed
        poster.post()
        if Screen.receivesLater { MainQueue.drain { counter.count == expected } }
    }

    func subscribeAndUnsubscribe() {
        additional.subscribe()
        additional.unsubscribe()
        finish()
    }

    func runLifetime() {
        let screen = Screen(source, counter)
        screen.subscribe()
        subscribed = 1
        post()
        if Screen.mustUnsubscribe { screen.unsubscribe() }
        withExtendedLifetime(screen) {}
    }

    private func finish() {
        if Screen.receivesLater { MainQueue.drain() }
    }
}
