import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

@testable import LinuxKeyboards

/// Checks which events are posted for the recorded facts of a keyboard.
///
/// The positions and the order of the facts were recorded with Onboard 1.4 under Openbox on Debian 12. The screen has
/// 1280 × 800 pixels. The docked keyboard is 205 pixels high, and hides at y = 810.
@MainActor
struct WindowTransitionsTests {
    private let keyboard = StatedWindow()
    private nonisolated static let showSteps = [796, 779, 757, 731, 702, 674, 648, 626, 610, 599, 595]
    private nonisolated static let hideSteps = [598, 608, 625, 646, 671, 699, 726, 751, 774, 792, 804, 810]

    /// What a window does, and what is posted.
    ///
    /// A number is the time in milliseconds that passes. `dock` shows a docked keyboard as Onboard does, `appear` only maps
    /// its window, and `rests` waits for the end of the transition. Words such as `will Show` name the events since the
    /// last such word.
    private nonisolated static let stories = """
        a docked keyboard is foretold before it slides: unmap below, on, will Show 0,810 to 0,595, map below,
            slide 796 731 648 599, quiet, motion 796 731 648 599, slide 595, did Show 0,810 to 0,595,
            rests docked docked, bounds
        a docked keyboard hides with its first step: dock, slide 598, will Hide 0,595 to 0,810,
            slide 608 625 646 671 699 726 751 774 792 804 809, quiet, 20, off, did Hide 0,595 to 0,810, unmap below,
            quiet, rests offScreen
        a hide that interrupts a show begins at the announced frame: appear, slide 796 779 758 732, take, slide 733,
            will Hide 0,595 to 0,810, slide 737 743 750 760 769 779 789 797 803 808 809, off, did Hide 0,595 to 0,810,
            rests offScreen
        a show that interrupts a hide is seen without a signal: dock, slide 598 608 625, take, slide 620,
            will Show 0,810 to 0,595, slide 610 599 595, did Show 0,810 to 0,595, rests docked docked
        // Onboard moves its window back in one step.
        a show that interrupts the first step of a hide is instant: dock, slide 598, take, slide 595,
            Show 0,810 to 0,595 at once, rests docked docked
        // The position is off screen, but is not the hiding place.
        a hide that stops off screen ends once: dock, slide 598 700, take, slide 805, 2000, did Hide 0,595 to 0,810,
            rests offScreen
        // The drag looks like the first step of a hide.
        a floating keyboard that is dragged over the edge is shown after 2 s: on, map 290,500,700,205,
            slide 560 600 660 700, 2000, shown, frame 290,700,700,205, still
        a keyboard over the edge that has not moved is shown after 500 ms: unmap 290,700,700,205, on,
            map 290,700,700,205, 500, shown, frame 290,700,700,205
        a keyboard that is over the edge at the start is shown after 500 ms: map 290,700,700,205, on,
            map 290,700,700,205, 500, shown, frame 290,700,700,205
        a slide that does not go on for 2 s is where its window is: appear, slide 796 731, 1999,
            will Show 0,810 to 0,595, 1, rests docked 0,731,1280,205, slide 599 595, rests docked docked
        // Onboard behaves in this way if it is asked to show 100 ms after a hide.
        a keyboard that is visible but stays off screen is hidden: dock,
            slide 598 608 625 646 672 707 734 759 780 796 806 810, Hide 0,595 to 0,810, 2000, off, unmap below, quiet,
            rests offScreen, on, map below, slide 700 595, Show 0,810 to 0,595, rests docked docked
        a keyboard that never arrives is hidden after 500 ms: appear, 499, shown, 1, hidden, rests offScreen
        a floating keyboard posts only frame events: unmap floating, on, will Frame 100,810 to 100,50 at once, on,
            map floating, did Frame 100,810 to 100,50 at once, rests floating floating, off,
            Frame 100,50 to 100,810 at once, unmap floating, quiet, rests offScreen
        a window that is unmapped before the signal is hidden: on, map floating, unmap floating, off, rests offScreen,
            events 4
        a floating keyboard is moved and resized: on, map floating, take, map 200,400,700,205,
            Frame 100,50 to 200,400 at once, map 200,400,800,250, rests floating 200,400,800,250
        a docked keyboard is resized: dock, map high, Show 0,595 to 0,500 at once, rests docked high
        a keyboard that is resized while it slides is shown at once: appear, slide 796 731, map high, frame high,
            phase shown, rests docked high
        a keyboard moves to the other edge: dock, map top, Show 0,595 to 0,0 at once, rests dockedAtTop top, slide -3,
            will Hide 0,0 to 0,-215, slide -30 -100 -200, off, rests offScreen, unmap above, take, on,
            will Show 0,-215 to 0,0
        // When Onboard undocks or docks, it destroys its window and creates another window.
        a keyboard undocks and docks without hiding: dock, destroy, 7, unmap floating as 2, 11, map floating,
            Hide 0,595 to 100,50 at once, rests floating floating, destroy, 2, unmap below as 3, 5, map below,
            will Frame 100,50 to 0,595, slide 595, Show 0,595 to 0,595 at once, rests docked docked
        // It maps the new window in the hiding place before it unmaps the old window.
        a window that replaces another has not moved: dock, map below as 2, will Show 0,595 to 0,595, slide 700 595,
            did Show 0,595 to 0,595, rests docked docked
        a keyboard that docks and slides hides: on, map floating, destroy, map below as 2, take, slide 700 595,
            did Frame 100,50 to 0,595 + willShow 100,50 to 0,595 + didShow 100,50 to 0,595, off,
            Hide 0,595 to 0,810 at once
        a window that moves after a hide is no show: on, map floating, off, take, map 100,60,700,205, 1000, quiet,
            rests offScreen
        a repeated frame does not delay the end of a slide: appear, slide 700 580, take, 280, repeat 580, 200, some,
            rests docked 0,580,1280,205
        // A busy server reports late that the window is mapped, and the window may already have moved.
        a window that is mapped late at its place: unmap above, on, take, 450, map top, rests dockedAtTop top
        a window that is mapped late slides on: unmap above, on, take, 450, map 0,-210,1280,205, 450, quiet,
            slide -1 0, did Show 0,-215 to 0,0, rests dockedAtTop top
        a window that is mapped late in a slide slides on: unmap above, on, take, 450, map 0,-194,1280,205, 450, quiet,
            slide -1 0, did Show 0,-215 to 0,0, rests dockedAtTop top
        a window that is mapped late at the end of a slide slides on: unmap above, on, take, 450, map 0,-3,1280,205,
            450, quiet, slide -1 0, did Show 0,-215 to 0,0, rests dockedAtTop top
        // Onboard does not slide when it starts, and when it is asked to show and at once to hide.
        a window that jumps to its place is there at once: unmap below, on, take, slide 595,
            Show 0,595 to 0,595 at once, rests docked docked
        a mapped window that jumps to its place is there at once: appear, take, slide 595, Show 0,595 to 0,595 at once,
            rests docked docked
        a window that is not replaced is hidden: dock, destroy, 199, shown, 1, hidden, rests offScreen
        a killed keyboard hides at once: dock, killed, Hide 0,595 to 0,810 at once, destroy, quiet, rests offScreen
        a killed keyboard without a window hides at once: dock, destroy, killed, Hide 0,595 to 0,810 at once, destroy,
            quiet, rests offScreen
        a keyboard that is killed while it slides hides at once: appear, slide 796 731, take, killed,
            Hide 0,595 to 0,810 at once, rests offScreen
        a keyboard that is shown at the start is shown at its frame: off, map docked, on, Show 0,595 to 0,595 at once,
            rests docked docked
        a keyboard with a late window is shown at its frame: off, on, map docked, Show 0,595 to 0,595 at once,
            rests docked docked
        a keyboard that slides at the start is foretold: off, map 0,695,1280,205, on, will Show 0,810 to 0,595
        // A docked keyboard is above a panel of 40 pixels at the bottom of the screen.
        the panel is below the keyboard: panel, appear, slide 700 555, Show 0,810 to 0,555,
            rests docked 0,555,1280,205, slide 558, will Hide 0,555 to 0,810, slide 600 590, will Show 0,810 to 0,555,
            slide 555, rests docked 0,555,1280,205
        nothing is posted after a stop: dock, stop, killed, slide 700, 1000, quiet
        a wrongly foretold keyboard is where its window is: appear, slide 700 580, 500, rests docked 0,580,1280,205
        """

