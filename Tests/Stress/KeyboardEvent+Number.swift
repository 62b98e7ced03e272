import Foundation
import KeyboardObservation

extension KeyboardEvent {
    /// An event that tells a number from 1 to 400: as its height, and as its duration in 1,024ths of a second.
    init(_ kind: Kind, number: Int) {
        let frame = CGRect(x: 0, y: 900 - number, width: 400, height: number)
        self.init(kind, info: .init(frameEnd: frame, animationDuration: Double(number) / 1_024))
    }

    var number: Int {
        info.number
    }
}

extension Notification.KeyboardInfo {
    /// The number that the height tells, 0 where there is none.
    var number: Int {
        Int(frameEnd?.height ?? 0)
    }
}

/// The number that a duration tells.
func number(ofDuration duration: TimeInterval) -> Int {
    Int(duration * 1_024)
}
