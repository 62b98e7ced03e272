import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct SimulatedKeyboardTests {
    let fixture = KeyboardFixture()
    var keyboard: SimulatedKeyboard { fixture.keyboard }

    @Test func showPostsTheWillPairAtOnceAndTheDidPairAfterTheDuration() {
        keyboard.show()
        #expect(fixture.takeKinds() == [.willChangeFrame, .willShow])
        #expect(keyboard.phase == .appearing)
        fixture.scheduler.advance(by: .milliseconds(249))
        #expect(fixture.takeKinds() == [])
        fixture.scheduler.advance(by: .milliseconds(1))
        #expect(fixture.takeKinds() == [.didChangeFrame, .didShow])
        #expect(keyboard.phase == .shown)
        #expect(fixture.scheduler.waitingCount == 0)
    }

    @Test func thePayloadIsThatOfUIKit() throws {
        keyboard.show()
        keyboard.hide()
        let show = try #require(fixture.events.first)
        #expect(
            show.info
                == Notification.KeyboardInfo(
                    frameBegin: CGRect(x: 0, y: 667, width: 375, height: 216),
                    frameEnd: CGRect(x: 0, y: 451, width: 375, height: 216),
                    animationDuration: 0.25,
                    animationCurve: 7,
                    isLocal: true,
                    screenBounds: CGRect(x: 0, y: 0, width: 375, height: 667)
                )
        )
        let hide = try #require(fixture.events.last)
        #expect(hide.info.frameBegin == show.info.frameEnd)
        #expect(hide.info.frameEnd == show.info.frameBegin)
        for notification in fixture.notifications {
            #expect(notification.object as? SimulatedScreen === fixture.screen)
            #expect(notification.userInfo?.count == 6)
            #expect(notification.userInfo?[KeyboardUserInfoKey.animationDuration] is NSNumber)
            #expect(notification.userInfo?[KeyboardUserInfoKey.animationCurve] is NSNumber)
            #expect(notification.userInfo?[KeyboardUserInfoKey.frameEnd] is CGRect)
        }
    }

    @Test func aHiddenKeyboardShowsWithItsChangedKeys() {
        fixture.perform(.changeFrame(to: .lettersWithPredictions))
        #expect(fixture.takeKinds() == [])
        keyboard.show()
        #expect(fixture.events.last?.info.frameEnd?.height == 258)
    }

    @Test func hidingAnotherAppsKeyboardDoesNotHideTheOwn() {
        fixture.show()
        _ = fixture.takeKinds()
        fixture.perform(.hideOtherAppsKeyboard)
        #expect(fixture.takeKinds() == [], "the own keyboard was hidden with another app's")
        #expect(keyboard.phase == .shown)
    }

    @Test func anActionInsideACallbackFollowsThePairBeingPosted() {
        fixture.onEvent = { fixture, event in
            if event.kind == .willChangeFrame, fixture.events.count == 1 { fixture.keyboard.hide() }
        }
        keyboard.show()
        #expect(fixture.takeKinds() == [.willChangeFrame, .willShow, .willChangeFrame, .willHide])
        fixture.settle()
        #expect(fixture.takeKinds() == [.didChangeFrame, .didHide])
    }

    @Test func advancingTimeInsideACallbackKeepsTheOrder() {
        fixture.onEvent = { fixture, event in
            guard event.kind == .willShow else { return }
            fixture.keyboard.hide()
            fixture.scheduler.advance(by: .seconds(1))
        }
        fixture.show()
        #expect(
            fixture.takeKinds() == [
                .willChangeFrame, .willShow, .willChangeFrame, .willHide, .didChangeFrame, .didHide,
            ]
        )
    }

    @Test func aStoppedKeyboardPostsNothing() throws {
        keyboard.show()
        keyboard.stop()
        fixture.settle()
        fixture.hide()
        #expect(fixture.takeKinds() == [.willChangeFrame, .willShow])
        #expect(throws: KeyboardSourceError.notStarted) { try keyboard.requestShow() }
        #expect(throws: KeyboardSourceError.notStarted) { try keyboard.requestHide() }
    }

    @Test func stoppingInsideAPairDropsItsSecondEvent() {
        fixture.onEvent = { fixture, _ in fixture.keyboard.stop() }
        fixture.show()
        #expect(fixture.takeKinds() == [.willChangeFrame])
    }

    @Test func aRestartInsideAPairDropsItsSecondEvent() {
        fixture.onEvent = { fixture, _ in
            fixture.onEvent = nil
            fixture.keyboard.start(postingTo: fixture.center)
        }
        fixture.show()
        // The keyboard is already shown when it starts again, so it posts all events of a *show*.
        #expect(
            fixture.takeKinds() == [.willChangeFrame, .willChangeFrame, .willShow, .didChangeFrame, .didShow]
        )
        fixture.hide()
        #expect(fixture.takeKinds() == [.willChangeFrame, .willHide, .didChangeFrame, .didHide])
    }

    @Test func anActionRequestedBeforeARestartIsPerformedWithoutNotifications() {
        let other = KeyboardFixture()
        fixture.onEvent = { fixture, _ in
            fixture.keyboard.hide()
            fixture.keyboard.start(postingTo: other.center)
        }
        fixture.show()
        #expect(keyboard.phase == .hidden)
        #expect(other.takeKinds() == [])
    }

    @Test func stoppingAndDeallocationCancelLateEvents() {
        keyboard.faults = SimulatedKeyboard.FaultInjection([.didLate])
        keyboard.show()
        keyboard.rotate(to: .landscape)
        #expect(fixture.scheduler.waitingCount > 1)
        keyboard.stop()
        #expect(fixture.scheduler.waitingCount == 0)
        let scheduler = ManualScheduler()
        weak var remaining: SimulatedKeyboard?
        do {
            let dropped = SimulatedKeyboard(on: SimulatedScreen(.phone375x667), scheduler: scheduler)
            remaining = dropped
            dropped.faults = SimulatedKeyboard.FaultInjection([.didLate])
            dropped.start(postingTo: fixture.center)
            dropped.show()
            dropped.rotate(to: .landscape)
            #expect(scheduler.waitingCount > 1)
        }
        #expect(remaining == nil && scheduler.waitingCount == 0)
    }

    @Test(arguments: [0.4, 0, -1, .nan, .infinity, 1e300])
    func durationsAreReportedAndInvalidOnesCountAsZero(seconds: Double) throws {
        keyboard.behavior.duration = seconds
        keyboard.show()
        let reported = fixture.events.last?.info.animationDuration
        #expect(reported == (seconds.isFinite ? max(seconds, 0) : 0))
        try fixture.scheduler.runToEnd()
        #expect(fixture.events.count == 4)
    }

    @Test(arguments: [(300, 300), (10_000, 667), (-5, 0), (.nan, 0)])
    func aCustomHeightIsLimitedToTheScreen(height: CGFloat, expected: CGFloat) {
        keyboard.show(.custom(height: height))
        #expect(keyboard.frame.height == expected)
        #expect(keyboard.frame.maxY == 667)
    }

    @Test func theDefaultSchedulerIsRealTime() async {
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center)
        var events = pool.events.makeAsyncIterator()
        let keyboard = SimulatedKeyboard(on: fixture.screen)
        keyboard.behavior.duration = 0.001
        keyboard.start(postingTo: center)
        keyboard.show()
        var kinds: [KeyboardEvent.Kind] = []
        for _ in 0..<4 {
            if let event = await events.next() { kinds.append(event.kind) }
        }
        #expect(kinds == [.willChangeFrame, .willShow, .didChangeFrame, .didShow])
    }
}

