import Foundation

/// The animation curve of a keyboard's transition, which determines the progress at each time.
///
/// The raw values are equal to the raw values of UIKit's `UIView.AnimationCurve`. The additional raw value 7 represents
/// the curve that only the keyboard has, from iOS 7 on.
public enum KeyboardAnimationCurve: UInt, Sendable, Hashable, CaseIterable {
    /// A curve that begins slowly and ends slowly, which was the keyboard's curve until iOS 6.
    case easeInOut = 0
    /// A curve that begins slowly.
    case easeIn = 1
    /// A curve that ends slowly.
    case easeOut = 2
    /// A curve of constant speed.
    case linear = 3
    /// The keyboard's own curve, a spring.
    case keyboard = 7

    /// Creates a curve from the raw value that an event reports.
    ///
    /// If UIKit does not define the value, the curve is ``easeInOut``, UIKit's default. If the value is `nil`, the
    /// curve is ``keyboard``.
    public init(reported curve: UInt?) {
        guard let curve else {
            self = .keyboard
            return
        }
        self = Self(rawValue: curve) ?? .easeInOut
    }

    /// Returns the time, in seconds, during which a transition of this duration visibly moves the keyboard.
    ///
    /// A spring takes 1 second, whatever the reported duration. After that time, less than a millionth of the distance
    /// is left. If the duration is 0 or less, the keyboard does not visibly move.
    package func visibleDuration(of duration: Double) -> Double {
        self == .keyboard && duration > 0 ? 1 : max(duration, 0)
    }

    /// Returns the progress of a transition, which is 0 at the beginning and 1 at the end.
    ///
    /// - Parameters:
    ///   - elapsed: The time since the beginning, in seconds.
    ///   - duration: The duration that the event reports, in seconds. If the duration is 0 or less, the progress is
    ///     always 1.
    /// - Returns: The progress, from 0 to 1.
    public func progress(after elapsed: Double, of duration: Double) -> Double {
        guard duration > 0, elapsed < visibleDuration(of: duration) else { return 1 }
        guard elapsed > 0 else { return 0 }
        let fraction = elapsed / duration
        return switch self {
        case .linear: fraction
        case .keyboard: Self.springProgress(after: elapsed)
        // Core Animation's timing functions with the same names have these control points.
        case .easeInOut: CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1).y(at: fraction)
        case .easeIn: CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1).y(at: fraction)
        case .easeOut: CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1).y(at: fraction)
        }
    }

    /// Returns the progress of UIKit's keyboard spring, which has mass 3, stiffness 1000 and damping 500.
    ///
    /// As in the best-known re-implementation, the spring is treated as critically damped.
    ///
    /// The formula is 1 − e^(−ωt)(1 + ωt). In this formula, ω = √(stiffness / mass) ≈ 18.257 per second.
    private static func springProgress(after elapsed: Double) -> Double {
        let angle = (1_000.0 / 3).squareRoot() * elapsed
        return 1 - exp(-angle) * (1 + angle)
    }
}

/// A cubic Bézier curve from (0, 0) to (1, 1) along which x never decreases.
private struct CubicBezier {
    var x1: Double
    var y1: Double
    var x2: Double
    var y2: Double

    func y(at x: Double) -> Double {
        // A Double has 53 significant bits, so 53 halvings of the interval are exact enough.
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
