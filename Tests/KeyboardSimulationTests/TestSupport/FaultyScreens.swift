import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A screen with one mistake, and the finding that names it.
struct FaultyScreen: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: ScreenFinding.Rule
    /// Rules that the mistake violates in further scenarios.
    let otherRules: Set<ScreenFinding.Rule>
    /// A part of the sentence of the finding.
    let words: String
    let findings: @MainActor @Sendable () async -> [ScreenFinding]

    init(
        _ name: String,
        _ rule: ScreenFinding.Rule,
        _ words: String,
        otherRules: Set<ScreenFinding.Rule> = [],
        _ findings: @escaping @MainActor @Sendable () async -> [ScreenFinding]
    ) {
        (self.name, self.rule, self.words, self.otherRules) = (name, rule, words, otherRules)
        self.findings = findings
    }

    var testDescription: String { name }

    static let all: [FaultyScreen] = [
        FaultyScreen("a closure of the pool", .isDeallocated, "the closure of the token `token` retains it") {
            await ScreenConformance { _ in ClosureCycleScreen() }.firstTestFindings()
        },
        FaultyScreen("tokens in an array", .isDeallocated, "the closure of the token `tokens[0]` retains it") {
            await ScreenConformance { _ in TokenArrayCycleScreen() }.firstTestFindings()
        },
        FaultyScreen("onChange of a guide", .isDeallocated, "layout guide `guide` retains it") {
            await ScreenConformance { _ in GuideCycleScreen() }.firstTestFindings()
        },
        FaultyScreen("a stored task", .isDeallocated, "the task `task` retains it") {
            await ScreenConformance { _ in StoredTaskScreen() }.firstTestFindings()
        },
        FaultyScreen("a stored task that can throw", .isDeallocated, "the task `task` retains it") {
            await ScreenConformance { _ in ThrowingTaskScreen() }.firstTestFindings()
        },
        FaultyScreen("a task that is not stored", .isDeallocated, "a task that iterates") {
            await ScreenConformance { _ in TaskScreen() }.firstTestFindings()
        },
        FaultyScreen("a timer", .isDeallocated, "an action that waits on the scheduler retains it") {
            await ScreenConformance { bed in TimerCycleScreen(bed.scheduler) }.firstTestFindings()
        },
        FaultyScreen("a stored timer", .isDeallocated, "the scheduled action `timer` retains it") {
            await ScreenConformance { bed in StoredTimerCycleScreen(bed.scheduler) }.firstTestFindings()
        },
        FaultyScreen("its own array", .isDeallocated, "its own collection holds it: `children[0]`") {
            await ScreenConformance { _ in OwnArrayScreen() }.firstTestFindings()
        },
        FaultyScreen("a strong delegate", .isDeallocated, "refers to it and is not weak, among `row.delegate`") {
            await ScreenConformance { _ in DelegateCycleScreen() }.firstTestFindings()
        },
        FaultyScreen("an own closure", .isDeallocated, "a closure that captures it, among `") {
            await ScreenConformance { _ in OwnClosureScreen() }.firstTestFindings()
        },
        FaultyScreen("the closure of an avoider", .isDeallocated, "the closure of the avoider `avoider` retains it") {
            await ScreenConformance { _ in AvoiderCycleScreen() }.firstTestFindings()
        },
        FaultyScreen("a closure beside an avoider", .isDeallocated, "that captures it, among `onTap`, or an") {
            await ScreenConformance { _ in ClosureBesideAvoiderScreen() }.firstTestFindings()
        },
        FaultyScreen("a cycle that begins at the first show", .isDeallocated, "what retains it is unknown") {
            await ScreenConformance { _ in LateCycleScreen() }.firstTestFindings()
        },
        FaultyScreen("a token that outlives the screen", .isSilentAfterwards, "still called") {
            await ScreenConformance { _ in LostTokenScreen() }.firstTestFindings()
        },
        FaultyScreen("a task that outlives the screen", .isSilentAfterwards, "still called") {
            await ScreenConformance { _ in LostTaskScreen() }.firstTestFindings()
        },
        FaultyScreen("a timer that outlives the screen", .stopsItsTimers, "runs again and again after the screen") {
            await ScreenConformance { bed in LostTimerScreen(bed.scheduler) }.firstTestFindings()
        },
        FaultyScreen("a forgotten restore", .restoresItsContent, "not restored after a hide: the scroll offset is") {
            await ScreenConformance { _ in
                UnrestoredScreen()
            } scrollOffset: {
                $0.offset
            }.firstTestFindings()
        },
        FaultyScreen("a restore of the last height only", .restoresItsContent, "not restored after a hide") {
            await ScreenConformance { _ in
                CountingRestoreScreen()
            } scrollOffset: {
                $0.offset
            }.firstTestFindings()
        },
        FaultyScreen(
            "a forgotten restore of a first field",
            .restoresItsContent,
            "is 0 on a screen that never had",
            // A keyboard that undocks posts a *hide* as well.
            otherRules: [.insetIsOverlap]
        ) {
            await ScreenConformance { bed in
                UnrestoredSearchScreen(bed)
            } bottomInset: {
                $0.inset
            }.firstTestFindings()
        },
        FaultyScreen("an inset that does not shrink", .insetIsOverlap, "if this keyboard had been there") {
            await ScreenConformance { bed in
                LargestInsetScreen(bed)
            } bottomInset: {
                $0.inset
            }.firstTestFindings()
        },
        FaultyScreen("a height that is added", .insetIsOverlap, "the sum of the last 2 heights, so set") {
            await ScreenConformance(on: .phone393x852) { _ in
                AddingInsetScreen()
            } bottomInset: {
                $0.inset
            }.firstTestFindings()
        },
        FaultyScreen("a frame that does not rotate", .insetIsOverlap, "pass `rotates: false` if the screen does not") {
            await ScreenConformance { bed in
                StaleFrameScreen(bed)
            } bottomInset: {
                $0.inset
            } viewFrame: {
                $0.frame
            }.impatient.findings(
                in: KeyboardScenario(
                    "upright",
                    on: .phone393x852,
                    orientation: .landscape,
                    steps: [.rotate(to: .portrait), .show(.letters), .settle]
                )
            )
        },
        FaultyScreen("a height where an overlap is needed", .insetIsOverlap, "use the overlap of the view") {
            await ScreenConformance { bed in
                SheetScreen(bed)
            } bottomInset: {
                $0.inset
            } viewFrame: {
                $0.frame
            }.firstTestFindings()
        },
        FaultyScreen("a first height that stays", .showsItsFocus, "points of the focused frame at rest") {
            await ScreenConformance { bed in
                FirstHeightScreen(bed)
            } focusedFrame: {
                $0.focusedFrame
            }.firstTestFindings()
        },
        FaultyScreen("a keyboard that covers the field", .showsItsFocus, "points of the focused frame at rest") {
            await ScreenConformance { bed in
                CoveredScreen(bed)
            } focusedFrame: {
                $0.focusedFrame
            }.firstTestFindings()
        },
        FaultyScreen("an animation that begins anew", .movesContinuously, "the bottom inset jumps from") {
            await ScreenConformance { bed in
                RestartingScreen(bed)
            } bottomInset: {
                $0.inset
            }.firstTestFindings()
        },
        FaultyScreen("a begin without an end", .balancesTransitions, "begun transitions have no end") {
            await ScreenConformance { bed in
                UnfinishedScreen(bed)
            } openTransitions: {
                $0.open
            }.firstTestFindings()
        },
        FaultyScreen("an end without a begin", .balancesTransitions, "ended transitions have no begin") {
            await ScreenConformance { bed in
                OverfinishedScreen(bed)
            } openTransitions: {
                $0.open
            }.firstTestFindings()
        },
        FaultyScreen(
            "a division by zero",
            .isFinite,
            "the bottom inset is",
            otherRules: [.restoresItsContent]
        ) {
            await ScreenConformance { _ in
                DividingScreen()
            } bottomInset: {
                $0.inset
            }.firstTestFindings()
        },
        FaultyScreen("a post at each event", .postsWithBound, "posts keyboard notifications again and again") {
            await ScreenConformance { bed in PostingScreen(bed.center) }.firstTestFindings()
        },
        FaultyScreen("an action without a delay", .postsWithBound, "again and again without a delay") {
            await ScreenConformance { bed in SpinningScreen(bed.scheduler) }.firstTestFindings()
        },
        FaultyScreen("a subscription to the shared pool", .usesCurrentPool, "subscribe to the current pool") {
            await ScreenConformance { _ in SharedPoolScreen() }.firstTestFindings()
        },
        FaultyScreen("a state of the shared pool at each show", .usesCurrentPool, "subscribe to the current pool") {
            await ScreenConformance { _ in SharedStateScreen() }.firstTestFindings()
        },
        FaultyScreen("a subscription in a GCD block", .usesCurrentPool, "pass it to GCD blocks") {
            await ScreenConformance { _ in BlockScreen() }.firstTestFindings()
        },
        FaultyScreen("a token in a GCD block", .usesCurrentPool, "pass it to GCD blocks") {
            await ScreenConformance { _ in BlockTokenScreen() }.firstTestFindings()
        },
        FaultyScreen("a subscription at each show", .subscribesWithBound, "subscribes again and again") {
            await ScreenConformance { _ in ResubscribingScreen() }.firstTestFindings()
        },
        FaultyScreen("a guide at each show", .subscribesWithBound, "subscribes again and again") {
            await ScreenConformance { _ in GuideAtEachShowScreen() }.firstTestFindings()
        },
    ]
}

