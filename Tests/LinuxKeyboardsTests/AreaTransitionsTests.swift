import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

@testable import LinuxKeyboards

/// A phone with 720 by 1,440 points, and a keyboard of 230 points.
@MainActor
struct AreaTransitionsTests {
    let phone = StatedArea()

    private let show: [KeyboardEvent.Kind] = [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
    private let hide: [KeyboardEvent.Kind] = [.willChangeFrame, .willHide, .didChangeFrame, .didHide]
    private let keyboardFrame = CGRect(x: 0, y: 1_210, width: 720, height: 230)

    @Test(arguments: [false, true])
    func theFrameIsTheMissingStrip(isAreaFirst: Bool) {
        phone.area(height: 1_440)
        phone.inOrder(isAreaFirst, { phone.area(height: 1_210) }, { phone.says(true) })
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == keyboardFrame)
        #expect(phone.pool.keyboard.phase == .shown)
        #expect(phone.pool.keyboard.screenBounds == CGRect(x: 0, y: 0, width: 720, height: 1_440))

        phone.inOrder(isAreaFirst, { phone.area(height: 1_440) }, { phone.says(false) })
        #expect(phone.takeKinds() == hide)
        #expect(phone.pool.keyboard.phase == .hidden)
        phone.wait(1_000)
        #expect(phone.takeKinds() == [])
    }

