import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@testable import LinuxKeyboards

/// Checks which events are posted for the recorded facts of a keyboard.
///
/// The positions and the order of the facts were recorded with Onboard 1.4 under Openbox on Debian 12. The screen has
/// 1280 × 800 pixels. The docked keyboard is 205 pixels high, and hides at y = 810.
@MainActor
struct WindowTransitionsTests {
    private let keyboard = StatedWindow()
    private let below = CGRect(x: 0, y: 810, width: 1_280, height: 205)
    private let docked = CGRect(x: 0, y: 595, width: 1_280, height: 205)
    private let floating = CGRect(x: 100, y: 50, width: 700, height: 205)
    private static let showSteps = [796, 779, 757, 731, 702, 674, 648, 626, 610, 599, 595]
    private static let hideSteps = [598, 608, 625, 646, 671, 699, 726, 751, 774, 792, 804, 810]

    private func log(_ verb: String, _ frames: String, _ duration: String = "0.25") -> [String] {
        ["willChangeFrame", "will\(verb)", "didChangeFrame", "did\(verb)"].map { "\($0) \(frames) in \(duration)" }
    }

    /// Shows a docked keyboard as Onboard does.
    private func showDocked() {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        for y in Self.showSteps { keyboard.slide(y) }
    }

    private func expectAtRest(_ placement: KeyboardState.Placement, _ frame: CGRect?, _ location: SourceLocation) {
        keyboard.wait(1_000)
        #expect(keyboard.pool.keyboard.placement == placement, sourceLocation: location)
        #expect(keyboard.pool.keyboard.transition == nil, sourceLocation: location)
        if let frame { #expect(keyboard.pool.keyboard.frame == frame, sourceLocation: location) }
    }

    private func expectShown(
        _ frame: CGRect,
        as placement: KeyboardState.Placement = .docked,
        at location: SourceLocation = #_sourceLocation
    ) {
        expectAtRest(placement, frame, location)
    }

    private func expectHidden(at location: SourceLocation = #_sourceLocation) {
        expectAtRest(.offScreen, nil, location)
    }

    @Test func aDockedKeyboardIsForetoldBeforeItSlides() {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        #expect(keyboard.takeLog() == Array(log("Show", "0,810 to 0,595").prefix(2)))
        keyboard.window(below, isMapped: true)
        keyboard.slide(796, 731, 648, 599)
        #expect(keyboard.takeLog() == [])
        #expect(keyboard.framesInMotion.map(\.minY) == [796, 731, 648, 599])
        keyboard.slide(595)
        #expect(keyboard.takeLog() == Array(log("Show", "0,810 to 0,595").suffix(2)))
        expectShown(docked)
        #expect(keyboard.events.allSatisfy { $0.info.screenBounds == StatedWindow.screen })
        #expect(keyboard.events.allSatisfy { $0.info.animationCurve == 0 && $0.sender == nil })
    }

    @Test func aDockedKeyboardHidesWithItsFirstStep() {
        showDocked()
        _ = keyboard.takeLog()
        keyboard.slide(598)
        #expect(keyboard.takeLog() == Array(log("Hide", "0,595 to 0,810").prefix(2)))
        keyboard.slide(608, 625, 646, 671, 699, 726, 751, 774, 792, 804, 809)
        #expect(keyboard.takeLog() == [])
        keyboard.wait(20)
        keyboard.says(false)
        #expect(keyboard.takeLog() == Array(log("Hide", "0,595 to 0,810").suffix(2)))
        keyboard.window(below, isMapped: false)
        #expect(keyboard.takeLog() == [])
        expectHidden()
    }

    @Test func aHideThatInterruptsAShowBeginsAtTheAnnouncedFrame() {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.slide(796, 779, 758, 732)
        _ = keyboard.takeLog()
        keyboard.slide(733)
        #expect(keyboard.takeLog() == Array(log("Hide", "0,595 to 0,810").prefix(2)))
        keyboard.slide(737, 743, 750, 760, 769, 779, 789, 797, 803, 808, 809)
        keyboard.says(false)
        #expect(keyboard.takeLog() == Array(log("Hide", "0,595 to 0,810").suffix(2)))
        expectHidden()
    }

    @Test func aShowThatInterruptsAHideIsSeenWithoutASignal() {
        showDocked()
        keyboard.slide(598, 608, 625)
        _ = keyboard.takeLog()
        keyboard.slide(620)
        #expect(keyboard.takeLog() == Array(log("Show", "0,810 to 0,595").prefix(2)))
        keyboard.slide(610, 599, 595)
        #expect(keyboard.takeLog() == Array(log("Show", "0,810 to 0,595").suffix(2)))
        expectShown(docked)
    }

    /// Onboard is asked to hide, and at once to show again.
    ///
    /// Onboard moves its window back in one step.
    @Test func aShowThatInterruptsTheFirstStepOfAHideIsInstant() {
        showDocked()
        keyboard.slide(598)
        _ = keyboard.takeLog()
        keyboard.slide(595)
        #expect(keyboard.takeLog() == log("Show", "0,810 to 0,595", "0.0"))
        expectShown(docked)
    }

    /// The window stops at y = 805.
    ///
    /// This position is off screen, but not the hiding place at y = 810.
    @Test func aHideThatStopsOffScreenEndsOnce() {
        showDocked()
        keyboard.slide(598, 700)
        _ = keyboard.takeLog()
        keyboard.slide(805)
        keyboard.wait(2_000)
        #expect(keyboard.takeLog() == Array(log("Hide", "0,595 to 0,810").suffix(2)))
        expectHidden()
    }

    /// The screen became smaller, so the window of an X11 keyboard extends over the edge.
    @Test func aWindowOverTheEdgeThatDoesNotSlideIsWhereItIs() {
        let keyboard = StatedWindow(slides: false)
        let frame = CGRect(x: 0, y: 600, width: 1_280, height: 320)
        keyboard.window(frame, isMapped: true)
        #expect(keyboard.takeLog().allSatisfy { $0.hasSuffix("in 0.0") })
        #expect(keyboard.pool.keyboard.frame == frame)
        keyboard.wait(600)
        #expect(keyboard.takeLog() == [])
    }

    /// matchbox-keyboard reserves a random part of the screen, and the window manager makes the work area smaller.
    @Test func aKeyboardAsWideAsTheMonitorIsDockedInANarrowerWorkArea() {
        let desktop = Desktop(
            monitors: [.init(frame: StatedWindow.screen, isPrimary: true)],
            workArea: CGRect(x: 0, y: 0, width: 800, height: 800)
        )
        let keyboard = StatedWindow(desktop, slides: false)
        keyboard.window(CGRect(x: 0, y: 480, width: 1_280, height: 320), isMapped: true)
        #expect(keyboard.pool.keyboard.phase == .shown)
        #expect(keyboard.takeLog().contains { $0.hasPrefix("willShow") })
    }

    /// The window pauses because a program that moves it waits for the processor.
    ///
    /// The did events follow when the window arrives.
    @Test(arguments: [1, 4, 10], [600, 1_000, 1_900])
    func aShowThatPausesGoesOn(stepsBefore: Int, milliseconds: Int) {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        for y in Self.showSteps.prefix(stepsBefore) { keyboard.slide(y) }
        _ = keyboard.takeLog()
        keyboard.wait(milliseconds)
        #expect(keyboard.takeLog() == [])
        for y in Self.showSteps.dropFirst(stepsBefore) { keyboard.slide(y) }
        #expect(keyboard.takeLog() == Array(log("Show", "0,810 to 0,595").suffix(2)))
        expectShown(docked)
    }

    @Test(arguments: [1, 4, 9], [600, 1_000, 1_900])
    func aHideThatPausesGoesOn(stepsBefore: Int, milliseconds: Int) {
        showDocked()
        for y in Self.hideSteps.prefix(stepsBefore) { keyboard.slide(y) }
        _ = keyboard.takeLog()
        keyboard.wait(milliseconds)
        #expect(keyboard.takeLog() == [])
        for y in Self.hideSteps.dropFirst(stepsBefore) { keyboard.slide(y) }
        #expect(keyboard.takeLog() == Array(log("Hide", "0,595 to 0,810").suffix(2)))
        keyboard.says(false)
        expectHidden()
    }

    /// While the window pauses, a layout guide stays at the frame of the window.
    ///
    /// The guide does not continue or jump back.
    @Test(arguments: [true, false])
    func aSlideThatPausesIsFollowed(shows: Bool) {
        let guide = KeyboardLayoutGuide(pool: keyboard.pool)
        guide.viewFrame = StatedWindow.screen
        shows ? keyboard.window(below, isMapped: false) : showDocked()
        keyboard.says(true)
        keyboard.window(shows ? below : docked, isMapped: true)
        for (step, y) in (shows ? Self.showSteps : Self.hideSteps).enumerated() {
            keyboard.slide(y)
            guard step == 3 else { continue }
            for _ in 0..<190 {
                keyboard.wait(10)
                #expect(guide.bottomInset == CGFloat(800 - y))
            }
            keyboard.slide(y + (shows ? -3 : 3))
            #expect(guide.bottomInset == CGFloat(800 - y + (shows ? 3 : -3)))
        }
        if !shows { keyboard.says(false) }
        keyboard.wait(1_000)
        #expect(guide.bottomInset == (shows ? 205 : 0))
        let count = keyboard.framesInMotion.count
        keyboard.wait(10_000)
        #expect(keyboard.framesInMotion.count == count)
    }

    /// A person drags a centred floating keyboard over the lower edge of the screen.
    ///
    /// The drag looks like the first step of a hide.
    @Test func aFloatingKeyboardThatIsDraggedOverTheEdgeIsShownAfterTwoSeconds() {
        let centred = CGRect(x: 290, y: 500, width: 700, height: 205)
        keyboard.says(true)
        keyboard.window(centred, isMapped: true)
        keyboard.slide(560, 600, 660, 700)
        keyboard.wait(2_000)
        #expect(keyboard.transitions.isShown)
        #expect(keyboard.pool.keyboard.frame == CGRect(x: 290, y: 700, width: 700, height: 205))
        #expect(keyboard.pool.keyboard.transition == nil)
    }

    @Test(arguments: [true, false])
    func aKeyboardOverTheEdgeThatHasNotMovedIsShownAfterHalfASecond(isShownAtStart: Bool) {
        let frame = CGRect(x: 290, y: 700, width: 700, height: 205)
        keyboard.window(frame, isMapped: isShownAtStart)
        keyboard.says(true)
        keyboard.window(frame, isMapped: true)
        keyboard.wait(500)
        #expect(keyboard.transitions.isShown)
        #expect(keyboard.pool.keyboard.frame == frame)
    }

    /// If Onboard does not continue a slide, the frame of the window is reported two seconds after the last step.
    @Test func aSlideThatDoesNotGoOnIsWhereItsWindowIs() {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.slide(796, 731)
        keyboard.wait(1_999)
        #expect(keyboard.takeLog() == Array(log("Show", "0,810 to 0,595").prefix(2)))
        keyboard.wait(1)
        expectShown(docked.offsetBy(dx: 0, dy: 136))
        keyboard.slide(599, 595)
        expectShown(docked)
    }

    /// A keyboard counts as hidden if it reports that it is visible, but stays off screen.
    ///
    /// Onboard behaves in this way if it is asked to show 100 ms after a hide.
    @Test func aKeyboardThatStaysOffScreenIsHidden() {
        showDocked()
        _ = keyboard.takeLog()
        keyboard.slide(598, 608, 625, 646, 672, 707, 734, 759, 780, 796, 806, 810)
        #expect(keyboard.takeLog() == log("Hide", "0,595 to 0,810"))
        keyboard.wait(2_000)
        keyboard.says(false)
        keyboard.window(below, isMapped: false)
        #expect(keyboard.takeLog() == [])
        expectHidden()
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.slide(700, 595)
        #expect(keyboard.takeLog() == log("Show", "0,810 to 0,595"))
        expectShown(docked)
    }

    @Test func aKeyboardThatNeverArrivesIsHiddenAfterHalfASecond() {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.wait(499)
        #expect(keyboard.transitions.isShown)
        keyboard.wait(1)
        #expect(!keyboard.transitions.isShown)
        expectHidden()
    }

    @Test func aFloatingKeyboardPostsOnlyFrameEvents() {
        keyboard.window(floating, isMapped: false)
        keyboard.says(true)
        #expect(keyboard.takeLog() == ["willChangeFrame 100,810 to 100,50 in 0.0"])
        keyboard.says(true)
        keyboard.window(floating, isMapped: true)
        #expect(keyboard.takeLog() == ["didChangeFrame 100,810 to 100,50 in 0.0"])
        expectShown(floating, as: .floating)
        keyboard.says(false)
        let hide = ["willChangeFrame 100,50 to 100,810 in 0.0", "didChangeFrame 100,50 to 100,810 in 0.0"]
        #expect(keyboard.takeLog() == hide)
        keyboard.window(floating, isMapped: false)
        #expect(keyboard.takeLog() == [])
        expectHidden()
    }

    @Test func aWindowThatIsUnmappedBeforeTheSignalIsHidden() {
        keyboard.says(true)
        keyboard.window(floating, isMapped: true)
        keyboard.window(floating, isMapped: false)
        keyboard.says(false)
        expectHidden()
        #expect(keyboard.takeLog().count == 4)
    }

    @Test func aFloatingKeyboardIsMovedAndResized() {
        keyboard.says(true)
        keyboard.window(floating, isMapped: true)
        _ = keyboard.takeLog()
        let moved = floating.offsetBy(dx: 100, dy: 350)
        keyboard.window(moved, isMapped: true)
        #expect(
            keyboard.takeLog() == [
                "willChangeFrame 100,50 to 200,400 in 0.0", "didChangeFrame 100,50 to 200,400 in 0.0",
            ]
        )
        let resized = CGRect(x: 200, y: 400, width: 800, height: 250)
        keyboard.window(resized, isMapped: true)
        expectShown(resized, as: .floating)
    }

