import Foundation
import KeyboardObservation

/// The notifications of one move: those before it, and those after it.
struct KeyboardPost {
    /// How a payload differs from the usual.
    enum Oddity {
        case rotation
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
        behavior: SimulatedKeyboard.Behavior
    ) {
        let info = Notification.KeyboardInfo(
            frameBegin: begin,
            frameEnd: end,
            animationDuration: duration,
            animationCurve: behavior.curve,
            isLocal: isLocal
        )
        var didInfo = info
        if behavior.didPayload == .framesOnly || oddity == .rotation {
            // The did events of a rotation were logged without the animation's keys.
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
        case .rotation where announcement == .hide:
            // As logged: of the half that hides, didChangeFrame tells that nothing moved …
            did[0].info.frameEnd = begin
        case .rotation:
            // … and of the half that shows, willChangeFrame does.
            will[0].info.frameBegin = end
        case .drag where behavior.draggedEnd == .absent:
            will[0].info = Notification.KeyboardInfo(frameBegin: begin)
        case .drag:
            will[0].info.frameEnd = .zero
        case nil:
            break
        }
    }
}
