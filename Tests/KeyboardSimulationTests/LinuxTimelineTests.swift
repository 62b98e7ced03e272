import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The posts of a source with their times, and the expected values after each post.
///
/// The times are the seconds of a log, and the expected values were determined from the log without the library.
struct Timeline: Sendable, CustomTestStringConvertible {
    /// Where the pool gets the bounds of the screen from.
    enum Bounds: String, CaseIterable, Sendable {
        case payload, fallback, nowhere
    }

    /// What is wrong with the events.
    enum Fault: String, CaseIterable, Sendable {
        case none, doubled, repeated, pairsReversed
    }

    enum Post: Sendable {
        case event(KeyboardEvent.Kind, Notification.KeyboardInfo)
        case motion(CGRect)
    }

    /// What is expected after the posts of a step.
    struct State: Sendable {
        var phase: KeyboardState.Phase
        var placement: KeyboardState.Placement
        var frame: CGRect?
        /// The insets of a guide with the default rules, and the overlap of a screen that presents transitions.
        var insets = KeyboardInsets()
        /// The insets of a guide that avoids an undocked keyboard.
        var avoidingInsets: KeyboardInsets
    }

    struct Step: Sendable {
        var time: Duration
        var posts: [Post]
        var state: State
        var isHealed: Bool
        /// Whether the guide has moved since the last call to a screen that presents transitions.
        var isBetweenFrames: Bool
        /// The overlap with which a transition began in this step.
        var begins: CGRect?
        /// For each transition that ended since the last step, whether it was finished.
        var ends: [Bool]
        var location: SourceLocation
    }

    let name: String
    var screen: CGRect
    var bounds: [Bounds]
    var steps: [Step]

    init(_ name: String, _ screen: CGRect, _ steps: [Step], in bounds: [Bounds] = Bounds.allCases) {
        (self.name, self.screen, self.bounds, self.steps) = (name, screen, bounds, steps)
    }

    var testDescription: String { name }
}

extension Timeline {
    /// The timeline on a screen with another origin.
    func moved(by offset: CGPoint) -> Timeline {
        func moved(_ frame: CGRect) -> CGRect {
            // `.zero` stands for no overlap.
            frame == .zero ? frame : frame.offsetBy(dx: offset.x, dy: offset.y)
        }
        var timeline = self
        timeline.screen = moved(screen)
        timeline.steps = steps.map { step in
            var step = step
            step.posts = step.posts.map { post in
                switch post {
                case .motion(let frame): return .motion(moved(frame))
                case .event(let kind, var info):
                    info.frameBegin = info.frameBegin.map(moved)
                    info.frameEnd = info.frameEnd.map(moved)
                    return .event(kind, info)
                }
            }
            step.state.frame = step.state.frame.map(moved)
            step.begins = step.begins.map(moved)
            return step
        }
        return timeline
    }
}

extension Timeline.Fault {
    func applied(to posts: [Timeline.Post]) -> [Timeline.Post] {
        switch self {
        case .none: posts
        case .doubled: posts.flatMap { [$0, $0] }
        case .repeated: posts + posts
        case .pairsReversed: Self.reversingPairs(of: posts)
        }
    }

    /// *Show* and *hide* are posted before *frame*.
    private static func reversingPairs(of posts: [Timeline.Post]) -> [Timeline.Post] {
        var posts = posts
        for index in posts.indices.dropLast() {
            guard case .event(let kind, let info) = posts[index], case .event(let next, info) = posts[index + 1] else {
                continue
            }
            switch (kind, next) {
            case (.willChangeFrame, .willShow), (.willChangeFrame, .willHide), (.didChangeFrame, .didShow),
                (.didChangeFrame, .didHide):
                posts.swapAt(index, index + 1)
            default: continue
            }
        }
        return posts
    }
}

// MARK: - Writing timelines

extension Timeline.State {
    static let hidden = hidden(bottom: 0)
    static let disappearing = disappearing(bottom: 0)

    static func hidden(bottom: CGFloat) -> Self { docked(.hidden, nil, .offScreen, bottom: bottom) }

    static func disappearing(bottom: CGFloat) -> Self { docked(.disappearing, nil, .offScreen, bottom: bottom) }

    static func shown(
        _ frame: CGRect?,
        _ placement: KeyboardState.Placement = .docked,
        top: CGFloat = 0,
        bottom: CGFloat = 0
    ) -> Self {
        docked(.shown, frame, placement, top: top, bottom: bottom)
    }

    static func appearing(
        _ frame: CGRect?,
        _ placement: KeyboardState.Placement = .docked,
        top: CGFloat = 0,
        bottom: CGFloat = 0
    ) -> Self {
        docked(.appearing, frame, placement, top: top, bottom: bottom)
    }

    /// An undocked keyboard, and the insets of a guide that avoids it.
    static func floats(
        _ phase: KeyboardState.Phase,
        _ frame: CGRect,
        top: CGFloat = 0,
        bottom: CGFloat = 0
    ) -> Self {
        Self(
            phase: phase,
            placement: .floating,
            frame: frame,
            avoidingInsets: KeyboardInsets(top: top, bottom: bottom)
        )
    }

    private static func docked(
        _ phase: KeyboardState.Phase,
        _ frame: CGRect?,
        _ placement: KeyboardState.Placement,
        top: CGFloat = 0,
        bottom: CGFloat
    ) -> Self {
        let insets = KeyboardInsets(top: top, bottom: bottom)
        return Self(phase: phase, placement: placement, frame: frame, insets: insets, avoidingInsets: insets)
    }
}

