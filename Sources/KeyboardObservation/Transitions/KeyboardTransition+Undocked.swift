import Foundation

extension KeyboardTransition {
    /// The frame that counts for one who ignores keyboards that are not docked. While it leaves its dock, or comes
    /// back, it counts as going down, or coming up: what is covered changes from one to the other, and does not leap.
    func frameIgnoringUndocked(_ frame: CGRect) -> CGRect? {
        switch (beginPlacement.isUndocked, placement.isUndocked) {
        case (false, false): frame
        case (true, true): nil
        case (false, true): begin.offsetBy(dx: 0, dy: begin.height * progress(of: frame))
        case (true, false): end.offsetBy(dx: 0, dy: end.height * (1 - progress(of: frame)))
        }
    }

    private func progress(of frame: CGRect) -> CGFloat {
        guard begin.minY != end.minY else { return frame == begin ? 0 : 1 }
        return min(max((frame.minY - begin.minY) / (end.minY - begin.minY), 0), 1)
    }
}

extension KeyboardState.Placement {
    var isUndocked: Bool {
        self == .floating || self == .split
    }
}
