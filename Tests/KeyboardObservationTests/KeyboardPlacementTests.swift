import Foundation
import KeyboardObservation
import Testing

/// The placement that follows from one frame.
struct KeyboardPlacementTests {
    /// A frame, and the placement that follows from it.
    struct Case: Sendable, CustomTestStringConvertible {
        let what: String
        /// The verbs for which the frame has this placement.
        var verbs: [KeyboardVerb] = [.show, .hide, .frame]
        /// The previous placements for which the frame has this placement.
        var previous = KeyboardState.Placement.allCases
        var begin: CGRect?
        let frame: CGRect
        /// The frame of a docked keyboard from which the bounds are estimated.
        var learned: CGRect?
        let placement: KeyboardState.Placement

        init(
            _ what: String,
            by verbs: [KeyboardVerb] = [.show, .hide, .frame],
            after previous: [KeyboardState.Placement] = KeyboardState.Placement.allCases,
            learned: CGRect? = nil,
            from begin: CGRect? = nil,
            at frame: CGRect,
            is placement: KeyboardState.Placement
        ) {
            self.what = what
            self.verbs = verbs
            self.previous = previous
            self.learned = learned
            self.begin = begin
            self.frame = frame
            self.placement = placement
        }

        var testDescription: String { what }

        func questions(movedBy offset: CGPoint = .zero) -> [KeyboardPlacementQuestion] {
            verbs.flatMap { verb in
                previous.map { previous in
                    KeyboardPlacementQuestion(
                        verb: verb,
                        frame: frame.offsetBy(dx: offset.x, dy: offset.y),
                        begin: begin?.offsetBy(dx: offset.x, dy: offset.y),
                        previous: previous
                    )
                }
            }
        }
    }