extension [Timeline.Post] {
    static func willShow(_ begin: CGRect?, _ end: CGRect?, _ duration: Double?, curve: UInt? = nil) -> Self {
        posts([.willChangeFrame, .willShow], begin, end, duration, curve)
    }

    static func didShow(_ begin: CGRect?, _ end: CGRect?, _ duration: Double?) -> Self {
        posts([.didChangeFrame, .didShow], begin, end, duration)
    }

    static func willHide(_ begin: CGRect?, _ end: CGRect?, _ duration: Double?, curve: UInt? = nil) -> Self {
        posts([.willChangeFrame, .willHide], begin, end, duration, curve)
    }

    static func didHide(_ begin: CGRect?, _ end: CGRect?, _ duration: Double?) -> Self {
        posts([.didChangeFrame, .didHide], begin, end, duration)
    }

    static func show(_ begin: CGRect?, _ end: CGRect?, _ duration: Double?) -> Self {
        willShow(begin, end, duration) + didShow(begin, end, duration)
    }

    static func hide(_ begin: CGRect?, _ end: CGRect?, _ duration: Double?) -> Self {
        willHide(begin, end, duration) + didHide(begin, end, duration)
    }

    /// A pair of *frame* events for a keyboard that has already moved.
    static func changed(_ begin: CGRect?, _ end: CGRect?) -> Self {
        posts([.willChangeFrame, .didChangeFrame], begin, end, 0)
    }

    static func only(_ kinds: KeyboardEvent.Kind..., duration: Double? = nil, curve: UInt? = nil) -> Self {
        posts(kinds, nil, nil, duration, curve)
    }

    static func posts(
        _ kinds: [KeyboardEvent.Kind],
        _ begin: CGRect?,
        _ end: CGRect?,
        _ duration: Double?,
        _ curve: UInt? = nil
    ) -> Self {
        let info = Notification.KeyboardInfo(
            frameBegin: begin,
            frameEnd: end,
            animationDuration: duration,
            animationCurve: curve
        )
        return kinds.map { .event($0, info) }
    }
}

/// One row of a table: its time in seconds, what is posted, and what is expected.
///
/// A keyboard that jumps begins and ends its transition in this step.
private func at(
    _ seconds: Double,
    _ posts: [Timeline.Post] = [],
    motion: CGRect? = nil,
    is state: Timeline.State,
    isBetweenFrames: Bool = false,
    jumps: CGRect? = nil,
    begins: CGRect? = nil,
    ends: Bool...,
    isHealed: Bool = false,
    location: SourceLocation = #_sourceLocation
) -> Timeline.Step {
    Timeline.Step(
        time: .microseconds(Int64((seconds * 1e6).rounded())),
        posts: posts + (motion.map { [.motion($0)] } ?? []),
        state: state,
        isHealed: isHealed,
        isBetweenFrames: isBetweenFrames,
        begins: jumps ?? begins,
        ends: jumps == nil ? ends : [true],
        location: location
    )
}

private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

// MARK: - Onboard

/// Onboard on X11, on a screen of 1280 × 800.
private enum Onboard {
    static let screen = rect(0, 0, 1_280, 800)
    static let dock = rect(0, 595, 1_280, 205)
    static let below = rect(0, 810, 1_280, 205)
    static let high = rect(0, 500, 1_280, 300)
    static let top = rect(0, 0, 1_280, 300)
    static let above = rect(0, -310, 1_280, 300)
    static let floating = rect(100, 50, 700, 205)
    static let (higher, moved, resized) = (rect(100, 50, 700, 320), rect(200, 400, 700, 320), rect(200, 400, 800, 250))

    /// The docked window with its upper edge at `y`.
    static func window(_ y: CGFloat) -> CGRect { rect(0, y, 1_280, 205) }

    /// A row of a docked keyboard that slides in.
    static func slidesIn(
        _ seconds: Double,
        _ y: CGFloat,
        bottom: CGFloat,
        location: SourceLocation = #_sourceLocation
    ) -> Timeline.Step {
        at(seconds, motion: window(y), is: .appearing(dock, bottom: bottom), location: location)
    }

    /// A row of a docked keyboard that slides out.
    static func slidesOut(
        _ seconds: Double,
        _ y: CGFloat,
        bottom: CGFloat,
        location: SourceLocation = #_sourceLocation
    ) -> Timeline.Step {
        at(seconds, motion: window(y), is: .disappearing(bottom: bottom), location: location)
    }

    /// onboard2-openbox-docked.log, lines 7 to 20: Onboard starts.
    ///
    /// The window does not slide. Its frame is reported after its strut, the part of the screen that the window
    /// reserves.
    static let start: [Timeline.Step] = [
        at(1.7608, .willShow(below, dock, 0.25), is: .appearing(dock), begins: dock),
        // 9.7 ms after the *will*, the spring has moved the keyboard up from 810 by less than 10 pt. The keyboard is
        // still below the screen, which ends at 800.
        at(1.7705, .didShow(below, dock, 0.25), is: .shown(dock)),
        at(1.7779, motion: dock, is: .shown(dock, bottom: 205)),
        at(2.2778, is: .shown(dock, bottom: 205)),
        at(2.2780, is: .shown(dock, bottom: 205), ends: true),
    ]

