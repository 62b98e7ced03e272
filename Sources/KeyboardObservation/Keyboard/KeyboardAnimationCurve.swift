import Foundation

/// The animation curve of a keyboard's transition.
///
/// The raw values 0 to 3 are the raw values of UIKit's `UIView.AnimationCurve`. The raw value 7 is the curve that
/// UIKit's keyboard has used since iOS 7.
public enum KeyboardAnimationCurve: UInt, Sendable, Hashable, CaseIterable {
    /// A curve that begins slowly and ends slowly.
    ///
    /// Before iOS 7, UIKit's keyboard used the curve `easeInOut`.
    case easeInOut = 0
    /// A curve that begins slowly.
    case easeIn = 1
    /// A curve that ends slowly.
    case easeOut = 2
    /// A curve of constant speed.
    case linear = 3
    /// The spring curve of the keyboard.
    case keyboard = 7

    /// An unknown raw value becomes UIKit's default curve, ``easeInOut``.
    package init(reported curve: UInt?) {
        guard let curve else {
            self = .keyboard
            return
        }
        self = Self(rawValue: curve) ?? .easeInOut
    }

    /// Returns how long the keyboard visibly moves, in seconds.
    ///
    /// The spring always takes 1 second, unless the duration is 0.
    package func visibleDuration(of duration: Double) -> Double {
        guard self == .keyboard, duration > 0 else { return max(duration, 0) }
        return Self.springDuration
    }

    /// After 1 second, the spring has less than a millionth of the distance left.
    private static let springDuration = 1.0

    /// Returns the progress after `elapsed` seconds.
    ///
    /// The progress is from 0 to 1.
    package func progress(after elapsed: Double, of duration: Double) -> Double {
        guard duration > 0, elapsed < (self == .keyboard ? Self.springDuration : duration) else { return 1 }
        guard elapsed > 0 else { return 0 }
        let fraction = elapsed / duration
        return switch self {
        case .linear: fraction
        case .keyboard: Self.springProgress(after: elapsed)
        // These are the control points of Core Animation's curves.
        case .easeInOut: CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1).y(at: fraction)
        case .easeIn: CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1).y(at: fraction)
        case .easeOut: CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1).y(at: fraction)
        }
    }

    /// Returns the progress of UIKit's keyboard spring, which has mass 3, stiffness 1000 and damping 500.
    ///
    /// Like the best-known re-implementation of UIKit's spring, the method treats the spring as critically damped. The
    /// progress is 1 − e^(−ωt)(1 + ωt), where ω = √(stiffness / mass) ≈ 18.257 per second.
    private static func springProgress(after elapsed: Double) -> Double {
        let angle = (1_000.0 / 3).squareRoot() * elapsed
        return 1 - exp(-angle) * (1 + angle)
    }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), along which x never decreases.
private struct CubicBezier {
    var x1: Double
    var y1: Double
    var x2: Double
    var y2: Double

    func y(at x: Double) -> Double {
        // The bisection finds one bit at each step, and a `Double` has 53 significant bits.
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