// MARK: - Cycles

@MainActor
class ClosureCycleScreen {
    var token: KeyboardObservationToken?
    var height: CGFloat = 0

    init() {
        token = KeyboardObserverPool.current.observe([.willShow]) { event in
            self.height = event.info.frameEnd?.height ?? 0
        }
    }
}

final class TokenArrayCycleScreen: KeyboardObservable, CommonKeyboardPresentable {
    var tokens: [KeyboardObservationToken] = []
    var height: CGFloat = 0

    init() {
        subscribeOnKeyboardNotifications()
        tokens = [KeyboardObserverPool.current.observeState { self.height = $0.frame?.height ?? 0 }]
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {}
    func keyboardWillBeHidden(duration: TimeInterval) {}
}

@MainActor
final class GuideCycleScreen {
    let guide = KeyboardLayoutGuide()
    var inset: CGFloat = 0

    init() {
        guide.viewFrame = CGRect(x: 0, y: 0, width: 320, height: 480)
        guide.onChange = { self.inset = $0 }
    }
}

@MainActor
final class StoredTaskScreen {
    var task: Task<Void, Never>?
    var count = 0

    init() {
        task = Task { for await _ in KeyboardObserverPool.current.events { self.count += 1 } }
    }

    deinit {
        task?.cancel()
    }
}

@MainActor
final class ThrowingTaskScreen {
    var task: Task<Void, any Error>?
    var count = 0