    /// onboard2-openbox-docked.log, lines 21 to 43: a hide.
    static let hide: [Timeline.Step] = [
        at(4.5092, is: .shown(dock, bottom: 205)),
        at(4.5313, .willHide(dock, below, 0.25), motion: window(598), is: .disappearing(bottom: 202), begins: .zero),
        slidesOut(4.5514, 608, bottom: 192),
        slidesOut(4.5719, 625, bottom: 175),
        slidesOut(4.5923, 646, bottom: 154),
        slidesOut(4.6128, 671, bottom: 129),
        slidesOut(4.6330, 699, bottom: 101),
        slidesOut(4.6534, 726, bottom: 74),
        slidesOut(4.6736, 751, bottom: 49),
        slidesOut(4.6941, 774, bottom: 26),
        slidesOut(4.7143, 792, bottom: 8),
        slidesOut(4.7345, 804, bottom: 0),
        slidesOut(4.7547, 809, bottom: 0),
        at(4.7752, .didHide(dock, below, 0.25), is: .hidden, ends: true),
        at(4.7762, motion: below, is: .hidden),
    ]

    /// onboard2-openbox-docked.log, lines 44 to 64: a show.
    static let show: [Timeline.Step] = [
        at(6.0170, is: .hidden),
        at(6.0385, .willShow(below, dock, 0.25), is: .appearing(dock), begins: dock),
        slidesIn(6.0586, 796, bottom: 4),
        slidesIn(6.0795, 779, bottom: 21),
        slidesIn(6.1005, 757, bottom: 43),
        slidesIn(6.1217, 731, bottom: 69),
        slidesIn(6.1426, 702, bottom: 98),
        slidesIn(6.1637, 674, bottom: 126),
        slidesIn(6.1850, 648, bottom: 152),
        slidesIn(6.2053, 626, bottom: 174),
        slidesIn(6.2257, 610, bottom: 190),
        slidesIn(6.2458, 599, bottom: 201),
        slidesIn(6.2661, 595, bottom: 205),
        at(6.2862, .didShow(below, dock, 0.25), is: .shown(dock, bottom: 205), ends: true),
        at(6.2910, motion: dock, is: .shown(dock, bottom: 205)),
        at(7.5242, is: .shown(dock, bottom: 205)),
    ]

    /// onboard2-openbox-docked.log, lines 109 to 141: another height, the other edge, floating, and back.
    ///
    /// The windows do not slide.
    static let places: [Timeline.Step] = [
        at(10.7191, .changed(dock, high), is: .shown(high, bottom: 300), jumps: high),
        at(12.6040, .changed(high, top), is: .shown(top, .dockedAtTop, top: 300), jumps: top),
        at(14.6208, .changed(top, floating), is: .floats(.shown, floating, top: 255), jumps: .zero),
        at(16.6545, .changed(floating, top), is: .shown(top, .dockedAtTop, top: 300), jumps: top),
    ]

    /// onboard2-openbox-docked.log, lines 143 to 152: the process is killed.
    static let kill: [Timeline.Step] = [
        at(20.2368, .only(.didHide), is: .hidden, jumps: .zero),
        at(21.7343, is: .hidden),
    ]

    /// onboard2-openbox-docked.log, lines 118 to 152.
    ///
    /// The source reports the end of each window as a hide, and each new window as a show.
    static let windows: [Timeline.Step] = [
        at(12.6040, .didShow(top, top, 0), is: .shown(top, .dockedAtTop, top: 300), jumps: top),
        at(14.6138, .hide(top, top, 0), is: .hidden, jumps: .zero),
        at(14.6311, .show(floating, floating, 0), is: .floats(.shown, floating, top: 255), jumps: .zero),
        at(16.6274, .hide(floating, floating, 0), is: .hidden, jumps: .zero),
        at(16.6335, .willShow(above, top, 0.25), is: .appearing(top, .dockedAtTop), begins: top),
        at(16.6545, motion: top, is: .appearing(top, .dockedAtTop, top: 300)),
        at(16.6546, .didShow(above, top, 0.25), is: .shown(top, .dockedAtTop, top: 300), ends: true),
        at(20.2368, .only(.didHide), is: .hidden, jumps: .zero),
    ]

    /// onboard4.log, lines 43 to 70: a hide 100 ms after a show.
    static let hideAfterShow: [Timeline.Step] = [
        at(4.4183, .willShow(below, dock, 0.25), is: .appearing(dock), begins: dock),
        slidesIn(4.4385, 796, bottom: 4),
        slidesIn(4.4589, 779, bottom: 21),
        slidesIn(4.4788, 758, bottom: 42),
        slidesIn(4.4999, 732, bottom: 68),
        at(
            4.5249,
            .willHide(window(732), below, 0.25),
            motion: window(733),
            is: .disappearing(bottom: 67),
            begins: .zero,
            ends: false
        ),
        slidesOut(4.5460, 737, bottom: 63),
        slidesOut(4.5665, 743, bottom: 57),
        slidesOut(4.5866, 750, bottom: 50),
        slidesOut(4.6070, 760, bottom: 40),
        slidesOut(4.6274, 769, bottom: 31),
        slidesOut(4.6475, 779, bottom: 21),
        slidesOut(4.6687, 789, bottom: 11),
        slidesOut(4.6889, 797, bottom: 3),
        slidesOut(4.7092, 803, bottom: 0),
        slidesOut(4.7295, 808, bottom: 0),
        slidesOut(4.7498, 809, bottom: 0),
        at(4.7710, .didHide(window(732), below, 0.25), is: .hidden, ends: true),
        at(4.7725, motion: below, is: .hidden),
    ]