    @Test func oneFactAloneIsNotAShow() {
        phone.area(height: 1_440)
        phone.area(height: 1_210)
        phone.wait(2_000)
        #expect(phone.takeKinds() == [])
        // The area was reduced by something else, such as a panel.
        phone.says(true)
        phone.area(height: 980)
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 980, width: 720, height: 230))
    }

    @Test func aShowWaitsForTheAreaAndThenHasNoFrame() {
        phone.area(height: 1_440)
        phone.says(true)
        phone.wait(99)
        #expect(phone.takeKinds() == [])
        phone.wait(1)
        #expect(phone.takeKinds() == show)
        #expect(phone.lastInfo.frameEnd == nil)
        #expect(phone.pool.keyboard.phase == .shown)
        phone.area(height: 1_210)
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == keyboardFrame)
    }

    @Test func withoutAReportEventsHaveNoFrameAndDoNotWait() {
        phone.says(true)
        #expect(phone.takeKinds() == show)
        #expect(phone.lastInfo == Notification.KeyboardInfo(animationDuration: 0, animationCurve: 0))
        #expect(phone.pool.keyboard.phase == .shown)
        phone.says(false)
        #expect(phone.takeKinds() == hide)
        #expect(phone.lastInfo == Notification.KeyboardInfo(animationDuration: 0, animationCurve: 0))
        #expect(phone.pool.keyboard.phase == .hidden)
    }

    @Test func aRepeatedFactIsNoEvent() {
        phone.showDocked()
        phone.says(true)
        phone.area(height: 1_210)
        phone.wait(1_000)
        #expect(phone.takeKinds() == [])
    }

    @Test func aTallerKeyboardChangesItsFrame() {
        phone.showDocked()
        phone.area(height: 1_110)
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 1_110, width: 720, height: 330))
    }

    /// The area grows if the window is no longer maximized, or if a full-screen window covers the keyboard.
    ///
    /// If the area is still large after 500 ms, the keyboard counts as hidden.
    @Test func anAreaThatGrowsHidesAVisibleKeyboard() {
        phone.showDocked()
        phone.area(height: 1_440)
        phone.wait(499)
        #expect(phone.takeKinds() == [])
        phone.wait(1)
        #expect(phone.takeKinds() == hide)
        phone.area(height: 1_210)
        #expect(phone.takeKinds() == show)
    }

    /// The area grows and shrinks again within 53 ms, as with a keyboard that flickers.
    @Test func anAreaThatGrowsForAMomentIsNoHide() {
        phone.showDocked()
        phone.area(height: 1_440)
        phone.wait(53)
        phone.area(height: 1_210)
        phone.wait(1_000)
        #expect(phone.takeKinds() == [])
    }

    @Test(arguments: [false, true])
    func aTurnedScreenHasAnotherArea(isShown: Bool) {
        if isShown { phone.showDocked() } else { phone.area(height: 1_440) }
        phone.area(CGRect(x: 0, y: 0, width: 1_440, height: isShown ? 540 : 720))
        if !isShown {
            phone.says(true)
            phone.area(CGRect(x: 0, y: 0, width: 1_440, height: 540))
        }
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 540, width: 1_440, height: 180))
        #expect(phone.pool.keyboard.screenBounds == CGRect(x: 0, y: 0, width: 1_440, height: 720))
    }

    @Test func aScaledScreenHasAnotherArea() {
        phone.showDocked()
        phone.area(CGRect(x: 0, y: 0, width: 360, height: 490))
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 490, width: 360, height: 230))
        phone.area(CGRect(x: 0, y: 0, width: 360, height: 510))
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 510, width: 360, height: 210))
    }

    /// The change of the width is no rotation.
    ///
    /// If the source took it for a rotation, the full area would be 1,160 points high.
    @Test func anAreaThatChangesItsWidthWhileTheKeyboardIsHiddenIsNotReduced() {
        phone.area(height: 1_440)
        phone.area(CGRect(x: 0, y: 0, width: 1_000, height: 500))
        phone.says(true)
        #expect(phone.takeKinds() == [])
        phone.area(CGRect(x: 0, y: 0, width: 1_000, height: 300))
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 300, width: 1_000, height: 200))
    }

    @Test func aRepeatedSignalDoesNotDelayAHide() {
        phone.showDocked()
        phone.area(height: 1_440)
        phone.wait(250)
        phone.says(true)
        phone.area(height: 1_440)
        phone.wait(250)
        #expect(phone.takeKinds() == hide)
    }

    @Test func aShowWithoutAnEndFrameHasNoBeginFrame() {
        phone.showDocked()
        phone.area(height: 1_440)
        phone.says(false)
        phone.says(true)
        _ = phone.takeKinds()
        phone.wait(100)
        #expect(phone.takeKinds() == show)
        #expect(phone.lastInfo.frameBegin == nil)
        #expect(phone.lastInfo.frameEnd == nil)
    }

    @Test func aQuickReversalHides() {
        phone.area(height: 1_440)
        phone.says(true)
        phone.says(false)
        phone.wait(1_000)
        #expect(phone.takeKinds() == [])
        phone.showDocked()
        phone.says(false)
        phone.says(true)
        phone.wait(1_000)
        #expect(phone.takeKinds() == hide + show)
        #expect(phone.pool.keyboard.frame == keyboardFrame)
    }

    /// An animation resizes the window, which reports its area every 20 ms.
    ///
    /// The show is still posted after 100 ms.
    @Test func reportsDoNotDelayAShow() {
        phone.area(height: 400)
        phone.says(true)
        for step in 1...4 {
            phone.wait(20)
            phone.area(height: 400 + CGFloat(step) * 10)
        }
        #expect(phone.takeKinds() == [])
        phone.wait(20)
        #expect(phone.takeKinds() == show)
    }

    /// While the keyboard is shown, the area becomes taller than without the keyboard, as if a panel had disappeared.
    @Test func aKeyboardHidesBelowAnAreaThatHasGrown() {
        phone.showDocked()
        phone.area(height: 1_600)
        phone.says(false)
        phone.wait(2_000)
        #expect(phone.pool.keyboard.phase == .hidden)
        #expect(phone.lastInfo.frameEnd?.minY == 1_600)
    }

    @Test func nothingIsPostedAfterAStop() {
        phone.area(height: 1_440)
        phone.says(true)
        phone.transitions.stop()
        phone.area(height: 1_210)
        phone.wait(1_000)
        #expect(phone.takeKinds() == [])
    }

    // MARK: A measured output

    private let screen = CGRect(x: 0, y: 0, width: 720, height: 1_440)
    private let first = CGSize(width: 1_920, height: 1_200)
    private let second = CGSize(width: 1_920, height: 1_080)

    @Test func aMeasuredStripIsTheFrame() {
        phone.measure(free: 1_400)
        phone.says(false)
        phone.says(true)
        phone.measure(free: 1_170)
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 1_170, width: 720, height: 230))
        phone.measure(free: 1_400)
        phone.says(false)
        #expect(phone.takeKinds() == hide)
    }

    /// The first measurement finds a free area that the keyboard has made smaller.
    @Test(arguments: [false, true])
    func aKeyboardThatIsVisibleAtTheStartHasAFrame(saysFirst: Bool) {
        phone.transitions.canMeasureOutput = true
        phone.inOrder(saysFirst, { phone.says(true) }, { phone.measure(free: 1_210) })
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 1_210, width: 720, height: 230))
        #expect(phone.pool.keyboard.screenBounds == screen)
    }

    @Test func aVisibleKeyboardDoesNotWaitForeverForAMeasurement() {
        phone.transitions.canMeasureOutput = true
        phone.says(true)
        phone.wait(1_999)
        #expect(phone.takeKinds() == [])
        phone.wait(1)
        #expect(phone.takeKinds() == show)
        #expect(phone.lastInfo.frameEnd == nil)
    }

    /// stevia and phosh-osk-stub make the output smaller after they have slid in.
    @Test(arguments: [260, 330, 1_700], [false, true])
    func aKeyboardThatSlidesIsShownOnceWithItsFrame(slide: Int, isDismissed: Bool) {
        phone.transitions.canMeasureOutput = true
        phone.says(false)
        phone.measure(free: 1_440)
        phone.says(true)
        phone.wait(slide)
        if isDismissed { phone.says(false) } else { phone.measure(free: 1_210) }
        phone.wait(3_000)
        #expect(phone.takeKinds() == (isDismissed ? [] : show))
        if !isDismissed { #expect(phone.pool.keyboard.frame == keyboardFrame) }
    }

    @Test func aVisibleKeyboardIsShownWhenTheOutputCannotBeMeasured() {
        phone.transitions.canMeasureOutput = true
        phone.says(true)
        phone.transitions.canMeasureOutput = false
        #expect(phone.takeKinds() == show)
    }

    /// A panel takes 150 points, and the keyboard stays hidden.
    @Test func aPanelIsNoKeyboard() {
        phone.says(false)
        phone.measure(free: 1_440)
        phone.measure(free: 1_290)
        phone.wait(1_000)
        #expect(phone.takeKinds() == [])
        phone.says(true)
        phone.measure(free: 1_060)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 1_060, width: 720, height: 230))
    }

    /// The window has gaps of 10 points.
    ///
    /// The frame is the strip that the window loses, not the strip that the output loses.
    @Test func theStripOfTheWindowTakesPrecedence() {
        let window = CGRect(x: 0, y: 0, width: 700, height: 1_420)
        phone.says(false)
        phone.measure(free: 1_440)
        phone.area(window)
        phone.says(true)
        phone.area(CGRect(x: 0, y: 0, width: 700, height: 1_190))
        phone.measure(free: 1_210)
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 1_190, width: 700, height: 230))
        #expect(phone.pool.keyboard.screenBounds == window)
    }

    /// A panel takes 30 points of the first output.
    ///
    /// The keyboard takes 300 points of the second output.
    @Test func aKeyboardOnAnotherOutputHasItsOwnHeight() {
        phone.says(false)
        phone.measure(first, free: 1_170)
        phone.says(true)
        phone.measure(second, free: 780, name: 2)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 780, width: 1_920, height: 300))
    }

    /// A person hides the keyboard, turns the screen, and shows the keyboard again.
    ///
    /// The app reports its areas only after the keyboard is shown again, or never.
    @Test(arguments: [false, true])
    func theAreaBeforeATurnIsNotUsed(reports: Bool) {
        let turned = CGSize(width: 1_440, height: 720)
        phone.says(false)
        phone.measure(free: 1_440)
        phone.showDocked()
        phone.measure(free: 1_210)
        phone.says(false)
        #expect(phone.takeKinds() == hide)
        phone.measure(turned, free: 720)
        phone.says(true)
        #expect(phone.takeKinds() == [])
        phone.measure(turned, free: 360)
        #expect(phone.takeKinds() == show)
        let frame = CGRect(x: 0, y: 360, width: 1_440, height: 360)
        #expect(phone.pool.keyboard.frame == frame)
        #expect(phone.pool.keyboard.screenBounds == CGRect(origin: .zero, size: turned))
        if reports {
            phone.area(CGRect(x: 0, y: 0, width: 1_440, height: 720))
            phone.area(CGRect(x: 0, y: 0, width: 1_440, height: 360))
        }
        phone.wait(2_000)
        #expect(phone.takeKinds() == [])
        #expect(phone.pool.keyboard.frame == frame)
    }

    /// The app reports its turned area before the output is measured again.
    @Test func anAreaThatIsNewerThanTheMeasurementIsUsedLater() {
        phone.says(false)
        phone.measure(free: 1_440)
        phone.area(height: 1_440)
        phone.area(CGRect(x: 0, y: 0, width: 1_430, height: 710))
        phone.says(true)
        phone.area(CGRect(x: 0, y: 0, width: 1_430, height: 350))
        #expect(phone.takeKinds() == [])
        phone.measure(CGSize(width: 1_440, height: 720), free: 360)
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 350, width: 1_430, height: 360))
    }

    /// The app reports no smaller area, so the frame is the strip that the output loses.
    @Test func aMeasuredStripIsTheFrameIfTheWindowKeepsItsSize() {
        phone.says(false)
        phone.measure(free: 1_440)
        phone.area(height: 1_440)
        phone.says(true)
        phone.measure(free: 1_210)
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 1_210, width: 720, height: 230))
    }

    @Test func aFullScreenWindowObscuresAMeasuredKeyboard() {
        phone.says(false)
        phone.measure(free: 1_440)
        phone.fullScreen()
        phone.says(true)
        phone.measure(free: 1_210)
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.isObscured && phone.pool.keyboard.frame?.minY == 1_210)
        phone.area(height: 1_210)
        #expect(!phone.pool.keyboard.isObscured && phone.pool.keyboard.frame?.minY == 1_210)
        phone.fullScreen()
        #expect(phone.pool.keyboard.isObscured && phone.pool.keyboard.phase == .shown)
        #expect(!phone.takeKinds().contains(.willShow))
    }

    /// At first, the frame is in the coordinates of a window with gaps.
    ///
    /// When the window becomes full-screen, the frame is the strip that the output loses.
    @Test func theStripOfAFullScreenWindowIsMeasured() {
        phone.says(false)
        phone.measure(free: 1_440)
        phone.area(CGRect(x: 0, y: 0, width: 700, height: 1_420))
        phone.says(true)
        phone.measure(free: 1_210)
        phone.area(CGRect(x: 0, y: 0, width: 700, height: 1_190))
        #expect(phone.pool.keyboard.frame?.minY == 1_190)
        phone.fullScreen()
        #expect(phone.pool.keyboard.frame?.minY == 1_210)
    }

    /// Without a measurement, the keyboard can be above or below the window.
    @Test func aFullScreenWindowObscuresNoKeyboardThatIsNotMeasured() {
        phone.fullScreen()
        phone.says(true)
        #expect(phone.pool.keyboard.phase == .shown && !phone.pool.keyboard.isObscured)
    }

    /// The layer `overlay` is above a full-screen window.
    @Test(arguments: [(1_210, false), (1_180, false), (1_400, true), (1_440, true)])
    func aFullScreenWindowObscuresNoKeyboardOfTheOverlayLayer(overlay: Int, isObscured: Bool) {
        phone.says(false)
        phone.measure(free: 1_440)
        phone.fullScreen()
        phone.says(true)
        phone.measure(free: 1_210, overlay: CGFloat(overlay))
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.isObscured == isObscured)
    }

    @Test(arguments: [false, true])
    func anObscuredKeyboardIsHiddenByOneTransition(isAreaFirst: Bool) {
        phone.showObscured()
        phone.inOrder(isAreaFirst, { phone.measure(free: 1_440) }, { phone.says(false) })
        #expect(phone.takeKinds() == hide)
        // The window is no longer full-screen, so it does not obscure the keyboard that appears next.
        phone.transitions.areaChanged(to: nil)
        phone.says(true)
        phone.wait(100)
        #expect(phone.takeKinds() == show)
        #expect(!phone.pool.keyboard.isObscured)
    }

    /// A full-screen window covers the panel, but not the keyboard.
    @Test(arguments: [false, true])
    func aPanelBesideAKeyboardOfTheOverlayLayerObscuresNothing(isAreaFirst: Bool) {
        phone.transitions.canMeasureOutput = true
        phone.fullScreen()
        phone.inOrder(isAreaFirst, { phone.measure(free: 1_170, overlay: 1_210) }, { phone.says(true) })
        #expect(phone.pool.keyboard.phase == .shown && !phone.pool.keyboard.isObscured)
        phone.measure(free: 1_140, overlay: 1_210)
        #expect(!phone.pool.keyboard.isObscured)
    }

    @Test(arguments: [false, true])
    func aKeyboardAppearsOnEachOfTwoOutputs(isAreaFirst: Bool) {
        phone.transitions.canMeasureOutput = true
        phone.says(false)
        phone.measure(first, free: 1_170)
        phone.measure(second, free: 1_050, name: 2)
        for _ in 0..<2 {
            phone.inOrder(isAreaFirst, { phone.measure(second, free: 780, name: 2) }, { phone.says(true) })
            #expect(phone.takeKinds() == show)
            #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 780, width: 1_920, height: 270))
            phone.inOrder(isAreaFirst, { phone.measure(second, free: 1_050, name: 2) }, { phone.says(false) })
            phone.wait(3_000)
            #expect(phone.takeKinds() == hide)
            phone.inOrder(isAreaFirst, { phone.measure(first, free: 900) }, { phone.says(true) })
            #expect(phone.takeKinds() == show)
            #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 900, width: 1_920, height: 270))
            phone.inOrder(isAreaFirst, { phone.measure(first, free: 1_170) }, { phone.says(false) })
            phone.wait(3_000)
            #expect(phone.takeKinds() == hide)
        }
    }

    /// The keyboard is visible on the second output before the app starts.
    ///
    /// The first output has a panel of 30 points.
    @Test(arguments: [false, true], [false, true])
    func aKeyboardThatIsVisibleAtTheStartIsOnOneOutput(isAreaFirst: Bool, growsFirst: Bool) {
        phone.transitions.canMeasureOutput = true
        func measureBoth() {
            phone.measure(first, free: 1_170)
            phone.measure(second, free: 810, name: 2)
        }
        phone.inOrder(isAreaFirst, measureBoth, { phone.says(true) })
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 810, width: 1_920, height: 270))
        _ = phone.takeKinds()
        phone.inOrder(growsFirst, { phone.measure(second, free: 1_080, name: 2) }, { phone.says(false) })
        phone.wait(3_000)
        #expect(phone.takeKinds() == hide)
    }

    @Test func anOutputThatIsAddedHasNoKeyboard() {
        phone.says(false)
        phone.measure(first, free: 1_170)
        phone.says(true)
        phone.measure(first, free: 900)
        #expect(phone.takeKinds() == show)
        phone.measure(second, free: 1_050, name: 2)
        phone.measure(first, free: 1_170)
        phone.says(false)
        phone.wait(3_000)
        #expect(phone.takeKinds() == hide)
    }

    /// A panel of 30 points appears on the other output while the keyboard is shown.
    @Test func theTallestStripIsTheKeyboard() {
        phone.measure(first, free: 1_200)
        phone.measure(second, free: 1_080, name: 2)
        phone.says(false)
        phone.says(true)
        phone.measure(second, free: 780, name: 2)
        phone.measure(first, free: 1_170)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 780, width: 1_920, height: 300))
    }

    @Test func anOutputThatIsRemovedHasNoKeyboard() {
        phone.says(false)
        phone.measure(first, free: 1_170)
        phone.measure(second, free: 1_050, name: 2)
        phone.says(true)
        phone.measure(second, free: 780, name: 2)
        _ = phone.takeKinds()
        phone.removeOutput(2)
        phone.wait(500)
        #expect(phone.takeKinds() == hide)
        phone.measure(first, free: 900)
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 900, width: 1_920, height: 270))
    }

    /// A panel takes 30 points.
    ///
    /// The size of the output changes while the keyboard is visible.
    @Test(arguments: [CGSize(width: 1_920, height: 1_080), CGSize(width: 1_200, height: 1_920)])
    func anOutputKeepsTheHeightOfItsPanels(size: CGSize) {
        phone.says(false)
        phone.measure(first, free: 1_170)
        phone.says(true)
        phone.measure(first, free: 900)
        phone.measure(size, free: size.height - 300)
        #expect(
            phone.pool.keyboard.frame == CGRect(x: 0, y: size.height - 300, width: size.width, height: 270)
        )
        #expect(phone.pool.keyboard.screenBounds?.height == size.height - 30)
        phone.measure(size, free: size.height - 30)
        phone.says(false)
        _ = phone.takeKinds()
        // While the keyboard is hidden, a smaller output has no keyboard.
        let smaller = CGSize(width: 1_024, height: 768)
        phone.measure(smaller, free: 708)
        phone.says(true)
        phone.measure(smaller, free: 438)
        #expect(phone.takeKinds() == show)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 438, width: 1_024, height: 270))
    }

    /// A panel takes 60 points at the left edge.
    @Test func aKeyboardBesideAPanelHasAFrameAtTheStart() {
        phone.transitions.canMeasureOutput = true
        phone.measure(first, free: 930, width: 1_860)
        phone.says(true)
        #expect(phone.pool.keyboard.frame == CGRect(x: 0, y: 930, width: 1_860, height: 270))
    }

    /// When the window floats, its size no longer depends on the keyboard.
    @Test func theOutputIsMeasuredAfterTheWindowFloats() {
        phone.says(false)
        phone.measure(free: 1_440)
        phone.area(height: 1_440)
        phone.says(true)
        phone.measure(free: 1_210)
        phone.area(height: 1_210)
        phone.transitions.areaChanged(to: nil)
        phone.measure(free: 1_100)
        #expect(phone.pool.keyboard.frame?.minY == 1_100)
        phone.measure(free: 1_440)
        phone.says(false)
        phone.wait(300)
        phone.says(true)
        phone.measure(free: 1_050)
        #expect(phone.pool.keyboard.frame?.minY == 1_050)
    }

    @Test func aLostProbeObscuresNothing() {
        phone.transitions.canMeasureOutput = true
        phone.showObscured()
        phone.transitions.outputEnded()
        #expect(!phone.pool.keyboard.isObscured && phone.pool.keyboard.phase == .shown)
        phone.says(false)
        _ = phone.takeKinds()
        phone.says(true)
        #expect(phone.takeKinds() == show)
        #expect(!phone.pool.keyboard.isObscured && phone.lastInfo.frameEnd == nil)
    }

    /// The window loses its usable area.
    ///
    /// The keyboard stays shown, because it has not reported that it is hidden.
    @Test(arguments: [false, true])
    func aWindowWithoutAnAreaHidesNoKeyboard(isFullScreen: Bool) {
        phone.showDocked()
        if isFullScreen { phone.fullScreen() } else { phone.transitions.areaChanged(to: nil) }
        phone.wait(2_000)
        #expect(phone.takeKinds() == [])
        #expect(phone.pool.keyboard.phase == .shown)
    }

    /// A full-screen window also covers a panel of 30 points.
    ///
    /// The source does not take these 30 points for a keyboard.
    @Test func theAreaOfAFullScreenWindowIsNotUsed() {
        phone.area(height: 1_410)
        phone.fullScreen()
        phone.area(height: 1_410)
        phone.says(true)
        phone.wait(100)
        #expect(phone.takeKinds() == show)
        #expect(phone.lastInfo.frameEnd == nil)
    }

    /// The full-screen window becomes a floating window, which has no usable area.
    @Test func aWindowThatLeavesFullScreenWithoutAnAreaObscuresNothing() {
        phone.showObscured()
        phone.transitions.areaChanged(to: nil)
        #expect(phone.takeKinds() == [.willChangeFrame, .didChangeFrame])
        #expect(!phone.pool.keyboard.isObscured && phone.pool.keyboard.frame?.minY == 1_210)
    }

    @Test func anOutputWithoutASizeIsIgnored() {
        phone.measure(.zero, free: 0)
        phone.says(true)
        #expect(phone.lastInfo.frameEnd == nil)
        phone.measure(free: 0)
        phone.measure(free: 1_210)
        #expect(phone.pool.keyboard.frame?.minY == 1_210)
    }

    @Test(arguments: [
        CGRect.null, .infinite, .zero, CGRect(x: 0, y: 0, width: 0, height: 100),
        CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1),
        CGRect(x: 1e300, y: 0, width: 1, height: 1),
    ])
    func anAreaThatCannotBeUsedIsInvalid(_ area: CGRect) {
        #expect(!UsableArea.isValid(area))
    }

    /// The visibility of the keyboard and the area are reported late and in either order.
    ///
    /// At rest, the state still equals the keyboard.
    @Test(arguments: [false, true])
    func theStateAtRestEqualsAKeyboard(isMeasured: Bool) {
        let seed: UInt64 = 22
        for number in 0..<RandomTestSize.cases(of: 2_000, part: 20) {
            var random = SeededRandom(seed: seed + UInt64(number))
            let steps = (0..<12).map { _ in AreaStep.random(using: &random) }
            guard AreaStory(steps, isMeasured).failure() != nil else { continue }
            let smallest = AreaStory(steps, isMeasured).shrunk()
            Issue.record("seed \(seed), story \(number): \(smallest.steps): \(smallest.failure() ?? "")")
            return
        }
    }
}

