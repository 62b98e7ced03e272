import Foundation
import KeyboardObservation

/// One move as it is seen.
struct Motion {
    var start: CGRect
    var end: CGRect
    var startTime: Duration
    var duration: Double
    var curve: KeyboardAnimationCurve

    func isVisible(at time: Duration) -> Bool {
        elapsed(at: time) < curve.visibleDuration(of: duration)
    }

    func frame(at time: Duration) -> CGRect {
        let progress = curve.progress(after: elapsed(at: time), of: duration)
        // At its end it is the end, to the last bit.
        guard progress < 1 else { return end }
        func between(_ start: CGFloat, _ end: CGFloat) -> CGFloat {
            start + (end - start) * progress
        }
        return CGRect(
            x: between(start.origin.x, end.origin.x),
            y: between(start.origin.y, end.origin.y),
            width: between(start.width, end.width),
            height: between(start.height, end.height)
        )
    }

    private func elapsed(at time: Duration) -> Double {
        (time - startTime) / .seconds(1)
    }
}