    /// onboard4.log, lines 73 to 113: a show 100 ms after a hide.
    ///
    /// The window still slides out. The bus reports the hide 1.9 s later.
    static let showAfterHide: [Timeline.Step] = [
        at(6.0328, .willShow(below, dock, 0.25), is: .appearing(dock), begins: dock),
        slidesIn(6.0532, 796, bottom: 4),
        slidesIn(6.1557, 678, bottom: 122),
        slidesIn(6.2585, 595, bottom: 205),
        at(6.2785, .didShow(below, dock, 0.25), is: .shown(dock, bottom: 205), ends: true),
        at(7.5398, .willHide(dock, below, 0.25), motion: window(598), is: .disappearing(bottom: 202), begins: .zero),
        slidesOut(7.5599, 608, bottom: 192),
        slidesOut(7.5803, 625, bottom: 175),
        slidesOut(7.6011, 646, bottom: 154),
        slidesOut(7.6218, 672, bottom: 128),
        slidesOut(7.6479, 707, bottom: 93),
        slidesOut(7.6682, 734, bottom: 66),
        slidesOut(7.6883, 759, bottom: 41),
        slidesOut(7.7086, 780, bottom: 20),
        slidesOut(7.7289, 796, bottom: 4),
        slidesOut(7.7491, 806, bottom: 0),
        slidesOut(7.7695, 810, bottom: 0),
        // At 8.2695, the last reported frame is 0.5 s old, so the transition ends. At 7.5398 + 0.25 + 0.5 = 8.2898, the
        // state infers the end of the hide.
        at(8.2694, is: .disappearing),
        at(8.2696, is: .disappearing, ends: true),
        at(8.2897, is: .disappearing),
        at(8.2898, is: .hidden, isHealed: true),
        at(9.4633, .didHide(dock, below, 0.25), is: .hidden),
    ]

    /// onboard4.log, lines 43 to 51.
    ///
    /// The process is killed after line 51.
    static let killWhileItSlidesIn: [Timeline.Step] =
        hideAfterShow.prefix(5) + [
            at(4.5035, .only(.didHide), is: .appearing(dock, bottom: 68)),
            // No other *did* is posted until 0.5 s after the announced end of the show. The state then accepts the
            // *did* of the hide.
            at(5.1684, is: .hidden, begins: .zero, ends: false, true),
        ]

    /// onboard2-openbox-floating.log: a floating keyboard.
    ///
    /// The signal and the change of the window are 1 to 4 ms apart. There is no animation.
    static let floats: [Timeline.Step] = [
        // Lines 7 to 14: Onboard starts. The bus reports twice that Onboard is visible.
        at(1.7183, .willShow(floating, floating, 0), is: .floats(.appearing, floating, top: 255), jumps: .zero),
        at(1.7199, .willShow(floating, floating, 0), is: .floats(.appearing, floating, top: 255)),
        at(1.7217, .didShow(floating, floating, 0), motion: floating, is: .floats(.shown, floating, top: 255)),
        // Lines 19 to 22.
        at(4.5096, .willHide(floating, floating, 0), is: .disappearing, jumps: .zero),
        at(4.5104, .didHide(floating, floating, 0), is: .hidden),
        // Lines 25 to 28.
        at(6.0160, .willShow(floating, floating, 0), is: .floats(.appearing, floating, top: 255), jumps: .zero),
        at(6.0196, .didShow(floating, floating, 0), is: .floats(.shown, floating, top: 255)),
        // Lines 42 and 43: another height.
        at(10.7067, .changed(floating, higher), is: .floats(.shown, higher, top: 370), jumps: .zero),
        // Lines 44 and 45: the window is moved. The source reports only the new frame. 0.5 s later, this frame is the
        // frame at rest.
        at(12.0887, motion: moved, is: .floats(.shown, higher, bottom: 400), begins: .zero),
        at(12.5886, is: .floats(.shown, higher, bottom: 400)),
        at(12.5888, is: .floats(.shown, moved, bottom: 400), ends: true),
        // Lines 46 and 47: another size.
        at(13.0961, .changed(moved, resized), is: .floats(.shown, resized, bottom: 400), jumps: .zero),
        // Lines 49 to 55: the process is killed.
        at(15.6740, .only(.didHide), is: .hidden, jumps: .zero),
    ]
}

// MARK: - squeekboard

/// squeekboard under sway, on a screen of 720 × 1440: squeek-sway.log.
///
/// The frame of the keyboard is the part by which the compositor shrinks the app's own window.
private enum Squeekboard {
    static let screen = rect(0, 0, 720, 1_440)
    static let keyboard = rect(0, 1_210, 720, 230)
    static let away = rect(0, 1_440, 720, 230)

    static let visible: [Timeline.Post] = .only(.willShow, .didShow, duration: 0)
    static let invisible: [Timeline.Post] = .only(.willHide, .didHide, duration: 0)

    static func shown(
        _ seconds: Double,
        _ posts: [Timeline.Post],
        isNew: Bool = false,
        location: SourceLocation = #_sourceLocation
    ) -> Timeline.Step {
        at(seconds, posts, is: .shown(keyboard, bottom: 230), jumps: isNew ? keyboard : nil, location: location)
    }

    static func hidden(
        _ seconds: Double,
        _ posts: [Timeline.Post],
        isNew: Bool = false,
        location: SourceLocation = #_sourceLocation
    ) -> Timeline.Step {
        at(seconds, posts, is: .hidden, jumps: isNew ? .zero : nil, location: location)
    }

