import Foundation
import KeyboardObservation

/// A keyboard that grows by a row of predictions and shrinks again, so that each event is a change.
@MainActor
enum SampleNotifications {
    static let lower = willShow(height: 291)
    static let higher = willShow(height: 335)

    static func willShow(height: Double) -> Notification {
        let info = Notification.KeyboardInfo(
            frameBegin: CGRect(x: 0, y: 852, width: 393, height: height),
            frameEnd: CGRect(x: 0, y: 852 - height, width: 393, height: height),
            animationDuration: 0.25,
            animationCurve: 7,
            isLocal: true
        )
        return KeyboardEvent(.willShow, info: info).notification
    }

    /// The same payload among foreign keys.
    static func withForeignKeys(_ foreignKeys: Int) -> Notification {
        var notification = lower
        for number in 0..<foreignKeys { notification.userInfo?["foreign \(number)"] = number }
        return notification
    }
}

/// Posts the notifications to a center in turn.
@MainActor
struct Poster {
    let center: NotificationCenter
    private var isHigher = false

    init(_ center: NotificationCenter) {
        self.center = center
    }

    mutating func post() {
        isHigher.toggle()
        center.post(isHigher ? SampleNotifications.higher : SampleNotifications.lower)
    }
}
