import BenchmarkFloor
import Foundation
import KeyboardObservation
import KeyboardSimulation

/// Screens that follow a moving keyboard.
@MainActor
protocol FrameGroup: AnyObject {
    init(screens: Int)

    /// Draws the next frame.
    func drawFrame()

    /// The number of frames that have been drawn.
    var frameCount: Int { get }

    /// The number of calls that the screens have received for frames.
    var callCount: Int { get }
}

/// A screen that follows a moving keyboard.
final class FrameScreen: KeyboardObservable, KeyboardTransitionPresentable {
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

/// Screens of this framework.
final class OurFrameScreens: FrameGroup {
    /// The keyboard moves for the longest time that a pool accepts, 10 seconds, on a curve of that duration.
    private static let events = [291.0, 335].map { SampleNotifications.willShow(height: $0, duration: 10, curve: 3) }
    private static let framesPerEvent = 500

    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private let counter = CallCounter()
    private let screens: [FrameScreen]
    private(set) var frameCount = 0

    init(screens count: Int) {
        let (pool, counter) = (KeyboardObserverPool(center: center, scheduler: scheduler), counter)
        screens = (0..<count).map { _ in FrameScreen(pool, counter) }
        for screen in screens { screen.subscribeOnKeyboardNotifications() }
    }

    var callCount: Int { counter.count }

    func drawFrame() {
        if frameCount % Self.framesPerEvent == 0 {
            center.post(Self.events[frameCount / Self.framesPerEvent % Self.events.count])
        }
        frameCount += 1
        scheduler.advance(by: .seconds(1) / 60)
    }
}

/// Screens in an array of weak references. The position of the keyboard is computed once per frame.
final class FloorFrameScreens: FrameGroup {
    private let transition = KeyboardTransition(
        from: CGRect(x: 0, y: 852, width: 393, height: 291),
        to: CGRect(x: 0, y: 561, width: 393, height: 291),
        duration: 10,
        curve: .linear
    )
    private let counter = CallCounter()
    private let screens: [FrameScreen]
    private var references = WeakFollowers()
    private(set) var frameCount = 0

    init(screens count: Int) {
        let (pool, counter) = (KeyboardObserverPool(center: NotificationCenter()), counter)
        screens = (0..<count).map { _ in FrameScreen(pool, counter) }
        for screen in screens { references.append(screen) }
    }

    var callCount: Int { counter.count }

    func drawFrame() {
        frameCount += 1
        references.callAll(transition, overlap: transition.frame(at: .seconds(1) / 60 * frameCount))
    }
}
