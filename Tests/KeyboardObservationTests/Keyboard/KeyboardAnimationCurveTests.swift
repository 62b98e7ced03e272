import Foundation
import KeyboardObservation
import Testing

struct KeyboardAnimationCurveTests {
    @Test(arguments: [0.125, 0.25, 0.5])
    func theKeyboardCurveIsACriticallyDampedSpring(time: Double) {
        let omega = (1_000.0 / 3).squareRoot()
        let closedForm = 1 - exp(-omega * time) * (1 + omega * time)
        #expect(abs(KeyboardAnimationCurve.keyboard.progress(after: time, of: 0.25) - closedForm) < 1e-9)
    }

    @Test(arguments: KeyboardAnimationCurve.allCases)
    func everyCurveIncreasesFromZeroToOne(curve: KeyboardAnimationCurve) {
        for duration in [0.05, 0.25, 0.4, 2] {
            let times = (0...1_000).map { Double($0) / 1_000 * curve.visibleDuration(of: duration) }
            let progress = times.map { curve.progress(after: $0, of: duration) }
            #expect(progress.first == 0 && progress.last == 1)
            #expect(progress == progress.sorted())
        }
    }

    @Test func theCurvesHaveUIKitsValuesAtHalfTime() {
        #expect(KeyboardAnimationCurve.linear.progress(after: 0.1, of: 0.2) == 0.5)
        #expect(abs(KeyboardAnimationCurve.easeInOut.progress(after: 0.1, of: 0.2) - 0.5) < 1e-12)
        let easeIn = KeyboardAnimationCurve.easeIn.progress(after: 0.1, of: 0.2)
        let easeOut = KeyboardAnimationCurve.easeOut.progress(after: 0.1, of: 0.2)
        // The curve for easing in is the reversed curve for easing out.
        #expect(easeIn < 0.35 && abs(easeIn + easeOut - 1) < 1e-12)
    }

    @Test func extremeTimesAndDurationsAreAccepted() {
        for curve in KeyboardAnimationCurve.allCases {
            #expect(curve.progress(after: 0, of: 0) == 1)
            #expect(curve.progress(after: 0, of: -1) == 1)
            #expect(curve.progress(after: -1, of: 0.25) == 0)
            #expect(curve.progress(after: .infinity, of: 0.25) == 1)
            #expect(curve.progress(after: .nan, of: 0.25) == 1)
            #expect(curve.progress(after: 0.1, of: .nan) == 1)
        }
    }

    @Test func theReportedNumberSelectsTheCurve() {
        #expect(KeyboardAnimationCurve(reported: 7) == .keyboard)
        #expect(KeyboardAnimationCurve(reported: 3) == .linear)
        #expect(KeyboardAnimationCurve(reported: 42) == .easeInOut)
        #expect(KeyboardAnimationCurve(reported: nil) == .keyboard)
    }
}
