import Foundation
import KeyboardObservation

extension KeyboardEvent {
    /// Creates an event that carries a number from 1 to 400.
    ///
    /// The height of the frame is the number. The duration is the number divided by 1,024, in seconds.
    init(_ kind: Kind, number: Int) {
        let frame = CGRect(x: 0, y: 900 - number, width: 400, height: number)
        self.init(kind, info: .init(frameEnd: frame, animationDuration: Double(number) / 1_024))
    }

    var number: Int {
        info.number
    }
}

extension KeyboardEvent.Kind {
    /// The position among all kinds.
    var number: Int {
        switch self {
        case .willShow: 0
        case .didShow: 1
        case .willHide: 2
        case .didHide: 3
        case .willChangeFrame: 4
        case .didChangeFrame: 5
        }
    }
}

extension Notification.KeyboardInfo {
    /// The number that the height of the frame carries, or 0 if there is no frame.
    var number: Int {
        Int(frameEnd?.height ?? 0)
    }
}

/// Returns the number that a duration carries.
func number(ofDuration duration: TimeInterval) -> Int {
    Int(duration * 1_024)
}
