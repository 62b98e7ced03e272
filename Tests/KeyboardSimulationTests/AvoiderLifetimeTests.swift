import Foundation
import KeyboardObservation
import KeyboardSimulation
import Observation
import Synchronization
import Testing

/// What an avoider retains and schedules, and what its callbacks may change.
@MainActor
struct AvoiderLifetimeTests {
    @Test func nothingIsRetained() {
        let fixture = AvoidanceFixture()
        weak let avoider = fixture.avoider
        fixture.focus(0, top: 700)
        fixture.keyboard.show(.letters)
        fixture.offsets(during: 5)
        fixture.dropAvoider()
        #expect(avoider == nil)
        let count = fixture.pane.calls.count
        fixture.settle()
        #expect(fixture.pane.calls.count == count)
    }

    @Test func aPaneThatIsDeallocatedIsLeftAlone() {
        let pool = KeyboardObserverPool(center: NotificationCenter(), scheduler: ManualScheduler())
        var pane: TestPane? = TestPane(.scrollView(frame: .zero, contentHeight: 0, offset: 0))
        weak let released = pane
        let avoider = pane.map { KeyboardAvoider($0, pool: pool) { nil } }
        pane = nil
        #expect(released == nil)
        avoider?.layoutDidChange()
    }

    @Test func settingAPropertyToItsValueReadsNoPane() throws {
        let fixture = AvoidanceFixture(isShown: true)
        let avoider = try #require(fixture.avoider)
        let count = fixture.pane.readingCount
        (avoider.geometry, avoider.margin, avoider.barHeight) = (avoider.geometry, avoider.margin, avoider.barHeight)
        (avoider.isEnabled, avoider.restoresOffset) = (avoider.isEnabled, avoider.restoresOffset)
        avoider.outer = nil
        #expect(fixture.pane.readingCount == count)
    }

    @Test func nothingTicksAtRest() {
        let fixture = AvoidanceFixture()
        fixture.show(field: 700)
        fixture.focus(1, top: 900)
        fixture.settle()
        #expect(fixture.scheduler.waitingCount == 0)
        fixture.hide()
        #expect(fixture.scheduler.waitingCount == 0)
        let reads = fixture.pane.readingCount
        fixture.form.focus(2, top: 30)
        fixture.settle()
        #expect(fixture.pane.readingCount == reads)
    }

    @Test func aPaneMayChangeTheFocusTheLayoutAndTheAvoider() {
        let fixture = AvoidanceFixture()
        fixture.focus(0, top: 700)
        fixture.pane.onCall = {
            fixture.avoider?.layoutDidChange()
            if fixture.pane.calls.count == 3 { fixture.form.focus(1, top: 800) }
            if fixture.pane.calls.count == 9 { fixture.avoider?.barHeight = 10 }
        }
        fixture.show(offset: 290)
        fixture.pane.onCall = { fixture.dropAvoider() }
        fixture.hide()
        #expect(fixture.avoider == nil)
    }

    @Test func anEventThatAPanePostsWhileItIsSetIsFollowedAtOnce() {
        let fixture = AvoidanceFixture()
        fixture.show(field: 700)
        let frame = fixture.keyboard.frame
        let info = Notification.KeyboardInfo(
            frameBegin: frame,
            frameEnd: frame.offsetBy(dx: 0, dy: frame.height),
            animationDuration: 0,
            screenBounds: fixture.keyboard.screen.bounds
        )
        fixture.pane.onCall = {
            fixture.pane.onCall = nil
            fixture.center.post(KeyboardEvent(.willHide, info: info).notification)
        }
        fixture.avoider?.barHeight = 44
        #expect(fixture.pane.insets == KeyboardInsets())
        #expect(fixture.pane.offset == 0)
    }

    @Test func aPaneThatNeverSettlesIsReported() {
        let fixture = AvoidanceFixture()
        var issues: [KeyboardIssue] = []
        fixture.pool.onIssue = { issues.append($0) }
        fixture.show(field: 700)
        #expect(issues.isEmpty)
        fixture.pane.onCall = {
            fixture.pane.layout.contentInsets.bottom += 1_000
            fixture.avoider?.layoutDidChange()
        }
        fixture.hide()
        #expect(issues.first == .unsettledLayout(limit: 100))
    }

    @Test func aPaneThatIsNotFiniteIsLeftAsItIs() {
        let fixture = AvoidanceFixture()
        fixture.focus(0, top: 700)
        fixture.pane.layout.frame.origin.y = .nan
        fixture.show()
        #expect(fixture.pane.calls.isEmpty)
        fixture.pane.layout.frame.origin.y = 0
        fixture.layOut(offset: 180)
    }

    @Test func anAvoiderThatIsSwitchedOffFirstCanBeReplacedWhileTheKeyboardIsShown() {
        let fixture = AvoidanceFixture()
        fixture.show(field: 700)
        fixture.avoider?.isEnabled = false
        let avoider = KeyboardAvoider(fixture.pane, pool: fixture.pool) { [form = fixture.form] in form.focused }
        fixture.dropAvoider()
        #expect(fixture.pane.offset == 180)
        fixture.hide(offset: 0, insets: KeyboardInsets())
        withExtendedLifetime(avoider) {}
    }

    @Test func aFocusThatChangesOffTheMainActorIsRead() async {
        let fixture = AvoidanceFixture()
        fixture.show()
        let focus = SharedFocus()
        let pane = TestPane(fixture.pane.layout)
        let avoider = KeyboardAvoider(pane, pool: fixture.pool) { focus.content }
        let content = fixture.form.content(0, top: 700)
        await Task.detached { focus.content = content }.value
        for _ in 0..<1_000 where fixture.scheduler.waitingCount == 0 { await Task.yield() }
        fixture.settle()
        #expect(pane.offset == 180)
        withExtendedLifetime(avoider) {}
    }
}

/// A focus that any thread may change.
private final class SharedFocus: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let stored = Mutex<FocusedContent?>(nil)

    var content: FocusedContent? {
        get {
            registrar.access(self, keyPath: \.content)
            return stored.withLock { $0 }
        }
        set { registrar.withMutation(of: self, keyPath: \.content) { stored.withLock { $0 = newValue } } }
    }
}
