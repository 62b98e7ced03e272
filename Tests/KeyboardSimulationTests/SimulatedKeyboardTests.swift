import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
@Suite("The simulated keyboard")
struct SimulatedKeyboardTests {
    let story = Story()
    var keyboard: SimulatedKeyboard { story.keyboard }

    @Test("Showing tells frame before show, the will pair at once and the did pair after the duration")
    func showing() {
        keyboard.show()
        #expect(story.takeKinds() == [.willChangeFrame, .willShow])
        #expect(keyboard.phase == .appearing)
        story.scheduler.advance(by: .milliseconds(249))
        #expect(story.takeKinds() == [])
        story.scheduler.advance(by: .milliseconds(1))
        #expect(story.takeKinds() == [.didChangeFrame, .didShow])
        #expect(keyboard.phase == .shown)
        #expect(story.scheduler.waitingCount == 0)
    }

    @Test("Hiding is symmetric")
    func hiding() {
        keyboard.show()
        story.settle()
        _ = story.takeKinds()
        keyboard.hide()
        #expect(story.takeKinds() == [.willChangeFrame, .willHide])
        story.settle()
        #expect(story.takeKinds() == [.didChangeFrame, .didHide])
        #expect(keyboard.phase == .hidden)
    }

    @Test("The payload is UIKit's: frames in screen coordinates, 0.25 seconds, curve 7, local, the screen as object")
    func payload() throws {
        keyboard.show()
        keyboard.hide()
        let show = try #require(story.events.first)
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
        let hide = try #require(story.events.last)
        #expect(hide.info.frameBegin == show.info.frameEnd)
        #expect(hide.info.frameEnd == show.info.frameBegin)
        for notification in story.notifications {
            #expect(notification.object as? SimulatedScreen === story.screen)
            #expect(notification.userInfo?.count == 6)
            #expect(notification.userInfo?[KeyboardUserInfoKey.animationDuration] is NSNumber)
            #expect(notification.userInfo?[KeyboardUserInfoKey.animationCurve] is NSNumber)
            #expect(notification.userInfo?[KeyboardUserInfoKey.frameEnd] is CGRect)
        }
    }

