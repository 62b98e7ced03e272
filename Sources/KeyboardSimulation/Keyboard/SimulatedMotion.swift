import Foundation
import KeyboardObservation

struct SimulatedMotion {
    private static let step = Duration.milliseconds(20)

    let transition: KeyboardTransition
    let isStepped: Bool

    /// The time from the first step of a motion to its last step.
    ///
    /// In a transition of 0.25 seconds, for example, this time is 240 ms.
    var steppedDuration: Duration {
        let duration = Duration.delay(seconds: transition.seconds)
        return Self.step * max((duration / Self.step).rounded(.up) - 1, 0)
    }

    func isVisible(at time: Duration) -> Bool {
        isStepped ? progress(at: time) < 1 : transition.movingFrame(at: time) != nil
    }

    func continues(as other: SimulatedMotion) -> Bool {
        isStepped == other.isStepped && transition.end == other.transition.end
            && transition.seconds == other.transition.seconds && transition.curve == other.transition.curve
    }

    func frame(at time: Duration) -> CGRect {
        guard isStepped else { return transition.frame(at: time) }
        let progress = progress(at: time)
        guard progress < 1 else { return transition.end }
        let path = KeyboardTransition(from: transition.begin, to: transition.end, seconds: 1, curve: .linear)
        let frame = path.frame(at: .seconds(progress))
        // Onboard moves by whole points.
        return CGRect(
            origin: CGPoint(x: frame.minX.rounded(.down), y: frame.minY.rounded(.down)),
            size: frame.size
        )
    }

    /// The speed of Onboard's slide follows a sine curve.
    private func progress(at time: Duration) -> Double {
        let steps = ((time - transition.startTime) / Self.step).rounded(.down) + 1
        let fraction = steps * (Self.step / .seconds(1)) / transition.seconds
        guard transition.seconds > 0, fraction < 1 else { return 1 }
        return (1 - cos(fraction * .pi)) / 2
    }
}
