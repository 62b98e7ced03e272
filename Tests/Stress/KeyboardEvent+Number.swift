import Foundation
import KeyboardObservation

extension KeyboardEvent {
    /// Creates an event with a number from 1 to 400 as its height, and as its duration in 1,024ths of a second.
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
    /// The number in the height, 0 if there is none.
    var number: Int {
        Int(frameEnd?.height ?? 0)
    }
}

/// Returns the number in a duration.
func number(ofDuration duration: TimeInterval) -> Int {
    Int(duration * 1_024)
}