    init() {
        task = Task {
            for await _ in KeyboardObserverPool.current.events {
                try Task.checkCancellation()
                self.count += 1
            }
        }
    }

    deinit {
        task?.cancel()
    }
}

@MainActor
final class TaskScreen {
    var count = 0

    init() {
        Task { for await _ in KeyboardObserverPool.current.states { count += 1 } }
    }
}

@MainActor
final class TimerCycleScreen {
    private let scheduler: any KeyboardScheduler
    private var count = 0

    init(_ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        tick()
    }

    private func tick() {
        count += 1
        scheduler.schedule(after: .seconds(1)) { self.tick() }
    }
}

@MainActor
final class StoredTimerCycleScreen {
    private let scheduler: any KeyboardScheduler
    private var timer: KeyboardScheduledAction?

    init(_ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        tick()
    }

    private func tick() {
        timer = scheduler.schedule(after: .seconds(1)) { self.tick() }
    }
}

@MainActor
final class OwnArrayScreen {
    var children: [AnyObject] = []

    init() {
        children.append(self)
    }
}

@MainActor
final class DelegateCycleScreen {
    final class Row {
        var delegate: AnyObject?
    }

    let row = Row()

    init() {
        row.delegate = self
    }
}

@MainActor
private class AvoidingScreen: KeyboardAvoiding {
    var avoider: KeyboardAvoider?
    init() {}
    var keyboardPane: KeyboardPane { .sheet(frame: CGRect(x: 0, y: 0, width: 320, height: 400), offset: 0) }
    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {}
}

private final class AvoiderCycleScreen: AvoidingScreen {
    override init() {
        super.init()
        avoider = KeyboardAvoider(self) { withExtendedLifetime(self) { nil } }
    }
}

private final class ClosureBesideAvoiderScreen: AvoidingScreen {
    var onTap: (() -> Void)?