    @Test(arguments: [1, -1])
    func aFloatingKeyboardOverAnEdgeFloats(direction: Int) {
        keyboard.says(true)
        keyboard.window(floating, isMapped: true)
        _ = keyboard.takeLog()
        for step in 1...40 {
            keyboard.window(floating.offsetBy(dx: 0, dy: CGFloat(step * 18 * direction)), isMapped: true)
            guard keyboard.transitions.isShown else { break }
        }
        #expect(keyboard.events.allSatisfy { [.willChangeFrame, .didChangeFrame].contains($0.kind) })
        #expect(keyboard.events.allSatisfy { $0.info.animationDuration == 0 })
    }

    /// The keyboard floats where a docked keyboard of the upper monitor would hide.
    @Test func aFloatingKeyboardOnTheLowerMonitorIsShown() {
        let upper = StatedWindow.screen
        let lower = upper.offsetBy(dx: 0, dy: 800)
        keyboard.transitions.desktopChanged(
            to: Desktop(
                monitors: [.init(frame: upper, isPrimary: true), .init(frame: lower)],
                workArea: upper.union(lower)
            )
        )
        keyboard.says(true)
        keyboard.window(floating.offsetBy(dx: 0, dy: 900), isMapped: true)
        let frame = CGRect(x: 100, y: 810, width: 700, height: 205)
        keyboard.window(frame, isMapped: true)
        expectShown(frame, as: .floating)
        #expect(keyboard.events.last?.info.screenBounds == lower)
    }

