import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The rows of what is known of UIKit's keyboard, one test each: what is told for what a person does.
@MainActor
@Suite("What keyboards do")
struct WhatKeyboardsDoTests {
    private let show: [KeyboardEvent.Kind] = [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
    private let hide: [KeyboardEvent.Kind] = [.willChangeFrame, .willHide, .didChangeFrame, .didHide]
    private let frame: [KeyboardEvent.Kind] = [.willChangeFrame, .didChangeFrame]

    /// Runs the scenario to its end.
    private func events(_ scenario: KeyboardScenario) -> [KeyboardEvent] {
        let center = NotificationCenter()
        let scheduler = ManualScheduler()
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        scenario.run(postingTo: center, scheduler: scheduler)
        return recorder.recording(title: "", source: "").events.map { KeyboardEvent($0.kind, info: $0.info) }
    }

    private func kinds(_ scenario: KeyboardScenario) -> [KeyboardEvent.Kind] {
        events(scenario).map(\.kind)
    }

    @Test("Hidden to shown to hidden")
    func comeAndGo() {
        #expect(kinds(.comeAndGo) == show + hide)
    }

    @Test("Another height: show again, no hide between")
    func otherHeight() {
        let events = events(.otherHeight)
        #expect(events.map(\.kind) == show + show + show + show + hide)
        #expect(stride(from: 0, to: 16, by: 4).map { events[$0].info.frameEnd?.height } == [258, 216, 258, 216])
    }

    @Test("Another field of the same height: nothing, or show again where that is asked for")
    func sameHeight() {
        #expect(kinds(.otherFieldOfSameHeight) == show + hide)
        #expect(kinds(.sameHeightToldAgain) == show + show + hide)
    }

    @Test("An accessory bar changes the height")
    func accessoryBar() {
        let events = events(.accessoryBar)
        #expect(events.map(\.kind) == show + show + show + hide)
        #expect(stride(from: 0, to: 12, by: 4).map { events[$0].info.frameEnd?.height } == [291, 335, 291])
    }

    @Test("Growth in place has a duration of 0")
    func growthInPlace() {
        let events = events(.growthInPlace)
        #expect(events.map(\.kind) == show + show + hide)
        #expect(events[4].info.animationDuration == 0)
    }

    @Test("Undocked: hide. Dragged: frame only, of which the will tells zero. Docked: frame, then show")
    func undockAndDrag() {
        let events = events(.undockAndDrag)
        #expect(events.map(\.kind) == show + hide + frame + frame + [.willShow, .didShow] + hide)
        #expect(events[8].info.frameEnd == .zero)
        #expect(events[9].info.frameEnd?.origin == CGPoint(x: 0, y: 200))
    }

    @Test("Split: hide")
    func split() {
        #expect(kinds(.splitAndDock) == show + hide + frame + [.willShow, .didShow] + hide)
    }

    @Test("Floating: hide, or frame only where that is asked for; it comes and goes as a frame")
    func floating() {
        #expect(kinds(.floating) == show + hide + frame + frame + frame + [.willShow, .didShow] + hide)
        #expect(kinds(.floatingToldAsFrame) == show + frame + frame + [.willShow, .didShow] + hide)
    }

    @Test("A hardware keyboard without a bar: nothing")
    func hardwareKeyboard() {
        #expect(kinds(.hardwareKeyboard) == [])
    }

    @Test("A hardware keyboard with a bar: hide on focus, with the bar's frame, never a show")
    func hardwareKeyboardWithBar() {
        let events = events(.hardwareKeyboardWithBar)
        #expect(events.map(\.kind) == hide + hide)
        #expect(events[0].info.frameEnd == CGRect(x: 0, y: 969, width: 768, height: 55))
        #expect(kinds(.hardwareKeyboardWhileShown) == show + hide + show + hide)
    }

    @Test("Rotation: hide and show, the frames in the coordinates of before and after")
    func rotation() {
        let events = events(.rotation)
        #expect(events.map(\.kind) == show + hide + show + hide + show + hide)
        #expect(events[5].info.frameBegin == CGRect(x: 0, y: 352, width: 320, height: 216))
        #expect(events[9].info.frameEnd == CGRect(x: 0, y: 158, width: 568, height: 162))
        #expect(events.allSatisfy { $0.info.animationDuration == 0.25 && $0.info.animationCurve == 7 })
        #expect(kinds(.rotationInterrupted) == show + hide)
    }

    @Test("An alert: hide, and show when it goes")
    func alert() {
        #expect(kinds(.alert) == show + hide + show + hide)
    }

    @Test("Interactive dismissal: nothing while it is drawn; then a hide, or a show back up; at the edge at once")
    func interactiveDismissal() {
        #expect(kinds(.interactiveDismissal) == show + hide)
        #expect(events(.interactiveDismissal).last?.info.animationDuration == 0.25)
        #expect(kinds(.interactiveDismissalToTheEnd) == show + hide)
        #expect(events(.interactiveDismissalToTheEnd).last?.info.animationDuration == 0)
        #expect(kinds(.interactiveDismissalCancelled) == show + show + hide)
    }

    @Test("While it is drawn, the frame can be asked for at any instant")
    func frameUnderTheFinger() {
        let story = Story(.phone393x852)
        let keyboard = story.keyboard
        keyboard.show(.letters)
        story.settle()
        _ = story.takeKinds()
        keyboard.beginDismissing()
        for top in [600, 700, 561, 400, 900] as [CGFloat] {
            keyboard.moveDismissing(toTop: top)
            #expect(keyboard.currentFrame.minY == min(max(top, 561), 852))
        }
        #expect(story.takeKinds() == [])
    }

    @Test("A third party's keyboard: several shows in a row, with growing heights")
    func thirdParty() {
        let events = events(.thirdParty)
        let burst = Array(repeating: [KeyboardEvent.Kind.willChangeFrame, .willShow], count: 3).flatMap(\.self)
        #expect(events.map(\.kind) == burst + [.didChangeFrame, .didShow] + hide)
        #expect(events.filter { $0.kind == .willShow }.map { $0.info.frameEnd?.height } == [0, 216, 259])
    }

    @Test("Another app's keyboard is told as not local")
    func otherApp() {
        let events = events(.otherApp)
        #expect(events.map(\.kind) == show + hide)
        #expect(events.allSatisfy { $0.info.isLocal == false })
    }

    @Test("No motion: durations of 0. Cross-fade: a hide to no height, and did within 40 ms")
    func motion() {
        #expect(kinds(.noMotion) == show + hide)
        #expect(events(.noMotion).allSatisfy { $0.info.animationDuration == 0 })
        let crossFade = events(.crossFade)
        #expect(crossFade.map(\.kind) == show + hide)
        #expect(crossFade.last?.info.frameEnd?.height == 0)
        let story = Story()
        story.keyboard.behavior.motion = .crossFade()
        story.keyboard.show()
        story.scheduler.advance(by: .milliseconds(39))
        #expect(story.takeKinds() == [.willChangeFrame, .willShow])
        story.scheduler.advance(by: .milliseconds(1))
        #expect(story.takeKinds() == [.didChangeFrame, .didShow])
        story.keyboard.behavior.motion = .crossFade(duration: 0.383)
        story.keyboard.hide()
        #expect(story.events.last?.info.animationDuration == 0.383)
    }

    @Test("As it was logged, a rotation's did events tell no animation, and its frame events no change")
    func loggedRotation() {
        var scenario = KeyboardScenario.rotation
        scenario.behavior.rotationPayload = .asLogged
        let events = events(scenario)
        for event in events[4..<20] where [.didShow, .didHide, .didChangeFrame].contains(event.kind) {
            #expect(event.info.animationDuration == nil && event.info.animationCurve == nil)
        }
        #expect(events[6].info.frameBegin == events[6].info.frameEnd)
        #expect(events[8].info.frameBegin == events[8].info.frameEnd)
        scenario.steps = [
            .attachHardwareKeyboard, .setAccessory(height: 55), .show(), .settle, .rotate(to: .landscape), .settle,
        ]
        #expect(self.events(scenario).last?.info.frameEnd == CGRect(x: 0, y: 265, width: 568, height: 55))
    }

    @Test("A password prompt: hide at once after the show, with a duration of 0")
    func passwordPrompt() {
        let events = events(.passwordPrompt)
        #expect(
            events.map(\.kind) == [.willChangeFrame, .willShow] + hide + show + hide
        )
        #expect(events[3].info.animationDuration == 0)
    }

