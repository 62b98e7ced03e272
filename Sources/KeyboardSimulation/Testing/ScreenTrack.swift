import Foundation

/// Records the content of a screen, and finds faults in the content's motion.
///
/// The track contains each display frame since the keyboard was last at rest.
struct ScreenTrack {
    /// The state of the screen and the state of the keyboard in one display frame.
    struct Frame {
        let sample: ScreenSample
        /// The top edge of the docked keyboard; NaN if the keyboard is not docked.
        let keyboardTop: CGFloat
        let keyboardHeight: CGFloat
        let bounds: CGRect
        /// The part of the view's height that the keyboard covers.
        let covered: CGFloat
    }

    /// One record for each element of `ScreenSample.positions`.
    private(set) var records: [MotionRecord] = []
    private var last: Frame?

    /// Adds a display frame.
    ///
    /// - Parameters:
    ///   - frame: The display frame.
    ///   - work: The real time that the display frame took; `nil` if the run does not judge the time.
    ///   - motion: The motion of the content on a new screen; `nil` if the content is allowed to jump.
    /// - Returns: A sentence if the content has jumped since the last display frame; otherwise `nil`.
    mutating func add(_ frame: Frame, work: Duration?, motion: ContentMotion?) -> String? {
        let positions = frame.sample.positions
        if records.count != positions.count { records = positions.map { _ in MotionRecord() } }
        for (index, position) in positions.enumerated() {
            records[index].add(position.value, covered: frame.covered, work: work)
        }
        defer { last = frame }
        guard let motion, let last, last.bounds == frame.bounds else { return nil }
        let keyboardStep = abs(frame.keyboardTop - last.keyboardTop)
        guard keyboardStep.isFinite else { return nil }
        let distance = max(frame.keyboardHeight, frame.bounds.maxY - min(frame.keyboardTop, last.keyboardTop))
        let limit = max(2 * motion.largestStep * distance, keyboardStep) + 2
        for (old, new) in zip(last.sample.positions, positions) where abs(new.value - old.value) > limit {
            return "the \(new.name) jumps from \(old.value.inSentence) to \(new.value.inSentence) while the keyboard "
                + "moves by \(keyboardStep.inSentence) points: begin a transition at the current place of the content"
        }
        return nil
    }

    /// Judges and ends the records, and begins new records with the last display frame.
    ///
    /// - Parameters:
    ///   - expected: For each element of `positions`, the time that the content of a new screen takes to move. The
    ///     transition has the current duration.
    ///   - usual: The same times for a transition of the usual duration.
    /// - Returns: The findings about the motion.
    mutating func end(expected: [Duration], usual: [Duration]) -> [ScreenFinding] {
        defer { records = records.map(\.continued) }
        var findings: [ScreenFinding] = []
        func add(_ rule: ScreenFinding.Rule, _ sentence: String) {
            findings.append(ScreenFinding(rule: rule, sentence: sentence))
        }
        if records.contains(where: \.isOneFrameBehind) {
            add(
                .followsTheKeyboard,
                "the content is one display frame behind the keyboard: use the overlap that a call reports, not the "
                    + "overlap of the call before"
            )
        }
        if let work = records.compactMap(\.longWork).max() {
            add(
                .worksWithinAFrame,
                "a display frame of a transition takes \(Int((work / .milliseconds(1)).rounded(.down))) ms, and has 16: "
                    + "move the work to the end of the transition"
            )
        }
        for (record, (expected, usual)) in zip(records, zip(expected, usual)) where record.time > .zero {
            let tolerance = MotionRecord.frame * 3
            // Some screens ignore the duration, because they have their own timing or follow the keyboard's spring.
            guard (expected - usual).magnitude > tolerance, (record.time - expected).magnitude > tolerance else {
                continue
            }
            add(
                .followsTheKeyboard,
                "the content moves for \(record.time.inSentence), but the content of a new screen for "
                    + "\(expected.inSentence): the duration belongs to another event"
            )
        }
        return findings
    }
}

extension Duration {
    /// The duration in seconds, as text for a sentence.
    fileprivate var inSentence: String {
        String(format: "%.2f s", self / .seconds(1))
    }

    fileprivate var magnitude: Duration {
        self < .zero ? .zero - self : self
    }
}
