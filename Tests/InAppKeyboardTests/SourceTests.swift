import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// The keyboard as a source.
@MainActor
struct SourceTests {
    @Test(
        arguments: [
            CGSize(width: 375, height: 667), CGSize(width: 800, height: 480), CGSize(width: 1920, height: 1080),
        ],
        [0, 0.25]
    )
    func theSuiteHasNoFindings(size: CGSize, duration: Double) async throws {
        let bed = KeyboardBed(size, isStarted: false)
        let keyboard = bed.keyboard
        keyboard.slideDuration = duration
        let entry = bed.entry()
        // The suite also hides the keyboard with a request, and the entry then keeps the focus. In this case, only
        // another request shows the keyboard.
        func show() {
            entry.becomeFirstResponder()
            try? keyboard.requestShow()
        }
        func hide() {
            entry.resignFirstResponder()
            bed.advance(100)
        }
        let findings = try await SourceConformance(
            of: keyboard,
            show: show,
            hide: hide,
            settle: { bed.settle() }
        ).findings()
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theSuiteHasNoFindingsWithoutAField() async throws {
        let bed = KeyboardBed(isStarted: false)
        let keyboard = bed.keyboard
        let findings = try await SourceConformance(
            of: keyboard,
            show: { try keyboard.requestShow() },
            // The suite also calls this closure after the suite has stopped the keyboard. The request then throws an
            // error, which the test ignores.
            hide: { try? keyboard.requestHide() },
            settle: { bed.settle() }
        ).findings()
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theSlideFollowsTheCurveOfItsEvents() {
        let bed = KeyboardBed()
        let keyboard = bed.keyboard
        let keys = keyboard.keys
        #expect(keyboard.currentFrame.minY == 667)
        bed.entry().becomeFirstResponder()
        var frames: [CGRect?] = []
        let follower = bed.pool.observeState { frames.append($0.frame) }
        #expect(bed.pool.keyboard.transition?.duration == .seconds(0.25))
        for _ in 0..<25 {
            let before = keyboard.currentFrame.minY
            bed.advance(10)
            #expect(keyboard.currentFrame.minY < before)
        }
        #expect(!keyboard.isSliding)
        #expect(keyboard.currentFrame == keyboard.frame)
        #expect(keyboard.keys == keys)
        withExtendedLifetime(follower) {}
    }

    @Test func aKeyboardWithoutASlideIsAtItsPlaceImmediately() {
        let bed = KeyboardBed()
        let keyboard = bed.keyboard
        keyboard.slideDuration = 0
        bed.entry().becomeFirstResponder()
        #expect(!keyboard.isSliding)
        #expect(keyboard.currentFrame == keyboard.frame)
        bed.advance(1)
        #expect(bed.kinds == [.willChangeFrame, .willShow, .didChangeFrame, .didShow])
    }

    @Test func aReversedSlideBeginsAtTheVisibleFrame() throws {
        let bed = KeyboardBed()
        let keyboard = bed.keyboard
        bed.entry().becomeFirstResponder()
        bed.advance(100)
        let frame = keyboard.currentFrame
        try keyboard.requestHide()
        #expect(keyboard.currentFrame == frame)
        bed.advance(249)
        #expect(bed.kinds == [.willChangeFrame, .willShow, .willChangeFrame, .willHide])
        bed.advance(1)
        #expect(bed.kinds.suffix(2) == [.didChangeFrame, .didHide])
        #expect(keyboard.currentFrame.minY == 667)
    }

    @Test func aRotationEndsTheSlide() {
        let bed = KeyboardBed()
        let keyboard = bed.keyboard
        bed.entry().becomeFirstResponder()
        bed.advance(100)
        #expect(keyboard.isSliding)
        keyboard.screenBounds = CGRect(x: 0, y: 0, width: 667, height: 375)
        #expect(!keyboard.isSliding)
        #expect(keyboard.currentFrame == keyboard.frame)
        bed.advance(1_000)
        #expect(bed.kinds == [.willChangeFrame, .willShow, .willChangeFrame, .willShow, .didChangeFrame, .didShow])
        #expect(bed.pool.keyboard.frame == keyboard.frame && keyboard.frame.width == 667)
        #expect(bed.pool.keyboard.placement == .docked && bed.pool.keyboard.isLocal)
    }

    @Test func aRotationBetweenTwoEventsEndsTheirPair() {
        let bed = KeyboardBed()
        let keyboard = bed.keyboard
        let token = bed.pool.observe([.willChangeFrame]) { _ in
            keyboard.screenBounds = CGRect(x: 0, y: 0, width: 667, height: 375)
        }
        bed.entry().becomeFirstResponder()
        bed.advance(1_000)
        #expect(bed.kinds == [.willChangeFrame, .willChangeFrame, .willShow, .didChangeFrame, .didShow])
        #expect(bed.pool.keyboard.frame == keyboard.frame)
        withExtendedLifetime(token) {}
    }

    @Test func aStoppedKeyboardIsOffScreenAndKeepsItsField() {
        let bed = KeyboardBed()
        let keyboard = bed.keyboard
        let entry = bed.focusedEntry()
        keyboard.stop()
        #expect(!keyboard.isShown)
        #expect(keyboard.currentFrame.minY == 667)
        keyboard.start(postingTo: bed.center)
        #expect(keyboard.currentFrame == keyboard.frame)
        #expect(bed.kinds == [.willChangeFrame, .willShow])
        bed.tap("a")
        #expect(entry.text == "a")
    }

    @Test func theFocusIsFollowedWhileTheKeyboardIsStopped() {
        let bed = KeyboardBed(isStarted: false)
        let entry = bed.focusedEntry(.numberPad)
        #expect(!bed.keyboard.isShown)
        bed.keyboard.start(postingTo: bed.center)
        #expect(bed.keyboard.isShown)
        bed.tap("12")
        #expect(entry.text == "12")
    }

    @Test func aRotationDuringAHideEndsTheHide() throws {
        let bed = KeyboardBed()
        let keyboard = bed.keyboard
        _ = bed.focusedEntry()
        try keyboard.requestHide()
        bed.advance(100)
        keyboard.screenBounds = CGRect(x: 0, y: 0, width: 667, height: 375)
        #expect(bed.kinds == [.willChangeFrame, .willHide, .didChangeFrame, .didHide])
        var count = 0
        keyboard.onChange = { count += 1 }
        bed.advance(1_000)
        #expect(count == 0 && bed.kinds.count == 4)
    }

    @Test func aFieldThatBecomesSecureIsAChange() {
        let bed = KeyboardBed()
        let entry = bed.focusedEntry()
        var count = 0
        bed.keyboard.onChange = { count += 1 }
        entry.formState.isSecureTextEntry = true
        #expect(count == 1)
    }

    @Test func aHiddenKeyboardAppearsFromBelowAScreenThatHasBecomeTaller() throws {
        let bed = KeyboardBed(CGSize(width: 667, height: 375))
        let entry = bed.focusedEntry()
        entry.resignFirstResponder()
        bed.settle()
        bed.keyboard.screenBounds = CGRect(x: 0, y: 0, width: 375, height: 667)
        #expect(bed.kinds.isEmpty)
        var begins: [CGRect?] = []
        let token = bed.pool.observe { begins.append($0.info.frameBegin) }
        entry.becomeFirstResponder()
        #expect(begins.first??.minY == 667)
        withExtendedLifetime(token) {}
    }

    @Test func theDensityMovesTheKeyboardOnlyIfItsHeightChanges() {
        let bed = KeyboardBed()
        _ = bed.focusedEntry()
        bed.keyboard.pointsPerMillimeter = 58.125 / 9
        #expect(bed.kinds.isEmpty)
        bed.keyboard.pointsPerMillimeter = 5
        #expect(bed.kinds == [.willChangeFrame, .willShow])
    }

    /// The change of the density cancels the touch, and the end of the touch turns shift off.
    @Test func theDensityMovesTheKeyboardWhileAFingerHoldsShift() {
        let bed = KeyboardBed()
        _ = bed.focusedEntry()
        bed.tap(.shift)
        bed.advance(1_000)
        bed.press(.shift)
        bed.keyboard.pointsPerMillimeter = 3
        #expect(bed.kinds == [.willChangeFrame, .willShow])
        #expect(bed.pool.keyboard.frame == bed.keyboard.frame)
    }

    /// A screen with its own field, guide and keyboard.
    ///
    /// The keyboard posts to a center that the guide does not observe. The keyboard must not change the bottom inset.
    @MainActor
    private final class Screen {
        let guide = KeyboardLayoutGuide()
        let keyboard: AppKeyboard
        let entry: Entry
        private let window = Window()

        init(_ bed: KeyboardTestBed, isStarted: Bool) {
            let center = NotificationCenter()
            keyboard = AppKeyboard(screenBounds: bed.screen.bounds, center: center, scheduler: bed.scheduler)
            entry = Entry(in: window, center: center)
            let bounds = bed.screen.bounds
            guide.viewFrameProvider = { bounds }
            entry.becomeFirstResponder()
            if isStarted { keyboard.start(postingTo: center) }
            keyboard.onChange = { [weak self] in _ = self?.keyboard.currentFrame }
            keyboard.touchBegan(at: CGPoint(x: 10, y: 10))
        }
    }

    @Test(arguments: [true, false])
    func aScreenWithAKeyboardOfItsOwnConforms(isStarted: Bool) async {
        let conformance = ScreenConformance(rotates: false) {
            Screen($0, isStarted: isStarted)
        } bottomInset: {
            $0.guide.bottomInset
        }
        let findings = await conformance.findings()
        #expect(findings.isEmpty, "\(findings)")
    }

    /// The test records the events of an app keyboard, and plays the events to a screen.
    @Test func aScreenThatFollowsTheKeyboardConforms() async throws {
        let bed = KeyboardBed(isStarted: false)
        let recorder = KeyboardRecorder(center: bed.center, scheduler: bed.scheduler)
        bed.keyboard.start(postingTo: bed.center)
        let entries = [bed.entry(), bed.entry(.numberPad)]
        entries[0].becomeFirstResponder()
        bed.advance(600)
        entries[1].becomeFirstResponder()
        bed.advance(600)
        bed.tap(.hide)
        bed.advance(100)
        entries[0].becomeFirstResponder()
        bed.advance(600)
        entries[0].resignFirstResponder()
        bed.advance(600)
        let recording = recorder.recording(title: "two fields", source: "AppKeyboard")
        let scenario = KeyboardScenario(
            "the recorded app keyboard",
            on: .phone375x667,
            steps: [.play(recording), .settle]
        )
        let conformance = ScreenConformance {
            Screen($0, isStarted: false)
        } bottomInset: {
            $0.guide.bottomInset
        }
        let findings = await conformance.findings(in: scenario)
        #expect(findings.isEmpty, "\(findings)")
    }
}