    @Test("In mid-air, and with the focus going and coming within a moment, every start is told")
    func midAir() {
        #expect(kinds(.hideInMidAir) == [.willChangeFrame, .willShow] + hide)
        #expect(kinds(.showInMidAir) == show + [.willChangeFrame, .willHide] + show + hide)
        let starts = kinds(.fastRefocus).filter { $0 == .willShow || $0 == .willHide }
        #expect(starts == [.willShow, .willHide, .willShow, .willHide, .willShow, .willHide])
    }

    @Test("Inside a presentation it takes 0.4 seconds, and goes to a frame with no height")
    func presentation() {
        let events = events(.presentation)
        #expect(events.map(\.kind) == show + hide)
        #expect(events[0].info.animationDuration == 0.4)
        #expect(events[4].info.animationDuration == 0.25)
        #expect(events[4].info.frameEnd == CGRect(x: 0, y: 667, width: 375, height: 0))
    }

    @Test("The traps: a show on hide, a bar that stays, did early, late, missing, twice, and frames gone wrong")
    func traps() {
        let showOnHide = events(.showOnHide)
        #expect(showOnHide.map(\.kind) == show + [.willChangeFrame, .willShow] + hide)
        #expect(showOnHide[5].info.frameEnd?.height == 0)
        #expect(events(.barStaysAfterHiding).last?.info.frameEnd?.height == 44)
        #expect(kinds(.earlyDid) == show + hide)
        let late = events(.lateDidOfTheOldHeight)
        let wills: [KeyboardEvent.Kind] = [.willChangeFrame, .willShow, .willChangeFrame, .willShow]
        #expect(late.prefix(6).map(\.kind) == wills + [.didChangeFrame, .didShow])
        #expect(late[5].info.frameEnd?.height == 216 && late[3].info.frameEnd?.height == 258)
        #expect(kinds(.missingDid) == [.willChangeFrame, .willShow, .willChangeFrame, .willHide])
        #expect(kinds(.doubledEvents).count == 16)
        #expect(events(.zeroFrames).allSatisfy { $0.info.frameEnd == .zero })
        #expect(events(.wrongCoordinates)[0].info.frameEnd == CGRect(x: 0, y: 0, width: 352, height: 1_024))
    }

