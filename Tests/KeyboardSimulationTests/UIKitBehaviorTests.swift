import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The known behaviour of UIKit's keyboard: the events that it posts for each user action.
@MainActor
struct UIKitBehaviorTests {
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

    @Test func showAndHidePostTheirPairs() {
        #expect(kinds(.showAndHide) == show + hide)
    }

    @Test func anotherHeightPostsShowWithoutHide() {
        let events = events(.otherHeight)
        #expect(events.map(\.kind) == show + show + show + show + hide)
        #expect(stride(from: 0, to: 16, by: 4).map { events[$0].info.frameEnd?.height } == [258, 216, 258, 216])
    }

    @Test func theSameHeightPostsNothingUnlessRequested() {
        #expect(kinds(.otherFieldOfSameHeight) == show + hide)
        #expect(kinds(.sameHeightPostedAgain) == show + show + hide)
    }

    @Test func anAccessoryBarChangesTheHeight() {
        let events = events(.accessoryBar)
        #expect(events.map(\.kind) == show + show + show + hide)
        #expect(stride(from: 0, to: 12, by: 4).map { events[$0].info.frameEnd?.height } == [291, 335, 291])
    }

    @Test func growthInPlaceHasADurationOfZero() {
        let events = events(.growthInPlace)
        #expect(events.map(\.kind) == show + show + hide)
        #expect(events[4].info.animationDuration == 0)
    }

    @Test func undockingPostsHideDraggingFrameAndDockingShow() {
        let events = events(.undockAndDrag)
        #expect(events.map(\.kind) == show + hide + frame + frame + [.willShow, .didShow] + hide)
        #expect(events[8].info.frameEnd == .zero)
        #expect(events[9].info.frameEnd?.origin == CGPoint(x: 0, y: 200))
    }

    @Test func splittingPostsHide() {
        #expect(kinds(.splitAndDock) == show + hide + frame + [.willShow, .didShow] + hide)
    }

    @Test func floatingPostsHideOrFrameOnly() {
        #expect(kinds(.floating) == show + hide + frame + frame + frame + [.willShow, .didShow] + hide)
        #expect(kinds(.floatingPostedAsFrame) == show + frame + frame + [.willShow, .didShow] + hide)
    }

    @Test func aHardwareKeyboardWithoutABarPostsNothing() {
        #expect(kinds(.hardwareKeyboard) == [])
    }

    @Test func aHardwareKeyboardWithABarPostsHideOnFocus() {
        let events = events(.hardwareKeyboardWithBar)
        #expect(events.map(\.kind) == hide + hide)
        #expect(events[0].info.frameEnd == CGRect(x: 0, y: 969, width: 768, height: 55))
        #expect(kinds(.hardwareKeyboardWhileShown) == show + hide + show + hide)
    }

    @Test func rotationPostsHideAndShowInTheCoordinatesOfEach() {
        let events = events(.rotation)
        #expect(events.map(\.kind) == show + hide + show + hide + show + hide)
        #expect(events[5].info.frameBegin == CGRect(x: 0, y: 352, width: 320, height: 216))
        #expect(events[9].info.frameEnd == CGRect(x: 0, y: 158, width: 568, height: 162))
        #expect(events.allSatisfy { $0.info.animationDuration == 0.25 && $0.info.animationCurve == 7 })
        #expect(kinds(.rotationInterrupted) == show + hide)
    }

    @Test func anAlertPostsHideAndShow() {
        #expect(kinds(.alert) == show + hide + show + hide)
    }

    @Test func interactiveDismissalPostsNothingBeforeItsEnd() {
        #expect(kinds(.interactiveDismissal) == show + hide)
        #expect(events(.interactiveDismissal).last?.info.animationDuration == 0.25)
        #expect(kinds(.interactiveDismissalToTheEnd) == show + hide)
        #expect(events(.interactiveDismissalToTheEnd).last?.info.animationDuration == 0)
        #expect(kinds(.interactiveDismissalCancelled) == show + show + hide)
    }

    @Test func theCurrentFrameFollowsTheFinger() {
        let fixture = KeyboardFixture(.phone393x852)
        let keyboard = fixture.keyboard
        keyboard.show(.letters)
        fixture.settle()
        _ = fixture.takeKinds()
        keyboard.perform(.beginDismissing)
        for top in [600, 700, 561, 400, 900] as [CGFloat] {
            keyboard.perform(.moveDismissing(toTop: top))
            #expect(keyboard.currentFrame.minY == min(max(top, 561), 852))
        }
        #expect(fixture.takeKinds() == [])
    }

