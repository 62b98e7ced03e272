import Foundation

/// A motion of the content that takes several display frames.
struct ContentMotion {
    /// The largest step of the content between two display frames, as a fraction of the whole distance.
    var largestStep: CGFloat

    /// Creates the motion from a list of positions.
    ///
    /// The first position is the position before the *will* events. The second position is the position immediately
    /// after the *will* events. The other elements are the positions in the display frames of the motion.
    ///
    /// - Returns: `nil` if the content moves by at most 8 points, or if one step covers at least 40 % of the distance.
    init?(_ positions: [CGFloat]) {
        guard let first = positions.first, let last = positions.last, abs(last - first) > 8 else { return nil }
        let steps = zip(positions, positions.dropFirst()).map { abs($1 - $0) / abs(last - first) }
        guard let largest = steps.max(), largest < 0.4 else { return nil }
        largestStep = largest
    }
}

/// The positions of the content and the keyboard in each display frame of one transition.
///
/// The record begins and ends while the keyboard is at rest.
struct MotionRecord {
    /// The time between two display frames.
    static let frame = Duration.nanoseconds(16_666_667)
    /// The time limit for the work of a screen in one display frame.
    ///
    /// The limit is half the time of a display frame. The toolkit needs the remaining time to draw.
    private static let longestWork = frame / 2

    private(set) var positions: [CGFloat] = []
    /// The covered height of the view in each display frame.
    private var covered: [CGFloat] = []
    /// The real time that the work of the screen took in each display frame.
    ///
    /// The array contains only the display frames in which the content moved.
    private var work: [Duration] = []

    mutating func add(_ position: CGFloat, covered: CGFloat, work: Duration?) {
        if let work, let last = positions.last, last != position { self.work.append(work) }
        positions.append(position)
        self.covered.append(covered)
    }

    /// A new record that begins with the last display frame of this record.
    var continued: MotionRecord {
        var next = MotionRecord()
        if let position = positions.last, let covered = covered.last {
            next.add(position, covered: covered, work: nil)
        }
        return next
    }

    /// Whether the content is one display frame behind the keyboard.
    ///
    /// The property is `true` only if the motion has at least five display frames. The check also works if the content
    /// and the keyboard move by different distances, or if the content begins to move later than the keyboard.
    var isOneFrameBehind: Bool {
        isProportionallyBehind || isBehindAtADistance
    }

    /// Whether the content follows the keyboard with a delay of one display frame.
    ///
    /// The content keeps a constant distance from the keyboard's position in the previous display frame. The distance
    /// from the keyboard's current position is not constant.
    private var isBehindAtADistance: Bool {
        guard let first = positions.first, let last = positions.last else { return false }
        let ends = min(first, last) + 1...max(min(first, last) + 1, max(first, last) - 1)
        let moving = positions.indices.dropFirst().filter { ends.contains(positions[$0]) }
        let behind = moving.map { positions[$0] - covered[$0 - 1] }
        let now = moving.map { positions[$0] - covered[$0] }
        guard moving.count > 4, let behindMost = behind.max(), let behindLeast = behind.min() else { return false }
        return behindMost - behindLeast < 0.5 && (now.max() ?? 0) - (now.min() ?? 0) > 2
    }

    private var isProportionallyBehind: Bool {
        guard let content = Self.progress(positions), let keyboard = Self.progress(covered) else { return false }
        func largestDistance(_ keyboard: some Sequence<CGFloat>, _ content: some Sequence<CGFloat>) -> CGFloat {
            zip(keyboard, content).map { abs($0 - $1) }.max() ?? 0
        }
        return largestDistance(keyboard, content) > 0.05 && largestDistance(keyboard, content.dropFirst()) < 0.01
    }

    /// The median time that the work of the screen takes in one display frame.
    ///
    /// If the toolkit has enough time to draw, or if the content moved in fewer than five display frames, the property
    /// is `nil`.
    var longWork: Duration? {
        guard work.count > 4 else { return nil }
        let usual = work.sorted()[work.count / 2]
        return usual > Self.longestWork ? usual : nil
    }

    /// The time that the content takes to move.
    var time: Duration {
        Self.time(of: positions)
    }

    /// Returns the time that the content takes to move.
    ///
    /// The time begins with the first movement. The time ends when the content is within half a point of its last
    /// position.
    static func time(of positions: [CGFloat]) -> Duration {
        guard let first = positions.first, let last = positions.last,
            let start = positions.firstIndex(where: { $0 != first }),
            let end = positions.lastIndex(where: { abs($0 - last) > 0.5 })
        else { return .zero }
        return frame * max(end - start + 2, 1)
    }

    /// Converts each value to the progress of the motion: 0 for the first value, and 1 for the last value.
    ///
    /// If the distance is at most 8 points, or the motion has fewer than five display frames, the method returns `nil`.
    private static func progress(_ values: [CGFloat]) -> [CGFloat]? {
        guard let first = values.first, let last = values.last, abs(last - first) > 8 else { return nil }
        let progress = values.map { ($0 - first) / (last - first) }
        return progress.count { $0 > 0.01 && $0 < 0.99 } > 4 ? progress : nil
    }
}
