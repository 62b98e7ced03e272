import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

@testable import LinuxKeyboards

/// A phone with 720 by 1,440 points, and a keyboard of 230 points.
@MainActor
struct AreaTransitionsTests {
    /// What happens, and what is posted.
    ///
    /// See ``StatedArea/play(_:_:)`` for the words.
    private nonisolated static let stories = """
        the frame is the missing strip: area 1440, area 1210 & on, shows, frame 720x230 at 1210, shown,
            bounds 720x1440, area 1440 & off, hides, hidden, 1000, quiet
        // Something else, such as a panel, has reduced the area.
        one fact alone is not a show: area 1440, area 1210, 2000, quiet, on, area 980, shows, frame 720x230 at 980
        a show waits for the area and then has no frame: area 1440, on, 99, quiet, 1, shows, frameless, shown,
            area 1210, shows, frame 720x230 at 1210
        without a report events have no frame and do not wait: on, shows, bare, shown, off, hides, bare, hidden
        a repeated fact is no event: docked, on, area 1210, 1000, quiet
        a taller keyboard changes its frame: docked, area 1110, shows, frame 720x330 at 1110
        // The window is no longer maximized, or a full-screen window covers the keyboard.
        an area that grows for 500 ms hides the keyboard: docked, area 1440, 499, quiet, 1, hides, area 1210, shows
        an area that grows for a moment is no hide: docked, area 1440, 53, area 1210, 1000, quiet
        a turned screen: docked, area 1440x540, frame 1440x180 at 540, bounds 1440x720
        a screen that turns first: area 1440, area 1440x720, on, area 1440x540, frame 1440x180 at 540, bounds 1440x720
        a scaled screen: docked, area 360x490, frame 360x230 at 490, area 360x510, frame 360x210 at 510
        // If the change of the width were a rotation, the full area would be 1,160 points high.
        an area that changes its width while the keyboard is hidden: area 1440, area 1000x500, on, quiet,
            area 1000x300, shows, frame 1000x200 at 300
        a repeated signal does not delay a hide: docked, area 1440, 250, on, area 1440, 250, hides
        a show without an end frame has no begin frame: docked, area 1440, off, on, take, 100, shows, frameless
        a quick reversal hides: area 1440, on, off, 1000, quiet, docked, off, on, 1000, hides shows,
            frame 720x230 at 1210
        // An animation resizes the window every 20 ms.
        reports do not delay a show: area 400, on, 20, area 410, 20, area 420, 20, area 430, 20, area 440, quiet, 20,
            shows
        // A panel disappears while the keyboard is shown.
        a keyboard hides below an area that has grown: docked, area 1600, off, 2000, hidden, ends at 1600
        nothing is posted after a stop: area 1440, on, stop, area 1210, 1000, quiet
        a measured strip is the frame: out 1400, off, on, out 1170, shows, frame 720x230 at 1170, out 1400, off, hides
        a keyboard that is visible at the start: can measure, on & out 1210, shows, frame 720x230 at 1210,
            bounds 720x1440
        a visible keyboard waits 2 s for a measurement: can measure, on, 1999, quiet, 1, shows, frameless
        an output that cannot be measured: can measure, on, cannot measure, shows
        a panel is no keyboard: off, out 1440, out 1290, 1000, quiet, on, out 1060, frame 720x230 at 1060
        // The frame is the strip that the window loses, not the strip that the output loses.
        a window with gaps of 10 points: off, out 1440, area 700x1420, on, area 700x1190, out 1210, shows,
            frame 700x230 at 1190, bounds 700x1420
        // A panel takes 30 points of the first output.
        a keyboard on another output has its own height: off, first 1170, on, second 780, frame 1920x300 at 780
        // The app reports its areas only after the keyboard is shown again, or never.
        the area before a turn is not used: \(turn), 2000, quiet, frame 1440x360 at 360
        a late area after a turn: \(turn), area 1440x720, area 1440x360, 2000, quiet, frame 1440x360 at 360
        an area that is newer than the measurement: off, out 1440, area 1440, area 1430x710, on, area 1430x350, quiet,
            out 1440x720 360, shows, frame 1430x360 at 350
        a window that keeps its size: off, out 1440, area 1440, on, out 1210, shows, frame 720x230 at 1210
        a full-screen window obscures a measured keyboard: off, out 1440, full, on, out 1210, shows, obscured, at 1210,
            area 1210, clear, at 1210, full, obscured, shown, no show
        // At first, the frame is in the coordinates of a window with gaps.
        the strip of a full-screen window is measured: off, out 1440, area 700x1420, on, out 1210, area 700x1190,
            at 1190, full, at 1210
        // Without a measurement, the keyboard can be above or below the window.
        a full-screen window obscures no keyboard that is not measured: full, on, shown, clear
        // The layer `overlay` is above a full-screen window.
        a keyboard of the overlay layer: off, out 1440, full, on, out 1210 overlay 1210, shows, clear
        a keyboard and a panel of the overlay layer: off, out 1440, full, on, out 1210 overlay 1180, shows, clear
        a panel of the overlay layer: off, out 1440, full, on, out 1210 overlay 1400, shows, obscured
        an empty overlay layer: off, out 1440, full, on, out 1210 overlay 1440, shows, obscured
        // The next keyboard appears when the window is no longer full-screen.
        an obscured keyboard is hidden by one transition: covered, out 1440 & off, hides, area none, on, 100, shows,
            clear
        a panel beside a keyboard of the overlay layer: can measure, full, out 1170 overlay 1210 & on, shown, clear,
            out 1140 overlay 1210, clear
        a keyboard appears on each of two outputs: can measure, off, first 1170, second 1050, \(bothOutputs),
            \(bothOutputs)
        // The first output has a panel of 30 points.
        a keyboard that is visible at the start is on one output: can measure, first 1170 + second 810 & on,
            frame 1920x270 at 810, take, second 1080 & off, 3000, hides
        an output that is added has no keyboard: off, first 1170, on, first 900, shows, second 1050, first 1170, off,
            3000, hides
        // A panel of 30 points appears on the other output while the keyboard is shown.
        the tallest strip is the keyboard: first 1200, second 1080, off, on, second 780, first 1170,
            frame 1920x300 at 780
        an output that is removed has no keyboard: off, first 1170, second 1050, on, second 780, take, remove second,
            500, hides, first 900, shows, frame 1920x270 at 900
        // A panel takes 30 points. While the keyboard is hidden, a smaller output has no keyboard.
        an output that becomes lower keeps the height of its panels: off, first 1170, on, first 900, out 1920x1080 780,
            frame 1920x270 at 780, bounds 1920x1050, out 1920x1080 1050, \(smallerOutput)
        an output that turns keeps the height of its panels: off, first 1170, on, first 900, out 1200x1920 1620,
            frame 1200x270 at 1620, bounds 1200x1890, out 1200x1920 1890, \(smallerOutput)
        // A panel takes 60 points at the left edge.
        a keyboard beside a panel: can measure, first 1860x930, on, frame 1860x270 at 930
        // The size of a floating window does not depend on the keyboard.
        the output is measured after the window floats: off, out 1440, area 1440, on, out 1210, area 1210, area none,
            out 1100, at 1100, out 1440, off, 300, on, out 1050, at 1050
        a lost probe obscures nothing: can measure, covered, lose, clear, shown, off, take, on, shows, clear, frameless
        // The keyboard has not reported that it is hidden.
        a window without an area hides no keyboard: docked, area none, 2000, quiet, shown
        a window that becomes full-screen hides no keyboard: docked, full, 2000, quiet, shown
        // A full-screen window also covers a panel of 30 points.
        the area of a full-screen window is not used: area 1410, full, area 1410, on, 100, shows, frameless
        a window that leaves full screen without an area obscures nothing: covered, area none, moves, clear, at 1210
        an output without a size is ignored: out 0x0 0, on, frameless, out 0, out 1210, at 1210
        // Each pair of facts that are joined by "&" is stated in both orders.
        """

