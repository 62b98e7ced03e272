import Foundation
import KeyboardObservation

/// The kind of a transition.
enum Announcement {
    case show
    case hide
    case frame
    /// The *show* events that follow the *frame* events when a keyboard docks.
    case showWithoutFrame
}

/// The notifications of one transition.
struct KeyboardPost {
    /// A transition with an unusual payload.
    enum Variant {
        /// The *hide* event of a rotation.
        case rotationHide
        /// The *show* event of a rotation.
        case rotationShow
        /// The user drags an undocked keyboard.
        case drag
    }

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
        variant: Variant?,
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
            behavior.rotatesAsInIOS5 && (variant == .rotationHide || variant == .rotationShow)
        if behavior.didEventsHaveOnlyFrames || isLoggedRotation {
            didInfo.animationDuration = nil
            didInfo.animationCurve = nil
            if behavior.didEventsHaveOnlyFrames { didInfo.isLocal = nil }
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
        switch variant {
        case .rotationHide where isLoggedRotation:
            did[0].info.frameEnd = begin
        case .rotationShow where isLoggedRotation:
            will[0].info.frameBegin = end
        case .drag:
            for index in will.indices {
                switch behavior.draggedEnd {
                case .absent:
                    will[index].info = Notification.KeyboardInfo(frameBegin: begin, screenBounds: screenBounds)
                case .zero: will[index].info.frameEnd = .zero
                case .complete: break
                }
            }
        case .rotationHide, .rotationShow, nil:
            break
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
