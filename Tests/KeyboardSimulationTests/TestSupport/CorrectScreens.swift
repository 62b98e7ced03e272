import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A screen without a mistake, in one style.
struct CorrectScreen: Sendable, CustomTestStringConvertible {
    let name: String
    let findings: @MainActor @Sendable () async -> [ScreenFinding]

    init(_ name: String, _ findings: @escaping @MainActor @Sendable () async -> [ScreenFinding]) {
        (self.name, self.findings) = (name, findings)
    }

    var testDescription: String { name }

    static let all: [CorrectScreen] = [
        CorrectScreen("no keyboard at all") { await ScreenConformance { _ in EmptyScreen() }.testFindings() },
        CorrectScreen("heights") {
            await ScreenConformance { bed in
                HeightScreen(bed)
            } focusedFrame: {
                $0.focusedFrame
            } scrollOffset: {
                $0.inset
            } bottomInset: {
                $0.inset
            }.testFindings()
        },
        CorrectScreen("raw methods with an overlap") {
            await ScreenConformance { bed in
                SideScreen(bed)
            } bottomInset: {
                $0.inset
            } viewFrame: {
                $0.viewFrame
            }.testFindings()
        },
        CorrectScreen("a guide") {
            await ScreenConformance { bed in
                GuideScreen(bed)
            } focusedFrame: {
                $0.focusedFrame
            } bottomInset: {
                $0.guide.bottomInset
            }.testFindings()
        },
        CorrectScreen("transitions") {
            await ScreenConformance { bed in
                TransitionScreen(bed)
            } focusedFrame: {
                $0.focusedFrame
            } bottomInset: {
                $0.inset
            } openTransitions: {
                $0.open
            }.testFindings()
        },
        CorrectScreen("a token with its owner") { await ScreenConformance { _ in OwnerScreen() }.testFindings() },
        CorrectScreen("a weak token") { await ScreenConformance { _ in WeakTokenScreen() }.testFindings() },
        CorrectScreen("a state observer") {
            await ScreenConformance { bed in
                StateScreen(bed)
            } focusedFrame: {
                $0.focusedFrame
            } bottomInset: {
                $0.inset
            }.testFindings()
        },
        CorrectScreen("a cancelled task") { await ScreenConformance { _ in CancelledTaskScreen() }.testFindings() },
        CorrectScreen("a detached task") { await ScreenConformance { _ in DetachedTaskScreen() }.testFindings() },
        CorrectScreen("a task that ends at the next event") {
            await ScreenConformance { _ in EndingTaskScreen() }.testFindings()
        },
        CorrectScreen("an animation on the scheduler") {
            await ScreenConformance { bed in
                AnimatingScreen(bed)
            } bottomInset: {
                $0.inset
            }.testFindings()
        },
        CorrectScreen("a debounced layout that retains its screen for a while") {
            await ScreenConformance { bed in
                DebouncingScreen(bed)
            } focusedFrame: {
                $0.focusedFrame
            }.testFindings()
        },
        CorrectScreen("subscribed while shown only") {
            await ScreenConformance { _ in TemporarySubscriptionScreen() }.testFindings()
        },
        CorrectScreen("a weak parent in a child") { await ScreenConformance { _ in ParentScreen() }.testFindings() },
        CorrectScreen("one post for each show") {
            await ScreenConformance { bed in OncePostingScreen(bed.center) }.testFindings()
        },
        CorrectScreen("an idle timer that retains its screen until it has run") {
            await ScreenConformance { bed in IdleScreen(bed) }.testFindings()
        },
        CorrectScreen("tasks that run once") {
            await ScreenConformance { _ in
                OneShotTaskScreen()
            } scrollOffset: {
                $0.offset
            }.testFindings()
        },
        CorrectScreen("the smallest scroll offset") {
            await ScreenConformance { bed in
                ScrollingScreen(bed)
            } focusedFrame: {
                $0.fieldFrame
            } scrollOffset: {
                $0.inset
            }.testFindings()
        },
        CorrectScreen("frame events only, in coordinates that do not turn") {
            let scenario = KeyboardScenario(
                "fixed coordinates",
                on: .tablet768x1024,
                orientation: .landscape,
                behavior: SimulatedKeyboard.Behavior { $0.usesPortraitCoordinates = true },
                steps: [.showOtherAppsKeyboard(.custom(height: 180))]
            )
            return await ScreenConformance { bed in
                FrameScreen(bed)
            } bottomInset: {
                $0.inset
            }.findings(in: scenario)
        },
        CorrectScreen("a guide between the heights of a burst") {
            let scenario = KeyboardScenario(
                "burst",
                on: .phone414x896,
                behavior: SimulatedKeyboard.Behavior {
                    $0.motion = .none
                    $0.burstSpacing = 0.02
                },
                steps: [.show(), .show(.thirdParty(heights: [0, 180, 240])), .wait(.milliseconds(7))]
            )
            return await ScreenConformance { bed in
                GuideScreen(bed)
            } bottomInset: {
                $0.guide.bottomInset
            }.findings(in: scenario)
        },
        CorrectScreen("a safe area and a margin") {
            await ScreenConformance { bed in
                MarginScreen(bed)
            } bottomInset: {
                $0.total
            }.testFindings()
        },
        CorrectScreen("a field that has the focus from the beginning") {
            await ScreenConformance { bed in
                SearchScreen(bed)
            } scrollOffset: {
                $0.inset
            } bottomInset: {
                $0.inset
            }.testFindings()
        },
        CorrectScreen("an animated show and an immediate hide") {
            await ScreenConformance { bed in
                ImmediateHideScreen(bed)
            } bottomInset: {
                $0.inset
            }.testFindings()
        },
        CorrectScreen("an animated hide and an immediate show") {
            await ScreenConformance { bed in
                ImmediateShowScreen(bed)
            } bottomInset: {
                $0.inset
            }.testFindings()
        },
        CorrectScreen("a safe area in each orientation") {
            let scenario = KeyboardScenario(
                "turned while shown",
                on: .phone393x852,
                orientation: .landscape,
                steps: [.show(.letters), .rotate(to: .portrait)]
            )
            let conformance = ScreenConformance { bed in
                SafeAreaScreen(bed)
            } scrollOffset: {
                $0.inset
            } bottomInset: {
                $0.inset
            }
            return await conformance.findings(in: scenario) + conformance.testFindings()
        },
        CorrectScreen("a bar that appears with the keyboard") {
            await ScreenConformance { bed in
                BarScreen(bed)
            } bottomInset: {
                $0.inset - $0.barHeight
            }.testFindings()
        },
        CorrectScreen("a tall field below a bar") {
            let scenario = KeyboardScenario(
                "little room",
                on: .phone414x896,
                orientation: .landscape,
                steps: [.show(.custom(height: 240)), .settle]
            )
            return await ScreenConformance { bed in
                TallFieldScreen(bed)
            } focusedFrame: {
                $0.fieldFrame
            } viewFrame: {
                $0.viewFrame
            }.findings(in: scenario)
        },
        CorrectScreen("a restore a while after the hide") {
            await ScreenConformance { bed in
                LateRestoreScreen(bed)
            } scrollOffset: {
                $0.inset
            }.findings(in: KeyboardScenario("show", on: .phone393x852, steps: [.show(.letters)]))
        },
        CorrectScreen("an app-wide observer that the first screen creates") {
            await ScreenConformance { _ in AnalyticsScreen() }.testFindings()
        },
    ]
}