    private nonisolated static let turn = """
        off, out 1440, docked, out 1210, off, hides, out 1440x720 720, on, quiet, out 1440x720 360, shows, frame \
        1440x360 at 360, bounds 1440x720
        """
    private nonisolated static let bothOutputs = """
        second 780 & on, shows, frame 1920x270 at 780, second 1050 & off, 3000, hides, first 900 & on, shows, frame \
        1920x270 at 900, first 1170 & off, 3000, hides
        """
    private nonisolated static let smallerOutput = """
        off, take, out 1024x768 708, on, out 1024x768 438, shows, frame 1024x270 at 438
        """

    @Test(arguments: Story.table(stories))
    func aStory(_ story: Story) {
        // Each pair of facts that are joined by "&" is stated in both orders.
        let pairs = story.steps.count { $0.contains("&") }
        for orders in pairs <= 2 ? Array(0..<(1 << pairs)) : [0, -1] { StatedArea().play(story.steps, orders) }
    }

    /// stevia and phosh-osk-stub make the output smaller after they have slid in.
    @Test(arguments: [260, 330, 1_700], ["off, 3000, quiet", "out 1210, 3000, shows, frame 720x230 at 1210"])
    func aKeyboardThatSlidesIsShownOnceWithItsFrame(slide: Int, end: String) {
        StatedArea().play("can measure, off, out 1440, on, \(slide), \(end)".components(separatedBy: ", "))
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
            let failure = AreaStory(steps, isMeasured).failure()
            guard failure != nil else { continue }
            Issue.record("seed \(seed), story \(number): \(steps): \(failure ?? "")")
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
    private var lastInfo = Notification.KeyboardInfo()
    private var kinds: [KeyboardEvent.Kind] = []
    private var token: KeyboardObservationToken?
    private var outputs: [UInt32: MeasuredOutput] = [:]

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        transitions = AreaTransitions(to: center.sink, area: UsableArea(), scheduler: scheduler)
        token = pool.observe(for: self) { phone, event in
            phone.kinds.append(event.kind)
            phone.lastInfo = event.info
        }
    }