    override init() {
        super.init()
        avoider = KeyboardAvoider(self) { nil }
        onTap = { withExtendedLifetime(self) {} }
    }
}

@MainActor
final class OwnClosureScreen {
    var onDone: (() -> Void)?
    var isDone = false

    init() {
        onDone = { self.isDone = true }
    }
}

final class LateCycleScreen: KeyboardObservable, CommonKeyboardPresentable {
    var completion: (() -> Void)?
    var isDone = false

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        completion = { self.isDone = true }
    }

    func keyboardWillBeHidden(duration: TimeInterval) {}
}

// MARK: - What outlives a screen

@MainActor
final class LostTokenScreen {
    static var tokens: [KeyboardObservationToken] = []
    var height: CGFloat = 0

    init() {
        let token = KeyboardObserverPool.current.observe([.willShow]) { [weak self] event in
            self?.height = event.info.frameEnd?.height ?? 0
        }
        Self.tokens.append(token)
    }
}

@MainActor
final class LostTaskScreen {
    var count = 0

    init() {
        let events = KeyboardObserverPool.current.events
        Task { [weak self] in for await _ in events { self?.count += 1 } }
    }
}

@MainActor
final class LostTimerScreen {
    init(_ scheduler: any KeyboardScheduler) {
        Self.tick(scheduler)
    }

    private static func tick(_ scheduler: any KeyboardScheduler) {
        scheduler.schedule(after: .seconds(1)) { tick(scheduler) }
    }
}

// MARK: - Layout

final class UnrestoredScreen: KeyboardObservable, CommonKeyboardPresentable {
    var offset: CGFloat = 0

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { offset = keyboardHeight }
    func keyboardWillBeHidden(duration: TimeInterval) {}
}

/// Adds the height of the keyboard at each show, but subtracts only the last height at a hide.
final class CountingRestoreScreen: KeyboardObservable, CommonKeyboardPresentable {
    var offset: CGFloat = 0
    private var height: CGFloat = 0

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        height = keyboardHeight
        offset += keyboardHeight
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        offset -= height
        height = 0
    }
}

/// A sheet in the middle of the screen.
final class SheetScreen: KeyboardObservable, CommonKeyboardPresentable {
    private let screen: SimulatedScreen
    var inset: CGFloat = 0

    init(_ bed: KeyboardTestBed) {
        screen = bed.screen
        subscribeOnKeyboardNotifications()
    }

    var frame: CGRect { screen.bounds.insetBy(dx: 20, dy: screen.size.height / 5) }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset = keyboardHeight }
    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }
}

@MainActor
class FieldScreen {
    let screen: SimulatedScreen
    var inset: CGFloat = 0

    init(_ bed: KeyboardTestBed) {
        screen = bed.screen
    }

    /// A field at the bottom of the content.
    var focusedFrame: CGRect {
        CGRect(x: 16, y: screen.size.height - inset - 60, width: screen.size.width - 32, height: 44)
    }
}

/// Ignores a change of the height.
final class FirstHeightScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        if inset == 0 { inset = keyboardHeight }
    }

    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }
}

final class CoveredScreen: FieldScreen {}

/// Moves its content to the closed position at the begin of each transition that shows the keyboard.
final class RestartingScreen: FieldScreen, KeyboardObservable, KeyboardTransitionPresentable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    var keyboardAvoidingFrame: CGRect { screen.bounds }

    func keyboardWillBeShown(notification: Notification) {}
    func keyboardWillBeHidden(notification: Notification) {}

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {
        if overlap.height > 0 { inset = 0 }
    }

    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) { inset = overlap.height }

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        if isFinished { inset = overlap.height }
    }
}

class TransitionCountingScreen: FieldScreen, KeyboardObservable, KeyboardTransitionPresentable {
    var open = 0

    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    var keyboardAvoidingFrame: CGRect { screen.bounds }