    @Test(arguments: Story.table(stories))
    func aStory(_ story: Story) {
        play(story.steps)
        #expect(keyboard.events.allSatisfy { $0.info.animationCurve == 0 && $0.sender == nil })
    }

    /// The window pauses because a program that moves it waits for the processor.
    ///
    /// The did events follow when the window arrives.
    @Test(arguments: [1, 4, 9, 10], [600, 1_000, 1_900])
    func aSlideThatPausesGoesOn(stepsBefore: Int, milliseconds: Int) {
        for (start, steps, end) in [
            (["appear"], Self.showSteps, ["did Show 0,810 to 0,595", "rests docked docked"]),
            (["dock"], Self.hideSteps, ["did Hide 0,595 to 0,810", "off", "rests offScreen"]),
        ] {
            let slides = steps.map { "slide \($0)" }
            let pause = ["take", "\(milliseconds)", "quiet"]
            play(start + slides.prefix(stepsBefore) + pause + slides.dropFirst(stepsBefore) + end)
        }
    }

    private func play(_ steps: [String]) {
        for step in steps { #expect(perform(step), "\(step) in \(steps)") }
    }

    /// Returns the rectangle with a name, or with four numbers.
    private func frame(_ name: String) -> CGRect {
        switch name {
        case "below": return CGRect(x: 0, y: 810, width: 1_280, height: 205)
        case "docked": return CGRect(x: 0, y: 595, width: 1_280, height: 205)
        case "floating": return CGRect(x: 100, y: 50, width: 700, height: 205)
        case "high": return CGRect(x: 0, y: 500, width: 1_280, height: 300)
        case "top": return CGRect(x: 0, y: 0, width: 1_280, height: 205)
        case "above": return CGRect(x: 0, y: -215, width: 1_280, height: 205)
        default:
            let numbers = name.split(separator: ",").compactMap { Double($0) }
            guard numbers.count == 4 else { return .null }
            return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }

    /// Returns the log of events such as "will Show 0,810 to 0,595 at once".
    private func log(_ text: String) -> [String] {
        text.components(separatedBy: " + ").flatMap { text -> [String] in
            let words = text.split(separator: " ").map(String.init)
            guard let index = words.firstIndex(where: { $0.contains(",") }), index > 0 else { return [text] }
            let verb = words[index - 1]
            let names = verb == "Frame" ? ["ChangeFrame"] : ["ChangeFrame", verb]
            let moments = index == 2 ? [words[0]] : ["will", "did"]
            let isKind = KeyboardEvent.Kind(rawValue: verb) != nil
            let kinds = isKind ? [verb] : moments.flatMap { moment in names.map { moment + $0 } }
            let duration = words.last == "once" ? "0.0" : "0.25"
            return kinds.map { "\($0) \(words[index]) to \(words[index + 2]) in \(duration)" }
        }
    }

    /// Performs a step, and returns whether its check succeeds.
    private func perform(_ step: String) -> Bool {
        let words = step.split(separator: " ").map(String.init)
        let state = keyboard.pool.keyboard
        switch words[0] {
        case "on", "off": keyboard.says(words[0] == "on")
        case "killed": keyboard.says(nil)
        case "map", "unmap":
            let identifier = words.count == 4 ? UInt32(words[3]) : nil
            keyboard.window(frame(words[1]), isMapped: words[0] == "map", identifier: identifier)
        case "stop": keyboard.transitions.stop()
        case "destroy": keyboard.transitions.windowChanged(to: nil)
        case "slide": for y in words.compactMap(Int.init) { keyboard.slide(y) }
        case "repeat":
            let count = keyboard.framesInMotion.count
            for y in words.compactMap(Int.init) { keyboard.slide(y) }
            return keyboard.framesInMotion.count == count
        case "appear": play(["unmap below", "on", "map below"])
        case "dock": play(["appear"] + Self.showSteps.map { "slide \($0)" } + ["take"])
        case "panel":
            var area = StatedWindow.screen
            area.size.height -= 40
            let desktop = MonitorLayout(monitors: [.init(frame: StatedWindow.screen)], workArea: area)
            keyboard.transitions.desktopChanged(to: desktop)
        case "rests":
            keyboard.wait(1_000)
            let state = keyboard.pool.keyboard
            return "\(state.placement)" == words[1] && state.transition == nil
                && (words.count == 2 || state.frame == frame(words[2]))
        case "shown", "hidden": return keyboard.transitions.isShown == (words[0] == "shown")
        case "phase": return state.phase == .shown
        case "still": return state.transition == nil
        case "frame": return state.frame == frame(words[1])
        case "motion": return keyboard.framesInMotion.map(\.minY) == words.compactMap(Double.init).map { CGFloat($0) }
        case "bounds": return keyboard.events.allSatisfy { $0.info.screenBounds == StatedWindow.screen }
        case "take": _ = keyboard.takeLog()
        case "quiet": return keyboard.takeLog() == []
        case "some": return !keyboard.takeLog().isEmpty
        case "events": return keyboard.takeLog().count == Int(words[1])
        default:
            guard let milliseconds = Int(step) else { return keyboard.takeLog() == log(step) }
            keyboard.wait(milliseconds)
        }
        return true
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
        let desktop = MonitorLayout(
            monitors: [.init(frame: StatedWindow.screen, isPrimary: true)],
            workArea: CGRect(x: 0, y: 0, width: 800, height: 800)
        )
        let keyboard = StatedWindow(desktop, slides: false)
        keyboard.window(CGRect(x: 0, y: 480, width: 1_280, height: 320), isMapped: true)
        #expect(keyboard.pool.keyboard.phase == .shown)
        #expect(keyboard.takeLog().contains { $0.hasPrefix("willShow") })
    }

    /// While the window pauses, a layout guide stays at the frame of the window.
    ///
    /// The guide does not continue or jump back.
    @Test(arguments: [true, false])
    func aSlideThatPausesIsFollowed(shows: Bool) {
        let guide = KeyboardLayoutGuide(pool: keyboard.pool)
        guide.viewFrame = StatedWindow.screen
        shows ? keyboard.window(frame("below"), isMapped: false) : play(["dock"])
        keyboard.says(true)
        keyboard.window(frame(shows ? "below" : "docked"), isMapped: true)
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

    @Test(arguments: [1, -1])
    func aFloatingKeyboardOverAnEdgeFloats(direction: Int) {
        keyboard.says(true)
        keyboard.window(frame("floating"), isMapped: true)
        _ = keyboard.takeLog()
        for step in 1...40 {
            keyboard.window(frame("floating").offsetBy(dx: 0, dy: CGFloat(step * 18 * direction)), isMapped: true)
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
            to: MonitorLayout(
                monitors: [.init(frame: upper, isPrimary: true), .init(frame: lower)],
                workArea: upper.union(lower)
            )
        )
        keyboard.says(true)
        keyboard.window(frame("floating").offsetBy(dx: 0, dy: 900), isMapped: true)
        let frame = CGRect(x: 100, y: 810, width: 700, height: 205)
        keyboard.window(frame, isMapped: true)
        play(["rests floating 100,810,700,205"])
        #expect(keyboard.events.last?.info.screenBounds == lower)
    }

    @Test func aTurnedScreenMovesTheKeyboard() {
        play(["dock"])
        let turned = CGRect(x: 0, y: 0, width: 800, height: 1_280)
        _ = keyboard.takeLog()
        keyboard.transitions.desktopChanged(to: MonitorLayout(monitors: [.init(frame: turned)], workArea: turned))
        let frame = CGRect(x: 0, y: 1_075, width: 800, height: 205)
        keyboard.window(frame, isMapped: true)
        play(["rests docked 0,1075,800,205"])
        #expect(keyboard.events.last?.info.screenBounds == turned)
    }

    @Test func nothingIsReportedAfterAStopInAPause() {
        play(["dock"])
        keyboard.wait(1_000)
        let waitingCount = keyboard.scheduler.waitingCount
        keyboard.slide(598, 608)
        let count = keyboard.framesInMotion.count
        keyboard.transitions.stop()
        keyboard.wait(10_000)
        #expect(keyboard.framesInMotion.count == count)
        #expect(keyboard.scheduler.waitingCount == waitingCount)
    }

    @Test func anObserverMayStopBetweenTheEventsOfAPair() {
        let token = keyboard.pool.observe([.willChangeFrame]) { [keyboard] _ in keyboard.transitions.stop() }
        play(["dock"])
        #expect(keyboard.events.map(\.kind) == [.willChangeFrame])
        token.cancel()
    }
}