    func wait(_ milliseconds: Int) {
        scheduler.advance(by: .milliseconds(milliseconds))
    }

    func area(_ area: CGRect) {
        transitions.areaChanged(to: area)
    }

    /// Measures the free area of one of the outputs.
    func measure(_ size: CGSize, free: CGSize, overlay: CGFloat? = nil, name: UInt32 = 1) {
        let overlay = CGSize(width: size.width, height: overlay ?? size.height)
        outputs[name] = MeasuredOutput(name: name, size: size, freeArea: free, overlayArea: overlay)
        transitions.outputsChanged(to: Array(outputs.values))
    }

    func says(_ isVisible: Bool) {
        transitions.visibilityChanged(to: isVisible)
    }

    /// Plays a series of facts and checks.
    ///
    /// | word | fact or check |
    /// | --- | --- |
    /// | 100 | the time in milliseconds that passes |
    /// | on, off | the keyboard reports that it is visible or hidden |
    /// | area, full | the usable area of the window, which is 720 points wide unless stated |
    /// | out, first, second | the free area of an output of 720x1440, 1920x1200 or 1920x1080 points unless stated |
    /// | docked, covered | a shown keyboard, and one below a full-screen window |
    /// | shows, hides, moves, quiet, take | the events since the last such word |
    /// | frame, bounds, at, ends at, frameless, bare | the frame of the state, and of the last event |
    ///
    /// The bit of a pair that is joined by "&" is set in `orders` if the second fact is stated first.
    func play(_ steps: [String], _ orders: Int = 0) {
        var orders = orders
        for step in steps {
            var facts = step.components(separatedBy: " & ")
            if facts.count == 2 {
                if orders & 1 == 1 { facts.reverse() }
                orders >>= 1
            }
            for (index, fact) in facts.enumerated() {
                if index > 0 { wait(12) }
                for word in fact.components(separatedBy: " + ") {
                    #expect(perform(word.components(separatedBy: " ")), "\(step) in \(steps)")
                }
            }
        }
    }