    private static func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
        CGRect(x: x, y: y, width: width, height: height)
    }

    // MARK: The bounds are known

    /// The offsets of a screen that is alone, or that is beside, above or below another screen.
    private static let offsets = [
        CGPoint.zero,
        CGPoint(x: 1_920, y: 0),
        CGPoint(x: -1_280, y: 0),
        CGPoint(x: 0, y: -800),
        CGPoint(x: 320, y: 1_080),
        CGPoint(x: -333.5, y: -1_200.25),
        CGPoint(x: 16_384, y: -16_384),
    ]

    /// A screen of 1280 × 800.
    private static let screen = rect(0, 0, 1_280, 800)

    private static let edges: [Case] = [
        Case("as wide as the screen and at its bottom", at: rect(0, 595, 1_280, 205), is: .docked),
        Case("half as wide as the screen and at its bottom", at: rect(320, 595, 640, 205), is: .docked),
        Case("at the left side of the bottom edge", at: rect(0, 595, 640, 205), is: .docked),
        Case("1 pt above the bottom", at: rect(320, 594, 640, 205), is: .docked),
        Case("1 pt below the bottom", at: rect(320, 596, 640, 205), is: .docked),
        Case("as wide as the screen and at its top", at: rect(0, 0, 1_280, 300), is: .dockedAtTop),
        Case("half as wide as the screen and at its top", at: rect(320, 0, 640, 205), is: .dockedAtTop),
        Case("1 pt below the top", at: rect(0, 1, 1_280, 300), is: .dockedAtTop),
        Case("1 pt above the top", at: rect(0, -1, 1_280, 300), is: .dockedAtTop),
        Case("2 pt below the top", at: rect(0, 2, 1_280, 300), is: .split),
        Case("at the left edge alone", at: rect(0, 200, 640, 205), is: .floating),
        Case("at the right edge alone", at: rect(640, 200, 640, 205), is: .floating),
        Case("the whole screen", at: rect(0, 0, 1_280, 800), is: .docked),
    ]

    private static let notDocked = KeyboardState.Placement.allCases.filter { $0 != .docked && $0 != .accessoryBarOnly }
    private static let abovePanel = rect(0, 500, 1_280, 205)

    private static let panels: [Case] = [
        Case("a show above a panel, less high than half of it", by: [.show], at: abovePanel, is: .docked),
        Case("a docked keyboard above a panel", by: [.show, .frame], after: [.docked], at: abovePanel, is: .docked),
        Case("a frame above a gap that was not docked", by: [.frame], after: notDocked, at: abovePanel, is: .split),
        Case("a hide leaves it above a gap", by: [.hide], at: abovePanel, is: .split),
        Case("a show above 102 pt under 205 pt", by: [.show], at: rect(0, 493, 1_280, 205), is: .docked),
        Case("a gap of exactly half its height", at: rect(0, 492.5, 1_280, 205), is: .split),
        Case("a gap of more than half its height", at: rect(0, 492, 1_280, 205), is: .split),
        Case("a show within 16 pt of each side", by: [.show], at: rect(16, 500, 1_248, 205), is: .docked),
        Case("a gap under a narrow keyboard", at: rect(320, 500, 640, 205), is: .floating),
        Case("a hide pushes it over the edge", by: [.hide], at: rect(0, 700, 1_280, 205), is: .split),
        Case("at the top, with less than half its height below it", at: rect(0, 0, 1_280, 560), is: .dockedAtTop),
        Case("the same of a narrow one", at: rect(320, 0, 640, 560), is: .dockedAtTop),
    ]

    private static let outside: [Case] = [
        Case("below the screen", at: rect(0, 800, 1_280, 205), is: .offScreen),
        Case("10 pt below the screen", at: rect(0, 810, 1_280, 205), is: .offScreen),
        Case("above the screen", at: rect(0, -310, 1_280, 300), is: .offScreen),
        Case("left of the screen", at: rect(-1_280, 595, 1_280, 205), is: .offScreen),
        Case("right of the screen", at: rect(1_280, 595, 1_280, 205), is: .offScreen),
        Case("beyond a corner", at: rect(1_400, 900, 640, 205), is: .offScreen),
        Case("0.5 pt inside the bottom", at: rect(0, 799.5, 1_280, 205), is: .offScreen),
        Case("0.5 pt inside the top", at: rect(0, -299.5, 1_280, 300), is: .offScreen),
        Case("0.5 pt inside the left edge", at: rect(-639.5, 300, 640, 205), is: .offScreen),
        Case("0.5 pt inside the right edge", at: rect(1_279.5, 300, 640, 205), is: .offScreen),
        Case("a height of 0 at the bottom", at: rect(0, 800, 1_280, 0), is: .offScreen),
        Case("a height of 0 on the screen", at: rect(0, 400, 1_280, 0), is: .offScreen),
        Case("a width of 0 on the screen", at: rect(640, 400, 0, 205), is: .offScreen),
        Case("1 pt inside the left edge", at: rect(-639, 300, 640, 205), is: .floating),
        Case("1 pt inside the right edge", at: rect(1_279, 300, 640, 205), is: .floating),
    ]

    private static let docked = rect(0, 595, 1_280, 205)
    private static let bar = rect(0, 756, 1_280, 44)
    private static let barAway = rect(0, 800, 1_280, 44)
    private static let allButBar = KeyboardState.Placement.allCases.filter { $0 != .accessoryBarOnly }

    private static let bars: [Case] = [
        Case("a hide leaves a bar of 44 pt", by: [.hide], from: docked, at: bar, is: .accessoryBarOnly),
        Case("a hide shows a bar", by: [.hide], from: barAway, at: bar, is: .accessoryBarOnly),
        Case("a hide leaves 100 pt", by: [.hide], at: rect(0, 700, 1_280, 100), is: .accessoryBarOnly),
        Case("a hide leaves 101 pt", by: [.hide], at: rect(0, 699, 1_280, 101), is: .docked),
        Case("a low keyboard is shown", by: [.show], after: allButBar, from: barAway, at: bar, is: .docked),
        Case(
            "a docked keyboard shrinks to 90 pt",
            by: [.frame],
            after: allButBar,
            at: rect(0, 710, 1_280, 90),
            is: .docked
        ),
        Case("a bar grows to 88 pt", after: [.accessoryBarOnly], at: rect(0, 712, 1_280, 88), is: .accessoryBarOnly),
        Case("a bar grows to 100 pt", after: [.accessoryBarOnly], at: rect(0, 700, 1_280, 100), is: .accessoryBarOnly),
        Case("a bar grows to 101 pt", after: [.accessoryBarOnly], at: rect(0, 699, 1_280, 101), is: .docked),
        Case("keys appear above a bar", by: [.show, .frame], after: [.accessoryBarOnly], at: docked, is: .docked),
        Case("a bar above a panel of 21 pt", by: [.hide], at: rect(0, 735, 1_280, 44), is: .accessoryBarOnly),
        Case(
            "a bar is hidden",
            by: [.hide, .frame],
            after: [.accessoryBarOnly],
            from: bar,
            at: barAway,
            is: .offScreen
        ),
    ]

    private static let floating = rect(100, 50, 700, 205)
    private static let split = rect(0, 300, 1_280, 205)

    private static let inPlace: [Case] = [
        Case("a docked keyboard is hidden where it is", by: [.hide], from: docked, at: docked, is: .offScreen),
        Case(
            "a keyboard at the top is hidden where it is",
            by: [.hide],
            from: rect(0, 0, 1_280, 300),
            at: rect(0, 0, 1_280, 300),
            is: .offScreen
        ),
        Case("a floating keyboard is hidden where it is", by: [.hide], from: floating, at: floating, is: .offScreen),
        Case("a split keyboard is hidden where it is", by: [.hide], from: split, at: split, is: .offScreen),
        Case("a bar stays where it is", by: [.hide], from: bar, at: bar, is: .accessoryBarOnly),
        Case(
            "a low keyboard floats and is hidden",
            by: [.hide],
            from: rect(100, 50, 700, 90),
            at: rect(100, 50, 700, 90),
            is: .offScreen
        ),
        Case(
            "a floating keyboard is shown where it is",
            by: [.show, .frame],
            from: floating,
            at: floating,
            is: .floating
        ),
        Case("a docked keyboard is shown where it is", by: [.show, .frame], from: docked, at: docked, is: .docked),
    ]

    private static let undocked: [Case] = [
        Case("narrow and away from the edges", at: floating, is: .floating),
        Case("a floating keyboard is shown", by: [.show], after: [.offScreen], at: floating, is: .floating),
        Case(
            "a hide undocks a docked keyboard",
            by: [.hide],
            after: [.docked],
            from: docked,
            at: floating,
            is: .floating
        ),
        Case("as wide as the screen", at: split, is: .split),
        Case("16 pt narrower on each side", at: rect(16, 300, 1_248, 205), is: .split),
        Case("17 pt narrower on the left", at: rect(17, 300, 1_263, 205), is: .floating),
        Case("17 pt narrower on the right", at: rect(0, 300, 1_263, 205), is: .floating),
        Case("wider than the screen", at: rect(-20, 300, 1_320, 205), is: .split),
        Case("as wide as the screen, and moved to the right", at: rect(100, 300, 1_280, 205), is: .floating),
        Case("it extends beyond the bottom", after: [.floating], at: rect(320, 700, 640, 205), is: .floating),
        Case("it extends beyond the left edge", at: rect(-100, 300, 640, 205), is: .floating),
    ]

    private static let pushedOut: [Case] = [
        Case(
            "a hide moves it down by its height, on a screen that has turned",
            by: [.hide],
            after: [.docked, .offScreen],
            from: rect(0, 295, 1_280, 205),
            at: rect(0, 500, 1_280, 205),
            is: .offScreen
        ),
        Case(
            "a hide moves a keyboard down by its height that is wider than the screen, which has turned",
            by: [.hide],
            after: [.docked, .split, .floating, .offScreen],
            from: rect(0, 295, 1_400, 205),
            at: rect(0, 500, 1_400, 205),
            is: .offScreen
        ),
        Case(
            "a hide moves an undocked keyboard of the screen's width down by its height",
            by: [.hide],
            after: [.split, .floating],
            from: rect(0, 295, 1_280, 205),
            at: rect(0, 500, 1_280, 205),
            is: .split
        ),
        Case(
            "a hide moves it from the top down by its height",
            by: [.hide],
            after: [.dockedAtTop],
            from: rect(0, 0, 1_280, 205),
            at: rect(0, 205, 1_280, 205),
            is: .split
        ),
        Case("a hide moves it to a bar", by: [.hide], from: split, at: bar, is: .accessoryBarOnly),
    ]

    private static let pushed: [Case] = [
        Case(
            "a finger pushes it down by half",
            by: [.frame],
            after: [.docked],
            at: rect(0, 697, 1_280, 205),
            is: .docked
        ),
        Case("a finger leaves 1 pt of it", by: [.frame], after: [.docked], at: rect(0, 799, 1_280, 205), is: .docked),
        Case(
            "a finger pushes a narrow one down",
            by: [.frame],
            after: [.docked],
            at: rect(320, 697, 640, 205),
            is: .docked
        ),
        Case(
            "a finger pushes it off screen",
            by: [.frame],
            after: [.docked],
            at: rect(0, 800, 1_280, 205),
            is: .offScreen
        ),
        Case(
            "a finger pushes a bar",
            by: [.frame],
            after: [.accessoryBarOnly],
            at: rect(0, 780, 1_280, 44),
            is: .accessoryBarOnly
        ),
    ]

    @Test(arguments: edges + panels + outside + bars + inPlace + undocked + pushedOut + pushed)
    func theFrameDeterminesThePlacementIfBoundsAreKnown(example: Case) {
        for offset in Self.offsets {
            let bounds = Self.screen.offsetBy(dx: offset.x, dy: offset.y)
            for question in example.questions(movedBy: offset) {
                #expect(question.placement(in: bounds) == example.placement, "\(question) at \(offset)")
            }
        }
    }

    // MARK: The bounds are estimated

    private static let offScreen = [KeyboardState.Placement.offScreen]
    /// The frame of a docked keyboard, from which the bottom and the width of a 320 × 568 screen are learned.
    private static let phone = rect(0, 352, 320, 216)
    private static let phoneAway = rect(0, 568, 320, 216)

    private static let begins: [Case] = [
        Case(
            "it begins below its end",
            by: [.show, .frame],
            after: offScreen,
            from: phoneAway,
            at: phone,
            is: .docked
        ),
        Case(
            "it begins at 810 of 896",
            by: [.show],
            after: offScreen,
            from: rect(0, 810, 414, 346),
            at: rect(0, 550, 414, 346),
            is: .docked
        ),
        Case(
            "it begins at 883 of 896",
            by: [.show, .frame],
            after: offScreen,
            from: rect(0, 883, 414, 346),
            at: rect(0, 550, 414, 346),
            is: .docked
        ),
        Case(
            "it begins at 920 of 896",
            by: [.show, .frame],
            after: offScreen,
            from: rect(0, 920, 414, 346),
            at: rect(0, 550, 414, 346),
            is: .docked
        ),
        Case(
            "it begins with another height",
            by: [.show, .frame],
            after: offScreen,
            from: rect(0, 896, 414, 54),
            at: rect(0, 595, 414, 301),
            is: .docked
        ),
        Case(
            "it begins below, at another screen's size",
            by: [.show, .frame],
            after: offScreen,
            learned: phone,
            from: rect(0, 375, 667, 200),
            at: rect(0, 175, 667, 200),
            is: .docked
        ),
        Case(
            "a narrow one begins below its end",
            by: [.show, .frame],
            after: offScreen,
            from: rect(50, 568, 200, 216),
            at: rect(50, 352, 200, 216),
            is: .docked
        ),
        Case(
            "it begins above its end",
            by: [.show, .frame],
            after: offScreen,
            from: rect(0, -310, 1_280, 300),
            at: rect(0, 0, 1_280, 300),
            is: .dockedAtTop
        ),
        Case(
            "a hide from below leaves a bar",
            by: [.hide],
            after: offScreen,
            from: rect(0, 568, 320, 44),
            at: rect(0, 524, 320, 44),
            is: .accessoryBarOnly
        ),
        Case(
            "it grows in place",
            by: [.frame],
            after: [.docked, .offScreen],
            from: phone,
            at: rect(0, 314, 320, 254),
            is: .docked
        ),
        Case(
            "a show grows it in place",
            by: [.show],
            after: [.docked, .offScreen],
            from: phone,
            at: rect(0, 315, 320, 253),
            is: .docked
        ),
        Case(
            "it shrinks in place",
            by: [.frame],
            after: [.docked, .offScreen],
            from: rect(0, 314, 320, 254),
            at: phone,
            is: .docked
        ),
    ]

    private static let learned: [Case] = [
        Case("it is at the learned bottom", after: allButBar, learned: phone, at: rect(0, 314, 320, 254), is: .docked),
        Case(
            "a narrow one is at the learned bottom",
            after: allButBar,
            learned: phone,
            at: rect(50, 352, 200, 216),
            is: .docked
        ),
        Case(
            "a hide leaves a bar at the learned bottom",
            by: [.hide],
            learned: phone,
            from: phone,
            at: rect(0, 524, 320, 44),
            is: .accessoryBarOnly
        ),
        Case(
            "a bar stays at the learned bottom",
            by: [.hide],
            learned: phone,
            from: rect(0, 524, 320, 44),
            at: rect(0, 524, 320, 44),
            is: .accessoryBarOnly
        ),
        Case(
            "a bar grows at the learned bottom",
            by: [.frame, .show],
            after: [.accessoryBarOnly],
            learned: phone,
            at: rect(0, 480, 320, 88),
            is: .accessoryBarOnly
        ),
        Case(
            "a bar outgrows 100 pt",
            by: [.frame, .show],
            after: [.accessoryBarOnly],
            learned: phone,
            at: rect(0, 467, 320, 101),
            is: .docked
        ),
        Case("of the learned width, at another height", learned: phone, at: rect(0, 200, 320, 216), is: .split),
        Case(
            "a hide undocks it",
            by: [.hide],
            after: [.docked],
            learned: phone,
            from: phone,
            at: rect(0, 200, 320, 216),
            is: .split
        ),
        Case(
            "of the learned width within 16 pt on each side",
            by: [.frame, .hide],
            learned: phone,
            at: rect(16, 200, 288, 216),
            is: .split
        ),
        Case(
            "narrower, and away from the learned bottom",
            by: [.frame],
            learned: phone,
            at: rect(50, 200, 200, 200),
            is: .floating
        ),
    ]

    private static let edgesOfEstimate: [Case] = [
        Case(
            "a frame moves a docked one off screen",
            by: [.frame, .hide],
            after: [.docked, .accessoryBarOnly],
            learned: phone,
            from: phone,
            at: phoneAway,
            is: .offScreen
        ),
        Case(
            "a frame moves a bar off screen",
            by: [.frame, .hide],
            after: [.accessoryBarOnly],
            learned: phone,
            from: rect(0, 524, 320, 44),
            at: rect(0, 568, 320, 44),
            is: .offScreen
        ),
        Case(
            "a frame moves one off screen at the top",
            by: [.frame, .hide],
            after: [.dockedAtTop],
            from: rect(0, 0, 1_280, 300),
            at: rect(0, -310, 1_280, 300),
            is: .offScreen
        ),
        Case(
            "no frame moves a floating one off screen below",
            by: [.frame],
            after: [.floating],
            learned: phone,
            from: rect(50, 200, 200, 200),
            at: rect(50, 568, 200, 200),
            is: .floating
        ),
        Case(
            "no frame moves a floating one off screen far below",
            by: [.frame],
            after: [.floating],
            learned: phone,
            at: rect(50, 5_000, 200, 200),
            is: .floating
        ),
        Case(
            "no frame moves a floating one off screen above",
            by: [.frame],
            after: [.floating],
            learned: phone,
            at: rect(50, -900, 200, 200),
            is: .floating
        ),
        Case(
            "no frame moves a floating one off screen on the left",
            by: [.frame],
            after: [.floating],
            learned: phone,
            at: rect(-900, 200, 200, 200),
            is: .floating
        ),
        Case(
            "no frame moves one off screen that floats on an unknown screen",
            by: [.frame],
            after: [.floating],
            at: rect(50, 5_000, 200, 200),
            is: .floating
        ),
        Case(
            "a hide moves a floating one down from above an unknown screen",
            by: [.hide],
            after: [.floating],
            from: rect(50, -300, 200, 200),
            at: rect(50, 100, 200, 200),
            is: .offScreen
        ),
        Case(
            "a hide moves a floating one off screen",
            by: [.hide],
            after: [.floating],
            learned: phone,
            from: rect(50, 200, 200, 200),
            at: rect(50, 568, 200, 200),
            is: .offScreen
        ),
        Case(
            "a hide in place moves a floating one off screen",
            by: [.hide],
            after: [.floating],
            learned: phone,
            from: rect(50, 200, 200, 200),
            at: rect(50, 200, 200, 200),
            is: .offScreen
        ),
        Case(
            "a hide in place moves a docked one off screen",
            by: [.hide],
            after: [.docked],
            learned: phone,
            from: phone,
            at: phone,
            is: .offScreen
        ),
        Case(
            "a hide to a height of 0",
            by: [.hide, .frame],
            after: [.docked],
            learned: phone,
            from: phone,
            at: rect(0, 568, 320, 0),
            is: .offScreen
        ),
    ]

    private static let nothingDecides: [Case] = [
        Case("a show without a begin, at the left edge", by: [.show], after: offScreen, at: phone, is: .docked),
        Case("a show in place, at the left edge", by: [.show], after: offScreen, from: phone, at: phone, is: .docked),
        Case(
            "a show without a begin, away from the left edge",
            by: [.show],
            after: offScreen,
            at: rect(50, 200, 200, 200),
            is: .floating
        ),
        Case(
            "a show in place, away from the left edge",
            by: [.show],
            after: offScreen,
            from: rect(50, 200, 200, 200),
            at: rect(50, 200, 200, 200),
            is: .floating
        ),
        Case(
            "a show from the side",
            by: [.show],
            after: offScreen,
            from: rect(-352, 0, 352, 1_024),
            at: rect(0, 0, 352, 1_024),
            is: .docked
        ),
        Case(
            "a hide to the side",
            by: [.hide],
            after: [.docked],
            learned: rect(0, 0, 352, 1_024),
            from: rect(0, 0, 352, 1_024),
            at: rect(-352, 0, 352, 1_024),
            is: .offScreen
        ),
        Case("a frame from off screen", by: [.frame], after: offScreen, at: rect(50, 200, 200, 200), is: .floating),
        Case("a frame from off screen, at the left edge", by: [.frame], after: offScreen, at: phone, is: .floating),
        Case("a frame keeps it docked", by: [.frame], after: [.docked], at: phone, is: .docked),
        Case(
            "a frame keeps it docked at the top",
            by: [.frame],
            after: [.dockedAtTop],
            at: rect(0, 0, 1_280, 205),
            is: .dockedAtTop
        ),
        Case("a frame keeps it floating", by: [.frame], after: [.floating], at: rect(50, 300, 200, 200), is: .floating),
        Case("a frame keeps it split", by: [.frame], after: [.split], at: rect(0, 300, 320, 216), is: .split),
        Case(
            "a hide with uninformative frames",
            by: [.hide],
            after: offScreen,
            at: rect(0, 200, 320, 216),
            is: .offScreen
        ),
    ]

    private static let low = rect(50, 200, 200, 90)

    /// Events that do not determine the placement.
    ///
    /// Several placements are possible. The expected placement is the placement that covers the smallest part of a
    /// view.
    private static let ambiguous: [Case] = [
        Case(
            "the first event moves a floating one down by more than its height",
            by: [.frame],
            after: offScreen,
            from: rect(50, 100, 200, 150),
            at: rect(50, 400, 200, 150),
            is: .floating
        ),
        Case(
            "the first event moves a docked one down by its height",
            by: [.frame, .hide],
            after: offScreen,
            from: phone,
            at: phoneAway,
            is: .offScreen
        ),
        Case(
            "the first event drags an undocked one up",
            by: [.frame],
            after: offScreen,
            from: rect(0, 500, 768, 264),
            at: rect(0, 300, 768, 264),
            is: .floating
        ),
        Case(
            "the first event moves one up over the top",
            by: [.frame],
            after: offScreen,
            from: rect(0, 0, 768, 304),
            at: rect(0, -264, 768, 304),
            is: .floating
        ),
        Case(
            "a low floating one hides in place",
            by: [.hide],
            after: [.floating, .offScreen],
            from: low,
            at: low,
            is: .offScreen
        ),
        Case(
            "a low one at the left edge hides in place",
            by: [.hide],
            after: offScreen,
            from: rect(0, 524, 320, 44),
            at: rect(0, 524, 320, 44),
            is: .accessoryBarOnly
        ),
        Case(
            "a bar appears after the screen has turned",
            by: [.hide],
            after: offScreen,
            learned: rect(0, 158, 568, 162),
            from: rect(0, 568, 320, 44),
            at: rect(0, 524, 320, 44),
            is: .accessoryBarOnly
        ),
        Case(
            "a docked one leaves a bar after the screen has turned",
            by: [.hide],
            after: [.docked],
            learned: rect(0, 158, 568, 162),
            from: phone,
            at: rect(0, 524, 320, 44),
            is: .accessoryBarOnly
        ),
    ]

    @Test(arguments: begins + learned + edgesOfEstimate + nothingDecides + ambiguous)
    func theEventNameDeterminesThePlacementWithoutBounds(example: Case) {
        var estimate = ScreenEstimate()
        if let learned = example.learned { estimate.learn(.docked, learned) }
        for question in example.questions() {
            #expect(question.placement(in: estimate) == example.placement, "\(question)")
        }
    }

    @Test func theBottomEdgeIsLearnedFromTheEndFrame() {
        for y: CGFloat in [810, 883, 920] {
            let end = Self.rect(0, 550, 414, 346)
            let question = KeyboardPlacementQuestion(
                verb: .show,
                frame: end,
                begin: Self.rect(0, y, 414, 346),
                previous: .offScreen
            )
            var estimate = ScreenEstimate()
            estimate.learn(question.placement(in: estimate), end)
            #expect(estimate.bottom == 896)
            #expect(estimate.width == 414)
        }
    }

    @Test(arguments: [KeyboardState.Placement.dockedAtTop, .floating, .split, .offScreen])
    func onlyTheBottomEdgeIsLearned(placement: KeyboardState.Placement) {
        var estimate = ScreenEstimate()
        estimate.learn(placement, Self.phone)
        #expect(estimate.bottom == nil)
        #expect(estimate.width == nil)
    }

    @Test(arguments: KeyboardVerb.allCases)
    func splitIsNeverEstimated(verb: KeyboardVerb) {
        let frames = [Self.phone, Self.split, Self.floating, Self.rect(0, 0, 320, 216), Self.bar, Self.phoneAway]
        for previous in KeyboardState.Placement.allCases where previous != .split {
            for frame in frames {
                for begin in frames + [nil] {
                    let question = KeyboardPlacementQuestion(
                        verb: verb,
                        frame: frame,
                        begin: begin,
                        previous: previous
                    )
                    #expect(question.placement(in: ScreenEstimate()) != .split, "\(question)")
                }
            }
        }
    }

    @Test func anEndFrameWithoutAHeightIsOffScreen() {
        for verb in KeyboardVerb.allCases {
            for previous in KeyboardState.Placement.allCases {
                let question = KeyboardPlacementQuestion(
                    verb: verb,
                    frame: Self.rect(0, 500, 320, 0),
                    begin: Self.phone,
                    previous: previous
                )
                #expect(question.placement(in: Self.screen) == .offScreen)
                #expect(question.placement(in: ScreenEstimate()) == .offScreen)
            }
        }
    }
}
