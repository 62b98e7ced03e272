import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// A simulated keyboard that the app's window covers, and the suites that use such a keyboard.
@MainActor
struct ObscuredKeyboardTests {
    private func record(_ steps: [SimulatedKeyboard.Step]) -> [KeyboardEvent] {
        KeyboardScenario("obscured", on: .phone393x852, steps: steps).events()
    }

    @Test func aShownKeyboardPostsFramesInPlace() {
        let events = record([.show(.letters), .settle, .setObscured(true), .setObscured(true), .settle, .hide, .settle])
        #expect(events.prefix(4).allSatisfy { $0.info.isObscured == nil })
        let change = events[4...5]
        #expect(change.map(\.kind) == [.willChangeFrame, .didChangeFrame])
        for event in change {
            #expect(event.info.frameBegin == events[3].info.frameEnd && event.info.frameEnd == events[3].info.frameEnd)
            #expect(event.info.animationDuration == 0)
        }
        #expect(events.count == 10 && events[4...].allSatisfy { $0.info.isObscured == true })
    }

    @Test func aHiddenKeyboardPostsTheValueWhenItAppears() {
        let events = record([.setObscured(true), .settle, .show(.letters), .settle])
        #expect(events.map(\.kind) == [.willChangeFrame, .willShow, .didChangeFrame, .didShow])
        #expect(events.allSatisfy { $0.info.isObscured == true })
        #expect(record([.setObscured(false), .show(.letters), .settle]).allSatisfy { $0.info.isObscured == nil })
    }

    @Test func aTransitionGoesOn() {
        let fixture = KeyboardFixture(.phone393x852)
        let pool = KeyboardObserverPool(center: fixture.center, scheduler: fixture.scheduler)
        let guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = fixture.keyboard.screen.bounds
        fixture.keyboard.show(.letters)
        fixture.scheduler.advance(by: .milliseconds(100))
        #expect(guide.bottomInset > 0)
        let frame = fixture.keyboard.currentFrame
        fixture.keyboard.perform(.setObscured(true))
        #expect(fixture.keyboard.currentFrame == frame && fixture.keyboard.phase == .appearing)
        #expect(guide.bottomInset == 0 && pool.keyboard.phase == .appearing && pool.keyboard.isObscured)
        fixture.keyboard.perform(.setObscured(false))
        #expect(guide.bottomInset > 0)
        fixture.keyboard.perform(.setObscured(true))
        fixture.scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 0 && pool.keyboard.phase == .shown && !pool.keyboard.isHealed)
    }

    @Test func anAvoiderReleasesItsPaneAtOnce() {
        let fixture = AvoidanceFixture()
        fixture.show(field: 800)
        let (insets, offset) = (fixture.pane.insets, fixture.pane.offset)
        #expect(insets.bottom == fixture.keyboard.frame.height && offset > 0)
        fixture.keyboard.perform(.setObscured(true))
        #expect(fixture.pane.insets == KeyboardInsets() && fixture.pane.offset == 0)
        fixture.settle()
        fixture.keyboard.perform(.setObscured(false))
        #expect(fixture.pane.insets == insets && fixture.pane.offset == offset)
        fixture.keyboard.perform(.setObscured(true))
        fixture.hide()
        fixture.show()
        #expect(fixture.pane.insets == KeyboardInsets() && fixture.pane.offset == 0)
    }

    @Test func aRecordingKeepsTheValue() throws {
        let steps: [SimulatedKeyboard.Step] = [.show(.letters), .settle, .setObscured(true)]
        let recording = KeyboardScenario("obscured", on: .phone393x852, steps: steps).record()
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try recording.write(to: file)
        #expect(try KeyboardRecording(contentsOf: file) == recording)
        #expect(recording.events.last?.info.isObscured == true)
        #expect(try String(contentsOf: file, encoding: .utf8).components(separatedBy: "isObscured").count == 3)
    }

    // MARK: The suites

    private func findings(_ events: [KeyboardEvent]) -> [String] {
        var checker = EventSequenceChecker(capabilities: [.frames, .didEvents])
        for event in events { checker.receive(event) }
        checker.finishTransitions()
        return checker.findings.map(\.description)
    }

    @Test(arguments: [Duration.seconds(1), .milliseconds(100)])
    func aChangeIsNoFinding(wait: Duration) {
        let steps: [SimulatedKeyboard.Step] = [
            .show(.letters), .wait(wait), .setObscured(true), .setObscured(false), .settle, .setObscured(true),
            .hide, .wait(wait), .show(.letters), .settle,
        ]
        #expect(findings(record(steps)) == [])
    }

    @Test func aForgottenValueIsAFinding() {
        var events = record([.show(.letters), .settle, .setObscured(true), .hide, .settle])
        for index in events.indices.suffix(4) { events[index].info.isObscured = nil }
        let sentence = "does not report isObscured, but an earlier event does"
        #expect(
            findings(events) == [
                "payloadIsComplete: a willChangeFrame \(sentence) (event 6)",
                "payloadIsComplete: a willHide \(sentence) (event 7)",
            ]
        )
    }

    /// A screen that receives only typed shows is not judged, as the height of a `PlantedScreen` shows.
    @Test func aScreenThatIgnoresTheValueIsFound() async {
        @MainActor final class HeightFollower {
            var inset: CGFloat = 0
            var token: KeyboardObservationToken?
        }
        let findings = await ScreenConformance<HeightFollower> { bed in
            let follower = HeightFollower()
            follower.token = bed.pool.observeState { [weak follower] in follower?.inset = $0.frame?.height ?? 0 }
            return follower
        } bottomInset: {
            $0.inset
        }.findings(in: .named("obscured by a full-screen window"))
        #expect(findings.map(\.promise) == [.insetIsOverlap])
        #expect(findings.first?.description.contains("while a window of the app is above the keyboard") == true)
    }
}
