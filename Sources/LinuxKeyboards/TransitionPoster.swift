import Foundation
import KeyboardObservation

/// Posts the transitions of a keyboard to a center, in UIKit's order.
///
/// A docked keyboard posts *show* and *hide* events, each after its *frame* event. An undocked keyboard posts only
/// *frame* events, so that a screen does not make room for it. When a keyboard undocks, it posts a *hide*. When a
/// keyboard docks, it posts its pair of *frame* events and then a *show*.
///
/// The poster receives frames in pixels, and posts them in points. If the frames of a keyboard are unknown, the events
/// have no frames.
@MainActor
final class TransitionPoster {
    /// Where a keyboard is at the end of a transition.
    enum Place {
        case docked, undocked, hidden
    }

    /// The end frame of the last transition; `nil` if the frame is unknown.
    ///
    /// Before the first transition, the value is `nil`.
    private(set) var frame: CGRect?

    /// The place of the keyboard at the end of the last transition.
    private(set) var place = Place.hidden

    private let center: NotificationCenter
    private let scale: Double
    /// Whether a *show* event was posted, and no *hide* event was posted after it.
    private var isPostedAsShown = false
    /// The *did* events of the running transition.
    private var didKinds: [KeyboardEvent.Kind] = []
    private var finalKinds: [KeyboardEvent.Kind] = []
    private var info = Notification.KeyboardInfo()
    /// The number of transitions.
    ///
    /// `post(_:)` reads the number to notice that an observer has begun another transition during a notification.
    private var transitionCount = 0
    private var isStopped = false

    init(center: NotificationCenter, scale: Double = 1) {
        self.center = center
        self.scale = scale
    }

    /// Posts the *will* events of a transition that begins at the end frame of the last transition.
    ///
    /// - Parameters:
    ///   - end: The frame at the end of the transition; `nil` if the frame is unknown.
    ///   - place: Where the keyboard is at the end of the transition.
    ///   - firstBegin: The begin frame that is used if the end frame of the last transition is unknown.
    ///   - duration: The duration in seconds.
    ///   - screenBounds: The bounds of the keyboard's monitor.
    func begin(
        to end: CGRect?,
        _ place: Place,
        from firstBegin: CGRect? = nil,
        duration: Double = 0,
        screenBounds: CGRect? = nil
    ) {
        let docksInSight = place == .docked && self.place == .undocked && !isPostedAsShown
        info = Notification.KeyboardInfo(
            frameBegin: end == nil ? nil : (frame ?? firstBegin).map(points),
            frameEnd: end.map(points),
            animationDuration: duration,
            // The keyboard slides along a sine curve, which eases in and out like animation curve 0.
            animationCurve: KeyboardAnimationCurve.easeInOut.rawValue,
            screenBounds: screenBounds.map(points)
        )
        var willKinds: [KeyboardEvent.Kind] = [.willChangeFrame]
        didKinds = [.didChangeFrame]
        finalKinds = []
        if docksInSight {
            finalKinds = [.willShow, .didShow]
        } else if place == .docked {
            willKinds.append(.willShow)
            didKinds.append(.didShow)
            isPostedAsShown = true
        } else if isPostedAsShown {
            willKinds.append(.willHide)
            didKinds.append(.didHide)
            isPostedAsShown = false
        }
        (frame, self.place) = (end, place)
        transitionCount += 1
        post(willKinds)
    }

    /// Posts the visible frame of a keyboard during a transition.
    func report(_ frame: CGRect) {
        guard !isStopped else { return }
        center.post(name: .keyboardFrameInMotion, object: nil, userInfo: [KeyboardUserInfoKey.frameEnd: points(frame)])
    }

    /// Posts the *did* events of the running transition.
    func end() {
        guard !didKinds.isEmpty else { return }
        if !finalKinds.isEmpty { isPostedAsShown = true }
        let kinds = didKinds + finalKinds
        didKinds = []
        post(kinds)
    }

    /// Stops posting for good, even between the two events of a pair.
    func stop() {
        isStopped = true
    }

    private func points(_ frame: CGRect) -> CGRect {
        CGRect(x: frame.minX / scale, y: frame.minY / scale, width: frame.width / scale, height: frame.height / scale)
    }

    private func post(_ kinds: [KeyboardEvent.Kind]) {
        let transition = transitionCount
        for kind in kinds where !isStopped && transition == transitionCount {
            center.post(KeyboardEvent(kind, info: info).notification)
        }
    }
}
