import Foundation
import KeyboardObservation
import KeyboardSimulation
import Observation
import Testing

/// By how much content stays away from the bottom.
@MainActor
@Suite("The layout guide")
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

    private func guide() -> KeyboardLayoutGuide {
        let guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = CGRect(x: 0, y: 0, width: 393, height: 852)
        guide.safeAreaBottom = 34
        return guide
    }

    @Test func itFollowsTheKeyboardFrameByFrame() {
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

    @Test func itMayGoDownToTheViewsBottom() {
        let guide = guide()
        guide.usesBottomSafeArea = false
        #expect(guide.bottomInset == 0)
        keyboard.show(.letters)
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 291)
    }

    @Test func anUndockedKeyboardIsIgnoredOrFollowed() {
        let guide = guide()
        keyboard.show(.letters)
        keyboard.undock(toTop: 300)
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 34)
        guide.followsUndockedKeyboard = true
        #expect(guide.bottomInset == 552)
        keyboard.drag(to: CGPoint(x: 0, y: 400))
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 452)
    }

    @Test func itKnowsTheKeyboardThatWasThereBefore() {
        _ = pool.keyboard
        keyboard.show(.letters)
        scheduler.advance(by: .seconds(2))
        #expect(guide().bottomInset == 291)
    }

    @Test func itFollowsTheView() {
        let guide = guide()
        keyboard.show(.letters)
        scheduler.advance(by: .seconds(2))
        guide.viewFrame = CGRect(x: 50, y: 100, width: 293, height: 600)
        #expect(guide.bottomInset == 139)
        guide.viewFrame = CGRect(x: 0, y: 0, width: 393, height: 300)
        #expect(guide.bottomInset == 34)
    }

    @Test func itIsObservable() async {
        let guide = guide()
        await confirmation { told in
            withObservationTracking {
                #expect(guide.bottomInset == 34)
            } onChange: {
                told()
            }
            keyboard.behavior.motion = .none
            keyboard.show(.letters)
        }
        #expect(guide.bottomInset == 291)
    }

    @Test func thePoolKeepsNoGuideAndAGuideNoPool() {
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
}
