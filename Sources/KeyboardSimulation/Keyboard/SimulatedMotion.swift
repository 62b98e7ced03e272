import Foundation
import KeyboardObservation

/// The visible motion of a simulated keyboard in one transition.
struct SimulatedMotion {
    /// The time between two steps of a stepped motion, in seconds.
    private static let stepInterval = 0.02

    let transition: KeyboardTransition
    let isStepped: Bool

    /// The time that a stepped motion takes to reach the end frame, in seconds.
    ///
    /// The keyboard makes the first step at time 0, and another step every 20 ms. If the duration is 0.25 seconds, the
    /// last step is at 0.24 seconds.
    var steppedDuration: Double {
        max((transition.duration / Self.stepInterval).rounded(.up) - 1, 0) * Self.stepInterval
    }

    /// Returns whether the keyboard is still moving at the given time of the scheduler.
    func isVisible(at time: Duration) -> Bool {
        isStepped ? progress(at: time) < 1 : transition.movingFrame(at: time) != nil
    }

    /// Returns whether this running motion is equal to the other motion.
    ///
    /// Two motions are equal if they have the same end frame, duration, curve and `isStepped`.
    func continues(as other: SimulatedMotion) -> Bool {
        isStepped == other.isStepped && transition.end == other.transition.end
            && transition.duration == other.transition.duration && transition.curve == other.transition.curve
    }

    /// Returns the keyboard's frame, in points, at the given time of the scheduler.
    func frame(at time: Duration) -> CGRect {
        guard isStepped else { return transition.frame(at: time) }
        let progress = progress(at: time)
        guard progress < 1 else { return transition.end }
        let path = KeyboardTransition(from: transition.begin, to: transition.end, duration: 1, curve: .linear)
        let frame = path.frame(at: .seconds(progress))
        // In a stepped motion, the keyboard moves by whole points.
        return CGRect(
            origin: CGPoint(x: frame.minX.rounded(.down), y: frame.minY.rounded(.down)),
            size: frame.size
        )
    }

    /// Returns the progress of a stepped motion along a sine curve, from 0 to 1.
    private func progress(at time: Duration) -> Double {
        let elapsed = (time - transition.startTime) / .seconds(1)
        // A rounding error can make the quotient slightly smaller than a whole number. The summand 1e-6 corrects the
        // error.
        let steps = (elapsed / Self.stepInterval + 1e-6).rounded(.down) + 1
        let fraction = steps * Self.stepInterval / transition.duration
        guard transition.duration > 0, fraction < 1 else { return 1 }
        return (1 - cos(fraction * .pi)) / 2
    }
}