    @Test func aDockedKeyboardIsResized() {
        showDocked()
        _ = keyboard.takeLog()
        let high = CGRect(x: 0, y: 500, width: 1_280, height: 300)
        keyboard.window(high, isMapped: true)
        #expect(keyboard.takeLog() == log("Show", "0,595 to 0,500", "0.0"))
        expectShown(high)
    }

    @Test func aKeyboardThatIsResizedWhileItSlidesIsShownAtOnce() {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.slide(796, 731)
        let high = CGRect(x: 0, y: 500, width: 1_280, height: 300)
        keyboard.window(high, isMapped: true)
        #expect(keyboard.pool.keyboard.frame == high)
        #expect(keyboard.pool.keyboard.phase == .shown)
        expectShown(high)
    }

    @Test func aKeyboardMovesToTheOtherEdge() {
        showDocked()
        let top = CGRect(x: 0, y: 0, width: 1_280, height: 205)
        _ = keyboard.takeLog()
        keyboard.window(top, isMapped: true)
        #expect(keyboard.takeLog() == log("Show", "0,595 to 0,0", "0.0"))
        expectShown(top, as: .dockedAtTop)
        keyboard.slide(-3)
        #expect(keyboard.takeLog() == Array(log("Hide", "0,0 to 0,-215").prefix(2)))
        keyboard.slide(-30, -100, -200)
        keyboard.says(false)
        expectHidden()
        keyboard.window(CGRect(x: 0, y: -215, width: 1_280, height: 205), isMapped: false)
        _ = keyboard.takeLog()
        keyboard.says(true)
        #expect(keyboard.takeLog() == Array(log("Show", "0,-215 to 0,0").prefix(2)))
    }