    /// Lines 14 to 38, and line 67.
    ///
    /// The source reports the visibility and the frame in either order.
    static let calls: [Timeline.Step] = [
        // Lines 16 and 17: frame first.
        shown(4.0590, .changed(away, keyboard), isNew: true),
        shown(4.0712, visible),
        // Lines 20 and 21: visibility first.
        hidden(5.5552, invisible, isNew: true),
        hidden(5.5565, .changed(keyboard, away)),
        // Lines 24 and 25: frame first. The *did* of the frame is posted together with the visibility.
        at(7.0644, .posts([.willChangeFrame], away, keyboard, 0), is: .appearing(keyboard)),
        shown(7.0727, visible + .posts([.didChangeFrame], away, keyboard, 0), isNew: true),
        // Line 27: a repeated call is silent.
        shown(8.5712, []),
        // Lines 30 and 31: visibility first. The *did* of the hide is posted together with the frame.
        at(10.0827, .only(.willHide, duration: 0), is: .disappearing, jumps: .zero),
        hidden(10.0837, .changed(keyboard, away) + .only(.didHide, duration: 0)),
        // Lines 34 and 35 in reverse order: visibility first. The pool knows the last frame.
        shown(11.5930, visible, isNew: true),
        shown(11.6012, .changed(away, keyboard)),
        // Lines 37 and 38: frame first.
        hidden(12.6654, .changed(keyboard, away), isNew: true),
        hidden(12.6664, invisible),
        // Line 67: the process is killed.
        hidden(30.2806, .only(.didHide)),
    ]

    /// Lines 16 and 17 in reverse order, as the first events.
    ///
    /// No earlier event has reported a frame.
    static let visibilityFirst: [Timeline.Step] = [
        at(4.0590, visible, is: .shown(nil)),
        shown(4.0712, .changed(away, keyboard), isNew: true),
        hidden(5.5552, invisible, isNew: true),
        hidden(5.5565, .changed(keyboard, away)),
    ]
}

// MARK: - KWin

/// KWin's virtual keyboard, on a screen of 1280 × 800: kwin-showalways.log, lines 22 to 33.
///
/// When the focus moves between two fields, the keyboard disappears and appears again.
private enum KWin {
    static let screen = rect(0, 0, 1_280, 800)
    static let keyboard = rect(0, 488, 1_280, 312)
    static let away = rect(0, 800, 1_280, 312)

    /// Lines 16 to 21: a show.
    static let start = at(6.4938, .show(away, keyboard, 0), is: .shown(keyboard, bottom: 312), jumps: keyboard)

    /// The flicker between two fields, as KWin's bus alone reports it.
    ///
    /// `visible` is false at 8.1874 and true at 8.2266. The keyboard moves by 312 pt in 0.25 s, so it has moved by
    /// 48.9216 pt in these 39.2 ms.
    static let flicker: [Timeline.Step] = [
        start,
        at(8.1874, .only(.willHide, duration: 0.25, curve: 3), is: .disappearing(bottom: 312), begins: .zero),
        // Two display frames of 1/60 s have passed.
        at(8.2208, is: .disappearing(bottom: 270.4)),
        at(
            8.2266,
            .only(.willShow, duration: 0.25, curve: 3),
            is: .appearing(keyboard, bottom: 263.0784),
            begins: keyboard,
            ends: false
        ),
        // The third display frame is 50 ms after the begin of the hide. It is 10.8 ms after the begin of the show,
        // which takes 250 ms.
        at(8.2533, is: .appearing(keyboard, bottom: 265.191_813_12)),
        at(8.4875, is: .appearing(keyboard, bottom: 312), ends: true),
        at(8.4876, .only(.didShow), is: .shown(keyboard, bottom: 312)),
    ]

    /// The flicker with *did* events, and with the frame of the hide.
    ///
    /// `active` at 8.1724 is the *will* of the hide, and `visible` at 8.1874 is its *did*. The window's size at 8.2007
    /// gives the frame of the hide. `visible` at 8.2266 is the *will* and the *did* of the show. After 54.2 ms the
    /// keyboard has moved by 67.6416 pt.
    static let flickerWithDids: [Timeline.Step] = [
        start,
        at(8.1724, .only(.willHide, duration: 0.25, curve: 3), is: .disappearing(bottom: 312), begins: .zero),
        // 15 ms of 250 ms have passed.
        at(8.1874, .only(.didHide), is: .hidden(bottom: 293.28), isBetweenFrames: true),
        // 28.3 ms of 250 ms have passed.
        at(
            8.2007,
            .posts([.willChangeFrame, .didChangeFrame], keyboard, away, 0.25, 3),
            is: .hidden(bottom: 276.6816),
            isBetweenFrames: true
        ),
        at(
            8.2266,
            .only(.willShow, .didShow, duration: 0.25, curve: 3),
            is: .shown(keyboard, bottom: 244.3584),
            isBetweenFrames: true,
            begins: keyboard,
            ends: false
        ),
        at(8.7, is: .shown(keyboard, bottom: 312), ends: true),
    ]

    /// The flicker with the usable area: the window is 800 pt high at 8.2007, and 488 pt high at 8.2533.
    ///
    /// There is no animation.
    static let flickerWithFrames: [Timeline.Step] = [
        start,
        at(8.1874, .only(.willHide, .didHide, duration: 0), is: .hidden, jumps: .zero),
        at(8.2007, .changed(keyboard, away), is: .hidden),
        at(8.2266, .only(.willShow, .didShow, duration: 0), is: .shown(keyboard, bottom: 312), jumps: keyboard),
        at(8.2533, .changed(away, keyboard), is: .shown(keyboard, bottom: 312)),
        // Lines 38 to 40: the field loses the focus.
        at(10.1930, .only(.willHide, .didHide, duration: 0), is: .hidden, jumps: .zero),
        at(10.1945, .changed(keyboard, away), is: .hidden),
        // Lines 45 to 48: the size of the window is reported 3.3 ms before the signal.
        at(12.2238, .changed(away, keyboard), is: .shown(keyboard, bottom: 312), jumps: keyboard),
        at(12.2271, .only(.willShow, .didShow, duration: 0), is: .shown(keyboard, bottom: 312)),
        // Line 101: the process is killed.
        at(28.3310, .only(.didHide), is: .hidden, jumps: .zero),
    ]
}