    @Test("A rotated device keeps a keyboard that floats within the screen")
    func rotationWhileFloating() {
        let story = Story(.tablet768x1024)
        story.keyboard.show(.letters)
        story.keyboard.float(in: CGRect(x: 400, y: 700, width: 320, height: 260))
        story.settle()
        story.keyboard.rotate(to: .landscape)
        story.settle()
        #expect(story.keyboard.frame == CGRect(x: 400, y: 508, width: 320, height: 260))
        #expect(story.events.last?.info.frameEnd == story.keyboard.frame)
        story.keyboard.float(in: CGRect(x: -50, y: 5_000, width: 9_000, height: 200))
        #expect(story.keyboard.frame == CGRect(x: 0, y: 568, width: 1_024, height: 200))
        story.keyboard.float(in: CGRect(x: 0, y: 0, width: -50, height: -20))
        #expect(story.keyboard.frame.width == 1_024, "an empty frame is nothing")
    }

    @Test("An undocked keyboard changes its height where it is, and stays on a screen that is turned")
    func undockedKeyboardChanges() {
        let story = Story(.tablet768x1024)
        let keyboard = story.keyboard
        keyboard.show(.letters)
        keyboard.undock()
        #expect(abs(keyboard.frame.minY - 1_024.0 / 3) < 1e-9, "a third down the screen")
        keyboard.undock(toTop: 2_000)
        #expect(keyboard.frame == CGRect(x: 0, y: 760, width: 768, height: 264))
        story.settle()
        _ = story.takeKinds()
        keyboard.setAccessory(height: 44)
        story.settle()
        #expect(story.takeKinds() == frame)
        #expect(keyboard.frame == CGRect(x: 0, y: 716, width: 768, height: 308))
        keyboard.drag(to: CGPoint(x: 700, y: 300))
        #expect(keyboard.frame == CGRect(x: 0, y: 300, width: 768, height: 308), "as wide as the screen")
        keyboard.drag(to: CGPoint(x: 0, y: 700))
        keyboard.rotate(to: .landscape)
        story.settle()
        #expect(keyboard.frame == CGRect(x: 0, y: 372, width: 1_024, height: 396))
        #expect(story.events.last?.info.frameEnd == keyboard.frame)
    }

    @Test("A drag while the keyboard leaves its dock tells the same in both halves of the pair")
    func dragWhileUndocking() {
        let story = Story(.tablet768x1024)
        story.keyboard.show(.letters)
        story.settle()
        story.keyboard.undock()
        story.scheduler.advance(by: .milliseconds(50))
        _ = story.takeKinds()
        story.keyboard.drag(to: CGPoint(x: 0, y: 200))
        #expect(story.events.map(\.kind) == [.willChangeFrame, .willHide])
        #expect(story.events.map(\.info.frameEnd) == [.zero, .zero])
    }

