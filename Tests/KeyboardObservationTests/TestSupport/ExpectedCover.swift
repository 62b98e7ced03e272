import Foundation
import KeyboardObservation

/// The part of a view that a keyboard at rest covers, computed without the library's geometry.
struct ExpectedCover {
    var policy: KeyboardGeometry.UndockedPolicy
    var view: CGRect

    /// The part of the view that the keyboard covers.
    func overlap(_ keyboard: KeyboardState) -> CGRect {
        covered(keyboard).map { CGRect($0) } ?? .zero
    }

    func insets(_ keyboard: KeyboardState) -> (top: CGFloat, bottom: CGFloat) {
        guard let covered = covered(keyboard) else { return (0, 0) }
        let view = visibleView(keyboard)
        let isUndocked = keyboard.placement == .floating || keyboard.placement == .split
        let hasMoreRoomBelow = view.bottom - covered.bottom > covered.top - view.top
        let isAtTop = isUndocked ? policy == .avoid && hasMoreRoomBelow : keyboard.placement == .dockedAtTop
        return isAtTop ? (covered.bottom - view.top, 0) : (0, view.bottom - covered.top)
    }

    private func covered(_ keyboard: KeyboardState) -> CGRectEdges? {
        guard let frame = keyboard.frame else { return nil }
        var edges = CGRectEdges(frame)
        let view = visibleView(keyboard)
        switch keyboard.placement {
        case .offScreen: return nil
        case .docked, .dockedAtTop, .accessoryBarOnly: break
        case .floating, .split:
            if policy == .ignore { return nil }
            if policy == .follow { edges.bottom = max(edges.bottom, view.bottom) }
        }
        return edges.common(with: view)
    }

    private func visibleView(_ keyboard: KeyboardState) -> CGRectEdges {
        let edges = CGRectEdges(view)
        guard let bounds = keyboard.screenBounds else { return edges }
        return edges.common(with: CGRectEdges(bounds)) ?? CGRectEdges(.zero)
    }
}

/// A rectangle by its edges.
struct CGRectEdges {
    var left: CGFloat
    var top: CGFloat
    var right: CGFloat
    var bottom: CGFloat

    init(_ frame: CGRect) {
        (left, top) = (frame.origin.x, frame.origin.y)
        (right, bottom) = (frame.origin.x + frame.size.width, frame.origin.y + frame.size.height)
    }

    func common(with other: Self) -> Self? {
        var common = self
        (common.left, common.top) = (max(left, other.left), max(top, other.top))
        (common.right, common.bottom) = (min(right, other.right), min(bottom, other.bottom))
        return common.left < common.right && common.top < common.bottom ? common : nil
    }
}

extension CGRect {
    init(_ edges: CGRectEdges) {
        self.init(
            x: edges.left,
            y: edges.top,
            width: edges.right - edges.left,
            height: edges.bottom - edges.top
        )
    }

    func isNear(_ other: CGRect) -> Bool {
        abs(minX - other.minX) < 1e-6 && abs(minY - other.minY) < 1e-6 && abs(width - other.width) < 1e-6
            && abs(height - other.height) < 1e-6
    }

    func isVisible(in bounds: CGRect) -> Bool {
        CGRectEdges(self).common(with: CGRectEdges(bounds)) != nil
    }
}
