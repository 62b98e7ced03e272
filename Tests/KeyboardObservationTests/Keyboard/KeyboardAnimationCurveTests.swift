import Foundation
import KeyboardObservation
import Testing

struct KeyboardAnimationCurveTests {
    @Test(arguments: [0.125, 0.25, 0.5])
    func theKeyboardCurveIsACriticallyDampedSpring(time: Double) {
        let omega = (1_000.0 / 3).squareRoot()
        let closedForm = 1 - exp(-omega * time) * (1 + omega * time)
        let progress = KeyboardAnimationCurve.keyboard.progress(after: .seconds(time), of: .seconds(0.25))
        #expect(abs(progress - closedForm) < 1e-9)
    }

    @Test(arguments: KeyboardAnimationCurve.allCases)
    func everyCurveIncreasesFromZeroToOne(curve: KeyboardAnimationCurve) {
        for duration in [50, 250, 400, 2_000].map(Duration.milliseconds) {
            let times = (0...1_000).map { curve.visibleDuration(of: duration) * $0 / 1_000 }
            let progress = times.map { curve.progress(after: $0, of: duration) }
            #expect(progress.first == 0 && progress.last == 1)
            #expect(progress == progress.sorted())
        }
    }

    @Test func theCurvesHaveUIKitsValuesAtHalfTime() {
        #expect(KeyboardAnimationCurve.linear.progress(after: .seconds(0.1), of: .seconds(0.2)) == 0.5)
        #expect(abs(KeyboardAnimationCurve.easeInOut.progress(after: .seconds(0.1), of: .seconds(0.2)) - 0.5) < 1e-12)
        let easeIn = KeyboardAnimationCurve.easeIn.progress(after: .seconds(0.1), of: .seconds(0.2))
        let easeOut = KeyboardAnimationCurve.easeOut.progress(after: .seconds(0.1), of: .seconds(0.2))
        // The curve for easing in is the reversed curve for easing out.
        #expect(easeIn < 0.35 && abs(easeIn + easeOut - 1) < 1e-12)
    }

    @Test func extremeTimesAndDurationsAreAccepted() {
        for curve in KeyboardAnimationCurve.allCases {
            #expect(curve.progress(after: .zero, of: .zero) == 1)
            #expect(curve.progress(after: .zero, of: .seconds(-1)) == 1)
            #expect(curve.progress(after: .seconds(-1), of: .seconds(0.25)) == 0)
            #expect(curve.progress(after: .seconds(1e18), of: .seconds(0.25)) == 1)
        }
    }

    @Test func theReportedNumberSelectsTheCurve() {
        #expect(KeyboardAnimationCurve(reported: 7) == .keyboard)
        #expect(KeyboardAnimationCurve(reported: 3) == .linear)
        #expect(KeyboardAnimationCurve(reported: 42) == .easeInOut)
        #expect(KeyboardAnimationCurve(reported: nil) == .keyboard)
    }
}
