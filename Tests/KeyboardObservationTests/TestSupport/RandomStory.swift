import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport

/// The operations of a keyboard, the posts of its source, and the faults of their delivery.
///
/// The story contains the true position of the keyboard. It does not use code of the library or of `SimulatedKeyboard`.
/// A story is a value. If a test fails with a story, the test can shorten the story and run it again.
struct RandomStory {
    /// Where a keyboard is, relative to the bounds of its screen.
    enum Place: Equatable {
        /// At the bottom edge, as wide as the screen.
        case docked(height: Int)
        /// At the top edge, as wide as the screen.
        case atTop(height: Int)
        /// The low bar at the bottom edge while a hardware keyboard is attached.
        case bar(height: Int)
        /// As wide as the screen, with a gap below it.
        case split(height: Int, gap: Int)
        /// Narrower than the screen.
        ///
        /// `x` and `y` are in percent of the free space. `width` and `height` are in percent of the size of the screen.
        case floating(x: Int, y: Int, width: Int, height: Int)
    }

    /// Which *wills* a source posts for one operation, and in which order.
    enum Wording: String, CaseIterable {
        case frameFirst, frameLast, verbOnly, frameOnly
    }

    /// The begin frame that a source reports after the bounds of the screen have changed.
    enum TurnedBegin: String, CaseIterable {
        /// Beyond the edge of the new bounds.
        case outside
        /// The old place in the new bounds.
        case samePlace
    }

    /// How the pool knows the bounds of the screen.
    enum Bounds: String, CaseIterable {
        /// The payload reports them.
        case reported
        /// The app sets them, possibly too early or too late.
        case fallback
        case unknown
    }

    /// Which frames the payload reports.
    enum Frames: String, CaseIterable {
        case both, none, zero
    }

    /// What a source posts at the end of an interrupted operation.
    enum LateDids: String, CaseIterable {
        /// The *dids*, when the interrupted operation would have ended.
        case posted
        /// The *dids*, right before the *wills* of the next operation.
        case postedAtOnce
        /// Nothing.
        case left
    }

    /// The fault of one post.
    ///
    /// `post` is the number of the post in the operation. *Wills* are counted first, then *dids*, and then reported
    /// frames.
    enum Fault: Equatable {
        case dropped(post: Int)
        case doubled(post: Int, after: Int)
        case delayed(post: Int, by: Int)
    }

    /// One operation.
    struct Step {
        /// The sender.
        var screen = 0
        /// The place at the end of the operation; off screen if `nil`.
        var place: Place?
        /// The bounds of the screen at the end of the operation.
        var bounds = CGRect(x: 0, y: 0, width: 400, height: 800)
        var wording = Wording.frameFirst
        /// The time between the two events of a pair, in milliseconds.
        var gap = 0
        var frames = Frames.both
        /// Whether a finger moves the keyboard.
        ///
        /// The *will* event of a drag reports no usable end frame.
        var isDrag = false
        var turnedBegin = TurnedBegin.outside
        /// When the app sets the bounds, in milliseconds from the begin of the operation.
        var fallbackDelay = 0
        /// In seconds.
        var duration = 0.25
        var curve: UInt = 7
        var lateDids = LateDids.left
        /// When frames are reported, in milliseconds since the begin of the operation.
        var reports: [Int] = []
        /// The time until the next operation, in milliseconds.
        var wait = 3_000
        var faults: [Fault] = []
    }

    /// How the app's frame source ticks.
    enum Ticks: String, CaseIterable {
        case onTime, late, twice, never
    }

    var ticks = Ticks.onTime
    var bounds = Bounds.reported
    /// Whether the payload reports no frames and no bounds in the whole story.
    var isFrameless = false
    /// Whether the notifications have an `object`.
    var hasSender = true
    /// Whether a floating keyboard slides in from below the screen, and slides out in the same way.
    var floatingSlides = false
    /// How the geometry treats undocked keyboards.
    var policy = KeyboardGeometry.UndockedPolicy.ignore
    var steps: [Step] = []
}

extension RandomStory.Place {
    /// The frame on a screen with these bounds.
    func frame(in bounds: CGRect) -> CGRect {
        switch self {
        case .docked(let height), .bar(let height):
            return CGRect(x: bounds.minX, y: bounds.maxY - Double(height), width: bounds.width, height: Double(height))
        case .atTop(let height):
            return CGRect(x: bounds.minX, y: bounds.minY, width: bounds.width, height: Double(height))
        case .split(let height, let gap):
            let y = bounds.maxY - Double(height) - Double(gap)
            return CGRect(x: bounds.minX, y: y, width: bounds.width, height: Double(height))
        case .floating(let x, let y, let width, let height):
            // A margin of 10 on each side keeps it away from the edges.
            let width = (bounds.width * Double(width) / 100).rounded()
            let height = (bounds.height * Double(height) / 100).rounded()
            return CGRect(
                x: bounds.minX + 10 + ((bounds.width - width - 20) * Double(x) / 100).rounded(),
                y: bounds.minY + 10 + ((bounds.height - height - 20) * Double(y) / 100).rounded(),
                width: width,
                height: height
            )
        }
    }