// MARK: - The tests

/// The logs of Linux keyboards, as their sources post them.
@MainActor
struct LinuxTimelineTests {
    private nonisolated static let known: [Timeline.Bounds] = [.payload, .fallback]

    private nonisolated static let timelines: [Timeline] = [
        Timeline("Onboard is docked, shown and hidden", Onboard.screen, Onboard.start + Onboard.hide + Onboard.show),
        Timeline(
            "Onboard is resized, docked at the top, undocked, docked again and killed",
            Onboard.screen,
            Onboard.show.dropFirst() + Onboard.places + Onboard.kill,
            in: known
        ),
        Timeline("Onboard has new windows", Onboard.screen, Onboard.windows, in: known),
        Timeline("Onboard is hidden 100 ms after a show", Onboard.screen, Onboard.hideAfterShow),
        Timeline("Onboard is shown 100 ms after a hide", Onboard.screen, Onboard.showAfterHide),
        Timeline("Onboard is killed while it slides in", Onboard.screen, Onboard.killWhileItSlidesIn),
        Timeline("Onboard floats", Onboard.screen, Onboard.floats),
        Timeline("squeekboard is shown and hidden in either order", Squeekboard.screen, Squeekboard.calls),
        Timeline("squeekboard is visible before its frame is known", Squeekboard.screen, Squeekboard.visibilityFirst),
        Timeline("KWin's keyboard flickers without frames", KWin.screen, KWin.flicker),
        Timeline("KWin's keyboard flickers with early dids", KWin.screen, KWin.flickerWithDids),
        Timeline("KWin's keyboard flickers with frames", KWin.screen, KWin.flickerWithFrames),
    ]

    @Test(arguments: timelines, Timeline.Fault.allCases)
    func eachStepLeadsToWhatTheLogShows(timeline: Timeline, fault: Timeline.Fault) {
        for bounds in timeline.bounds { play(timeline, bounds, fault) }
    }

    @Test(arguments: timelines, [CGPoint(x: 1_920, y: 0), CGPoint(x: -1_280, y: -200), CGPoint(x: 100, y: 1_080)])
    func aSecondMonitorMakesNoDifference(timeline: Timeline, offset: CGPoint) {
        for bounds in timeline.bounds where bounds != .nowhere { play(timeline.moved(by: offset), bounds, .none) }
    }

    private func play(_ timeline: Timeline, _ bounds: Timeline.Bounds, _ fault: Timeline.Fault) {
        let player = TimelinePlayer(timeline.screen, bounds)
        for step in timeline.steps {
            var step = step
            step.posts = fault.applied(to: step.posts)
            player.perform(step)
            player.compare(with: step)
        }
        player.rest()
    }

    /// A show that follows a hide: the time between them, and their curve.
    nonisolated struct Reversal: Sendable {
        var gap: Duration
        var curve: KeyboardAnimationCurve
        /// Whether the *did* of the hide is posted although the show has superseded it.
        var hasLateDid: Bool
        var hasFrames: Bool

        static let all = [1, 3, 16, 17, 40, 54, 90, 100, 149, 150].flatMap { gap in
            KeyboardAnimationCurve.allCases.flatMap { curve in
                [true, false].flatMap { hasLateDid in
                    [true, false].map { hasFrames in
                        Reversal(
                            gap: .milliseconds(gap),
                            curve: curve,
                            hasLateDid: hasLateDid,
                            hasFrames: hasFrames
                        )
                    }
                }
            }
        }
    }

    @Test(arguments: Reversal.all)
    func aShowShortlyAfterAHideMovesContentByTwiceWhatTheCurveHasCovered(reversal: Reversal) {
        let player = TimelinePlayer(KWin.screen, .payload)
        let curve = reversal.curve.rawValue
        let (keyboard, away) = reversal.hasFrames ? (KWin.keyboard, KWin.away) : (nil, nil)
        player.post(.willShow(KWin.away, KWin.keyboard, 0) + .only(.didShow))
        player.advance(to: .seconds(3))
        var path: CGFloat = 0
        var last: CGFloat = 312
        player.guide.onChange = { inset in
            path += abs(inset - last)
            last = inset
        }
        #expect(player.guide.bottomInset == 312)
        player.post(.willHide(keyboard, away, 0.25, curve: curve))
        player.advance(to: .seconds(3) + reversal.gap)
        let milliseconds = Double(reversal.gap / .milliseconds(1))
        let covered = 312 * Self.progress(reversal.curve, milliseconds / 1_000)
        player.post(.willShow(away, keyboard, 0.25, curve: curve))
        #expect(abs(player.guide.bottomInset - (312 - covered)) < 0.001, "The show begins where the hide is visible.")
        if reversal.hasLateDid {
            player.advance(to: .seconds(3) + .milliseconds(250))
            player.post(.didHide(keyboard, away, 0.25))
            #expect(player.pool.keyboard.placement == .docked)
        }
        player.advance(to: .seconds(3) + .milliseconds(250) + reversal.gap)
        player.post(.didShow(away, keyboard, 0.25))
        #expect(player.pool.keyboard.phase == .shown)
        player.advance(to: .seconds(6))
        #expect(player.guide.bottomInset == 312)
        #expect(path <= 2 * covered + 0.001, "\(path) for \(2 * covered)")
        #expect(path >= 2 * covered - 0.001, "\(path) for \(2 * covered)")
    }

