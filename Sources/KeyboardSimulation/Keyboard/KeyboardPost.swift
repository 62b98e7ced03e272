import Foundation
import KeyboardObservation

struct KeyboardPost {
    var will: [KeyboardEvent]

    var did: [KeyboardEvent]

    init(_ announcement: Announcement, info: Notification.KeyboardInfo, hidesEndOfDrag: Bool) {
        let kinds: (will: [KeyboardEvent.Kind], did: [KeyboardEvent.Kind]) =
            switch announcement {
            case .show: ([.willChangeFrame, .willShow], [.didChangeFrame, .didShow])
            case .hide: ([.willChangeFrame, .willHide], [.didChangeFrame, .didHide])
            case .frame: ([.willChangeFrame], [.didChangeFrame])
            case .showWithoutFrame: ([.willShow], [.didShow])
            }
        var willInfo = info
        if hidesEndOfDrag, info.frameEnd != nil { willInfo.frameEnd = .zero }
        (will, did) = ([], [])
        for kind in kinds.will { will.append(KeyboardEvent(kind, info: willInfo)) }
        for kind in kinds.did { did.append(KeyboardEvent(kind, info: info)) }
    }
}
