import BenchmarkFloor
import Foundation
import KeyboardObservation
import KeyboardSimulation

/// The work to draw a frame of a moving keyboard, for many followers.
@MainActor
enum FollowerJobs {
    static func job(_ work: Work, of implementation: Implementation, _ size: Int) -> Job? {
        let (keyboard, counter) = (MovingKeyboard(), CallCounter())
        let followers: [Any]
        switch (work, implementation) {
        case (.frame, .ours):
            let screens = (0..<size).map { _ in FrameScreen(keyboard.pool, counter) }
            for screen in screens { screen.subscribeOnKeyboardNotifications() }
            followers = screens
        case (.guide, .ours):
            followers = (0..<size).map { _ in
                let guide = KeyboardLayoutGuide(pool: keyboard.pool)
                guide.viewFrame = CGRect(x: 0, y: 0, width: 393, height: 852)
                guide.onChange = { _ in counter.count += 1 }
                return guide
            }
        case (.avoider, .ours):
            followers = (0..<size).map { _ in
                let pane = AvoidingPane(counter)
                let avoider = KeyboardAvoider(pane, pool: keyboard.pool) { [weak pane] in
                    pane.map { FocusedContent($0, field: CGRect(x: 16, y: 800, width: 361, height: 44)) }
                }
                return (pane, avoider)
            }
        case (.frame, .floor):
            return floor(keyboard, counter, size)
        default:
            return nil
        }
        // In the first frames, the overlap is smaller than the minimum overlap, so the followers receive no calls.
        for _ in 0..<4 { keyboard.drawFrame() }
        return Job(counter: counter, calls: size, owner: followers, run: keyboard.drawFrame)
    }

    /// The position of the keyboard is computed once per frame.
    private static func floor(_ keyboard: MovingKeyboard, _ counter: CallCounter, _ size: Int) -> Job? {
        let screens = (0..<size).map { _ in FrameScreen(keyboard.pool, counter) }
        var references = WeakFollowers()
        for screen in screens { references.append(screen) }
        // A pool without subscribers has no transition.
        screens.first?.subscribeOnKeyboardNotifications()
        keyboard.drawFrame()
        guard let transition = keyboard.pool.keyboard.transition else { return nil }
        let duration = transition.duration / .seconds(1)
        var (frame, frameCount) = (transition.begin, 0)
        return Job(counter: counter, calls: size, owner: screens) {
            frameCount += 1
            // As in a pool, the time is a `Duration`.
            let (seconds, attoseconds) = (Duration.seconds(1) / 60 * frameCount).components
            let progress = (Double(seconds) + Double(attoseconds) / 1e18) / duration
            frame.origin.y = transition.begin.minY + (transition.end.minY - transition.begin.minY) * progress
            references.callAll(transition, overlap: frame)
        }
    }
}

/// A keyboard that moves by one frame at a time.
@MainActor
private final class MovingKeyboard {
    /// The events of the keyboard.
    ///
    /// The keyboard moves for 10 seconds, which is the longest time that a pool accepts. With this curve, the movement
    /// takes the whole duration.
    private static let events = [291.0, 335].map { SampleNotifications.willShow(height: $0, duration: 10, curve: 3) }
    private static let framesPerEvent = 500

    let pool: KeyboardObserverPool
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private var frameCount = 0

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
    }

    func drawFrame() {
        if frameCount % Self.framesPerEvent == 0 {
            center.post(Self.events[frameCount / Self.framesPerEvent % Self.events.count])
        }
        frameCount += 1
        scheduler.advance(by: .seconds(1) / 60)
    }
}

private final class FrameScreen: KeyboardObservable, KeyboardTransitionPresentable {
    let keyboardObserverPool: KeyboardObserverPool
    private let counter: CallCounter

    init(_ pool: KeyboardObserverPool, _ counter: CallCounter) {
        keyboardObserverPool = pool
        self.counter = counter
    }

    var keyboardAvoidingFrame: CGRect { CGRect(x: 0, y: 0, width: 393, height: 852) }

    func keyboardWillBeShown(notification: Notification) {}

    func keyboardWillBeHidden(notification: Notification) {}

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {}

    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) { counter.count += 1 }

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {}
}

/// A scroll view with a focused field that the keyboard covers.
///
/// The field is at the end of the content.
private final class AvoidingPane: KeyboardPane {
    private let counter: CallCounter
    private var offset: CGFloat = 0

    init(_ counter: CallCounter) {
        self.counter = counter
    }

    var paneGeometry: PaneGeometry {
        .scrollView(frame: CGRect(x: 0, y: 0, width: 393, height: 852), contentHeight: 852, offset: offset)
    }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        self.offset = offset
        counter.count += 1
    }
}