    @Test(arguments: [false, true])
    func aHideThatNoWillAnnouncedIsBelievedAfterALateDidHasArrived(hasFrames: Bool) {
        let player = TimelinePlayer(KWin.screen, .payload)
        let (keyboard, away) = (KWin.keyboard, KWin.away)
        player.post(.show(away, keyboard, 0))
        player.advance(to: .seconds(3))
        player.post(.willHide(keyboard, away, 0.25))
        player.advance(to: .milliseconds(3_100))
        player.post(.willShow(away, keyboard, 0.25))
        // The source posts the *did* of the superseded hide.
        player.advance(to: .milliseconds(3_250))
        player.post(.didHide(keyboard, away, 0.25))
        #expect(player.pool.keyboard.placement == .docked)
        player.advance(to: .milliseconds(3_350))
        player.post(.didShow(away, keyboard, 0.25))
        #expect(player.pool.keyboard.phase == .shown)
        // The process is killed. All *did* events have been posted before.
        player.advance(to: .milliseconds(3_600))
        player.post(hasFrames ? .didHide(keyboard, away, 0) : .only(.didHide))
        #expect(player.pool.keyboard.phase == .hidden)
        #expect(player.guide.bottomInset == 0)
    }

    @Test func aHideThatNoWillAnnouncedIsBelievedAfterAPairInTwoParts() {
        let player = TimelinePlayer(KWin.screen, .payload)
        let (keyboard, away) = (KWin.keyboard, KWin.away)
        player.post(.show(away, keyboard, 0))
        // The visibility is reported first, and the frame 1 ms later, as in squeek-sway.log, lines 30 and 31.
        player.advance(to: .seconds(3))
        player.post(.only(.willHide, duration: 0))
        player.advance(to: .milliseconds(3_001))
        player.post(.changed(keyboard, away) + .only(.didHide, duration: 0))
        #expect(player.pool.keyboard.phase == .hidden)
        player.advance(to: .milliseconds(3_300))
        player.post(.show(away, keyboard, 0))
        #expect(player.pool.keyboard.phase == .shown)
        player.advance(to: .milliseconds(3_800))
        player.post(.only(.didHide))
        #expect(player.pool.keyboard.phase == .hidden)
        #expect(player.guide.bottomInset == 0)
    }

    @Test(arguments: Timeline.Bounds.allCases)
    func aShowWithoutAFrameIsWhereTheKeyboardFloated(bounds: Timeline.Bounds) {
        let player = TimelinePlayer(Onboard.screen, bounds)
        let floating = Onboard.floating
        player.post(.show(floating, floating, 0))
        player.advance(to: .seconds(1))
        player.post(.only(.willHide, .didHide, duration: 0))
        #expect(player.pool.keyboard.phase == .hidden)
        player.advance(to: .seconds(2))
        player.post(.only(.willShow, .didShow, duration: 0))
        #expect(player.pool.keyboard.phase == .shown)
        #expect(player.pool.keyboard.placement == .floating)
        #expect(player.pool.keyboard.frame == floating)
    }

    @Test(arguments: [
        (Squeekboard.keyboard, KeyboardState.Placement.docked), (rect(60, 300, 600, 230), .floating),
    ])
    func aShowWithoutAFrameIsWhereTheKeyboardWasBeforeTheBoundsWereKnown(
        frame: CGRect,
        placement: KeyboardState.Placement
    ) {
        let player = TimelinePlayer(Squeekboard.screen, .nowhere)
        player.post(.show(frame, frame, 0))
        player.advance(to: .seconds(1))
        player.post(Squeekboard.invisible)
        player.pool.fallbackScreenBounds = Squeekboard.screen
        player.advance(to: .seconds(2))
        player.post(Squeekboard.visible)
        #expect(player.pool.keyboard.phase == .shown)
        #expect(player.pool.keyboard.placement == placement)
        #expect(player.pool.keyboard.frame == frame)
        #expect(player.guide.bottomInset == (placement == .docked ? 230 : 0))
        // The bounds are now the bounds of another screen, so the last frame does not apply.
        player.post(Squeekboard.invisible)
        player.pool.fallbackScreenBounds = rect(0, 0, 1_440, 720)
        player.post(Squeekboard.visible)
        #expect(player.pool.keyboard.placement == .docked)
        #expect(player.pool.keyboard.frame == nil)
    }

    @Test func aFrameEventWithoutAFrameDelaysNoEnd() {
        let player = TimelinePlayer(Onboard.screen, .payload)
        player.post(.willShow(Onboard.below, Onboard.dock, 0.25))
        for milliseconds in stride(from: 100, through: 700, by: 100) {
            player.advance(to: .milliseconds(milliseconds))
            player.post(.only(.willChangeFrame))
        }
        player.advance(to: .milliseconds(749))
        #expect(player.pool.keyboard.phase == .appearing)
        player.advance(to: .milliseconds(750))
        #expect(player.pool.keyboard.phase == .shown)
        #expect(player.pool.keyboard.isHealed)
    }