    private func size(_ text: String, width: CGFloat) -> CGSize {
        let numbers = text.split(separator: "x").compactMap { Double($0) }
        return CGSize(width: numbers.count == 2 ? numbers[0] : width, height: numbers.last ?? .nan)
    }

    /// Performs a step, and returns whether its check succeeds.
    private func perform(_ words: [String]) -> Bool {
        let state = pool.keyboard
        switch words[0] {
        case "on", "off": says(words[0] == "on")
        case "full": transitions.areaChanged(to: CGRect(x: 0, y: 0, width: 720, height: 1_440), isFullScreen: true)
        case "area" where words[1] == "none": transitions.areaChanged(to: nil)
        case "area": area(CGRect(origin: .zero, size: size(words[1], width: 720)))
        case "out" where words.count == 3:
            let output = size(words[1], width: 0)
            measure(output, free: size(words[2], width: output.width))
        case "out":
            let overlay = words.count == 4 ? size(words[3], width: 0).height : nil
            measure(CGSize(width: 720, height: 1_440), free: size(words[1], width: 720), overlay: overlay)
        case "first": measure(CGSize(width: 1_920, height: 1_200), free: size(words[1], width: 1_920))
        case "second": measure(CGSize(width: 1_920, height: 1_080), free: size(words[1], width: 1_920), name: 2)
        case "remove":
            outputs[2] = nil
            transitions.outputsChanged(to: Array(outputs.values))
        case "can", "cannot": transitions.canMeasureOutput = words[0] == "can"
        case "lose": transitions.outputEnded()
        case "stop": transitions.stop()
        case "docked": play(["area 1440", "on", "area 1210", "take"])
        case "covered": play(["off", "out 1440", "full", "on", "out 1210", "shown", "obscured", "take"])
        case "shows", "hides", "moves", "quiet", "take", "no":
            defer { kinds = [] }
            let names = words.flatMap { word -> [KeyboardEvent.Kind] in
                switch word {
                case "shows": [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
                case "hides": [.willChangeFrame, .willHide, .didChangeFrame, .didHide]
                case "moves": [.willChangeFrame, .didChangeFrame]
                default: []
                }
            }
            return words[0] == "take" || (words[0] == "no" ? !kinds.contains(.willShow) : kinds == names)
        case "shown", "hidden": return state.phase == (words[0] == "shown" ? .shown : .hidden)
        case "obscured", "clear": return state.isObscured == (words[0] == "obscured")
        case "frame":
            let origin = CGPoint(x: 0, y: size(words[3], width: 0).height)
            return state.frame == CGRect(origin: origin, size: size(words[1], width: 0))
        case "bounds": return state.screenBounds == CGRect(origin: .zero, size: size(words[1], width: 0))
        case "at": return state.frame?.minY == size(words[1], width: 0).height
        case "ends": return lastInfo.frameEnd?.minY == size(words[2], width: 0).height
        case "frameless": return lastInfo.frameEnd == nil && lastInfo.frameBegin == nil
        case "bare": return lastInfo == Notification.KeyboardInfo(animationDuration: 0, animationCurve: 0)
        default:
            guard let milliseconds = Int(words[0]) else { return false }
            wait(milliseconds)
        }
        return true
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
            phone.measure(screen, free: areas[0].size)
            phone.measure(second, free: areas[1].size, name: 2)
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
}