    /// When Onboard undocks or docks, it destroys its window and creates another window.
    @Test func aKeyboardUndocksAndDocksWithoutHiding() {
        showDocked()
        _ = keyboard.takeLog()
        keyboard.transitions.windowChanged(to: nil)
        keyboard.wait(7)
        keyboard.window(floating, isMapped: false, identifier: 2)
        keyboard.wait(11)
        keyboard.window(floating, isMapped: true)
        #expect(keyboard.takeLog() == log("Hide", "0,595 to 100,50", "0.0"))
        expectShown(floating, as: .floating)
        keyboard.transitions.windowChanged(to: nil)
        keyboard.wait(2)
        keyboard.window(below, isMapped: false, identifier: 3)
        keyboard.wait(5)
        keyboard.window(below, isMapped: true)
        #expect(keyboard.takeLog() == ["willChangeFrame 100,50 to 0,595 in 0.25"])
        keyboard.slide(595)
        #expect(keyboard.takeLog() == log("Show", "0,595 to 0,595", "0.0"))
        expectShown(docked)
    }

    /// A shown keyboard replaces its window.
    ///
    /// It maps the new window in the hiding place before it unmaps the old window.
    @Test func aWindowThatReplacesAnotherHasNotMoved() {
        showDocked()
        _ = keyboard.takeLog()
        keyboard.window(below, isMapped: true, identifier: 2)
        #expect(keyboard.takeLog() == Array(log("Show", "0,595 to 0,595").prefix(2)))
        keyboard.slide(700, 595)
        #expect(keyboard.takeLog() == Array(log("Show", "0,595 to 0,595").suffix(2)))
        expectShown(docked)
    }

