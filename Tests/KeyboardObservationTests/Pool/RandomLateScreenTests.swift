import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Screens that subscribe at random instants of random stories, compared with screens that were subscribed throughout.
///
/// 5,000 stories run if the environment has `KEYBOARD_OBSERVATION_FULL`, and 100 otherwise. `KEYBOARD_OBSERVATION_SEED`
/// is the first seed.
@MainActor
struct RandomLateScreenTests {
    private static let storyCount = RandomTestSize.isFull ? 5_000 : 100

    @Test func everyLateScreenEndsLikeOneThatWasSubscribedFromTheBeginning() {
        var lateCount = 0
        var failureCount = 0
        for seed in RandomTestSize.seeds(Self.storyCount) where failureCount < 3 {
            let story = RandomStory(seed: seed)
            let run = LateScreenRun(story, seed: seed)
            lateCount += run.lateCount
            guard !run.failures.isEmpty else { continue }
            failureCount += 1
            let short = story.shrunk { !LateScreenRun($0, seed: seed).failures.isEmpty }
            let failures = LateScreenRun(short, seed: seed).failures.joined(separator: "\n")
            Issue.record("Seed \(seed)\n\(failures)\n\(short)\n\(short.listing)")
        }
        #expect(lateCount > Self.storyCount, "most stories have several late screens")
    }
}

/// Posts a story to a pool, and meanwhile creates, unsubscribes and resubscribes screens.
@MainActor
private final class LateScreenRun {
    private(set) var failures: [String] = []
    private(set) var lateCount = 0

    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private let pool: KeyboardObserverPool
    private var random: SeededRandom
    private let view: CGRect
    /// A pool without observers.
    private let quiet: KeyboardObserverPool
    private let early: LateScreens
    private var late: [LateScreens] = []
    private let senders = [NSObject(), NSObject()]

    init(_ story: RandomStory, seed: UInt64) {
        random = SeededRandom(seed: seed &+ 1)
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        quiet = KeyboardObserverPool(center: center, scheduler: scheduler)
        quiet.listen()
        view = story.steps.first?.bounds ?? .zero
        // If the early screens have their own pool, the late screens are the only followers of `pool`.
        let isAlone = Bool.random(using: &random)
        early = LateScreens(isAlone ? KeyboardObserverPool(center: center, scheduler: scheduler) : pool, view)
        pool.listen()
        early.subscribe()
        run(story)
    }

    private func run(_ story: RandomStory) {
        for post in story.posts {
            changeScreens()
            scheduler.advance(by: .milliseconds(post.time) - scheduler.now)
            changeScreens()
            // The screens can also change during the callback of an event.
            early.onNextCall = Bool.random(using: &random) ? { [weak self] in self?.changeScreens() } : nil
            var notification = KeyboardEvent(.willShow, info: post.info).notification
            notification.name = post.name
            notification.object = story.hasSender ? senders[post.screen] : nil
            center.post(notification)
            checkQuietPool(after: post.time)
        }
        early.onNextCall = nil
        changeScreens()
        scheduler.advance(by: .seconds(12))
        for (number, screens) in late.enumerated() where screens.isSubscribed {
            let difference = screens.difference(from: early)
            if let difference { failures.append("late screen \(number): \(difference)") }
        }
    }

    /// Checks that the pool without observers has the same state as the other pool.
    private func checkQuietPool(after time: Int) {
        let (known, expected) = (quiet.keyboard, pool.keyboard)
        guard failures.isEmpty, known.phase != expected.phase || known.frame != expected.frame else { return }
        failures.append("\(time) ms: without observers \(known), and \(expected)")
    }

    private func changeScreens() {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            lateCount += 1
            late.append(LateScreens(pool, view))
            late.last?.subscribe()
        case 1:
            late.randomElement(using: &random)?.unsubscribe()
        case 2:
            late.randomElement(using: &random)?.subscribe()
        default:
            break
        }
    }
}

/// A screen that adopts three presentables, and a screen that follows the transitions.
@MainActor
private final class LateScreens {
    private final class Typed: KeyboardObservable, CommonKeyboardPresentable, FullKeyboardPresentable,
        KeyboardEventPresentable
    {
        /// The values that the *will* methods have set.
        var margin: CGFloat = 0
        var shown = Notification.KeyboardInfo()
        var isShown = false
        var event: KeyboardEvent.Kind?
        var onCall: (() -> Void)?

        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { margin = keyboardHeight }
        func keyboardWillBeHidden(duration: TimeInterval) { margin = 0 }
        func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { (isShown, shown) = (true, keyboardInfo) }
        func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { (isShown, shown) = (false, keyboardInfo) }
        func presentKeyboardEvent(_ event: KeyboardEvent) {
            if event.kind == .willShow || event.kind == .willHide { self.event = event.kind }
            onCall?()
        }
    }

    private let pool: KeyboardObserverPool
    private let typed = Typed()
    private let following: TransitionScreen
    /// The overlap of the last call.
    ///
    /// The overlap stays the same while the screen is not subscribed.
    private var overlap = CGRect.zero
    var onNextCall: (() -> Void)?

    init(_ pool: KeyboardObserverPool, _ view: CGRect) {
        self.pool = pool
        following = TransitionScreen(pool, viewFrame: view)
        pool.remove(following)
        following.onCall = { [weak self] call, _ in self?.overlap = call.overlap }
        typed.onCall = { [weak self] in
            guard let call = self?.onNextCall else { return }
            self?.onNextCall = nil
            call()
        }
    }

    var isSubscribed: Bool { pool.contains(typed) }

    func subscribe() {
        pool.add(typed)
        if !pool.contains(following) { following.reset() }
        pool.add(following)
    }

    func unsubscribe() {
        pool.remove(typed)
        pool.remove(following)
    }

    func difference(from early: LateScreens) -> String? {
        let (mine, others) = (typed, early.typed)
        if mine.margin != others.margin { return "margin \(mine.margin), and \(others.margin)" }
        if mine.isShown != others.isShown { return "shown is \(mine.isShown), and \(others.isShown)" }
        if mine.event != others.event { return "last event \(mine.event as Any), and \(others.event as Any)" }
        var (info, expected) = (mine.shown, others.shown)
        (info.animationDuration, expected.animationDuration) = (nil, nil)
        if info != expected { return "info \(info), and \(expected)" }
        if !following.isComplete { return "the transitions are incomplete" }
        return overlap == early.overlap ? nil : "overlap \(overlap), and \(early.overlap)"
    }
}
