import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Random lists of valid events in any order.
///
/// After each list, the layout guides, the screens and the pool's state agree. A real keyboard does not post such
/// lists. 20,000 lists run if the environment has `KEYBOARD_OBSERVATION_FULL`, and 250 otherwise.
/// `KEYBOARD_OBSERVATION_SEED` is the first seed.
@MainActor
struct RandomEventListTests {
    private static let listCount = RandomTestSize.isFull ? 20_000 : 250

    @Test func everyObserverAgreesAtRest() {
        var failureCount = 0
        var shownCount = 0
        for seed in RandomTestSize.seeds(Self.listCount) where failureCount < 5 {
            let list = EventList(seed: seed)
            let run = EventListRun(list)
            if run.isShown { shownCount += 1 }
            guard !run.failures.isEmpty else { continue }
            failureCount += 1
            var short = list
            short.inputs = shortest(list.inputs) { inputs in
                short.inputs = inputs
                return !EventListRun(short).failures.isEmpty
            }
            let failures = EventListRun(short).failures.joined(separator: "\n")
            Issue.record("Seed \(seed)\n\(failures)\n\(short)")
        }
        #expect(shownCount > Self.listCount / 5)
    }
}

/// A list of posts and of other inputs of a pool.
struct EventList: CustomStringConvertible {
    enum Input {
        case event(KeyboardEvent.Kind, Notification.KeyboardInfo, sender: Int?)
        case report(CGRect, sender: Int?)
        case fallback(CGRect?)
        case wait(Int)
    }

    var policy = KeyboardGeometry.UndockedPolicy.ignore
    var inputs: [Input] = []

    private static let screens = [
        CGRect(x: 0, y: 0, width: 390, height: 812), CGRect(x: 0, y: 0, width: 812, height: 390),
        CGRect(x: 390, y: -100, width: 1_024, height: 768),
    ]

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        policy = KeyboardGeometry.UndockedPolicy.allCases.randomElement(using: &random) ?? .ignore
        let hasSenders = chance(25)
        let boundsPercent = [0, 50, 100].randomElement(using: &random) ?? 0
        var screen = Self.screens[0]
        for _ in 0..<Int.random(in: 1...14, using: &random) {
            if chance(8) { screen = Self.screens.randomElement(using: &random) ?? screen }
            let sender = hasSenders ? Int.random(in: 0...1, using: &random) : nil
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<13:
                var info = Notification.KeyboardInfo()
                info.frameBegin = Self.frame(on: screen, &random)
                info.frameEnd = Self.frame(on: screen, &random)
                info.animationDuration = [nil, 0, 0.1, 0.25, 0.4].randomElement(using: &random) ?? nil
                info.animationCurve = [nil, 0, 3, 7].randomElement(using: &random) ?? nil
                if chance(boundsPercent) { info.screenBounds = screen }
                let kind = KeyboardEvent.Kind.allCases.randomElement(using: &random) ?? .willShow
                inputs.append(.event(kind, info, sender: sender))
            case 13, 14:
                guard let frame = Self.frame(on: screen, &random) else { continue }
                inputs.append(.report(frame, sender: sender))
            case 15: inputs.append(.fallback(chance(70) ? Self.screens.randomElement(using: &random) : nil))
            default:
                let longest = [3, 60, 400, 3_000].randomElement(using: &random) ?? 60
                inputs.append(.wait(Int.random(in: 0...longest, using: &random)))
            }
        }
    }

    private static func frame(on screen: CGRect, _ random: inout SeededRandom) -> CGRect? {
        func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
            CGRect(x: screen.minX + x, y: screen.minY + y, width: width, height: height)
        }
        let (width, height) = (screen.width, screen.height)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return nil
        case 1: return .zero
        case 2: return rect(0, height, width, 0)
        case 3, 4: return rect(0, height, width, 216)
        case 5, 6: return rect(0, height - 216, width, 216)
        case 7: return rect(0, height - 300, width, 300)
        case 8: return rect(0, height - 44, width, 44)
        case 9: return rect(0, 0, width, 200)
        case 10: return rect(0, -200, width, 200)
        case 11: return rect(0, height - 280, width, 216)
        case 12: return rect(50, 80, 200, 90)
        default: return rect(60, height / 2, 180, 150)
        }
    }

    var description: String {
        let lines = inputs.map { input in
            switch input {
            case .event(let kind, let info, let sender):
                "\(kind) \(info.frameBegin.short) to \(info.frameEnd.short)"
                    + " \(info.animationDuration.map { "\($0) s" } ?? "no duration")"
                    + (info.screenBounds.map { " in \(Optional($0).short)" } ?? "") + (sender.map { " of \($0)" } ?? "")
            case .report(let frame, let sender): "report \(Optional(frame).short)" + (sender.map { " of \($0)" } ?? "")
            case .fallback(let bounds): "fallback \(bounds.short)"
            case .wait(let time): "wait \(time)"
            }
        }
        return "policy \(policy)\n" + lines.joined(separator: "\n")
    }
}

