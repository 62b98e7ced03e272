import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The keyboard's transitions, frame by frame.
@MainActor
struct KeyboardTransitionTests {
    /// Counts the frames that are requested.
    @MainActor
    private final class CountingFrameSource: KeyboardFrameSource {
        let timer: KeyboardFrameTimer
        var requestCount = 0

        init(_ scheduler: ManualScheduler) {
            timer = KeyboardFrameTimer(scheduler: scheduler)
        }

        func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
            requestCount += 1
            return timer.requestFrame(action)
        }
    }

    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private let frames: CountingFrameSource
    private let pool: KeyboardObserverPool
    private let keyboard: SimulatedKeyboard

    init() {
        frames = CountingFrameSource(scheduler)
        pool = KeyboardObserverPool(center: center, scheduler: scheduler, frameSource: frames)
        keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
        keyboard.start(postingTo: center)
    }

    @Test func aTransitionBeginsWithItsDestinationAndEndsOnce() {
        let screen = TransitionScreen(pool)
        keyboard.show(.letters)
        #expect(screen.calls == [.begin(CGRect(x: 0, y: 561, width: 393, height: 291))])
        scheduler.advance(by: .seconds(2))
        // A spring takes one second, and the screen draws 60 frames per second.
        #expect((58...61).contains(screen.calls.count - 2))
        #expect(screen.calls.last == .end(CGRect(x: 0, y: 561, width: 393, height: 291), isFinished: true))
        #expect(screen.heights.dropFirst() == screen.heights.dropFirst().sorted()[...])
        #expect(screen.rawCount == 1)
    }

    @Test func halfwayAllCoordinatesLieBetweenBeginAndEnd() {
        let transition = KeyboardTransition(
            from: CGRect(x: 100, y: 200, width: 300, height: 400),
            to: CGRect(x: 300, y: 100, width: 200, height: 500),
            seconds: 1,
            curve: .linear
        )
        let frame = transition.frame(at: .milliseconds(500))
        #expect(frame == CGRect(x: 200, y: 150, width: 250, height: 450))
    }

    @Test func aFloatingKeyboardThatIsMovedSidewaysMovesTheOverlap() {
        let screen = TransitionScreen(pool, geometry: KeyboardGeometry(undocked: .avoid))
        let frames = [0, 100].map { CGRect(x: $0, y: 300, width: 200, height: 200) }
        for (kind, frame) in [
            (KeyboardEvent.Kind.willShow, frames[0]), (.didShow, frames[0]), (.willChangeFrame, frames[1]),
        ] {
            let info = Notification.KeyboardInfo(
                frameBegin: frames[0],
                frameEnd: frame,
                animationDuration: 0.25,
                animationCurve: 3,
                screenBounds: PhoneFrames.screen
            )
            center.post(KeyboardEvent(kind, info: info).notification)
        }
        screen.calls = []
        scheduler.advance(by: .milliseconds(500))
        // Only the *progress* calls show the movement, because the *begin* call contains the overlap at the end.
        let positions = screen.calls.filter(\.isProgress).map(\.overlap.minX)
        #expect(positions.contains { $0 > 20 && $0 < 80 })
        #expect(positions == positions.sorted())
        #expect(screen.calls.last == .end(frames[1], isFinished: true))
    }

    @Test func screensOfDifferentFramesAndRulesReceiveTheirOwnOverlaps() {
        let sheet = CGRect(x: 40, y: 300, width: 200, height: 400)
        let views: [(frame: CGRect, geometry: KeyboardGeometry)] = [
            (PhoneFrames.screen, KeyboardGeometry()), (PhoneFrames.screen, KeyboardGeometry()),
            (sheet, KeyboardGeometry()), (sheet, KeyboardGeometry(minimumOverlap: 100)),
            (PhoneFrames.screen, KeyboardGeometry(minimumOverlap: 100)), (PhoneFrames.screen, KeyboardGeometry()),
        ]
        var progressCount = 0
        let screens = views.map { view in
            let screen = TransitionScreen(pool, viewFrame: view.frame, geometry: view.geometry)
            screen.onCall = { [scheduler] call, transition in
                guard case .progress(let overlap) = call else { return }
                progressCount += 1
                let expected = view.geometry.overlap(
                    of: view.frame,
                    in: PhoneFrames.screen,
                    with: KeyboardState(
                        phase: .appearing,
                        placement: .docked,
                        frame: transition.frame(at: scheduler.now)
                    )
                )
                #expect(overlap == expected)
            }
            return screen
        }
        show(wait: .seconds(2))
        hide(wait: .seconds(2))
        #expect(progressCount > 100 * screens.count)
    }

    @Test func noFrameIsRequestedWithoutATransitionOrAFollower() {
        show(wait: .seconds(2))
        #expect(frames.requestCount == 0)
        let screen = TransitionScreen(pool)
        scheduler.advance(by: .seconds(2))
        #expect(frames.requestCount == 0)
        hide(wait: .seconds(2))
        let count = frames.requestCount
        #expect(count > 50)
        scheduler.advance(by: .seconds(100))
        #expect(frames.requestCount == count)
        withExtendedLifetime(screen) {}
    }

    @Test func manyFollowersShareOneRequestPerFrame() {
        let screens = (0..<50).map { _ in TransitionScreen(pool) }
        let guide = KeyboardLayoutGuide(pool: pool)
        show(wait: .seconds(2))
        #expect(frames.requestCount < 65)
        #expect(Set(screens.map(\.calls.count)).count == 1)
        withExtendedLifetime(guide) {}
    }

    @Test func aTransitionWithoutDurationReportsNoProgress() {
        let screen = TransitionScreen(pool)
        keyboard.behavior.motion = .none
        keyboard.show(.letters)
        let covered = CGRect(x: 0, y: 561, width: 393, height: 291)
        #expect(screen.calls == [.begin(covered), .end(covered, isFinished: true)])
        // The *frame* event may request a display frame before the *show* event of its pair arrives.
        #expect(frames.requestCount <= 1)
    }

    @Test func anInterruptedTransitionEndsWhereTheNextBegins() {
        let screen = TransitionScreen(pool)
        show(wait: .milliseconds(100))
        let position = keyboard.currentFrame
        keyboard.hide()
        let covered = CGRect(x: 0, y: position.minY, width: 393, height: 852 - position.minY)
        #expect(screen.calls.suffix(2) == [.end(covered, isFinished: false), .begin(.zero)])
        #expect(screen.transitions.last?.begin == position)
        scheduler.advance(by: .seconds(2))
        #expect(screen.calls.last == .end(.zero, isFinished: true))
        #expect(screen.heights.max() ?? 0 < 291.001)
    }

    @Test func theOverlapEqualsThatOfTheSimulatedKeyboardAtEveryTick() {
        var progressCount = 0
        var interruptionCount = 0
        for seed in 0..<200 as Range<UInt64> {
            let run = RandomTransitions(seed: seed)
            run.run()
            #expect(run.worst < 1e-6, "seed \(seed)")
            progressCount += run.progressCount
            #expect(run.screens.allSatisfy { $0.isComplete }, "seed \(seed)")
            #expect(run.isContinuous, "seed \(seed)")
            interruptionCount += run.interruptionCount
        }
        #expect(progressCount > 10_000)
        #expect(interruptionCount > 100)
    }

    /// A keyboard that is shown, hidden and changed at random times, and three screens that follow it.
    @MainActor
    private final class RandomTransitions {
        let scheduler = ManualScheduler()
        let pool: KeyboardObserverPool
        let keyboard: SimulatedKeyboard
        let screens: [TransitionScreen]
        private(set) var worst = 0.0
        private(set) var progressCount = 0
        private var random: SeededRandom

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            let center = NotificationCenter()
            pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
            keyboard.behavior.curve = [0, 1, 2, 3, 7].randomElement(using: &random) ?? 7
            screens = (0..<3).map { [pool] _ in TransitionScreen(pool) }
            keyboard.start(postingTo: center)
        }

        func run() {
            screens[1].onCall = { [weak self] call, _ in
                if call.isProgress { self?.check(call.overlap) }
            }
            for _ in 0..<30 {
                switch Int.random(in: 0..<6, using: &random) {
                case 0: keyboard.hide()
                case 1: keyboard.show(.lettersWithPredictions)
                case 2: keyboard.show(.letters)
                case 3: keyboard.perform(.setAccessory(height: Bool.random(using: &random) ? 44 : 0))
                case 4: keyboard.perform(.presentAlert)
                default: keyboard.perform(.dismissAlert)
                }
                scheduler.advance(by: .milliseconds(Int.random(in: 0...400, using: &random)))
            }
            scheduler.advance(by: .seconds(3))
        }

        private func check(_ overlap: CGRect) {
            progressCount += 1
            let visible = max(852 - keyboard.currentFrame.minY, 0)
            worst = max(worst, abs(visible - overlap.height))
        }

        /// How many interruptions ``isContinuous`` has found.
        private(set) var interruptionCount = 0

        /// Whether each interrupted transition ended where the next transition began.
        var isContinuous: Bool {
            var begins = screens[2].transitions.map { max(852 - $0.begin.minY, 0) }.makeIterator()
            var interrupted: CGFloat?
            for call in screens[2].calls {
                switch call {
                case .begin:
                    guard let begin = begins.next(), abs((interrupted ?? begin) - begin) < 1e-6 else { return false }
                case .end(let overlap, let isFinished):
                    interrupted = isFinished ? nil : overlap.height
                    if interrupted != nil { interruptionCount += 1 }
                case .progress:
                    break
                }
            }
            return begins.next() == nil
        }
    }

    @Test func reportedFramesReplaceTheCurve() {
        let screen = TransitionScreen(pool)
        keyboard.behavior.reportsFrames = true
        show(wait: .seconds(3))
        let heights = screen.calls.compactMap { call -> CGFloat? in
            if case .progress(let overlap) = call { overlap.height } else { nil }
        }
        // The curve determines the height at 1/60 s. A reported frame then arrives every 20 ms, until the *did* event.
        #expect((12...14).contains(heights.count))
        #expect(frames.requestCount <= 3)
        #expect(screen.calls.last == .end(CGRect(x: 0, y: 561, width: 393, height: 291), isFinished: true))
        #expect(screen.calls.count(where: \.isEnd) == 1)
    }

    @Test func aDragIsFollowedIfItsFramesAreReported() {
        let screen = TransitionScreen(pool)
        keyboard.behavior.reportsFrames = true
        show(wait: .seconds(3))
        screen.calls = []
        screen.transitions = []
        keyboard.perform(.beginDismissing)
        keyboard.perform(.moveDismissing(toTop: 600))
        keyboard.perform(.moveDismissing(toTop: 700))
        #expect(screen.transitions.map(\.isInteractive) == [true])
        #expect(screen.heights.last == 152)
        keyboard.perform(.endDismissing())
        #expect(screen.transitions.last?.begin.minY == 700)
        #expect(screen.calls.contains(.end(CGRect(x: 0, y: 700, width: 393, height: 152), isFinished: false)))
        scheduler.advance(by: .seconds(3))
        #expect(screen.calls.last == .end(.zero, isFinished: true))
    }

    @Test(arguments: [250, 300, 400, 500, 700, 900])
    func aKeyboardThatIsDraggedBeforeItsCurveEndsStaysWhereTheFingerRests(milliseconds: Int) {
        let screen = TransitionScreen(pool)
        show(wait: .milliseconds(milliseconds))
        keyboard.behavior.reportsFrames = true
        keyboard.perform(.beginDismissing)
        keyboard.perform(.moveDismissing(toTop: 600))
        keyboard.perform(.moveDismissing(toTop: 700))
        #expect(screen.transitions.last?.isInteractive == true)
        scheduler.advance(by: .seconds(5))
        #expect(screen.heights.last == 152)
        #expect(pool.keyboard.frame?.minY == 700)
        keyboard.perform(.endDismissing(cancelled: true))
        scheduler.advance(by: .seconds(5))
        #expect(screen.heights.last == 291)
        #expect(pool.keyboard.frame?.minY == 561)
    }

    @Test func reportedFramesAreNoEvents() {
        var count = 0
        let token = pool.observe { _ in count += 1 }
        let screen = TransitionScreen(pool)
        report(CGRect(x: 0, y: 1, width: 2, height: 3))
        center.post(name: .keyboardFrameInMotion, object: nil, userInfo: nil)
        center.post(name: .keyboardFrameInMotion, object: nil, userInfo: [KeyboardUserInfoKey.frameEnd: "no frame"])
        #expect(count == 0)
        #expect(screen.rawCount == 0)
        #expect(screen.calls.isEmpty)
        token.cancel()
    }

    @Test func aFrameReportedOnAnotherThreadIsFollowed() async {
        let screen = TransitionScreen(pool)
        show(wait: .milliseconds(100))
        await Task.detached { [center] in
            let frame = CGRect(x: 0, y: 640, width: 393, height: 291)
            center.post(name: .keyboardFrameInMotion, object: nil, userInfo: [KeyboardUserInfoKey.frameEnd: frame])
        }.value
        await Task { @MainActor in }.value
        #expect(screen.heights.last == 212)
    }

    @Test func aRestingFingerCausesNoJump() {
        let screen = TransitionScreen(pool)
        keyboard.behavior.reportsFrames = true
        show(wait: .seconds(3))
        screen.calls = []
        keyboard.perform(.beginDismissing)
        keyboard.perform(.moveDismissing(toTop: 700))
        scheduler.advance(by: .seconds(1))
        keyboard.perform(.moveDismissing(toTop: 710))
        #expect(screen.heights.allSatisfy { $0 <= 152 })
        #expect(screen.transitions.last?.begin.minY == 700)
    }

    @Test func anOutdatedReportedFrameIsIgnored() {
        do {
            let screen = TransitionScreen(pool)
            keyboard.show(.letters)
            report(CGRect(x: 0, y: 800, width: 393, height: 291))
            withExtendedLifetime(screen) {}
        }
        scheduler.advance(by: .seconds(60))
        let late = TransitionScreen(pool)
        keyboard.hide()
        #expect(late.transitions.first?.begin.minY == 561)
    }

    @Test func aFrameDrawnInsideAPairHasNoEffect() {
        let screen = TransitionScreen(pool)
        let (away, docked) = (
            CGRect(x: 0, y: 852, width: 393, height: 291), CGRect(x: 0, y: 561, width: 393, height: 291)
        )
        let info = Notification.KeyboardInfo(frameBegin: away, frameEnd: docked, animationDuration: 0.25)
        center.post(KeyboardEvent(.willChangeFrame, info: info).notification)
        scheduler.advance(by: .milliseconds(40))
        center.post(KeyboardEvent(.willShow, info: info).notification)
        scheduler.advance(by: .seconds(2))
        #expect(screen.transitions.count == 1)
        #expect(screen.calls.count(where: \.isEnd) == 1)
        #expect(Array(screen.heights.dropFirst()) == screen.heights.dropFirst().sorted())
    }

    @Test func noFrameIsRequestedAfterTheLastFollowerUnsubscribes() {
        do {
            let screen = TransitionScreen(pool)
            keyboard.behavior.curve = 3
            keyboard.behavior.duration = 1e12
            show(wait: .seconds(1))
            #expect(frames.requestCount > 50)
            withExtendedLifetime(screen) {}
        }
        let count = frames.requestCount
        scheduler.advance(by: .seconds(5))
        #expect(frames.requestCount <= count + 1)
        let screen = TransitionScreen(pool)
        hide(wait: .seconds(11))
        #expect(screen.calls.last == .end(.zero, isFinished: true))
    }

    @Test func framesAndEventsKeepTheirOrder() {
        let screen = TransitionScreen(pool)
        keyboard.behavior.reportsScreen = false
        show(wait: .seconds(2))
        let token = pool.observe([.didChangeFrame]) { [center] _ in
            let frame = CGRect(x: 0, y: 700, width: 393, height: 291)
            center.post(name: .keyboardFrameInMotion, object: nil, userInfo: [KeyboardUserInfoKey.frameEnd: frame])
            center.post(KeyboardEvent(.willHide, info: Notification.KeyboardInfo(frameEnd: .zero)).notification)
        }
        center.post(KeyboardEvent(.didChangeFrame, info: Notification.KeyboardInfo()).notification)
        // The frame was reported before the hide, so the frame belongs to the previous transition.
        #expect(screen.transitions.last?.isInteractive == false)
        #expect(screen.transitions.last?.begin.minY == 700)
        token.cancel()
    }

    @Test func aScreenCanIgnoreKeyboardsOfOtherApps() {
        let (strict, lenient) = (TransitionScreen(pool), TransitionScreen(pool))
        strict.keyboardGeometry.countsOtherApps = false
        keyboard.perform(.showOtherAppsKeyboard())
        scheduler.advance(by: .seconds(2))
        #expect(strict.heights.allSatisfy { $0 == 0 })
        #expect(lenient.heights.last == 291)
    }

    @Test func screensCanBeDeallocatedOnAnotherThreadDuringATransition() async {
        @MainActor
        final class UnsubscribingScreen: KeyboardObservable, KeyboardTransitionPresentable {
            let keyboardObserverPool: KeyboardObserverPool
            let keyboardAvoidingFrame = CGRect(x: 0, y: 0, width: 393, height: 852)
            init(_ pool: KeyboardObserverPool) {
                keyboardObserverPool = pool
                subscribeOnKeyboardNotifications()
            }
            isolated deinit { unsubscribeFromKeyboardNotifications() }
            func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {}
            func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {}
            func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {}
        }
        for _ in 0..<200 {
            let transferred = TransferredValue((0..<20).map { _ in UnsubscribingScreen(pool) })
            async let released: Void = Task.detached { transferred.release() }.value
            for _ in 0..<5 {
                keyboard.show()
                keyboard.hide()
            }
            await released
        }
        await Task { @MainActor in }.value
        pool.sweep()
        #expect(pool.count == 0)
    }

    private func show(wait: Duration) {
        keyboard.show(.letters)
        scheduler.advance(by: wait)
    }

    private func hide(wait: Duration) {
        keyboard.hide()
        scheduler.advance(by: wait)
    }

    private func report(_ frame: CGRect) {
        center.post(name: .keyboardFrameInMotion, object: nil, userInfo: [KeyboardUserInfoKey.frameEnd: frame])
    }

    @Test func aSubclassCanAdoptTheProtocol() {
        class Base: KeyboardObservable {
            let keyboardObserverPool: KeyboardObserverPool
            init(_ pool: KeyboardObserverPool) { keyboardObserverPool = pool }
            func keyboardWillBeShown(notification: Notification) {}
            func keyboardWillBeHidden(notification: Notification) {}
        }
        final class Sub: Base, KeyboardTransitionPresentable {
            var count = 0
            let keyboardAvoidingFrame = CGRect.zero
            func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) { count += 1 }
            func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {}
            func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {}
        }
        let screen = Sub(pool)
        screen.subscribeOnKeyboardNotifications()
        keyboard.show()
        #expect(screen.count == 1)
    }
}