    func keyboardWillBeShown(notification: Notification) {}
    func keyboardWillBeHidden(notification: Notification) {}
    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) { open += 1 }
    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {}
    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) { open -= 1 }
}

/// Ends only finished transitions.
final class UnfinishedScreen: TransitionCountingScreen {
    override func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        if isFinished { open -= 1 }
    }
}

/// Begins only transitions that show the keyboard.
final class OverfinishedScreen: TransitionCountingScreen {
    override func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {
        if overlap.height > 0 { open += 1 }
    }
}

/// Divides by the duration.
final class DividingScreen: KeyboardObservable, FullKeyboardPresentable {
    var inset: CGFloat = 0

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {
        let duration = keyboardInfo.animationDuration ?? 1
        inset = (keyboardInfo.frameEnd?.height ?? 0) * duration / duration
    }

    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { inset = 0 }
}

/// The field takes the focus as soon as the screen is created.
///
/// The screen does not restore its content.
final class UnrestoredSearchScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let field: SimulatedTextField

    override init(_ bed: KeyboardTestBed) {
        field = SimulatedTextField(on: bed.keyboard)
        super.init(bed)
        subscribeOnKeyboardNotifications()
        _ = field.becomeFirstResponder()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset = keyboardHeight }
    func keyboardWillBeHidden(duration: TimeInterval) {}
}

final class AddingInsetScreen: KeyboardObservable, CommonKeyboardPresentable {
    var inset: CGFloat = 0

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset += keyboardHeight }
    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }
}

/// Has a view that keeps its first frame.
final class StaleFrameScreen: KeyboardObservable, CommonKeyboardPresentable {
    let frame: CGRect
    var inset: CGFloat = 0

    init(_ bed: KeyboardTestBed) {
        frame = bed.screen.bounds
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset = keyboardHeight }
    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }
}

final class LargestInsetScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset = max(inset, keyboardHeight) }
    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }
}

// MARK: - Another pool

@MainActor
final class SharedPoolScreen {
    private var token: KeyboardObservationToken?
    private var height: CGFloat = 0

    init() {
        token = KeyboardObserverPool.shared.observe([.willShow]) { [weak self] event in
            self?.height = event.info.frameEnd?.height ?? 0
        }
    }
}

final class SharedStateScreen: KeyboardObservable {
    private var token: KeyboardObservationToken?

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) {
        token = KeyboardObserverPool.shared.observeState(startingWithCurrent: false) { _ in }
    }

    func keyboardWillBeHidden(notification: Notification) {}
}

final class BlockScreen: KeyboardObservable, CommonKeyboardPresentable {
    init() {
        DispatchQueue.main.async { [weak self] in self?.subscribeOnKeyboardNotifications() }
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {}
    func keyboardWillBeHidden(duration: TimeInterval) {}
}

@MainActor
final class BlockTokenScreen {
    private var token: KeyboardObservationToken?
    private var height: CGFloat = 0

    init() {
        DispatchQueue.main.async { [weak self] in
            self?.token = KeyboardObserverPool.current.observe([.willShow]) { [weak self] event in
                self?.height = event.info.frameEnd?.height ?? 0
            }
        }
    }
}

// MARK: - Without bound

final class PostingScreen: KeyboardObservable {
    private let center: NotificationCenter

    init(_ center: NotificationCenter) {
        self.center = center
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { center.post(notification) }
    func keyboardWillBeHidden(notification: Notification) {}
}

final class SpinningScreen: KeyboardObservable {
    private let scheduler: any KeyboardScheduler

    init(_ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { layOut() }
    func keyboardWillBeHidden(notification: Notification) {}

    private func layOut() {
        scheduler.schedule(after: .zero) { [weak self] in self?.layOut() }
    }
}

final class ResubscribingScreen: KeyboardObservable {
    private var tokens: [KeyboardObservationToken] = []

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) {
        tokens.append(keyboardObserverPool.observe([.didShow]) { _ in })
    }

    func keyboardWillBeHidden(notification: Notification) {}
}

final class GuideAtEachShowScreen: KeyboardObservable {
    private var guides: [KeyboardLayoutGuide] = []

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) {
        guides.append(KeyboardLayoutGuide())
    }

    func keyboardWillBeHidden(notification: Notification) {}
}
