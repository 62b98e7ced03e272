import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A source that reports frames of a moving keyboard, and stops its reports while the keyboard still moves.
@MainActor
struct SilentFrameSourceTests {
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()

    /// If no frame is reported for half a second, the movement continues along its curve.
    ///
    /// The test contains the number from the documentation. It does not read the constant of the library.
    @Test func theCurveContinuesHalfASecondAfterTheLastReportedFrame() {
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        let guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = CGRect(x: 0, y: 0, width: 393, height: 852)
        let shown = CGRect(x: 0, y: 561, width: 393, height: 291)
        let info = Notification.KeyboardInfo(
            frameBegin: CGRect(x: 0, y: 852, width: 393, height: 291),
            frameEnd: shown,
            animationDuration: 3,
            animationCurve: 7
        )
        for kind in [KeyboardEvent.Kind.willChangeFrame, .willShow] {
            center.post(KeyboardEvent(kind, info: info).notification)
        }
        scheduler.advance(by: .milliseconds(40))
        let reported = shown.offsetBy(dx: 0, dy: 191)
        center.post(
            name: .keyboardFrameInMotion,
            object: nil,
            userInfo: [KeyboardUserInfoKey.frameEnd: reported]
        )
        #expect(guide.bottomInset == 100)
        scheduler.advance(by: .milliseconds(499))
        #expect(guide.bottomInset == 100, "a source was given up before half a second of silence")
        scheduler.advance(by: .milliseconds(101))
        #expect(guide.bottomInset > 100, "a source was not given up after half a second of silence")
        scheduler.advance(by: .seconds(5))
        #expect(guide.bottomInset == 291)
    }
}