    @Test("Hiding while a show is running tells no didShow any more")
    func hidingWhileAppearing() {
        keyboard.show()
        story.scheduler.advance(by: .milliseconds(100))
        keyboard.hide()
        story.settle()
        #expect(
            story.takeKinds() == [
                .willChangeFrame, .willShow, .willChangeFrame, .willHide, .didChangeFrame, .didHide,
            ]
        )
        #expect(story.scheduler.waitingCount == 0)
    }

    @Test("Showing while a hide is running tells no didHide any more")
    func showingWhileDisappearing() {
        keyboard.show()
        story.settle()
        keyboard.hide()
        story.scheduler.advance(by: .milliseconds(100))
        _ = story.takeKinds()
        keyboard.show()
        story.settle()
        #expect(story.takeKinds() == [.willChangeFrame, .willShow, .didChangeFrame, .didShow])
        #expect(keyboard.phase == .shown)
    }

    @Test("Another height while shown is show again, with no hide between")
    func changingTheHeight() {
        keyboard.show(.letters)
        story.settle()
        _ = story.takeKinds()
        keyboard.changeFrame(to: .lettersWithPredictions)
        #expect(story.events.last?.info.frameBegin?.height == 216)
        #expect(story.events.last?.info.frameEnd?.height == 258)
        story.settle()
        #expect(story.takeKinds() == [.willChangeFrame, .willShow, .didChangeFrame, .didShow])
    }

    @Test("Another field of the same height tells nothing")
    func sameHeight() {
        keyboard.show(.letters)
        story.settle()
        _ = story.takeKinds()
        keyboard.show(.numberPad)
        keyboard.show()
        story.settle()
        #expect(story.takeKinds() == [])
        #expect(keyboard.layout == .numberPad)
    }

    @Test("A hidden keyboard told to change its frame comes up so")
    func changingTheFrameWhileHidden() {
        keyboard.changeFrame(to: .lettersWithPredictions)
        story.settle()
        #expect(story.takeKinds() == [])
        keyboard.show()
        #expect(story.events.last?.info.frameEnd?.height == 258)
    }

    @Test("Hiding a hidden keyboard tells nothing")
    func hidingTheHidden() {
        keyboard.hide()
        story.settle()
        #expect(story.takeKinds() == [])
    }

    @Test("What a callback asks for comes after the pair that is being told")
    func askingInsideACallback() {
        story.onEvent = { story, event in
            if event.kind == .willChangeFrame, story.events.count == 1 { story.keyboard.hide() }
        }
        keyboard.show()
        #expect(story.takeKinds() == [.willChangeFrame, .willShow, .willChangeFrame, .willHide])
        story.settle()
        #expect(story.takeKinds() == [.didChangeFrame, .didHide])
    }

    @Test("Time that passes inside a callback leaves the story correct")
    func advancingInsideACallback() {
        story.onEvent = { story, event in
            guard event.kind == .willShow else { return }
            story.keyboard.hide()
            story.scheduler.advance(by: .seconds(1))
        }
        keyboard.show()
        story.settle()
        #expect(
            story.takeKinds() == [
                .willChangeFrame, .willShow, .willChangeFrame, .willHide, .didChangeFrame, .didHide,
            ]
        )
    }

    @Test("A stopped keyboard tells nothing any more, not even what was under way")
    func stopping() throws {
        keyboard.show()
        keyboard.stop()
        story.settle()
        keyboard.hide()
        story.settle()
        #expect(story.takeKinds() == [.willChangeFrame, .willShow])
        #expect(throws: KeyboardSourceError.notStarted) { try keyboard.requestShow() }
        #expect(throws: KeyboardSourceError.notStarted) { try keyboard.requestHide() }
    }

    @Test("Stopping between the two halves of a pair ends it there")
    func stoppingInsideAPair() {
        story.onEvent = { story, _ in story.keyboard.stop() }
        keyboard.show()
        story.settle()
        #expect(story.takeKinds() == [.willChangeFrame])
    }

    @Test("Started anew on another center, it tells that one no did without its will")
    func startingAnew() {
        keyboard.show()
        let other = Story()
        keyboard.start(postingTo: other.center)
        story.settle()
        #expect(other.takeKinds() == [])
        keyboard.hide()
        story.settle()
        #expect(other.takeKinds() == [.willChangeFrame, .willHide, .didChangeFrame, .didHide])
        #expect(story.takeKinds() == [.willChangeFrame, .willShow])
    }

    @Test("Started anew on the same center inside a pair, it does not tell the pair's other half")
    func startingAnewInsideAPair() {
        story.onEvent = { story, _ in
            story.onEvent = nil
            story.keyboard.start(postingTo: story.center)
        }
        keyboard.show()
        story.settle()
        #expect(story.takeKinds() == [.willChangeFrame])
        keyboard.hide()
        story.settle()
        #expect(story.takeKinds() == [.willChangeFrame, .willHide, .didChangeFrame, .didHide])
    }

    @Test("What a callback asks for before it starts the keyboard anew is done, and not told")
    func askingAndStartingAnew() {
        let other = Story()
        story.onEvent = { story, _ in
            story.keyboard.hide()
            story.keyboard.start(postingTo: other.center)
        }
        keyboard.show()
        story.settle()
        #expect(keyboard.phase == .hidden)
        #expect(other.takeKinds() == [])
    }

    @Test("Requests show and hide it")
    func requests() throws {
        #expect(keyboard.capabilities == [.frames, .didEvents, .visibilityRequests])
        try keyboard.requestShow()
        story.settle()
        try keyboard.requestHide()
        story.settle()
        #expect(story.events.count == 8)
    }

    @Test("A keyboard that is dropped in the middle of a move leaves nothing behind")
    func dropping() {
        let scheduler = ManualScheduler()
        weak var remaining: SimulatedKeyboard?
        do {
            let keyboard = SimulatedKeyboard(on: story.screen, scheduler: scheduler)
            remaining = keyboard
            keyboard.start(postingTo: story.center)
            keyboard.show()
            #expect(scheduler.waitingCount == 1)
        }
        #expect(remaining == nil)
        #expect(scheduler.waitingCount == 0)
    }

    @Test("What was to come late is not told once it is stopped, nor keeps anything when it is dropped")
    func lateEventsAreTakenBack() {
        keyboard.faults = Faults([.didLate])
        keyboard.show()
        keyboard.rotate(to: .landscape)
        #expect(story.scheduler.waitingCount > 1)
        keyboard.stop()
        #expect(story.scheduler.waitingCount == 0)
        let scheduler = ManualScheduler()
        do {
            let dropped = SimulatedKeyboard(on: SimulatedScreen(.phone375x667), scheduler: scheduler)
            dropped.faults = Faults([.didLate])
            dropped.start(postingTo: story.center)
            dropped.show()
            dropped.rotate(to: .landscape)
            #expect(scheduler.waitingCount > 1)
        }
        #expect(scheduler.waitingCount == 0)
    }

    @Test("Durations are as asked, and senseless ones count as none", arguments: [0.4, 0, -1, .nan, .infinity, 1e300])
    func durations(seconds: Double) {
        keyboard.behavior.duration = seconds
        keyboard.show()
        let told = story.events.last?.info.animationDuration
        #expect(told == (seconds.isFinite ? max(seconds, 0) : 0))
        story.scheduler.runToEnd()
        #expect(story.events.count == 4)
    }

    @Test("A custom height is taken, as far as it fits", arguments: [(300, 300), (10_000, 667), (-5, 0), (.nan, 0)])
    func customHeights(height: CGFloat, expected: CGFloat) {
        keyboard.show(.custom(height: height))
        #expect(keyboard.frame.height == expected)
        #expect(keyboard.frame.maxY == 667)
    }

    @Test("It runs on real time by default")
    func realTime() async {
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center)
        var events = pool.events.makeAsyncIterator()
        let keyboard = SimulatedKeyboard(on: story.screen)
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
@Suite("Simulated screens")
struct SimulatedScreenTests {
    @Test(
        "Heights are those of real keyboards",
        arguments: [
            (SimulatedScreenModel.phone320x568, SimulatedScreen.Orientation.portrait, 216, 253),
            (.phone320x568, .landscape, 162, 193),
            (.phone375x667, .portrait, 216, 258),
            (.phone414x736, .portrait, 226, 271),
            (.phone414x896, .portrait, 301, 346),
            (.phone393x852, .portrait, 291, 336),
            (.phone320x480, .portrait, 216, 253),
            (.phone375x812, .portrait, 291, 335),
            (.phone320x480, .landscape, 162, 162),
            (.phone375x667, .landscape, 162, 162),
            (.phone414x736, .landscape, 162, 162),
            (.tablet768x1024, .portrait, 264, 313),
            (.tablet768x1024, .landscape, 352, 398),
            (.linuxPhone720x1440, .portrait, 230, 230),
            (.linuxDesktop800x1280, .landscape, 205, 205),
        ]
    )
    func heights(
        model: SimulatedScreenModel,
        orientation: SimulatedScreen.Orientation,
        letters: CGFloat,
        predictions: CGFloat
    ) {
        let screen = SimulatedScreen(model, orientation: orientation)
        #expect(screen.height(of: .letters) == letters)
        #expect(screen.height(of: .lettersWithPredictions) == predictions)
        let story = Story(model, orientation: orientation)
        story.keyboard.show()
        #expect(story.keyboard.frame.maxY == screen.size.height)
        #expect(story.keyboard.frame.width == screen.size.width)
    }

    @Test("A turned screen swaps its sides")
    func turned() {
        #expect(SimulatedScreen(.tablet768x1024).bounds == CGRect(x: 0, y: 0, width: 768, height: 1_024))
        #expect(
            SimulatedScreen(.tablet768x1024, orientation: .landscape).bounds
                == CGRect(x: 0, y: 0, width: 1_024, height: 768)
        )
    }
}