extension CGRect? {
    fileprivate var short: String {
        map { "(\($0.minX), \($0.minY), \($0.width), \($0.height))" } ?? "nil"
    }
}

/// Posts a list of events to a pool, and compares the pool's observers with each other at rest.
@MainActor
private final class EventListRun {
    private(set) var failures: [String] = []
    private(set) var isShown = false
    private let scheduler = ManualScheduler()
    private let center = NotificationCenter()
    private let senders = [NSObject(), NSObject()]

    init(_ list: EventList) {
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        let geometry = KeyboardGeometry(undocked: list.policy, minimumOverlap: 0)
        let cover = ExpectedCover(policy: list.policy, view: CGRect(x: 0, y: 0, width: 1_500, height: 900))
        let guide = KeyboardLayoutGuide(pool: pool)
        (guide.geometry, guide.viewFrame) = (geometry, cover.view)
        let follower = TransitionScreen(pool, viewFrame: cover.view, geometry: geometry)
        var states: [KeyboardState] = []
        let token = pool.observeState { states.append($0) }
        for input in list.inputs { send(input, to: pool) }
        scheduler.advance(by: .seconds(15))
        let keyboard = pool.keyboard
        isShown = keyboard.isOnScreen
        if keyboard.transition != nil || keyboard.phase == .appearing || keyboard.phase == .disappearing {
            failures.append("not at rest: \(keyboard)")
        }
        if (keyboard.phase == .shown) != keyboard.isOnScreen { failures.append("phase and placement: \(keyboard)") }
        let insets = cover.insets(keyboard)
        if abs(guide.bottomInset - insets.bottom) > 1e-6 || abs(guide.topInset - insets.top) > 1e-6 {
            failures.append("insets \(guide.topInset), \(guide.bottomInset) with \(keyboard)")
        }
        let fresh = KeyboardLayoutGuide(pool: pool)
        (fresh.geometry, fresh.viewFrame) = (geometry, cover.view)
        if fresh.bottomInset != guide.bottomInset || fresh.topInset != guide.topInset {
            failures.append("a new guide has insets \(fresh.topInset), \(fresh.bottomInset)")
        }
        let last = follower.calls.last?.overlap ?? .zero
        if !last.isNear(cover.overlap(keyboard)) { failures.append("overlap \(last) with \(keyboard)") }
        if !follower.isComplete { failures.append("a transition has not ended") }
        if case .end(_, isFinished: false)? = follower.calls.last { failures.append("a transition is unfinished") }
        // The pool reports no state at the end of a movement. The reported states can therefore contain a transition
        // that has ended, and the test does not compare the transitions.
        states.indices.forEach { states[$0].transition = nil }
        if states.last != keyboard { failures.append("the last state is \(states.last as Any), not \(keyboard)") }
        token.cancel()
    }

    private func send(_ input: EventList.Input, to pool: KeyboardObserverPool) {
        switch input {
        case .event(let kind, let info, let sender):
            var notification = KeyboardEvent(kind, info: info).notification
            notification.object = sender.map { senders[$0] }
            center.post(notification)
        case .report(let frame, let sender):
            let object = sender.map { senders[$0] }
            center.post(name: .keyboardFrameInMotion, object: object, userInfo: [KeyboardUserInfoKey.frameEnd: frame])
        case .fallback(let bounds): pool.fallbackScreenBounds = bounds
        case .wait(let time): scheduler.advance(by: .milliseconds(time))
        }
    }
}
