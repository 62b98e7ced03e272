import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// The known behavior of UIKit's keyboard: the events that it posts for each user action.
@MainActor
struct UIKitBehaviorTests {
    typealias Kinds = [KeyboardEvent.Kind]

    private nonisolated static let show: Kinds = [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
    private nonisolated static let hide: Kinds = [.willChangeFrame, .willHide, .didChangeFrame, .didHide]
    private nonisolated static let frame: Kinds = [.willChangeFrame, .didChangeFrame]
    private nonisolated static let docked: Kinds = [.willShow, .didShow]
    private nonisolated static let willShow: Kinds = [.willChangeFrame, .willShow]
    private nonisolated static let willHide: Kinds = [.willChangeFrame, .willHide]
    private nonisolated static let didShow: Kinds = [.didChangeFrame, .didShow]

    private nonisolated static let kindsOfScenarios: [(String, [Kinds])] = [
        ("show and hide", [show, hide]),
        ("another height while shown", [show, show, show, show, hide]),
        ("another field of the same height", [show, hide]),
        ("an accessory bar", [show, show, show, hide]),
        ("growth in place", [show, show, hide]),
        ("undock, drag and dock", [show, hide, frame, frame, docked, hide]),
        ("split and dock", [show, hide, frame, docked, hide]),
        ("float", [show, hide, frame, frame, frame, docked, hide]),
        ("a hardware keyboard, no bar", []),
        ("a hardware keyboard with a bar", [hide, hide]),
        ("a hardware keyboard is attached and detached", [show, hide, show, hide]),
        ("rotation", [show, hide, show, hide, show, hide]),
        ("rotation, interrupted", [show, hide]),
        ("an alert over the form", [show, hide, show, hide]),
        ("interactive dismissal", [show, hide]),
        ("interactive dismissal, to the end", [show, hide]),
        ("interactive dismissal, cancelled", [show, show, hide]),
        ("a third party's keyboard", [willShow, willShow, show, hide]),
        ("another app's keyboard", [show, hide]),
        ("no motion", [show, hide]),
        ("cross-fade", [show, hide]),
        ("a password prompt", [willShow, hide, show, hide]),
        ("hide during show", [willShow, hide]),
        ("show during hide", [show, willHide, show, hide]),
        ("fast refocus", [willShow, willHide, willShow, willHide, show, hide]),
        ("show on hide", [show, willShow, hide]),
        ("early did", [show, hide]),
        ("late did with the old height", [willShow, willShow, didShow, didShow, hide]),
        ("missing did", [willShow, willHide]),
    ]

    @Test(arguments: kindsOfScenarios)
    func aScenarioPostsTheEventsOfUIKit(name: String, kinds: [Kinds]) {
        #expect(events(name).map(\.kind) == kinds.flatMap(\.self))
    }

    private func events(_ name: String) -> [KeyboardEvent] {
        KeyboardScenario.named(name).events()
    }

    @Test(
        arguments: [
            ("another height while shown", [258, 216, 258, 216, nil]),
            ("an accessory bar", [291, 335, 291, nil]),
            ("a third party's keyboard", [0, 216, 259, nil]),
        ] as [(String, [CGFloat?])]
    )
    func aShowReportsItsHeight(name: String, heights: [CGFloat?]) {
        let wills = events(name).filter { $0.kind == .willShow || $0.kind == .willHide }
        #expect(wills.map { $0.kind == .willShow ? $0.info.frameEnd?.height : nil } == heights)
    }

    @Test(
        arguments: [
            ("growth in place", 4, 0), ("interactive dismissal", 7, 0.25), ("interactive dismissal, to the end", 7, 0),
            ("a password prompt", 3, 0), ("no motion", 0, 0), ("no motion", 7, 0),
        ]
    )
    func anEventReportsItsDuration(name: String, number: Int, duration: Double) {
        #expect(events(name)[number].info.animationDuration == duration)
    }

    @Test func aDraggedKeyboardReportsItsEndInTheDidEvent() {
        let events = events("undock, drag and dock")
        #expect(events[8].info.frameEnd == .zero)
        #expect(events[9].info.frameEnd?.origin == CGPoint(x: 0, y: 200))
    }

    @Test func aHideReportsTheBarAboveAHardwareKeyboard() {
        #expect(
            events("a hardware keyboard with a bar")[0].info.frameEnd == CGRect(x: 0, y: 969, width: 768, height: 55)
        )
        #expect(events("a bar stays after hiding").last?.info.frameEnd?.height == 44)
    }