    @Test func aThirdPartyKeyboardPostsShowForEachHeight() {
        let events = events(.thirdParty)
        let burst = Array(repeating: [KeyboardEvent.Kind.willChangeFrame, .willShow], count: 3).flatMap(\.self)
        #expect(events.map(\.kind) == burst + [.didChangeFrame, .didShow] + hide)
        #expect(events.filter { $0.kind == .willShow }.map { $0.info.frameEnd?.height } == [0, 216, 259])
    }

    @Test func anotherAppsKeyboardIsReportedAsNotLocal() {
        let events = events(.otherApp)
        #expect(events.map(\.kind) == show + hide)
        #expect(events.allSatisfy { $0.info.isLocal == false })
    }

    @Test func noMotionAndCrossFadeHaveTheirDurations() {
        #expect(kinds(.noMotion) == show + hide)
        #expect(events(.noMotion).allSatisfy { $0.info.animationDuration == 0 })
        let crossFade = events(.crossFade)
        #expect(crossFade.map(\.kind) == show + hide)
        #expect(crossFade.last?.info.frameEnd?.height == 0)
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior.motion = .crossFade()
        fixture.keyboard.show()
        fixture.scheduler.advance(by: .milliseconds(39))
        #expect(fixture.takeKinds() == [.willChangeFrame, .willShow])
        fixture.scheduler.advance(by: .milliseconds(1))
        #expect(fixture.takeKinds() == [.didChangeFrame, .didShow])
        fixture.keyboard.behavior.motion = .crossFade(duration: 0.383)
        fixture.keyboard.hide()
        #expect(fixture.events.last?.info.animationDuration == 0.383)
    }