/// A phone for which a test states the usable area and the visibility of the keyboard.
@MainActor
final class StatedArea {
    let scheduler = ManualScheduler()
    let center = NotificationCenter()
    let pool: KeyboardObserverPool
    let transitions: AreaTransitions
    private(set) var lastInfo = Notification.KeyboardInfo()
    private var kinds: [KeyboardEvent.Kind] = []
    private var token: KeyboardObservationToken?
    private var outputs: [UInt32: MeasuredOutput] = [:]

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        transitions = AreaTransitions(postingTo: center, area: UsableArea(), scheduler: scheduler)
        token = pool.observe(for: self) { phone, event in
            phone.kinds.append(event.kind)
            phone.lastInfo = event.info
        }
    }

    func takeKinds() -> [KeyboardEvent.Kind] {
        defer { kinds = [] }
        return kinds
    }

    func wait(_ milliseconds: Int) {
        scheduler.advance(by: .milliseconds(milliseconds))
    }

    func area(height: CGFloat) {
        area(CGRect(x: 0, y: 0, width: 720, height: height))
    }

    func area(_ area: CGRect) {
        transitions.areaChanged(to: area)
    }

    func fullScreen() {
        transitions.areaChanged(to: CGRect(x: 0, y: 0, width: 720, height: 1_440), isFullScreen: true)
    }

    /// Measures the free area of an output with 720 by 1,440 points.
    func measure(free height: CGFloat, overlay overlayHeight: CGFloat = 1_440) {
        measure(CGSize(width: 720, height: 1_440), free: height, overlay: overlayHeight)
    }

    /// Measures the free area of one of the outputs.
    func measure(
        _ size: CGSize,
        free height: CGFloat,
        width: CGFloat? = nil,
        overlay overlayHeight: CGFloat? = nil,
        name: UInt32 = 1
    ) {
        outputs[name] = MeasuredOutput(
            name: name,
            size: size,
            freeArea: CGSize(width: width ?? size.width, height: height),
            overlayArea: CGSize(width: size.width, height: overlayHeight ?? size.height)
        )
        transitions.outputsChanged(to: Array(outputs.values))
    }

    func removeOutput(_ name: UInt32) {
        outputs[name] = nil
        transitions.outputsChanged(to: Array(outputs.values))
    }

    func says(_ isVisible: Bool) {
        transitions.visibilityChanged(to: isVisible)
    }

    func inOrder(_ isFirst: Bool, _ first: () -> Void, _ second: () -> Void) {
        isFirst ? first() : second()
        wait(12)
        isFirst ? second() : first()
    }

    /// Shows a measured keyboard below a full-screen window.
    func showObscured() {
        says(false)
        measure(free: 1_440)
        fullScreen()
        says(true)
        measure(free: 1_210)
        #expect(pool.keyboard.phase == .shown && pool.keyboard.isObscured)
        _ = takeKinds()
    }

    func showDocked() {
        area(height: 1_440)
        says(true)
        area(height: 1_210)
        _ = takeKinds()
    }
}

