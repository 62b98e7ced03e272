import KeyboardObservation

/// The work to read one payload.
@MainActor
enum PayloadReading {
    static func job(of implementation: Implementation) -> Job? {
        let notification = SampleNotifications.lower
        return switch implementation {
        case .ours: Job { blackHole(notification.keyboardInfo) }
        case .surf: Job { blackHole(SurfInfo(notification)) }
        case .handwritten: Job { blackHole(HandwrittenInfo(notification)) }
        case .stream, .floor: nil
        }
    }
}