@MainActor
struct SimulatedScreenTests {
    @Test(
        arguments: [
            (SimulatedScreenModel.phone320x568, SimulatedScreen.Orientation.portrait, 216, 253),
            (.phone320x568, .landscape, 162, 193),
            (.phone375x667, .portrait, 216, 258),
            (.phone393x852, .portrait, 291, 336),
            (.phone375x667, .landscape, 162, 162),
            (.tablet768x1024, .portrait, 264, 313),
            (.tablet768x1024, .landscape, 352, 398),
            (.linuxPhone720x1440, .portrait, 230, 230),
            (.linuxDesktop800x1280, .landscape, 205, 205),
        ]
    )
    func heightsMatchThoseOfRealKeyboards(
        model: SimulatedScreenModel,
        orientation: SimulatedScreen.Orientation,
        letters: CGFloat,
        predictions: CGFloat
    ) {
        let fixture = KeyboardFixture(model, orientation: orientation)
        for (layout, height) in [(SimulatedKeyboard.Layout.letters, letters), (.lettersWithPredictions, predictions)] {
            fixture.keyboard.show(layout)
            let size = fixture.screen.size
            #expect(
                fixture.keyboard.frame == CGRect(x: 0, y: size.height - height, width: size.width, height: height)
            )
        }
    }

    @Test func aTurnedScreenSwapsItsSides() {
        #expect(SimulatedScreen(.tablet768x1024).bounds == CGRect(x: 0, y: 0, width: 768, height: 1_024))
        #expect(
            SimulatedScreen(.tablet768x1024, orientation: .landscape).bounds
                == CGRect(x: 0, y: 0, width: 1_024, height: 768)
        )
    }
}