@MainActor
final class EmptyScreen {}

final class HeightScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset = keyboardHeight }
    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }
}

/// A view in the left half of the screen, above a bar.
final class SideScreen: FieldScreen, KeyboardObservable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        inset = covered
        subscribeOnKeyboardNotifications()
    }

    var viewFrame: CGRect {
        CGRect(x: 0, y: 40, width: screen.size.width / 2, height: screen.size.height - 40 - 83)
    }

    func keyboardWillBeShown(notification: Notification) { inset = covered }
    func keyboardWillBeHidden(notification: Notification) { inset = 0 }
    func keyboardFrameWillChange(notification: Notification) { inset = covered }

    private var covered: CGFloat {
        KeyboardGeometry().insets(of: viewFrame, in: screen.bounds, with: keyboardObserverPool.keyboard).bottom
    }
}

final class GuideScreen: FieldScreen {
    let guide = KeyboardLayoutGuide()

    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        guide.safeAreaBottom = 34
        guide.onChange = { [weak self] in self?.inset = $0 }
        guide.viewFrameProvider = { [screen] in screen.bounds }
    }
}

final class TransitionScreen: TransitionCountingScreen {
    override func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
        inset = overlap.height
    }

    override func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        super.keyboardTransitionDidEnd(transition, overlap: overlap, isFinished: isFinished)
        inset = overlap.height
    }
}

@MainActor
final class OwnerScreen {
    private var token: KeyboardObservationToken?
    private var height: CGFloat = 0

