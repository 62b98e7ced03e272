import Foundation
import KeyboardObservation

/// The four keys, read by `as?`.
struct HandwrittenInfo {
    let frameBegin: CGRect?
    let frameEnd: CGRect?
    let duration: Double?
    let curve: UInt?

    init(_ notification: Notification) {
        let userInfo = notification.userInfo
        frameBegin = userInfo?[KeyboardUserInfoKey.frameBegin] as? CGRect
        frameEnd = userInfo?[KeyboardUserInfoKey.frameEnd] as? CGRect
        duration = userInfo?[KeyboardUserInfoKey.animationDuration] as? Double
        curve = userInfo?[KeyboardUserInfoKey.animationCurve] as? UInt
    }
}
