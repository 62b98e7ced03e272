import Foundation
import KeyboardObservation

/// The offsets at which the focused content is as visible as it can be, found by trying all offsets.
///
/// It shares no code with the library.
struct OffsetSearch {
    private let frames: [CGRect]
    private let field: CGRect
    private let room: ClosedRange<CGFloat>
    private let tolerance: CGFloat
    private let candidates: [CGFloat]
    /// The largest visible heights, in the order of importance.
    private let best: [CGFloat]

    /// Searches a range of offsets.
    ///
    /// - Parameters:
    ///   - content: The focused content.
    ///   - room: The part of the pane that nothing covers, in the coordinates of the pane.
    ///   - range: The offsets at which the pane may rest.
    ///   - tolerance: The largest error of a toolkit.
    init(_ content: FocusedContent, room: ClosedRange<CGFloat>, range: ClosedRange<CGFloat>, tolerance: CGFloat) {
        frames = [content.caret, content.field, content.group].compactMap(\.self)
        field = content.field
        (self.room, self.tolerance) = (room, tolerance)
        let all = Array(stride(from: range.lowerBound, to: range.upperBound, by: 1)) + [range.upperBound]
        var candidates = all
        var best: [CGFloat] = []
        for frame in frames {
            let heights = candidates.map { Self.visibleHeight(of: frame, in: room, at: $0) }
            let highest = heights.max() ?? 0
            best.append(highest)
            candidates = zip(candidates, heights).filter { $0.1 >= highest - 0.001 }.map(\.0)
        }
        (self.candidates, self.best) = (candidates, best)
    }

    private static func visibleHeight(of frame: CGRect, in room: ClosedRange<CGFloat>, at offset: CGFloat) -> CGFloat {
        let (top, bottom) = (frame.minY - offset, frame.maxY - offset)
        return max(min(bottom, room.upperBound) - max(top, room.lowerBound), 0)
    }

    /// Returns a description of the part that another offset would show better; `nil` if there is no such part.
    func fault(at offset: CGFloat) -> String? {
        let height = room.upperBound - room.lowerBound
        for (frame, best) in zip(frames, best) {
            // The search has steps of 1, so the visible height may be smaller by up to 1.
            let visible = Self.visibleHeight(of: frame, in: room, at: offset)
            if visible < best - tolerance - 1 {
                return "\(visible) of \(frame) is visible at \(offset), and \(best) could be"
            }
            // If the field does not fit, only the caret has to be visible.
            if frame == frames.first, field.height > height { return nil }
            // If a rectangle does not fit, the search does not check the less important rectangles.
            if frame.height > height { return nil }
        }
        return nil
    }

    /// Returns a description of the fault if the pane has moved farther than necessary; `nil` otherwise.
    func fault(at offset: CGFloat, from first: CGFloat) -> String? {
        let least = candidates.map { abs($0 - first) }.min() ?? 0
        // The margin is 1, and the steps of the search are 1.
        guard abs(offset - first) > least + 2 + 2 * tolerance, field.height <= room.upperBound - room.lowerBound else {
            return nil
        }
        return "the pane has moved from \(first) to \(offset), and \(least) would have been enough"
    }
}