    init() {
        token = KeyboardObserverPool.current.observe(for: self, [.willShow]) { screen, event in
            screen.height = event.info.frameEnd?.height ?? 0
        }
    }
}

@MainActor
final class WeakTokenScreen {
    private var token: KeyboardObservationToken?
    private var height: CGFloat = 0

    init() {
        token = KeyboardObserverPool.current.observe { [weak self] event in
            self?.height = event.info.frameEnd?.height ?? 0
        }
    }
}

final class StateScreen: FieldScreen {
    private var token: KeyboardObservationToken?

    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        token = bed.pool.observeState { [weak self] state in
            guard let self else { return }
            inset = KeyboardGeometry().insets(of: screen.bounds, in: screen.bounds, with: state).bottom
        }
    }
}

@MainActor
final class CancelledTaskScreen {
    private var task: Task<Void, Never>?
    private var count = 0

    init() {
        task = Task { [weak self] in
            for await _ in KeyboardObserverPool.current.events { self?.count += 1 }
        }
    }

    deinit {
        task?.cancel()
    }
}

@MainActor
final class DetachedTaskScreen {
    private var task: Task<Void, Never>?

    init() {
        let events = KeyboardObserverPool.current.events
        task = Task.detached { for await _ in events {} }
    }

    deinit {
        task?.cancel()
    }
}

@MainActor
final class EndingTaskScreen {
    private var count = 0

    init() {
        let states = KeyboardObserverPool.current.states
        Task { [weak self] in
            for await _ in states {
                guard let self else { return }
                count += 1
            }
        }
    }
}

/// Moves its content on its own timer, from the current inset.
final class AnimatingScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let scheduler: any KeyboardScheduler
    private var timer: KeyboardScheduledAction?
    private var step: CGFloat = 0
    private var target: CGFloat = 0

    override init(_ bed: KeyboardTestBed) {
        scheduler = bed.scheduler
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        animate(to: keyboardHeight, duration)
    }

    func keyboardWillBeHidden(duration: TimeInterval) { animate(to: 0, duration) }

    private func animate(to target: CGFloat, _ duration: TimeInterval) {
        timer?.cancel()
        self.target = target
        step = (target - inset) / max(duration * 60, 1)
        tick()
    }

    private func tick() {
        guard abs(target - inset) > abs(step) else { return inset = target }
        inset += step
        timer = scheduler.schedule(after: .milliseconds(17)) { [weak self] in self?.tick() }
    }
}

final class DebouncingScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let scheduler: any KeyboardScheduler

    override init(_ bed: KeyboardTestBed) {
        scheduler = bed.scheduler
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        inset = keyboardHeight
        scheduler.schedule(after: .milliseconds(300)) { self.layOut() }
    }

    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }

    private func layOut() {}
}

final class TemporarySubscriptionScreen: KeyboardObservable {
    private var token: KeyboardObservationToken?

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) {
        token = keyboardObserverPool.observe([.didShow]) { _ in }
    }

    func keyboardWasHidden(notification: Notification) { token = nil }
    func keyboardWillBeHidden(notification: Notification) {}
}

@MainActor
final class ParentScreen {
    final class Child {
        weak var parent: ParentScreen?
        var others: [Child] = []
    }

    let children = [Child(), Child()]

    init() {
        for child in children { child.parent = self }
        // A reference from one child to another is not a reference to the screen.
        children[0].others = [children[1]]
    }
}

/// Reports its own layout as a change of the frame, once for each show.
final class OncePostingScreen: KeyboardObservable {
    private let center: NotificationCenter

    init(_ center: NotificationCenter) {
        self.center = center
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) {
        center.post(name: .keyboardDidChangeFrame, object: notification.object, userInfo: notification.userInfo)
    }

    func keyboardWillBeHidden(notification: Notification) {}
}

final class MarginScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    var total: CGFloat { max(34, inset) }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset = keyboardHeight + 16 }
    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }
}

final class IdleScreen: KeyboardObservable {
    private let scheduler: any KeyboardScheduler
    private var isIdle = false

    init(_ bed: KeyboardTestBed) {
        scheduler = bed.scheduler
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) {
        scheduler.schedule(after: .seconds(10)) { self.isIdle = true }
    }

    func keyboardWillBeHidden(notification: Notification) {}
}

final class OneShotTaskScreen: KeyboardObservable, CommonKeyboardPresentable {
    var offset: CGFloat = 0

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { Task { offset = keyboardHeight } }
    func keyboardWillBeHidden(duration: TimeInterval) { Task { offset = 0 } }
}

