import Foundation

/// How a keyboard moves: the curve that a notification tells by number, as a function of time.
///
/// The numbers are the raw values of UIKit's `UIView.AnimationCurve`, and 7, the keyboard's own since iOS 7.
public enum KeyboardAnimationCurve: UInt, Sendable, Hashable, CaseIterable {
    /// Slow, fast, slow. The keyboard's curve up to iOS 6.
    case easeInOut = 0
    /// Slow first.
    case easeIn = 1
    /// Slow last.
    case easeOut = 2
    /// At one speed.
    case linear = 3
    /// The keyboard's own: a spring.
    case keyboard = 7

    /// The curve that an event tells. A number that UIKit does not name is taken as ``easeInOut``, UIKit's default;
    /// where none is told, as ``keyboard``.
    public init(told curve: UInt?) {
        guard let curve else {
            self = .keyboard
            return
        }
        self = Self(rawValue: curve) ?? .easeInOut
    }

    /// How long a move of this duration is to be seen, in seconds.
    ///
    /// A spring takes its own time, whatever duration is told: after a second less than a millionth of the way is
    /// left, and it counts as settled. A duration of 0 shows no move on any curve.
    public func visibleDuration(of duration: Double) -> Double {
        self == .keyboard && duration > 0 ? 1 : max(duration, 0)
    }

    /// How far a move has come: 0 at its beginning, 1 at its end.
    ///
    /// - Parameters:
    ///   - elapsed: the time since it began, in seconds.
    ///   - duration: how long it takes, in seconds, as the event told it. A duration that is not positive is over at
    ///     once.
    public func progress(after elapsed: Double, of duration: Double) -> Double {
        guard duration > 0, elapsed < visibleDuration(of: duration) else { return 1 }
        guard elapsed > 0 else { return 0 }
        let fraction = elapsed / duration
        return switch self {
        case .linear: fraction
        case .keyboard: Self.springProgress(after: elapsed)
        // The control points of Core Animation's timing functions of these names.
        case .easeInOut: CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1).y(at: fraction)
        case .easeIn: CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1).y(at: fraction)
        case .easeOut: CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1).y(at: fraction)
        }
    }

    /// UIKit's keyboard spring has mass 3, stiffness 1000 and damping 500; the best-known re-implementation evaluates
    /// it as critically damped: 1 − e^(−ωt)(1 + ωt), with ω = √(stiffness / mass) ≈ 18.257 per second.
    private static func springProgress(after elapsed: Double) -> Double {
        let angle = (1_000.0 / 3).squareRoot() * elapsed
        return 1 - exp(-angle) * (1 + angle)
    }
}

/// A cubic Bézier from (0, 0) to (1, 1) whose x never goes back.
private struct CubicBezier {
    var x1: Double
    var y1: Double
    var x2: Double
    var y2: Double

    func y(at x: Double) -> Double {
        // Halving an interval of 1 this often leaves less than a Double can tell apart.
        var (low, high) = (0.0, 1.0)
        for _ in 0..<53 {
            let middle = (low + high) / 2
            if Self.value(middle, x1, x2) < x { low = middle } else { high = middle }
        }
        return Self.value((low + high) / 2, y1, y2)
    }

    private static func value(_ t: Double, _ first: Double, _ second: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
}