    @Test func aRotationReportsTheCoordinatesOfEachOrientation() {
        let events = events("rotation")
        #expect(events[5].info.frameBegin == CGRect(x: 0, y: 352, width: 320, height: 216))
        #expect(events[9].info.frameEnd == CGRect(x: 0, y: 158, width: 568, height: 162))
        #expect(events.allSatisfy { $0.info.animationDuration == 0.25 && $0.info.animationCurve == 7 })
    }

    @Test func anotherAppsKeyboardIsReportedAsNotLocal() {
        #expect(events("another app's keyboard").allSatisfy { $0.info.isLocal == false })
    }

    @Test func aCrossFadeIsShortAndHidesToNoHeight() {
        #expect(events("cross-fade").last?.info.frameEnd?.height == 0)
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior.motion = .crossFade()
        fixture.keyboard.show()
        fixture.scheduler.advance(by: .milliseconds(39))
        #expect(fixture.takeKinds() == Self.willShow)
        fixture.scheduler.advance(by: .milliseconds(1))
        #expect(fixture.takeKinds() == Self.didShow)
        fixture.keyboard.behavior.motion = .crossFade(duration: 0.383)
        fixture.keyboard.hide()
        #expect(fixture.events.last?.info.animationDuration == 0.383)
    }

    @Test func knownDefectsAreReproduced() {
        #expect(events("show on hide")[5].info.frameEnd?.height == 0)
        let late = events("late did with the old height")
        #expect(late[5].info.frameEnd?.height == 216 && late[3].info.frameEnd?.height == 258)
        #expect(events("doubled events").count == 16)
    }

    @Test(arguments: [CGFloat.infinity, -.infinity, .nan, -1, 54])
    func anInvalidBeginHeightIsThatOfTheEndFrame(height: CGFloat) {
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior.beginHeight = height
        fixture.keyboard.show()
        let info = fixture.events.first?.info
        #expect(info?.frameBegin?.height == (height == 54 ? 54 : info?.frameEnd?.height))
    }

    @Test func theCurrentFrameFollowsTheFinger() {
        let fixture = KeyboardFixture(.phone393x852)
        let keyboard = fixture.keyboard
        fixture.show(.letters)
        _ = fixture.takeKinds()
        keyboard.perform(.beginDismissing)
        for top in [600, 700, 561, 400, 900] as [CGFloat] {
            keyboard.perform(.moveDismissing(toTop: top))
            #expect(keyboard.currentFrame.minY == min(max(top, 561), 852))
        }
        #expect(fixture.takeKinds() == [])
    }

    @Test func aFloatingKeyboardStaysOnARotatedScreen() {
        let fixture = KeyboardFixture(.tablet768x1024)
        fixture.keyboard.show(.letters)
        fixture.perform(.float(in: CGRect(x: 400, y: 700, width: 320, height: 260)))
        fixture.perform(.rotate(to: .landscape))
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
        fixture.perform(.setAccessory(height: 44))
        #expect(fixture.takeKinds() == Self.frame)
        #expect(keyboard.frame == CGRect(x: 0, y: 716, width: 768, height: 308))
        keyboard.perform(.drag(to: CGPoint(x: 700, y: 300)))
        #expect(keyboard.frame == CGRect(x: 0, y: 300, width: 768, height: 308), "as wide as the screen")
        keyboard.perform(.drag(to: CGPoint(x: 0, y: 700)))
        fixture.perform(.rotate(to: .landscape))
        #expect(keyboard.frame == CGRect(x: 0, y: 372, width: 1_024, height: 396))
        #expect(fixture.events.last?.info.frameEnd == keyboard.frame)
    }

    @Test func aDragDuringUndockingReportsTheSameInBothEvents() {
        let fixture = KeyboardFixture(.tablet768x1024)
        fixture.show(.letters)
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
        fixture.perform(.undock())
        fixture.keyboard.perform(.dock)
        fixture.scheduler.advance(by: .milliseconds(100))
        fixture.keyboard.perform(.beginDismissing)
        fixture.perform(.moveDismissing(toTop: 800))
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
        fixture.hide()
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
        fixture.perform(.dismissAlert)
        #expect(fixture.takeKinds() == [])
        fixture.keyboard.perform(.promptForPassword)
        fixture.perform(.promptForPassword)
        #expect(fixture.takeKinds() == Self.willShow + Self.hide)
        fixture.keyboard.hide()
        fixture.perform(.dismissAlert)
        #expect(fixture.takeKinds() == [])
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