/// A change of a keyboard, or of the screen.
private struct AreaStep: Sendable {
    enum Change: Sendable {
        case hide, turn
        /// The keyboard appears on one of two outputs, or moves to the output.
        case show(onSecond: Bool)
        case resize(CGFloat)
    }

    let change: Change
    /// The delays of the visibility signal and of the area, in milliseconds after the change.
    let signalDelay, areaDelay: Int
    let pause: Int

    static func random(using random: inout SeededRandom) -> AreaStep {
        let change: Change
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: change = .show(onSecond: Bool.random(using: &random))
        case 2, 3: change = .hide
        case 4: change = .turn
        default: change = .resize(CGFloat(Int.random(in: 1...4, using: &random) * 80))
        }
        return AreaStep(
            change: change,
            signalDelay: Int.random(in: 0...40, using: &random),
            areaDelay: Int.random(in: 0...40, using: &random),
            // The next change comes soon or late, but never before both delays of this change have passed.
            pause: [30, 200, 400][Int.random(in: 0..<3, using: &random)]
        )
    }
}

/// Changes of a keyboard and of its screen, with reports that arrive late.
@MainActor
private struct AreaStory {
    let steps: [AreaStep]
    /// Whether a probe measures the area.
    ///
    /// If the value is `false`, the app reports the area.
    let isMeasured: Bool

