import Foundation
import KeyboardObservation

/// The notifications of one transition.
struct KeyboardPost {
    /// The events that are posted when the transition begins.
    ///
    /// The property is not private, because `apply(_:screenSize:)` in another file simulates faults in the events.
    var will: [KeyboardEvent]

    /// The events that are posted when the transition ends.
    ///
    /// The property is not private, because `apply(_:screenSize:)` in another file simulates faults in the events.
    var did: [KeyboardEvent]

    init(
        _ announcement: Announcement,
        begin: CGRect,
        end: CGRect,
        duration: Double,
        isDrag: Bool,
        isLocal: Bool?,
        screenBounds: CGRect?,
        isObscured: Bool?,
        behavior: SimulatedKeyboard.Behavior
    ) {
        let info = Notification.KeyboardInfo(
            frameBegin: begin,
            frameEnd: end,
            animationDuration: duration,
            animationCurve: behavior.curve,
            isLocal: isLocal,
            screenBounds: screenBounds,
            isObscured: isObscured
        )
        var didInfo = info
        if behavior.didEventsHaveOnlyFrames {
            (didInfo.animationDuration, didInfo.animationCurve, didInfo.isLocal) = (nil, nil, nil)
            didInfo.isObscured = nil
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
        if isDrag, !behavior.reportsDraggedEnd {
            for index in will.indices { will[index].info.frameEnd = .zero }
        }
        guard !behavior.reportsFrameValues else { return }
        for index in will.indices { will[index].info.removeFrames() }
        for index in did.indices { did[index].info.removeFrames() }
    }
}

extension CGRect {
    /// Converts the rectangle to the coordinates of a screen that is turned by 90 degrees.
    ///
    /// - Parameter height: The height of the screen in the original coordinates, in points.
    /// - Returns: The turned rectangle.
    func turned(onScreenOfHeight height: CGFloat) -> CGRect {
        CGRect(x: height - maxY, y: minX, width: self.height, height: width)
    }
}

extension Notification.KeyboardInfo {
    fileprivate mutating func removeFrames() {
        (frameBegin, frameEnd, screenBounds) = (nil, nil, nil)
    }
}
