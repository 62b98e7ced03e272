import Foundation
import KeyboardObservation

/// The notifications of one move: those before it, and those after it.
struct KeyboardPost {
    /// How a payload differs from the usual.
    enum Oddity {
        /// The half of a rotation in which the keyboard goes.
        case rotationGoing
        /// The half in which it comes.
        case rotationComing
        case drag
    }

    var will: [KeyboardEvent]
    var did: [KeyboardEvent]

    init(
        _ announcement: Announcement,
        begin: CGRect,
        end: CGRect,
        duration: Double,
        oddity: Oddity?,
        isLocal: Bool?,
        screenBounds: CGRect?,
        behavior: SimulatedKeyboard.Behavior
    ) {
        let info = Notification.KeyboardInfo(
            frameBegin: begin,
            frameEnd: end,
            animationDuration: duration,
            animationCurve: behavior.curve,
            isLocal: isLocal,
            screenBounds: screenBounds
        )
        var didInfo = info
        let isLoggedRotation =
            behavior.rotationPayload == .asLogged && (oddity == .rotationGoing || oddity == .rotationComing)
        if behavior.didPayload == .framesOnly || isLoggedRotation {
            didInfo.animationDuration = nil
            didInfo.animationCurve = nil
            if behavior.didPayload == .framesOnly { didInfo.isLocal = nil }
        }
        let kinds: (will: [KeyboardEvent.Kind], did: [KeyboardEvent.Kind]) =
            switch announcement {
            case .show: ([.willChangeFrame, .willShow], [.didChangeFrame, .didShow])
            case .hide: ([.willChangeFrame, .willHide], [.didChangeFrame, .didHide])
            case .frame: ([.willChangeFrame], [.didChangeFrame])
            case .showWithoutFrame: ([.willShow], [.didShow])
            }
        will = kinds.will.map { KeyboardEvent($0, info: info) }
        did = kinds.did.map { KeyboardEvent($0, info: didInfo) }
        switch oddity {
        case .rotationGoing where isLoggedRotation:
            did[0].info.frameEnd = begin
        case .rotationComing where isLoggedRotation:
            will[0].info.frameBegin = end
        case .drag:
            for index in will.indices {
                switch behavior.draggedEnd {
                case .absent:
                    will[index].info = Notification.KeyboardInfo(frameBegin: begin, screenBounds: screenBounds)
                case .zero: will[index].info.frameEnd = .zero
                }
            }
        case .rotationGoing, .rotationComing, nil:
            break
        }
    }
}