    init(_ steps: [AreaStep], _ isMeasured: Bool) {
        (self.steps, self.isMeasured) = (steps, isMeasured)
    }

    /// Plays the story, and returns a failure if the state at its end is wrong.
    func failure() -> String? {
        let phone = StatedArea()
        var (isVisible, height, screen) = (false, CGFloat(240), CGSize(width: 720, height: 1_440))
        // The second output has a panel of 30 points.
        var isOnSecond = false
        let second = CGSize(width: 1_920, height: 1_080)
        func areas() -> [CGRect] {
            let strips = [isVisible && !isOnSecond ? height : 0, 30 + (isVisible && isOnSecond ? height : 0)]
            return zip([screen, second], strips).map {
                CGRect(x: 0, y: 0, width: $0.width, height: $0.height - $1)
            }
        }
        func report(_ areas: [CGRect], on screen: CGSize) {
            guard isMeasured else { return phone.area(areas[0]) }
            phone.measure(screen, free: areas[0].height)
            phone.measure(second, free: areas[1].height, name: 2)
        }
        report(areas(), on: screen)
        // If the first signal of the keyboard were a *show*, the panel would look like a part of the keyboard.
        if isMeasured { phone.says(false) }
        var (time, signalTime, areaTime) = (0, 0, 0)
        func wait(until end: Int) {
            phone.wait(max(end - time, 0))
            time = max(end, time)
        }
        for step in steps {
            switch step.change {
            case .show(let onSecond): (isVisible, isOnSecond) = (true, isMeasured && onSecond)
            case .hide: isVisible = false
            case .turn:
                // An area of a new size, in which the keyboard already takes a strip before it is reported, looks whole.
                wait(until: max(signalTime, areaTime))
                screen = CGSize(width: screen.height, height: screen.width)
            case .resize(let new): height = new
            }
            // The bus keeps the order of its signals, and the compositor keeps the order of its areas.
            let (said, usable, size) = (isVisible, areas(), screen)
            signalTime = max(signalTime, time + step.signalDelay)
            areaTime = max(areaTime, time + step.areaDelay)
            phone.scheduler.schedule(after: .milliseconds(signalTime - time)) { phone.says(said) }
            phone.scheduler.schedule(after: .milliseconds(areaTime - time)) { report(usable, on: size) }
            wait(until: time + step.pause)
        }
        phone.wait(2_000)
        let state = phone.pool.keyboard
        let usable = areas()[isOnSecond ? 1 : 0]
        let expected = CGRect(x: 0, y: usable.maxY, width: usable.width, height: height)
        if state.isOnScreen != isVisible { return "visible is \(state.isOnScreen), expected \(isVisible)" }
        if isVisible, state.frame != expected { return "\(String(describing: state.frame)), expected \(expected)" }
        return nil
    }

    /// Returns the story without the steps that the failure does not need.
    func shrunk() -> AreaStory {
        var story = self
        var index = 0
        while index < story.steps.count {
            var fewer = story.steps
            fewer.remove(at: index)
            let shorter = AreaStory(fewer, isMeasured)
            if shorter.failure() == nil { index += 1 } else { story = shorter }
        }
        return story
    }
}