    /// Returns the progress of a transition of 0.25 s after these seconds, from the formula of its curve.
    private static func progress(_ curve: KeyboardAnimationCurve, _ seconds: Double) -> Double {
        let fraction = seconds / 0.25
        switch curve {
        case .linear: return fraction
        case .keyboard:
            let angle = (1_000.0 / 3).squareRoot() * seconds
            return 1 - exp(-angle) * (1 + angle)
        case .easeIn: return bezier(fraction, 0.42, 1)
        case .easeOut: return bezier(fraction, 0, 0.58)
        case .easeInOut: return bezier(fraction, 0.42, 0.58)
        }
    }

    /// A cubic Bézier from (0, 0) to (1, 1) with its control points at y = 0 and y = 1.
    private static func bezier(_ x: Double, _ first: Double, _ second: Double) -> Double {
        var t = x
        for _ in 0..<100 {
            let value = 3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t
            let slope =
                3 * (1 - t) * (1 - t) * first + 6 * (1 - t) * t * (second - first) + 3 * t * t * (1 - second)
            t -= slope == 0 ? 0 : (value - x) / slope
        }
        return 3 * (1 - t) * t * t + t * t * t
    }
}

/// Posts a timeline, and compares the values of a guide and a screen with the expected values.
@MainActor
private final class TimelinePlayer {
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    let guide: KeyboardLayoutGuide
    private let avoidingGuide: KeyboardLayoutGuide
    private let observer: OverlapScreen
    private let bounds: CGRect?

    init(_ screen: CGRect, _ bounds: Timeline.Bounds) {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        if bounds == .fallback { pool.fallbackScreenBounds = screen }
        self.bounds = bounds == .payload ? screen : nil
        guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = screen
        avoidingGuide = KeyboardLayoutGuide(pool: pool)
        avoidingGuide.geometry.undocked = .avoid
        avoidingGuide.viewFrame = screen
        observer = OverlapScreen(screen)
        pool.add(observer)
    }

    func perform(_ step: Timeline.Step) {
        advance(to: step.time)
        post(step.posts)
    }

    func advance(to time: Duration) {
        scheduler.advance(by: time - scheduler.now)
    }

    func post(_ posts: [Timeline.Post]) {
        for post in posts {
            switch post {
            case .event(let kind, var info):
                info.screenBounds = bounds
                center.post(KeyboardEvent(kind, info: info).notification)
            case .motion(let frame):
                center.post(
                    name: .keyboardFrameInMotion,
                    object: nil,
                    userInfo: [KeyboardUserInfoKey.frameEnd: frame]
                )
            }
        }
    }

    func compare(with step: Timeline.Step) {
        let (keyboard, state, location) = (pool.keyboard, step.state, step.location)
        #expect(keyboard.phase == state.phase, sourceLocation: location)
        #expect(keyboard.placement == state.placement, sourceLocation: location)
        #expect(keyboard.frame == state.frame, sourceLocation: location)
        #expect(keyboard.isHealed == step.isHealed, sourceLocation: location)
        for (guide, insets) in [(guide, state.insets), (avoidingGuide, state.avoidingInsets)] {
            #expect(isClose(guide, insets), "\(guide.insets) for \(insets)", sourceLocation: location)
        }
        if !step.isBetweenFrames {
            let overlap = covered(state.insets)
            #expect(isClose(observer.overlap, overlap), "\(observer.overlap) for \(overlap)", sourceLocation: location)
        }
        #expect(observer.begins == (step.begins.map { [$0] } ?? []), sourceLocation: location)
        #expect(observer.ends == step.ends, sourceLocation: location)
        observer.begins = []
        observer.ends = []
    }

    /// The part of the screen that a keyboard at an edge covers.
    private func covered(_ insets: KeyboardInsets) -> CGRect {
        let screen = observer.keyboardAvoidingFrame
        if insets.top > 0 { return rect(screen.minX, screen.minY, screen.width, insets.top) }
        if insets.bottom == 0 { return .zero }
        return rect(screen.minX, screen.maxY - insets.bottom, screen.width, insets.bottom)
    }

    /// Expects that the state does not change and that no action is scheduled.
    func rest() {
        let keyboard = pool.keyboard
        let insets = guide.insets
        scheduler.advance(by: .seconds(2))
        #expect(pool.keyboard == keyboard)
        #expect(guide.insets == insets)
        #expect(observer.begins.isEmpty)
        #expect(observer.ends.isEmpty)
        #expect(scheduler.waitingCount <= 1, "The sweep alone waits.")
    }

    private func isClose(_ guide: KeyboardLayoutGuide, _ insets: KeyboardInsets) -> Bool {
        abs(guide.insets.top - insets.top) < 0.000_1 && abs(guide.insets.bottom - insets.bottom) < 0.000_1
    }

    private func isClose(_ frame: CGRect, _ other: CGRect) -> Bool {
        abs(frame.minX - other.minX) < 0.000_1 && abs(frame.minY - other.minY) < 0.000_1
            && abs(frame.width - other.width) < 0.000_1 && abs(frame.height - other.height) < 0.000_1
    }
}

extension KeyboardLayoutGuide {
    fileprivate var insets: KeyboardInsets { KeyboardInsets(top: topInset, bottom: bottomInset) }
}

/// A screen that notes the overlaps with which it is called.
private final class OverlapScreen: KeyboardObservable, KeyboardTransitionPresentable {
    let keyboardAvoidingFrame: CGRect
    var overlap = CGRect.zero
    var begins: [CGRect] = []
    var ends: [Bool] = []

    init(_ frame: CGRect) {
        keyboardAvoidingFrame = frame
    }

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {
        begins.append(overlap)
    }

    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
        self.overlap = overlap
    }

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        self.overlap = overlap
        ends.append(isFinished)
    }
}
