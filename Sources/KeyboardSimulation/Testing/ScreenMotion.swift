import Foundation

/// How content moves that follows the keyboard frame by frame.
struct ContentMotion {
    /// The largest part of the whole distance that the content covers between two display frames.
    var largestStep: CGFloat

    /// Creates the motion from the positions at the begin, immediately after the *will* events, and in each display
    /// frame.
    ///
    /// - Returns: `nil` if the content does not move, or moves at once.
    init?(_ positions: [CGFloat]) {
        guard let first = positions.first, let last = positions.last, abs(last - first) > 8 else { return nil }
        let steps = zip(positions, positions.dropFirst()).map { abs($1 - $0) / abs(last - first) }
        guard let largest = steps.max(), largest < 0.4 else { return nil }
        largestStep = largest
    }
}

/// The content and the keyboard in each display frame of one transition, from rest to rest.
struct MotionRecord {
    /// The time between two display frames.
    static let frame = Duration.nanoseconds(16_666_667)
    /// Half of a display frame, so that the toolkit has the other half to draw.
    private static let longestWork = frame / 2

    /// The first position of the content.
    private(set) var positions: [CGFloat] = []
    /// What the keyboard covers of the view.
    private var covered: [CGFloat] = []
    /// The least real time of a display frame in which the content has moved; `nil` if it has not.
    private var leastWork: Duration?
    /// The number of display frames in which the content has moved.
    private var movingCount = 0

    mutating func add(_ position: CGFloat, covered: CGFloat, work: Duration?) {
        if let work, let last = positions.last, last != position {
            leastWork = min(leastWork ?? work, work)
            movingCount += 1
        }
        positions.append(position)
        self.covered.append(covered)
    }

    /// The record that continues with the last display frame.
    var continued: MotionRecord {
        var next = MotionRecord()
        if let position = positions.last, let covered = covered.last {
            next.add(position, covered: covered, work: nil)
        }
        return next
    }

    /// Whether the content is where the keyboard was one display frame before, in each frame of a long motion.
    ///
    /// The content may move by another distance than the keyboard.
    var isOneFrameBehind: Bool {
        guard let content = Self.progress(positions), let keyboard = Self.progress(covered) else { return false }
        func largestDistance(_ keyboard: some Sequence<CGFloat>, _ content: some Sequence<CGFloat>) -> CGFloat {
            zip(keyboard, content).map { abs($0 - $1) }.max() ?? 0
        }
        return largestDistance(keyboard, content) > 0.05 && largestDistance(keyboard, content.dropFirst()) < 0.01
    }

    /// The least real time of a display frame, if it leaves the toolkit no time to draw.
    var longWork: Duration? {
        leastWork.flatMap { movingCount > 4 && $0 > Self.longestWork ? $0 : nil }
    }

    /// The time in which the content moves.
    var time: Duration {
        Self.time(of: positions)
    }

    /// Returns the time until all positions are within half a point of the last one.
    static func time(of positions: [CGFloat]) -> Duration {
        guard let last = positions.last, let index = positions.lastIndex(where: { abs($0 - last) > 0.5 }) else {
            return .zero
        }
        return frame * (index + 1)
    }

    /// Returns the progress from the first to the last value; `nil` if there is no motion of several frames.
    private static func progress(_ values: [CGFloat]) -> [CGFloat]? {
        guard let first = values.first, let last = values.last, abs(last - first) > 8 else { return nil }
        let progress = values.map { ($0 - first) / (last - first) }
        return progress.count { $0 > 0.01 && $0 < 0.99 } > 4 ? progress : nil
    }
}
