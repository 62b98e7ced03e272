import Foundation
import KeyboardObservation
import Testing

/// The placement that follows from one frame.
struct KeyboardPlacementTests {
    /// A frame, and the placement that follows from it.
    struct Case: Sendable {
        /// The verbs for which the frame has this placement.
        let verbs: [KeyboardVerb]
        /// The previous placements for which the frame has this placement.
        let previous: [KeyboardState.Placement]
        let begin: CGRect?
        let frame: CGRect
        /// The frame of a docked keyboard from which the bounds are estimated.
        let learned: CGRect?
        let placement: KeyboardState.Placement
        let location: SourceLocation

        init(
            _ verbs: KeyboardVerb...,
            after previous: [KeyboardState.Placement] = KeyboardState.Placement.allCases,
            learned: CGRect? = nil,
            from begin: CGRect? = nil,
            at frame: CGRect,
            is placement: KeyboardState.Placement,
            location: SourceLocation = #_sourceLocation
        ) {
            self.verbs = verbs.isEmpty ? [.show, .hide, .frame] : verbs
            self.previous = previous
            self.learned = learned
            self.begin = begin
            self.frame = frame
            self.placement = placement
            self.location = location
        }

        func changes(movedBy offset: CGPoint = .zero) -> [FrameChange] {
            verbs.flatMap { verb in
                previous.map { previous in
                    FrameChange(
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
        // As wide as the screen and at its bottom.
        Case(at: rect(0, 595, 1_280, 205), is: .docked),
        // Half as wide as the screen and at its bottom.
        Case(at: rect(320, 595, 640, 205), is: .docked),
        // Half as wide as the screen and in a corner.
        Case(at: rect(0, 595, 640, 205), is: .docked),
        Case(at: rect(640, 600, 640, 200), is: .docked),
        Case(at: rect(0, 0, 640, 200), is: .dockedAtTop),
        // Less than half as wide, and in a corner.
        Case(at: rect(0, 600, 639, 200), is: .floating),
        Case(at: rect(641, 0, 639, 200), is: .floating),
        // At a side, over the full height.
        Case(at: rect(0, 0, 300, 800), is: .floating),
        Case(at: rect(980, 0, 300, 800), is: .floating),
        // 1 pt above the bottom.
        Case(at: rect(320, 594, 640, 205), is: .docked),
        // 1 pt below the bottom.
        Case(at: rect(320, 596, 640, 205), is: .docked),
        // As wide as the screen and at its top.
        Case(at: atTop, is: .dockedAtTop),
        // Half as wide as the screen and at its top.
        Case(at: rect(320, 0, 640, 205), is: .dockedAtTop),
        // 1 pt below the top.
        Case(at: rect(0, 1, 1_280, 300), is: .dockedAtTop),
        // 1 pt above the top.
        Case(at: rect(0, -1, 1_280, 300), is: .dockedAtTop),
        // 2 pt below the top.
        Case(at: rect(0, 2, 1_280, 300), is: .split),
        // At the left edge alone.
        Case(at: rect(0, 200, 640, 205), is: .floating),
        // At the right edge alone.
        Case(at: rect(640, 200, 640, 205), is: .floating),
        // The whole screen.
        Case(at: rect(0, 0, 1_280, 800), is: .docked),
    ]

    private static let notDocked = KeyboardState.Placement.allCases.filter { $0 != .docked && $0 != .accessoryBarOnly }
    private static let abovePanel = rect(0, 500, 1_280, 205)

    private static let panels: [Case] = [
        // A show above a panel, less high than half of it.
        Case(.show, at: abovePanel, is: .docked),
        // A docked keyboard above a panel.
        Case(.show, .frame, after: [.docked], at: abovePanel, is: .docked),
        // A frame above a gap that was not docked.
        Case(.frame, after: notDocked, at: abovePanel, is: .split),
        // A hide leaves it above a gap.
        Case(.hide, at: abovePanel, is: .split),
        // A show above 102 pt under 205 pt.
        Case(.show, at: rect(0, 493, 1_280, 205), is: .docked),
        // A gap of exactly half its height.
        Case(at: rect(0, 492.5, 1_280, 205), is: .split),
        // A gap of more than half its height.
        Case(at: rect(0, 492, 1_280, 205), is: .split),
        // A show within 16 pt of each side.
        Case(.show, at: rect(16, 500, 1_248, 205), is: .docked),
        // A gap under a narrow keyboard.
        Case(at: rect(320, 500, 640, 205), is: .floating),
        // A hide pushes it over the edge.
        Case(.hide, at: rect(0, 700, 1_280, 205), is: .split),
        // At the top, with less than half its height below it.
        Case(at: rect(0, 0, 1_280, 560), is: .dockedAtTop),
        // The same of a narrow one.
        Case(at: rect(320, 0, 640, 560), is: .dockedAtTop),
    ]

    private static let outside: [Case] = [
        // Below the screen.
        Case(at: rect(0, 800, 1_280, 205), is: .offScreen),
        // 10 pt below the screen.
        Case(at: rect(0, 810, 1_280, 205), is: .offScreen),
        // Above the screen.
        Case(at: rect(0, -310, 1_280, 300), is: .offScreen),
        // Left of the screen.
        Case(at: rect(-1_280, 595, 1_280, 205), is: .offScreen),
        // Right of the screen.
        Case(at: rect(1_280, 595, 1_280, 205), is: .offScreen),
        // Beyond a corner.
        Case(at: rect(1_400, 900, 640, 205), is: .offScreen),
        // 0.5 pt inside the bottom.
        Case(at: rect(0, 799.5, 1_280, 205), is: .offScreen),
        // 0.5 pt inside the top.
        Case(at: rect(0, -299.5, 1_280, 300), is: .offScreen),
        // 0.5 pt inside the left edge.
        Case(at: rect(-639.5, 300, 640, 205), is: .offScreen),
        // 0.5 pt inside the right edge.
        Case(at: rect(1_279.5, 300, 640, 205), is: .offScreen),
        // A height of 0 at the bottom.
        Case(at: rect(0, 800, 1_280, 0), is: .offScreen),
        // A height of 0 on the screen.
        Case(at: rect(0, 400, 1_280, 0), is: .offScreen),
        // A width of 0 on the screen.
        Case(at: rect(640, 400, 0, 205), is: .offScreen),
        // 1 pt inside the left edge.
        Case(at: rect(-639, 300, 640, 205), is: .floating),
        // 1 pt inside the right edge.
        Case(at: rect(1_279, 300, 640, 205), is: .floating),
    ]

    private static let atTop = rect(0, 0, 1_280, 300)
    private static let docked = rect(0, 595, 1_280, 205)
    private static let bar = rect(0, 756, 1_280, 44)
    private static let barAway = rect(0, 800, 1_280, 44)
    private static let allButBar = KeyboardState.Placement.allCases.filter { $0 != .accessoryBarOnly }

    private static let bars: [Case] = [
        // A hide leaves a bar of 44 pt.
        Case(.hide, from: docked, at: bar, is: .accessoryBarOnly),
        // A hide shows a bar.
        Case(.hide, from: barAway, at: bar, is: .accessoryBarOnly),
        // A hide leaves 100 pt.
        Case(.hide, at: rect(0, 700, 1_280, 100), is: .accessoryBarOnly),
        // A hide leaves 101 pt.
        Case(.hide, at: rect(0, 699, 1_280, 101), is: .docked),
        // A low keyboard is shown.
        Case(.show, after: allButBar, from: barAway, at: bar, is: .docked),
        // A docked keyboard shrinks to 90 pt.
        Case(.frame, after: allButBar, at: rect(0, 710, 1_280, 90), is: .docked),
        // A bar grows to 88 pt.
        Case(after: [.accessoryBarOnly], at: rect(0, 712, 1_280, 88), is: .accessoryBarOnly),
        // A bar grows to 100 pt.
        Case(after: [.accessoryBarOnly], at: rect(0, 700, 1_280, 100), is: .accessoryBarOnly),
        // A bar grows to 101 pt.
        Case(after: [.accessoryBarOnly], at: rect(0, 699, 1_280, 101), is: .docked),
        // Keys appear above a bar.
        Case(.show, .frame, after: [.accessoryBarOnly], at: docked, is: .docked),
        // A bar above a panel of 21 pt.
        Case(.hide, at: rect(0, 735, 1_280, 44), is: .accessoryBarOnly),
        // A bar is hidden.
        Case(.hide, .frame, after: [.accessoryBarOnly], from: bar, at: barAway, is: .offScreen),
    ]

    private static let floating = rect(100, 50, 700, 205)
    private static let split = rect(0, 300, 1_280, 205)

    private static let inPlace: [Case] = [
        // A docked keyboard is hidden where it is.
        Case(.hide, from: docked, at: docked, is: .offScreen),
        // A keyboard at the top is hidden where it is.
        Case(.hide, from: atTop, at: atTop, is: .offScreen),
        // A floating keyboard is hidden where it is.
        Case(.hide, from: floating, at: floating, is: .offScreen),
        // A split keyboard is hidden where it is.
        Case(.hide, from: split, at: split, is: .offScreen),
        // A bar stays where it is.
        Case(.hide, from: bar, at: bar, is: .accessoryBarOnly),
        // A low keyboard floats and is hidden.
        Case(.hide, from: rect(100, 50, 700, 90), at: rect(100, 50, 700, 90), is: .offScreen),
        // A floating keyboard is shown where it is.
        Case(.show, .frame, from: floating, at: floating, is: .floating),
        // A docked keyboard is shown where it is.
        Case(.show, .frame, from: docked, at: docked, is: .docked),
    ]

    private static let undocked: [Case] = [
        // Narrow and away from the edges.
        Case(at: floating, is: .floating),
        // A floating keyboard is shown.
        Case(.show, after: [.offScreen], at: floating, is: .floating),
        // A hide undocks a docked keyboard.
        Case(.hide, after: [.docked], from: docked, at: floating, is: .floating),
        // As wide as the screen.
        Case(at: split, is: .split),
        // 16 pt narrower on each side.
        Case(at: rect(16, 300, 1_248, 205), is: .split),
        // 17 pt narrower on the left.
        Case(at: rect(17, 300, 1_263, 205), is: .floating),
        // 17 pt narrower on the right.
        Case(at: rect(0, 300, 1_263, 205), is: .floating),
        // Wider than the screen.
        Case(at: rect(-20, 300, 1_320, 205), is: .split),
        // As wide as the screen, and moved to the right.
        Case(at: rect(100, 300, 1_280, 205), is: .floating),
        // It extends beyond the bottom.
        Case(after: [.floating], at: rect(320, 700, 640, 205), is: .floating),
        // It extends beyond the left edge.
        Case(at: rect(-100, 300, 640, 205), is: .floating),
    ]

    private static let turnedDocked = rect(0, 295, 1_280, 205)

    private static let pushedOut: [Case] = [
        // A hide moves it down by its height, on a screen that has turned.
        Case(.hide, after: [.docked, .offScreen], from: turnedDocked, at: abovePanel, is: .offScreen),
        // A hide moves a keyboard down by its height that is wider than the screen, which has turned.
        Case(
            .hide,
            after: [.docked, .split, .floating, .offScreen],
            from: rect(0, 295, 1_400, 205),
            at: rect(0, 500, 1_400, 205),
            is: .offScreen
        ),
        // A hide moves an undocked keyboard of the screen's width down by its height.
        Case(.hide, after: [.split, .floating], from: turnedDocked, at: abovePanel, is: .split),
        // A hide moves it from the top down by its height.
        Case(.hide, after: [.dockedAtTop], from: rect(0, 0, 1_280, 205), at: rect(0, 205, 1_280, 205), is: .split),
        // A hide moves it to a bar.
        Case(.hide, from: split, at: bar, is: .accessoryBarOnly),
    ]

    private static let pushed: [Case] = [
        // A finger pushes it down by half.
        Case(.frame, after: [.docked], at: rect(0, 697, 1_280, 205), is: .docked),
        // A finger leaves 1 pt of it.
        Case(.frame, after: [.docked], at: rect(0, 799, 1_280, 205), is: .docked),
        // A finger pushes a narrow one down.
        Case(.frame, after: [.docked], at: rect(320, 697, 640, 205), is: .docked),
        // A finger pushes it off screen.
        Case(.frame, after: [.docked], at: rect(0, 800, 1_280, 205), is: .offScreen),
        // A finger pushes a bar.
        Case(.frame, after: [.accessoryBarOnly], at: rect(0, 780, 1_280, 44), is: .accessoryBarOnly),
    ]

    @Test(arguments: edges + panels + outside + bars + inPlace + undocked + pushedOut + pushed)
    func theFrameDeterminesThePlacementIfBoundsAreKnown(example: Case) {
        for offset in Self.offsets {
            let bounds = Self.screen.offsetBy(dx: offset.x, dy: offset.y)
            for change in example.changes(movedBy: offset) {
                let placement = change.placement(in: bounds)
                #expect(placement == example.placement, "\(change) at \(offset)", sourceLocation: example.location)
            }
        }
    }

    // MARK: The bounds are estimated

    /// The frame of a docked keyboard, from which the bottom and the width of a 320 × 568 screen are learned.
    private static let phone = rect(0, 352, 320, 216)
    private static let taller = rect(0, 314, 320, 254)
    private static let phoneBar = rect(0, 524, 320, 44)
    private static let phoneBarAway = rect(0, 568, 320, 44)
    private static let turned = rect(0, 158, 568, 162)
    private static let narrow = rect(50, 200, 200, 200)
    private static let narrowAway = rect(50, 568, 200, 200)
    private static let narrowDocked = rect(50, 352, 200, 216)
    private static let wide = rect(0, 175, 667, 200)
    private static let tall = rect(0, 550, 414, 346)
    private static let (side, sideAway) = (rect(0, 0, 352, 1_024), rect(-352, 0, 352, 1_024))
    private static let phoneAway = rect(0, 568, 320, 216)

    private static let begins: [Case] = [
        // It begins below its end.
        Case(.show, .frame, after: [.offScreen], from: phoneAway, at: phone, is: .docked),
        // It begins at 810 of 896.
        Case(.show, after: [.offScreen], from: rect(0, 810, 414, 346), at: tall, is: .docked),
        // It begins at 883 of 896.
        Case(.show, .frame, after: [.offScreen], from: rect(0, 883, 414, 346), at: tall, is: .docked),
        // It begins at 920 of 896.
        Case(.show, .frame, after: [.offScreen], from: rect(0, 920, 414, 346), at: tall, is: .docked),
        // It begins with another height.
        Case(.show, .frame, after: [.offScreen], from: rect(0, 896, 414, 54), at: rect(0, 595, 414, 301), is: .docked),
        // It begins below, at another screen's size.
        Case(.show, .frame, after: [.offScreen], learned: phone, from: rect(0, 375, 667, 200), at: wide, is: .docked),
        // A narrow one begins below its end.
        Case(.show, .frame, after: [.offScreen], from: rect(50, 568, 200, 216), at: narrowDocked, is: .docked),
        // It begins above its end.
        Case(.show, .frame, after: [.offScreen], from: rect(0, -310, 1_280, 300), at: atTop, is: .dockedAtTop),
        // A hide from below leaves a bar.
        Case(.hide, after: [.offScreen], from: phoneBarAway, at: phoneBar, is: .accessoryBarOnly),
        // It grows in place.
        Case(.frame, after: [.docked, .offScreen], from: phone, at: taller, is: .docked),
        // A show grows it in place.
        Case(.show, after: [.docked, .offScreen], from: phone, at: rect(0, 315, 320, 253), is: .docked),
        // It shrinks in place.
        Case(.frame, after: [.docked, .offScreen], from: taller, at: phone, is: .docked),
    ]

    private static let learned: [Case] = [
        // It is at the learned bottom.
        Case(after: allButBar, learned: phone, at: taller, is: .docked),
        // A narrow one is at the learned bottom.
        Case(after: allButBar, learned: phone, at: narrowDocked, is: .docked),
        // A hide leaves a bar at the learned bottom.
        Case(.hide, learned: phone, from: phone, at: phoneBar, is: .accessoryBarOnly),
        // A bar stays at the learned bottom.
        Case(.hide, learned: phone, from: phoneBar, at: phoneBar, is: .accessoryBarOnly),
        // A bar grows at the learned bottom.
        Case(
            .frame,
            .show,
            after: [.accessoryBarOnly],
            learned: phone,
            at: rect(0, 480, 320, 88),
            is: .accessoryBarOnly
        ),
        // A bar outgrows 100 pt.
        Case(.frame, .show, after: [.accessoryBarOnly], learned: phone, at: rect(0, 467, 320, 101), is: .docked),
        // Of the learned width, at another height.
        Case(learned: phone, at: rect(0, 200, 320, 216), is: .split),
        // A hide undocks it.
        Case(.hide, after: [.docked], learned: phone, from: phone, at: rect(0, 200, 320, 216), is: .split),
        // Of the learned width within 16 pt on each side.
        Case(.frame, .hide, learned: phone, at: rect(16, 200, 288, 216), is: .split),
        // Narrower, and away from the learned bottom.
        Case(.frame, learned: phone, at: narrow, is: .floating),
    ]

    private static let edgesOfEstimate: [Case] = [
        // A frame moves a docked one off screen.
        Case(
            .frame,
            .hide,
            after: [.docked, .accessoryBarOnly],
            learned: phone,
            from: phone,
            at: phoneAway,
            is: .offScreen
        ),
        // A frame moves a bar off screen.
        Case(
            .frame,
            .hide,
            after: [.accessoryBarOnly],
            learned: phone,
            from: phoneBar,
            at: phoneBarAway,
            is: .offScreen
        ),
        // A frame moves one off screen at the top.
        Case(.frame, .hide, after: [.dockedAtTop], from: atTop, at: rect(0, -310, 1_280, 300), is: .offScreen),
        // No frame moves a floating one off screen below.
        Case(.frame, after: [.floating], learned: phone, from: narrow, at: narrowAway, is: .floating),
        // No frame moves a floating one off screen far below.
        Case(.frame, after: [.floating], learned: phone, at: rect(50, 5_000, 200, 200), is: .floating),
        // No frame moves a floating one off screen above.
        Case(.frame, after: [.floating], learned: phone, at: rect(50, -900, 200, 200), is: .floating),
        // No frame moves a floating one off screen on the left.
        Case(.frame, after: [.floating], learned: phone, at: rect(-900, 200, 200, 200), is: .floating),
        // No frame moves one off screen that floats on an unknown screen.
        Case(.frame, after: [.floating], at: rect(50, 5_000, 200, 200), is: .floating),
        // A hide moves a floating one down from above an unknown screen.
        Case(.hide, after: [.floating], from: rect(50, -300, 200, 200), at: rect(50, 100, 200, 200), is: .offScreen),
        // A hide moves a floating one off screen.
        Case(.hide, after: [.floating], learned: phone, from: narrow, at: narrowAway, is: .offScreen),
        // A hide in place moves a floating one off screen.
        Case(.hide, after: [.floating], learned: phone, from: narrow, at: narrow, is: .offScreen),
        // A hide in place moves a docked one off screen.
        Case(.hide, after: [.docked], learned: phone, from: phone, at: phone, is: .offScreen),
        // A hide to a height of 0.
        Case(.hide, .frame, after: [.docked], learned: phone, from: phone, at: rect(0, 568, 320, 0), is: .offScreen),
    ]

    private static let nothingDecides: [Case] = [
        // A show without a begin, at the left edge.
        Case(.show, after: [.offScreen], at: phone, is: .docked),
        // A show in place, at the left edge.
        Case(.show, after: [.offScreen], from: phone, at: phone, is: .docked),
        // A show without a begin, away from the left edge.
        Case(.show, after: [.offScreen], at: narrow, is: .floating),
        // A show in place, away from the left edge.
        Case(.show, after: [.offScreen], from: narrow, at: narrow, is: .floating),
        // A show from the side.
        Case(.show, after: [.offScreen], from: sideAway, at: side, is: .docked),
        // A hide to the side.
        Case(.hide, after: [.docked], learned: side, from: side, at: sideAway, is: .offScreen),
        // A frame from off screen.
        Case(.frame, after: [.offScreen], at: narrow, is: .floating),
        // A frame from off screen, at the left edge.
        Case(.frame, after: [.offScreen], at: phone, is: .floating),
        // A frame keeps it docked.
        Case(.frame, after: [.docked], at: phone, is: .docked),
        // A frame keeps it docked at the top.
        Case(.frame, after: [.dockedAtTop], at: rect(0, 0, 1_280, 205), is: .dockedAtTop),
        // A frame keeps it floating.
        Case(.frame, after: [.floating], at: rect(50, 300, 200, 200), is: .floating),
        // A frame keeps it split.
        Case(.frame, after: [.split], at: rect(0, 300, 320, 216), is: .split),
        // A hide with uninformative frames.
        Case(.hide, after: [.offScreen], at: rect(0, 200, 320, 216), is: .offScreen),
    ]

    private static let low = rect(50, 200, 200, 90)

    /// Events that do not determine the placement.
    ///
    /// Several placements are possible. The expected placement is the placement that covers the smallest part of a
    /// view.
    private static let ambiguous: [Case] = [
        // The first event moves a floating one down by more than its height.
        Case(.frame, after: [.offScreen], from: rect(50, 100, 200, 150), at: rect(50, 400, 200, 150), is: .floating),
        // The first event moves a docked one down by its height.
        Case(.frame, .hide, after: [.offScreen], from: phone, at: phoneAway, is: .offScreen),
        // The first event brings one from below the screen (recorded with a modal presentation).
        Case(.frame, after: [.offScreen], from: rect(0, 883, 320, 253), at: rect(0, 315, 320, 253), is: .docked),
        // The first event drags an undocked one up.
        Case(.frame, after: [.offScreen], from: rect(0, 500, 768, 264), at: rect(0, 300, 768, 264), is: .floating),
        // The first event moves one up over the top.
        Case(.frame, after: [.offScreen], from: rect(0, 0, 768, 304), at: rect(0, -264, 768, 304), is: .floating),
        // A low floating one hides in place.
        Case(.hide, after: [.floating, .offScreen], from: low, at: low, is: .offScreen),
        // A low one at the left edge hides in place.
        Case(.hide, after: [.offScreen], from: phoneBar, at: phoneBar, is: .accessoryBarOnly),
        // A bar appears after the screen has turned.
        Case(.hide, after: [.offScreen], learned: turned, from: phoneBarAway, at: phoneBar, is: .accessoryBarOnly),
        // A docked one leaves a bar after the screen has turned.
        Case(.hide, after: [.docked], learned: turned, from: phone, at: phoneBar, is: .accessoryBarOnly),
    ]

    @Test(arguments: begins + learned + edgesOfEstimate + nothingDecides + ambiguous)
    func theEventNameDeterminesThePlacementWithoutBounds(example: Case) {
        var estimate = ScreenEstimate()
        if let learned = example.learned { estimate.learn(.docked, learned) }
        for change in example.changes() {
            let placement = change.placement(in: estimate)
            #expect(placement == example.placement, "\(change)", sourceLocation: example.location)
        }
    }

    @Test func theBottomEdgeIsLearnedFromTheEndFrame() {
        for y: CGFloat in [810, 883, 920] {
            let change = FrameChange(frame: Self.tall, begin: Self.rect(0, y, 414, 346), previous: .offScreen)
            var estimate = ScreenEstimate()
            estimate.learn(change.placement(in: estimate), Self.tall)
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

    @Test(arguments: KeyboardVerb.allCases, KeyboardState.Placement.allCases)
    func noEstimateIsSplitAndNoFrameWithoutAHeightIsOnScreen(verb: KeyboardVerb, previous: KeyboardState.Placement) {
        let frames = [Self.phone, Self.split, Self.floating, Self.rect(0, 0, 320, 216), Self.bar, Self.phoneAway]
        for frame in frames where previous != .split {
            for begin in frames + [nil] {
                let change = FrameChange(verb: verb, frame: frame, begin: begin, previous: previous)
                #expect(change.placement(in: ScreenEstimate()) != .split, "\(change)")
            }
        }
        let flat = Self.rect(0, 500, 320, 0)
        let empty = FrameChange(verb: verb, frame: flat, begin: Self.phone, previous: previous)
        #expect(empty.placement(in: Self.screen) == .offScreen)
        #expect(empty.placement(in: ScreenEstimate()) == .offScreen)
    }
}