    @Test func aKeyboardThatDocksAndSlidesHides() {
        keyboard.says(true)
        keyboard.window(floating, isMapped: true)
        keyboard.transitions.windowChanged(to: nil)
        keyboard.window(below, isMapped: true, identifier: 2)
        _ = keyboard.takeLog()
        keyboard.slide(700, 595)
        #expect(
            keyboard.takeLog() == [
                "didChangeFrame 100,50 to 0,595 in 0.25", "willShow 100,50 to 0,595 in 0.25",
                "didShow 100,50 to 0,595 in 0.25",
            ]
        )
        keyboard.says(false)
        #expect(keyboard.takeLog() == log("Hide", "0,595 to 0,810", "0.0"))
    }

    @Test func aWindowThatMovesAfterAHideIsNoShow() {
        keyboard.says(true)
        keyboard.window(floating, isMapped: true)
        keyboard.says(false)
        _ = keyboard.takeLog()
        keyboard.window(floating.offsetBy(dx: 0, dy: 10), isMapped: true)
        keyboard.wait(1_000)
        #expect(keyboard.takeLog() == [])
        expectHidden()
    }

    @Test func aRepeatedFrameDoesNotDelayTheEndOfASlide() {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.slide(700, 580)
        _ = keyboard.takeLog()
        keyboard.wait(280)
        let count = keyboard.framesInMotion.count
        keyboard.slide(580)
        #expect(keyboard.framesInMotion.count == count)
        keyboard.wait(200)
        #expect(!keyboard.takeLog().isEmpty)
        expectShown(docked.offsetBy(dx: 0, dy: -15))
    }

    /// A busy server reports late that the window is mapped.
    ///
    /// At this time, the window may already have moved.
    @Test(arguments: [-210, -194, -3, 0])
    func aWindowThatIsMappedLateSlidesOn(position: Int) {
        keyboard.window(CGRect(x: 0, y: -215, width: 1_280, height: 205), isMapped: false)
        keyboard.says(true)
        _ = keyboard.takeLog()
        keyboard.wait(450)
        keyboard.window(CGRect(x: 0, y: position, width: 1_280, height: 205), isMapped: true)
        if position < 0 {
            keyboard.wait(450)
            #expect(keyboard.takeLog() == [])
            keyboard.slide(-1, 0)
            #expect(keyboard.takeLog() == Array(log("Show", "0,-215 to 0,0").suffix(2)))
        }
        expectShown(CGRect(x: 0, y: 0, width: 1_280, height: 205), as: .dockedAtTop)
    }

    /// Onboard does not slide in two cases: when it starts, and when it is asked to show and at once to hide.
    @Test(arguments: [true, false])
    func aWindowThatJumpsToItsPlaceIsThereAtOnce(isMappedBefore: Bool) {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        if isMappedBefore { keyboard.window(below, isMapped: true) }
        _ = keyboard.takeLog()
        keyboard.slide(595)
        #expect(keyboard.takeLog() == log("Show", "0,595 to 0,595", "0.0"))
        expectShown(docked)
    }

    @Test func aWindowThatIsNotReplacedIsHidden() {
        showDocked()
        keyboard.transitions.windowChanged(to: nil)
        keyboard.wait(199)
        #expect(keyboard.transitions.isShown)
        keyboard.wait(1)
        #expect(!keyboard.transitions.isShown)
        expectHidden()
    }

    @Test(arguments: [true, false])
    func aKilledKeyboardHidesAtOnce(windowFirst: Bool) {
        showDocked()
        _ = keyboard.takeLog()
        if windowFirst { keyboard.transitions.windowChanged(to: nil) }
        keyboard.says(nil)
        #expect(keyboard.takeLog() == log("Hide", "0,595 to 0,810", "0.0"))
        keyboard.transitions.windowChanged(to: nil)
        #expect(keyboard.takeLog() == [])
        expectHidden()
    }

    @Test func aKeyboardThatIsKilledWhileItSlidesHidesAtOnce() {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.slide(796, 731)
        _ = keyboard.takeLog()
        keyboard.says(nil)
        #expect(keyboard.takeLog() == log("Hide", "0,595 to 0,810", "0.0"))
        expectHidden()
    }

    @Test(arguments: [true, false])
    func aKeyboardThatIsShownAtTheStartIsShownAtItsFrame(windowFirst: Bool) {
        keyboard.says(false)
        if windowFirst { keyboard.window(docked, isMapped: true) }
        keyboard.says(true)
        if !windowFirst { keyboard.window(docked, isMapped: true) }
        #expect(keyboard.takeLog() == log("Show", "0,595 to 0,595", "0.0"))
        expectShown(docked)
    }

    @Test func aKeyboardThatSlidesAtTheStartIsForetold() {
        keyboard.says(false)
        keyboard.window(docked.offsetBy(dx: 0, dy: 100), isMapped: true)
        keyboard.says(true)
        #expect(keyboard.takeLog() == Array(log("Show", "0,810 to 0,595").prefix(2)))
    }

    /// A docked keyboard is above a panel of 40 pixels at the bottom of the screen.
    @Test func thePanelIsBelowTheKeyboard() {
        var area = StatedWindow.screen
        area.size.height -= 40
        keyboard.transitions.desktopChanged(to: Desktop(monitors: [.init(frame: StatedWindow.screen)], workArea: area))
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.slide(700, 555)
        #expect(keyboard.takeLog() == log("Show", "0,810 to 0,555"))
        expectShown(docked.offsetBy(dx: 0, dy: -40))
        keyboard.slide(558)
        #expect(keyboard.takeLog() == Array(log("Hide", "0,555 to 0,810").prefix(2)))
        keyboard.slide(600, 590)
        #expect(keyboard.takeLog() == Array(log("Show", "0,810 to 0,555").prefix(2)))
        keyboard.slide(555)
        expectShown(docked.offsetBy(dx: 0, dy: -40))
    }

    @Test func aWronglyForetoldKeyboardIsWhereItsWindowIs() {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.slide(700, 580)
        keyboard.wait(500)
        expectShown(docked.offsetBy(dx: 0, dy: -15))
    }

    @Test func aTurnedScreenMovesTheKeyboard() {
        showDocked()
        let turned = CGRect(x: 0, y: 0, width: 800, height: 1_280)
        _ = keyboard.takeLog()
        keyboard.transitions.desktopChanged(to: Desktop(monitors: [.init(frame: turned)], workArea: turned))
        let frame = CGRect(x: 0, y: 1_075, width: 800, height: 205)
        keyboard.window(frame, isMapped: true)
        expectShown(frame)
        #expect(keyboard.events.last?.info.screenBounds == turned)
    }

    @Test func nothingIsReportedAfterAStopInAPause() {
        showDocked()
        keyboard.wait(1_000)
        let waitingCount = keyboard.scheduler.waitingCount
        keyboard.slide(598, 608)
        let count = keyboard.framesInMotion.count
        keyboard.transitions.stop()
        keyboard.wait(10_000)
        #expect(keyboard.framesInMotion.count == count)
        #expect(keyboard.scheduler.waitingCount == waitingCount)
    }

    @Test func nothingIsPostedAfterAStop() {
        showDocked()
        let count = keyboard.events.count
        keyboard.transitions.stop()
        keyboard.says(nil)
        keyboard.slide(700)
        keyboard.wait(1_000)
        #expect(keyboard.events.count == count)
    }

    @Test func anObserverMayStopBetweenTheEventsOfAPair() {
        let token = keyboard.pool.observe([.willChangeFrame]) { [keyboard] _ in keyboard.transitions.stop() }
        showDocked()
        #expect(keyboard.events.map(\.kind) == [.willChangeFrame])
        token.cancel()
    }
}
