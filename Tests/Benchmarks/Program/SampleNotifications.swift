import Foundation
import KeyboardObservation

/// The notifications of a keyboard that shows and hides a row of predictions.
///
/// The two notifications have different heights, so each event is a change.
@MainActor
enum SampleNotifications {
    static let lower = willShow(height: 291)
    static let higher = willShow(height: 335)

    static func willShow(height: Double, duration: Double = 0.25, curve: UInt = 7) -> Notification {
        let info = Notification.KeyboardInfo(
            frameBegin: CGRect(x: 0, y: 852, width: 393, height: height),
            frameEnd: CGRect(x: 0, y: 852 - height, width: 393, height: height),
            animationDuration: duration,
            animationCurve: curve,
            isLocal: true
        )
        return KeyboardEvent(.willShow, info: info).notification
    }
}

/// The notifications that a benchmark posts for one event.
enum SamplePost {
    case plain
    /// The notification has an object, which identifies the keyboard's screen.
    case withObject
    /// *Will change frame* and *will show* with one payload, as UIKit posts them.
    case pair
}

/// Posts the notifications of the higher and the lower keyboard in turn.
@MainActor
final class Poster {
    let center: NotificationCenter
    var content = SamplePost.plain
    private let object = CallCounter()
    private var isHigher = false

    init(_ center: NotificationCenter) {
        self.center = center
    }

    func post() {
        isHigher.toggle()
        let notification = isHigher ? SampleNotifications.higher : SampleNotifications.lower
        switch content {
        case .plain:
            center.post(notification)
        case .withObject:
            center.post(name: notification.name, object: object, userInfo: notification.userInfo)
        case .pair:
            center.post(name: .keyboardWillChangeFrame, object: nil, userInfo: notification.userInfo)
            center.post(notification)
        }
    }
}
