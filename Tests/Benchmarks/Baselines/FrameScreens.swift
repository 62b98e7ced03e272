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

/// A keyboard that moves by one frame at a time.
@MainActor
final class MovingKeyboard {
    /// The events of the keyboard.
    ///
    /// The keyboard moves for 10 seconds, which is the longest time that a pool accepts. With this curve, the movement
    /// takes the whole duration.
    private static let events = [291.0, 335].map { SampleNotifications.willShow(height: $0, duration: 10, curve: 3) }
    private static let framesPerEvent = 500

    let pool: KeyboardObserverPool
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private(set) var frameCount = 0

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

/// Screens of this framework.
final class OurFrameScreens: FrameGroup {
    private let keyboard = MovingKeyboard()
    private let counter = CallCounter()
    private let screens: [FrameScreen]

    init(screens count: Int) {
        let (pool, counter) = (keyboard.pool, counter)
        screens = (0..<count).map { _ in FrameScreen(pool, counter) }
        for screen in screens { screen.subscribeOnKeyboardNotifications() }
    }

    var frameCount: Int { keyboard.frameCount }

    var callCount: Int { counter.count }

    func drawFrame() {
        keyboard.drawFrame()
    }
}

/// Layout guides, one for each screen.
final class OurFrameGuides: FrameGroup {
    private let keyboard = MovingKeyboard()
    private let counter = CallCounter()
    private let guides: [KeyboardLayoutGuide]

    init(screens count: Int) {
        let (pool, counter) = (keyboard.pool, counter)
        guides = (0..<count).map { _ in
            let guide = KeyboardLayoutGuide(pool: pool)
            guide.viewFrame = CGRect(x: 0, y: 0, width: 393, height: 852)
            guide.onChange = { _ in counter.count += 1 }
            return guide
        }
    }

    var frameCount: Int { keyboard.frameCount }

    var callCount: Int { counter.count }

    func drawFrame() {
        keyboard.drawFrame()
    }
}

/// A scroll view with a focused field that the keyboard covers.
///
/// The field is at the end of the content.
final class AvoidingPane: KeyboardAvoiding {
    private let counter: CallCounter
    private var offset: CGFloat = 0

    init(_ counter: CallCounter) {
        self.counter = counter
    }

    var keyboardPane: KeyboardPane {
        .scrollView(frame: CGRect(x: 0, y: 0, width: 393, height: 852), contentHeight: 852, offset: offset)
    }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        self.offset = offset
        counter.count += 1
    }
}

/// Avoiders, one for each screen.
final class OurFrameAvoiders: FrameGroup {
    private let keyboard = MovingKeyboard()
    private let counter = CallCounter()
    private let panes: [AvoidingPane]
    private let avoiders: [KeyboardAvoider]

    init(screens count: Int) {
        let (pool, counter) = (keyboard.pool, counter)
        let panes = (0..<count).map { _ in AvoidingPane(counter) }
        self.panes = panes
        avoiders = panes.map { pane in
            KeyboardAvoider(pane, pool: pool) { [weak pane] in
                pane.map { FocusedContent($0, field: CGRect(x: 16, y: 800, width: 361, height: 44)) }
            }
        }
    }

    var frameCount: Int { keyboard.frameCount }

    var callCount: Int { counter.count }

    func drawFrame() {
        keyboard.drawFrame()
    }
}

/// Screens in an array of weak references.
///
/// The position of the keyboard is computed once per frame.
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
