import Foundation
import KeyboardObservation
import KeyboardSimulation
import Observation
import Testing

/// The insets of a layout guide.
@MainActor
struct KeyboardLayoutGuideTests {
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private let pool: KeyboardObserverPool
    private let keyboard: SimulatedKeyboard

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
        keyboard.start(postingTo: center)
    }

    /// Returns a started keyboard of a tablet, which can be undocked.
    private func tabletKeyboard() -> SimulatedKeyboard {
        let keyboard = SimulatedKeyboard(on: SimulatedScreen(.tablet768x1024), scheduler: scheduler)
        keyboard.start(postingTo: center)
        return keyboard
    }

    private func guide(_ size: CGSize = CGSize(width: 393, height: 852)) -> KeyboardLayoutGuide {
        let guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = CGRect(origin: .zero, size: size)
        guide.safeAreaBottom = 34
        return guide
    }

    @Test func theGuideFollowsTheKeyboardFrameByFrame() {
        let guide = guide()
        #expect(guide.bottomInset == 34)
        var insets: [CGFloat] = []
        guide.onChange = { insets.append($0) }
        keyboard.show(.letters)
        #expect(guide.bottomInset == 34)
        scheduler.advance(by: .milliseconds(100))
        #expect(abs(guide.bottomInset - (852 - keyboard.currentFrame.minY)) < 30)
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 291)
        #expect(insets == insets.sorted())
        #expect(insets.count > 30)
        keyboard.hide()
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 34)
    }

    @Test func anUndockedKeyboardIsIgnoredOrFollowed() {
        let keyboard = tabletKeyboard()
        let guide = guide(keyboard.screen.size)
        keyboard.show(.letters)
        keyboard.perform(.undock(toTop: 300))
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 34)
        guide.geometry.undocked = .follow
        #expect(guide.bottomInset == 724)
        keyboard.perform(.drag(to: CGPoint(x: 0, y: 400)))
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 624)
    }

    @Test func aNewGuideHasTheCurrentInset() {
        pool.listen()
        keyboard.show(.letters)
        scheduler.advance(by: .seconds(2))
        #expect(guide().bottomInset == 291)
    }

    @Test func theInsetFollowsTheViewFrame() {
        let guide = guide()
        keyboard.show(.letters)
        scheduler.advance(by: .seconds(2))
        guide.viewFrame = CGRect(x: 50, y: 100, width: 293, height: 600)
        #expect(guide.bottomInset == 139)
        guide.viewFrame = CGRect(x: 0, y: 0, width: 393, height: 300)
        #expect(guide.bottomInset == 34)
    }

    @Test func theGuideIsObservable() async {
        let guide = guide()
        await confirmation { changed in
            withObservationTracking {
                #expect(guide.bottomInset == 34)
            } onChange: {
                changed()
            }
            keyboard.behavior.motion = .none
            keyboard.show(.letters)
        }
        #expect(guide.bottomInset == 291)
    }

    @Test func poolAndGuideDoNotRetainEachOther() {
        weak var gone: KeyboardLayoutGuide?
        do {
            let guide = guide()
            gone = guide
            keyboard.show()
            scheduler.advance(by: .milliseconds(50))
        }
        #expect(gone == nil)

        var pool: KeyboardObserverPool? = KeyboardObserverPool(center: center, scheduler: scheduler)
        weak let gonePool = pool
        let guide = KeyboardLayoutGuide(pool: pool)
        keyboard.hide()
        scheduler.advance(by: .milliseconds(50))
        pool = nil
        #expect(gonePool == nil)
        scheduler.advance(by: .seconds(2))
        withExtendedLifetime(guide) {}
    }

    @Test func aSheetMovedInOnChangeSettles() {
        let guide = guide()
        guide.safeAreaBottom = 0
        var insets: [CGFloat] = []
        // The sheet moves up by its inset, like a sheet that a toolkit keeps above the keyboard.
        guide.onChange = { [weak guide] inset in
            insets.append(inset)
            if inset > 0 { guide?.viewFrame.origin.y -= inset }
        }
        keyboard.behavior.motion = .none
        keyboard.show(.letters)
        #expect(guide.bottomInset == 0)
        #expect(guide.viewFrame.maxY == 561)
        #expect(insets == [291, 0])
    }

    @Test func aGuideThatNeverSettlesIsReported() {
        let guide = guide()
        var issues: [KeyboardIssue] = []
        pool.onIssue = { issues.append($0) }
        guide.onChange = { [weak guide] inset in guide?.viewFrame.size.height = inset == 291 ? 700 : 852 }
        keyboard.behavior.motion = .none
        keyboard.show(.letters)
        #expect(issues == [.unsettledLayout(limit: 100)])
    }

    @Test func aGuideThatChangesTheScreenForEverIsReported() {
        let guide = guide()
        var issues: [KeyboardIssue] = []
        var count = 0
        pool.onIssue = { issues.append($0) }
        guide.onChange = { [pool] inset in
            count += 1
            // The test ends even if the pool never does.
            guard count < 1_000 else { return }
            pool.fallbackScreenBounds = CGRect(x: 0, y: 0, width: 393, height: inset == 291 ? 700 : 852)
        }
        let info = Notification.KeyboardInfo(
            frameEnd: CGRect(x: 0, y: 561, width: 393, height: 291),
            animationDuration: 0
        )
        center.post(KeyboardEvent(.willShow, info: info).notification)
        #expect(issues == [.unsettledLayout(limit: 100)])
        #expect(count < 110)
        guide.onChange = nil
        pool.fallbackScreenBounds = nil
        #expect(guide.bottomInset == 291)
    }

    @Test func thePartOfAViewBeyondTheScreenIsIgnored() {
        let guide = guide()
        var insets: [CGFloat] = []
        // The window grows by its inset, and then extends beyond the screen.
        guide.onChange = { [weak guide] inset in
            insets.append(inset)
            guide?.viewFrame.size.height = 852 + inset
        }
        keyboard.show(.letters)
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 291)
        #expect(insets.max() == 291)
    }

    @Test func theViewFrameCanBeReadOnDemand() {
        let guide = guide()
        var frame = CGRect(x: 0, y: 0, width: 393, height: 700)
        var readCount = 0
        guide.viewFrameProvider = {
            readCount += 1
            return frame
        }
        keyboard.behavior.motion = .none
        keyboard.show(.letters)
        #expect(guide.bottomInset == 139)
        #expect(guide.viewFrame == frame)
        frame.size.height = 800
        keyboard.show(.lettersWithPredictions)
        #expect(guide.bottomInset == 284)
        scheduler.advance(by: .seconds(1))
        let count = readCount
        scheduler.advance(by: .seconds(10))
        #expect(readCount == count)
    }

    @Test func aWindowThatMovesAtRestIsReported() {
        let guide = guide()
        @MainActor
        final class Window {
            var frame = CGRect(x: 0, y: 0, width: 393, height: 766)
        }
        let window = Window()
        guide.viewFrameProvider = { window.frame }
        guide.safeAreaBottom = 0
        keyboard.behavior.motion = .none
        keyboard.show(.letters)
        scheduler.advance(by: .seconds(2))
        var insets: [CGFloat] = []
        guide.onChange = { insets.append($0) }
        #expect(guide.bottomInset == 205)
        window.frame.size.height = 500
        guide.layoutDidChange()
        guide.layoutDidChange()
        #expect(guide.bottomInset == 0)
        #expect(insets == [0])
    }

    @Test func aGuideWithoutItsPoolKeepsItsInset() {
        var pool: KeyboardObserverPool? = KeyboardObserverPool(center: center, scheduler: scheduler)
        let guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = CGRect(x: 0, y: 0, width: 393, height: 852)
        keyboard.show(.letters)
        scheduler.advance(by: .seconds(2))
        pool = nil
        #expect(guide.bottomInset == 291)
        guide.viewFrame.size.height = 700
        #expect(guide.bottomInset == 139)
    }

    @Test func avoidInsetsTheTopBelowAFloatingKeyboard() {
        let keyboard = tabletKeyboard()
        let guide = guide(keyboard.screen.size)
        guide.geometry.undocked = .avoid
        keyboard.show(.letters)
        keyboard.perform(.float(in: CGRect(x: 40, y: 60, width: 200, height: 180)))
        scheduler.advance(by: .seconds(2))
        #expect(guide.topInset == 240)
        #expect(guide.bottomInset == 34)
    }

    @Test(arguments: [CGFloat.infinity, -.infinity, .nan])
    func aSafeAreaThatIsNotFiniteCountsAsNone(safeArea: CGFloat) {
        let guide = KeyboardLayoutGuide(pool: KeyboardObserverPool(center: NotificationCenter()))
        guide.safeAreaBottom = safeArea
        #expect(guide.bottomInset == 0)
    }

    @Test func aHandlerOfAnUnsettledLayoutDoesNotRunTheUpdatesAgain() {
        let guide = guide()
        var (issues, changes) = (0, 0)
        pool.onIssue = { _ in
            issues += 1
            guide.safeAreaBottom += 1_000
        }
        guide.onChange = { [unowned guide] inset in
            changes += 1
            guide.safeAreaBottom = inset == 40 ? 41 : 40
        }
        guide.safeAreaBottom = 40
        #expect(issues == 1 && changes == 100)
    }
}