    /// The frame to which the keyboard moves when it disappears.
    func frameOutside(of bounds: CGRect, floatingSlides: Bool) -> CGRect {
        var frame = frame(in: bounds)
        switch self {
        case .docked, .bar, .split: frame.origin.y = bounds.maxY
        case .atTop: frame.origin.y = bounds.minY - frame.height
        case .floating: if floatingSlides { frame.origin.y = bounds.maxY }
        }
        return frame
    }

    var placement: KeyboardState.Placement {
        switch self {
        case .docked: .docked
        case .atTop: .dockedAtTop
        case .bar: .accessoryBarOnly
        case .split: .split
        case .floating: .floating
        }
    }
}

// MARK: - The posts

extension RandomStory {
    /// A notification with its time of delivery.
    struct Post {
        enum Part { case will, did, report }

        /// In milliseconds since the begin of the story.
        var time: Int
        var part: Part
        var name: Notification.Name
        var info: Notification.KeyboardInfo
        var screen: Int
        /// The index of the operation to which the post belongs.
        var step: Int

        var kind: KeyboardEvent.Kind? { .init(name) }
        var isFrame: Bool { name == .keyboardWillChangeFrame || name == .keyboardDidChangeFrame }
        var isHide: Bool { name == .keyboardWillHide || name == .keyboardDidHide }
    }

    /// The posts of the source in order of delivery.
    var posts: [Post] {
        var posts: [Post] = []
        var time = 0
        var before: [Int: (place: Place, frame: CGRect, isOnScreen: Bool, bounds: CGRect)] = [:]
        for (index, step) in steps.enumerated() {
            let old = before[step.screen]
            let new = step.place ?? old?.place ?? .docked(height: 250)
            let outside = new.frameOutside(of: step.bounds, floatingSlides: floatingSlides)
            let end = step.place?.frame(in: step.bounds) ?? outside
            let isTurned = old.map { $0.bounds != step.bounds } ?? false
            let turnedBegin = step.turnedBegin == .samePlace ? old?.place.frame(in: step.bounds) : nil
            let begin =
                switch old {
                case let old? where old.isOnScreen && isTurned: turnedBegin ?? outside
                case let old? where old.isOnScreen || step.place == nil && !isTurned: old.frame
                default: outside
                }
            let next = steps[(index + 1)...].firstIndex { $0.screen == step.screen }
            let interruption = next.map { next in time + steps[index..<next].map(\.wait).reduce(0, +) }
            posts += Self.disturbed(
                self.posts(of: index, from: begin, to: end, wasOnScreen: old?.isOnScreen ?? false, time, interruption),
                step.faults
            )
            before[step.screen] = (new, end, step.place != nil, step.bounds)
            time += step.wait
        }
        return Self.sorted(posts)
    }

    private func posts(
        of index: Int,
        from begin: CGRect,
        to end: CGRect,
        wasOnScreen: Bool,
        _ time: Int,
        _ interruption: Int?
    ) -> [Post] {
        let step = steps[index]
        var info = Notification.KeyboardInfo(animationDuration: step.duration, animationCurve: step.curve)
        switch isFrameless ? .none : step.frames {
        case .both: (info.frameBegin, info.frameEnd) = (begin, end)
        case .none: break
        case .zero: (info.frameBegin, info.frameEnd) = (.zero, .zero)
        }
        if bounds == .reported { info.screenBounds = step.bounds }
        func post(_ part: Post.Part, _ name: Notification.Name, at time: Int) -> Post {
            var info = info
            if step.isDrag, part == .will { info.frameEnd = index % 2 == 0 ? .zero : nil }
            return Post(time: time, part: part, name: name, info: info, screen: step.screen, step: index)
        }
        func posts(_ part: Post.Part, _ verb: Notification.Name, _ frame: Notification.Name, at time: Int) -> [Post] {
            switch step.isDrag ? .frameOnly : step.wording {
            case .frameFirst: [post(part, frame, at: time), post(part, verb, at: time + step.gap)]
            case .frameLast: [post(part, verb, at: time), post(part, frame, at: time + step.gap)]
            case .verbOnly: [post(part, verb, at: time)]
            case .frameOnly: [post(part, frame, at: time)]
            }
        }
        let isHide = step.place.map { if case .bar = $0 { wasOnScreen } else { false } } ?? true
        let (will, did): (Notification.Name, Notification.Name) =
            isHide ? (.keyboardWillHide, .keyboardDidHide) : (.keyboardWillShow, .keyboardDidShow)
        var result = posts(.will, will, .keyboardWillChangeFrame, at: time)
        let length = Int(step.duration * 1_000)
        var didTime: Int? = time + length
        if let interruption, interruption < time + length {
            switch step.lateDids {
            case .posted: break
            case .postedAtOnce: didTime = max(interruption, time + step.gap)
            case .left: didTime = nil
            }
        }
        if let didTime { result += posts(.did, did, .keyboardDidChangeFrame, at: didTime) }
        for offset in step.reports where offset <= length {
            if let interruption, time + offset > interruption { break }
            let part = length == 0 ? 1 : Double(offset) / Double(length)
            info = Notification.KeyboardInfo(frameEnd: begin.moved(to: end, by: part))
            result.append(post(.report, .keyboardFrameInMotion, at: time + offset))
        }
        return result
    }