    @Test("A finger that takes hold while the keyboard docks keeps hold")
    func holdingWhileDocking() {
        let story = Story(.tablet768x1024)
        story.keyboard.show(.letters)
        story.keyboard.undock()
        story.settle()
        story.keyboard.dock()
        story.scheduler.advance(by: .milliseconds(100))
        story.keyboard.beginDismissing()
        story.keyboard.moveDismissing(toTop: 800)
        story.settle()
        #expect(story.keyboard.currentFrame.minY == 800)
        #expect(story.keyboard.canPerform(.endDismissing()))
    }

    @Test("A third party's keyboard tells each height whenever it comes, in another app as well")
    func burstsWheneverItComes() {
        let heights: [CGFloat?] = [0, 216, 259]
        let story = Story()
        func shown() -> [CGFloat?] {
            defer { _ = story.takeKinds() }
            return story.events.filter { $0.kind == .willShow }.map { $0.info.frameEnd?.height }
        }
        story.keyboard.show(.thirdParty(heights: [0, 216, 259]))
        #expect(shown() == heights)
        story.keyboard.presentAlert()
        story.keyboard.dismissAlert()
        #expect(shown() == heights)
        story.keyboard.behavior.repeatsShowOfSameHeight = true
        story.keyboard.show()
        #expect(shown() == [259])
        story.keyboard.hide()
        story.settle()
        story.keyboard.showOtherAppsKeyboard(.thirdParty(heights: [0, 216, 259]))
        #expect(shown() == heights)
    }

    @Test("Another app's keyboard leaves this app's keys and bar as they are")
    func otherAppsState() {
        let story = Story()
        story.keyboard.setAccessory(height: 44)
        story.keyboard.showOtherAppsKeyboard(.custom(height: 100))
        #expect(story.keyboard.frame.height == 100)
        story.keyboard.behavior.otherAppIsLocal = true
        story.keyboard.hideOtherAppsKeyboard()
        story.keyboard.show()
        #expect(story.keyboard.frame.height == 260)
        story.keyboard.hide()
        story.keyboard.attachHardwareKeyboard()
        _ = story.takeKinds()
        story.keyboard.showOtherAppsKeyboard()
        #expect(story.takeKinds() == [])
    }

    @Test("What was an alert's or a prompt's end brings back no keyboard that nobody asked for")
    func endsWithoutFocus() {
        let story = Story()
        story.keyboard.presentAlert()
        story.keyboard.dismissAlert()
        story.keyboard.dismissPasswordPrompt()
        story.settle()
        #expect(story.takeKinds() == [])
        story.keyboard.promptForPassword()
        story.keyboard.promptForPassword()
        story.settle()
        #expect(story.takeKinds() == [.willChangeFrame, .willShow] + hide)
        story.keyboard.hide()
        story.keyboard.dismissPasswordPrompt()
        story.settle()
        #expect(story.takeKinds() == [])
    }

    @Test("With a hardware keyboard a bar's hide is told again on focus, where that is asked for")
    func barToldAgain() {
        let story = Story()
        story.keyboard.behavior.repeatsShowOfSameHeight = true
        story.keyboard.attachHardwareKeyboard()
        story.keyboard.setAccessory(height: 44)
        story.keyboard.show()
        story.settle()
        story.keyboard.show()
        story.settle()
        #expect(story.takeKinds() == hide + hide)
    }

    @Test("Predictions are turned on when it is their turn, not before")
    func predictionsInsideACallback() {
        let story = Story()
        story.onEvent = { story, event in
            guard event.kind == .willShow else { return }
            story.onEvent = nil
            story.keyboard.show(.numberPad)
            story.keyboard.setPredictions(true)
        }
        story.keyboard.show(.letters)
        #expect(story.keyboard.layout == .numberPad)
    }

    @Test("What a person keeps after drawing it down comes back at once, where that is asked for")
    func returningAtOnce() {
        var scenario = KeyboardScenario.interactiveDismissalCancelled
        #expect(events(scenario)[4].info.animationDuration == 0.25)
        scenario.behavior.returnsAtOnce = true
        #expect(events(scenario)[4].info.animationDuration == 0)
    }

    @Test("Before iOS 16.1 the screen was not told, and before iOS 9 not whose keyboard it is")
    func olderPayloads() {
        let story = Story()
        story.keyboard.behavior.tellsScreen = false
        story.keyboard.behavior.tellsIsLocal = false
        story.keyboard.show()
        #expect(story.notifications.allSatisfy { $0.object == nil })
        #expect(story.notifications.allSatisfy { $0.userInfo?[KeyboardUserInfoKey.isLocal] == nil })
    }
}