    @Test func aPasswordPromptPostsHideDirectlyAfterShow() {
        let events = events(.passwordPrompt)
        #expect(
            events.map(\.kind) == [.willChangeFrame, .willShow] + hide + show + hide
        )
        #expect(events[3].info.animationDuration == 0)
    }

    @Test func interruptedTransitionsPostEachBegin() {
        #expect(kinds(.hideDuringShow) == [.willChangeFrame, .willShow] + hide)
        #expect(kinds(.showDuringHide) == show + [.willChangeFrame, .willHide] + show + hide)
        let starts = kinds(.fastRefocus).filter { $0 == .willShow || $0 == .willHide }
        #expect(starts == [.willShow, .willHide, .willShow, .willHide, .willShow, .willHide])
    }

    @Test func aPresentationTakesFourTenthsOfASecond() {
        let events = events(.presentation)
        #expect(events.map(\.kind) == show + hide)
        #expect(events[0].info.animationDuration == 0.4)
        #expect(events[4].info.animationDuration == 0.25)
        #expect(events[4].info.frameEnd == CGRect(x: 0, y: 667, width: 375, height: 0))
    }

    @Test func knownDefectsAreReproduced() {
        let showOnHide = events(.showOnHide)
        #expect(showOnHide.map(\.kind) == show + [.willChangeFrame, .willShow] + hide)
        #expect(showOnHide[5].info.frameEnd?.height == 0)
        #expect(events(.barStaysAfterHiding).last?.info.frameEnd?.height == 44)
        #expect(kinds(.earlyDid) == show + hide)
        let late = events(.lateDidWithOldHeight)
        let wills: [KeyboardEvent.Kind] = [.willChangeFrame, .willShow, .willChangeFrame, .willShow]
        #expect(late.prefix(6).map(\.kind) == wills + [.didChangeFrame, .didShow])
        #expect(late[5].info.frameEnd?.height == 216 && late[3].info.frameEnd?.height == 258)
        #expect(kinds(.missingDid) == [.willChangeFrame, .willShow, .willChangeFrame, .willHide])
        #expect(kinds(.doubledEvents).count == 16)
        #expect(events(.zeroFrames).allSatisfy { $0.info.frameEnd == .zero })
        #expect(events(.wrongCoordinates)[0].info.frameEnd == CGRect(x: 0, y: 0, width: 352, height: 1_024))
    }

    @Test func aFloatingKeyboardStaysOnARotatedScreen() {
        let fixture = KeyboardFixture(.tablet768x1024)
        fixture.keyboard.show(.letters)
        fixture.keyboard.perform(.float(in: CGRect(x: 400, y: 700, width: 320, height: 260)))
        fixture.settle()
        fixture.keyboard.rotate(to: .landscape)
        fixture.settle()
        #expect(fixture.keyboard.frame == CGRect(x: 400, y: 508, width: 320, height: 260))
        #expect(fixture.events.last?.info.frameEnd == fixture.keyboard.frame)
        fixture.keyboard.perform(.float(in: CGRect(x: -50, y: 5_000, width: 9_000, height: 200)))
        #expect(fixture.keyboard.frame == CGRect(x: 0, y: 568, width: 1_024, height: 200))
        fixture.keyboard.perform(.float(in: CGRect(x: 0, y: 0, width: -50, height: -20)))
        #expect(fixture.keyboard.frame.width == 1_024, "an empty frame has no effect")
    }

    @Test func anUndockedKeyboardChangesItsHeightInPlace() {
        let fixture = KeyboardFixture(.tablet768x1024)
        let keyboard = fixture.keyboard
        keyboard.show(.letters)
        keyboard.perform(.undock())
        #expect(abs(keyboard.frame.minY - 1_024.0 / 3) < 1e-9, "a third down the screen")
        keyboard.perform(.undock(toTop: 759))
        #expect(keyboard.frame == CGRect(x: 0, y: 759, width: 768, height: 264))
        fixture.settle()
        _ = fixture.takeKinds()
        keyboard.perform(.setAccessory(height: 44))
        fixture.settle()
        #expect(fixture.takeKinds() == frame)
        #expect(keyboard.frame == CGRect(x: 0, y: 716, width: 768, height: 308))
        keyboard.perform(.drag(to: CGPoint(x: 700, y: 300)))
        #expect(keyboard.frame == CGRect(x: 0, y: 300, width: 768, height: 308), "as wide as the screen")
        keyboard.perform(.drag(to: CGPoint(x: 0, y: 700)))
        keyboard.rotate(to: .landscape)
        fixture.settle()
        #expect(keyboard.frame == CGRect(x: 0, y: 372, width: 1_024, height: 396))
        #expect(fixture.events.last?.info.frameEnd == keyboard.frame)
    }

    @Test func aDragDuringUndockingReportsTheSameInBothEvents() {
        let fixture = KeyboardFixture(.tablet768x1024)
        fixture.keyboard.show(.letters)
        fixture.settle()
        fixture.keyboard.perform(.undock())
        fixture.scheduler.advance(by: .milliseconds(50))
        _ = fixture.takeKinds()
        fixture.keyboard.perform(.drag(to: CGPoint(x: 0, y: 200)))
        #expect(fixture.events.map(\.kind) == [.willChangeFrame, .willHide])
        #expect(fixture.events.map(\.info.frameEnd) == [.zero, .zero])
    }

    @Test func aFingerKeepsTheKeyboardWhenDockingEnds() {
        let fixture = KeyboardFixture(.tablet768x1024)
        fixture.keyboard.show(.letters)
        fixture.keyboard.perform(.undock())
        fixture.settle()
        fixture.keyboard.perform(.dock)
        fixture.scheduler.advance(by: .milliseconds(100))
        fixture.keyboard.perform(.beginDismissing)
        fixture.keyboard.perform(.moveDismissing(toTop: 800))
        fixture.settle()
        #expect(fixture.keyboard.currentFrame.minY == 800)
    }

    @Test func aThirdPartyKeyboardPostsEachHeightOnEveryShow() {
        let heights: [CGFloat?] = [0, 216, 259]
        let fixture = KeyboardFixture()
        func shown() -> [CGFloat?] {
            defer { _ = fixture.takeKinds() }
            return fixture.events.filter { $0.kind == .willShow }.map { $0.info.frameEnd?.height }
        }
        fixture.keyboard.show(.thirdParty(heights: [0, 216, 259]))
        #expect(shown() == heights)
        fixture.keyboard.perform(.presentAlert)
        fixture.keyboard.perform(.dismissAlert)
        #expect(shown() == heights)
        fixture.keyboard.behavior.repeatsShowOfSameHeight = true
        fixture.keyboard.show()
        #expect(shown() == [259])
        fixture.keyboard.hide()
        fixture.settle()
        fixture.keyboard.perform(.showOtherAppsKeyboard(.thirdParty(heights: [0, 216, 259])))
        #expect(shown() == heights)
    }

    @Test func anotherAppsKeyboardKeepsTheKeysAndBarOfThisApp() {
        let fixture = KeyboardFixture()
        fixture.keyboard.perform(.setAccessory(height: 44))
        fixture.keyboard.perform(.showOtherAppsKeyboard(.custom(height: 100)))
        #expect(fixture.keyboard.frame.height == 100)
        fixture.keyboard.perform(.hideOtherAppsKeyboard)
        fixture.keyboard.show()
        #expect(fixture.keyboard.frame.height == 260)
        fixture.keyboard.hide()
        fixture.keyboard.perform(.attachHardwareKeyboard)
        _ = fixture.takeKinds()
        fixture.keyboard.perform(.showOtherAppsKeyboard())
        #expect(fixture.takeKinds() == [])
    }

    @Test func theEndOfAnAlertShowsNoKeyboardWithoutFocus() {
        let fixture = KeyboardFixture()
        fixture.keyboard.perform(.presentAlert)
        fixture.keyboard.perform(.dismissAlert)
        fixture.keyboard.perform(.dismissAlert)
        fixture.settle()
        #expect(fixture.takeKinds() == [])
        fixture.keyboard.perform(.promptForPassword)
        fixture.keyboard.perform(.promptForPassword)
        fixture.settle()
        #expect(fixture.takeKinds() == [.willChangeFrame, .willShow] + hide)
        fixture.keyboard.hide()
        fixture.keyboard.perform(.dismissAlert)
        fixture.settle()
        #expect(fixture.takeKinds() == [])
    }

    @Test func hideOfABarIsPostedAgainOnFocusIfRequested() {
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior.repeatsShowOfSameHeight = true
        fixture.keyboard.perform(.attachHardwareKeyboard)
        fixture.keyboard.perform(.setAccessory(height: 44))
        fixture.keyboard.show()
        fixture.settle()
        fixture.keyboard.show()
        fixture.settle()
        #expect(fixture.takeKinds() == hide + hide)
    }

    @Test func aShowOfAnotherHeightIsPostedOnceAlthoughEqualShowsAreRepeated() {
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior.repeatsShowOfSameHeight = true
        fixture.keyboard.show(.letters)
        fixture.settle()
        _ = fixture.takeKinds()
        fixture.keyboard.show(.custom(height: 300))
        #expect(fixture.takeKinds() == [.willChangeFrame, .willShow])
    }

    @Test func didEventsCanHaveOnlyFrames() throws {
        var scenario = KeyboardScenario.showAndHide
        let complete = events(scenario)
        scenario.behavior.didEventsHaveOnlyFrames = true
        for (event, complete) in zip(events(scenario), complete) {
            guard [.didShow, .didHide, .didChangeFrame].contains(event.kind) else {
                #expect(event == complete)
                continue
            }
            var frames = Notification.KeyboardInfo(
                frameBegin: complete.info.frameBegin,
                frameEnd: complete.info.frameEnd
            )
            frames.screenBounds = complete.info.screenBounds
            #expect(event.info == frames)
        }
    }

    @Test func keysThatChangeInsideACallbackChangeAfterTheNextAction() {
        let fixture = KeyboardFixture()
        fixture.onEvent = { fixture, event in
            guard event.kind == .willShow else { return }
            fixture.onEvent = nil
            fixture.keyboard.show(.numberPad)
            fixture.keyboard.perform(.changeFrame(to: .lettersWithPredictions))
            #expect(fixture.keyboard.layout == .letters)
        }
        fixture.keyboard.show(.letters)
        #expect(fixture.keyboard.layout == .lettersWithPredictions)
    }

    @Test func olderPayloadsReportNeitherScreenNorIsLocal() {
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior.reportsScreen = false
        fixture.keyboard.behavior.reportsIsLocal = false
        fixture.keyboard.show()
        #expect(fixture.notifications.allSatisfy { $0.object == nil })
        #expect(fixture.notifications.allSatisfy { $0.userInfo?[KeyboardUserInfoKey.isLocal] == nil })
    }
}