    /// The bounds that the app sets, with the times in milliseconds.
    var fallbacks: [(time: Int, bounds: CGRect)] {
        guard bounds == .fallback else { return [] }
        var fallbacks: [(time: Int, bounds: CGRect)] = []
        var time = 0
        for step in steps {
            // Setting the bounds takes effect in the order of the operations.
            let next = max(time + step.fallbackDelay, fallbacks.last?.time ?? 0)
            if fallbacks.last?.time == next { fallbacks.removeLast() }
            if fallbacks.last?.bounds != step.bounds { fallbacks.append((next, step.bounds)) }
            time += step.wait
        }
        return fallbacks
    }

    var knowsBounds: Bool { bounds != .unknown }

    /// Whether the ticks are on time, the pool knows the bounds, and each operation reports its frames without faults.
    var isFaultless: Bool {
        ticks == .onTime && bounds != .unknown && steps.allSatisfy { $0.faults.isEmpty && $0.frames == .both }
    }

    private static func disturbed(_ posts: [Post], _ faults: [Fault]) -> [Post] {
        var copies = posts.map { [$0] }
        for fault in faults {
            switch fault {
            case .dropped(let post) where copies.indices.contains(post):
                copies[post] = []
            case .doubled(let post, let delay) where copies.indices.contains(post):
                guard var copy = copies[post].first else { continue }
                copy.time += delay
                copies[post].append(copy)
            case .delayed(let post, let delay) where copies.indices.contains(post) && !copies[post].isEmpty:
                copies[post][0].time += delay
            case .dropped, .doubled, .delayed:
                break
            }
        }
        return copies.flatMap(\.self)
    }