/// Scrolls no farther than its field needs.
final class ScrollingScreen: FieldScreen, KeyboardObservable, FullKeyboardPresentable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    var fieldFrame: CGRect { frameAtTop.offsetBy(dx: 0, dy: -inset) }

    private var frameAtTop: CGRect { CGRect(x: 16, y: screen.size.height * 0.7, width: 200, height: 44) }

    private var isShown = false

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {
        isShown = true
        scroll(keyboardInfo)
    }

    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {
        isShown = false
        inset = 0
    }

    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) {
        if isShown, keyboardInfo.isObscured != nil { scroll(keyboardInfo) }
    }

    private func scroll(_ info: Notification.KeyboardInfo) {
        guard let frame = info.frameEnd else { return }
        inset = info.isObscured == true ? 0 : max(frameAtTop.maxY - frame.minY + 8, 0)
    }
}

final class FrameScreen: FieldScreen, KeyboardObservable, FullKeyboardPresentable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {}
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {}

    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) {
        if let frame = keyboardInfo.frameEnd { inset = max(screen.size.height - frame.minY, 0) }
    }
}

/// The field takes the focus as soon as the screen is created.
final class SearchScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let field: SimulatedTextField

    override init(_ bed: KeyboardTestBed) {
        field = SimulatedTextField(on: bed.keyboard)
        super.init(bed)
        subscribeOnKeyboardNotifications()
        _ = field.becomeFirstResponder()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset = keyboardHeight }
    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }
}

/// Moves its content frame by frame on its own clock.
class SteppingScreen: FieldScreen {
    private let scheduler: any KeyboardScheduler
    private var action: KeyboardScheduledAction?

    override init(_ bed: KeyboardTestBed) {
        scheduler = bed.scheduler
        super.init(bed)
    }

    func move(to target: CGFloat) {
        step(by: (target - inset) / 15, 15, to: target)
    }

    func jump(to target: CGFloat) {
        action?.cancel()
        inset = target
    }

    private func step(by distance: CGFloat, _ count: Int, to target: CGFloat) {
        action?.cancel()
        guard count > 1 else { return inset = target }
        inset += distance
        action = scheduler.schedule(after: .milliseconds(17)) { [weak self] in
            self?.step(by: distance, count - 1, to: target)
        }
    }
}

final class ImmediateHideScreen: SteppingScreen, KeyboardObservable, CommonKeyboardPresentable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { move(to: keyboardHeight) }
    func keyboardWillBeHidden(duration: TimeInterval) { jump(to: 0) }
}

final class ImmediateShowScreen: SteppingScreen, KeyboardObservable, CommonKeyboardPresentable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { jump(to: keyboardHeight) }
    func keyboardWillBeHidden(duration: TimeInterval) { move(to: 0) }
}

final class SafeAreaScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        inset = safeArea
        subscribeOnKeyboardNotifications()
    }

    private var safeArea: CGFloat { screen.orientation == .landscape ? 21 : 34 }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset = keyboardHeight }
    func keyboardWillBeHidden(duration: TimeInterval) { inset = safeArea }
}

final class BarScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private(set) var barHeight: CGFloat = 0

    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        barHeight = 56
        inset = keyboardHeight + barHeight
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        barHeight = 0
        inset = 0
    }
}

/// Has a field directly below a bar of 64 points.
///
/// The field cannot scroll farther up.
final class TallFieldScreen: FieldScreen {
    var fieldFrame: CGRect { CGRect(x: 0, y: 64, width: screen.size.width, height: 120) }

    var viewFrame: CGRect {
        CGRect(x: 0, y: 64, width: screen.size.width, height: screen.size.height - 64)
    }
}

/// Keeps its inset for 1.5 s after a hide, because another field may take the focus.
final class LateRestoreScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let scheduler: any KeyboardScheduler
    private var action: KeyboardScheduledAction?

    override init(_ bed: KeyboardTestBed) {
        scheduler = bed.scheduler
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        action?.cancel()
        inset = keyboardHeight
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        action = scheduler.schedule(after: .milliseconds(1_500)) { [weak self] in self?.inset = 0 }
    }
}

/// Counts the *show* events of the whole app, in the pool of the first screen.
@MainActor
private final class Analytics {
    static let shared = Analytics()
    private var token: KeyboardObservationToken?
    private var count = 0

    init() {
        token = KeyboardObserverPool.current.observe(for: self, [.didShow]) { analytics, _ in analytics.count += 1 }
    }
}

@MainActor
final class AnalyticsScreen {
    init() {
        _ = Analytics.shared
    }
}