    private static func sorted(_ posts: [Post]) -> [Post] {
        // If a *did* of an interrupted operation and the *will* of the next operation have the same time, the *did* is
        // first.
        posts.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}

extension CGRect {
    fileprivate func moved(to end: CGRect, by part: Double) -> CGRect {
        func between(_ begin: Double, _ end: Double) -> Double { begin + (end - begin) * part }
        return CGRect(
            x: between(minX, end.minX),
            y: between(minY, end.minY),
            width: between(width, end.width),
            height: between(height, end.height)
        )
    }
}

// MARK: - The generator

extension RandomStory {
    /// Creates the story of a seed.
    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        ticks = chance(50) ? .onTime : Ticks.allCases.randomElement(using: &random) ?? .onTime
        bounds = chance(65) ? .reported : chance(50) ? .fallback : .unknown
        floatingSlides = chance(30)
        policy = KeyboardGeometry.UndockedPolicy.allCases.randomElement(using: &random) ?? .ignore
        // A pool has fallback bounds for only one screen.
        let screenCount = bounds != .fallback && chance(25) ? 2 : 1
        isFrameless = bounds == .unknown && chance(40)
        hasSender = screenCount > 1 || chance(70)
        let hasReports = chance(30)
        let faultPercent = [0, 0, 10, 30, 60].randomElement(using: &random) ?? 0
        let origin = chance(30) ? CGPoint(x: 1_920, y: -120) : .zero
        var screens: [(bounds: CGRect, place: Place?)] = [
            (CGRect(origin: origin, size: CGSize(width: 400, height: 800)), nil),
            (CGRect(x: -1_280, y: 60, width: 1_280, height: 720), nil),
        ]
        for _ in 0..<Int.random(in: 1...7, using: &random) {
            let index = Int.random(in: 0..<screenCount, using: &random)
            let old = screens[index]
            let bounds = old.bounds
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<6: screens[index].place = nil
            case 6, 8:
                screens[index].bounds.size = CGSize(width: bounds.height, height: bounds.width)
            case 7:
                screens[index].bounds =
                    [
                        CGRect(x: 0, y: 0, width: 400, height: 800), CGRect(x: 400, y: 0, width: 1_280, height: 720),
                        CGRect(x: -1_024, y: -768, width: 1_024, height: 768),
                    ].randomElement(using: &random) ?? bounds
            default: screens[index].place = Place(&random)
            }
            let isUndocked = [.floating, .split].contains(screens[index].place?.placement)
            let wasUndocked = [.floating, .split].contains(old.place?.placement) && old.bounds == screens[index].bounds
            var step = Step(screen: index, place: screens[index].place, bounds: screens[index].bounds)
            step.wording = chance(50) ? .frameFirst : Wording.allCases.randomElement(using: &random) ?? .frameFirst
            step.gap = Int.random(in: 0...4, using: &random)
            step.frames = chance(88) ? .both : Frames.allCases.randomElement(using: &random) ?? .both
            step.duration = [0, 0.1, 0.25, 0.25, 0.4].randomElement(using: &random) ?? 0.25
            step.curve = [7, 7, 0, 3].randomElement(using: &random) ?? 7
            step.lateDids = LateDids.allCases.randomElement(using: &random) ?? .left
            step.isDrag = isUndocked && wasUndocked && chance(50)
            if step.isDrag { step.frames = .both }
            step.turnedBegin = TurnedBegin.allCases.randomElement(using: &random) ?? .outside
            step.fallbackDelay = chance(50) ? 0 : Int.random(in: -300...300, using: &random)
            if hasReports, chance(60) {
                let last = Int.random(in: 0...400, using: &random)
                step.reports = Array(stride(from: Int.random(in: 0...30, using: &random), through: last, by: 20))
            }
            step.wait =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: Int.random(in: 0...60, using: &random)
                case 1: Int.random(in: 60...400, using: &random)
                case 2: Int.random(in: 400...1_500, using: &random)
                default: 3_000
                }
            let postCount = 4 + step.reports.count
            while chance(faultPercent), step.faults.count < 6 {
                let post = Int.random(in: 0..<(chance(80) ? 4 : postCount), using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: step.faults.append(.dropped(post: post))
                case 1: step.faults.append(.doubled(post: post, after: Int.random(in: 0...50, using: &random)))
                default: step.faults.append(.delayed(post: post, by: Int.random(in: 1...50, using: &random)))
                }
            }
            steps.append(step)
        }
    }
}

extension RandomStory.Place {
    fileprivate init(_ random: inout SeededRandom) {
        let height = [216, 260, 300].randomElement(using: &random) ?? 260
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            // If the gap below a keyboard is less than half the height of the keyboard, the keyboard counts as docked
            // at the bottom. The limit of 260 keeps the gap large enough on each screen.
            self = .atTop(height: min(height, 260))
        case 1: self = .bar(height: 50)
        case 2: self = .split(height: 200, gap: Int.random(in: 110...180, using: &random))
        case 3, 4:
            self = .floating(
                x: Int.random(in: 0...100, using: &random),
                y: Int.random(in: 0...100, using: &random),
                width: Int.random(in: 30...60, using: &random),
                height: Int.random(in: 25...35, using: &random)
            )
        default: self = .docked(height: height)
        }
    }
}

// MARK: - Failing stories

extension RandomStory {
    /// The posts with their times, one per line.
    var listing: String {
        posts.map { post in
            let info = post.info
            var line = "// \(post.time) ms: \(post.kind?.rawValue ?? "frame") step \(post.step) screen \(post.screen)"
            if let begin = info.frameBegin { line += " from \(begin.short)" }
            if let end = info.frameEnd { line += " to \(end.short)" }
            if let duration = info.animationDuration { line += " \(duration) s, curve \(info.animationCurve ?? 7)" }
            if let bounds = info.screenBounds { line += " in \(bounds.short)" }
            return line
        }
        .joined(separator: "\n")
    }
}

extension CGRect {
    fileprivate var short: String { "(\(minX), \(minY), \(width), \(height))" }
}

extension RandomStory {
    /// Removes operations and faults as long as the story still fails.
    func shrunk(while fails: (RandomStory) -> Bool) -> RandomStory {
        func changed(_ change: (inout RandomStory) -> Void) -> RandomStory {
            var story = best
            change(&story)
            return story
        }
        var best = self
        best.steps = shortest(steps) { steps in fails(changed { $0.steps = steps }) }
        for index in best.steps.indices {
            best.steps[index].faults = shortest(best.steps[index].faults) { faults in
                fails(changed { $0.steps[index].faults = faults })
            }
        }
        return best
    }
}
