import Foundation
import KeyboardObservation

/// Posts the transitions of a keyboard to a center, in UIKit's order.
///
/// For a docked keyboard, the poster posts *show* and *hide* events. A *frame* event precedes each of these events. For
/// an undocked keyboard, the poster posts only *frame* events, because a screen needs no space for this keyboard. When
/// a keyboard undocks, the poster posts a *hide*. When an undocked keyboard docks, the poster posts the two *frame*
/// events and then a *show*.
///
/// The poster receives frames in pixels, and posts them in points. If the frames of a keyboard are unknown, the events
/// have no frames.
@MainActor
final class TransitionPoster {
    /// The place of a keyboard at the end of a transition.
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
    /// Whether the last *show* or *hide* event was a *show* event.
    private var isPostedAsShown = false
    /// The *did* events that ``end()`` posts.
    private var didKinds: [KeyboardEvent.Kind] = []
    private var finalKinds: [KeyboardEvent.Kind] = []
    private var info = Notification.KeyboardInfo()
    /// The number of transitions that the poster has begun.
    ///
    /// An observer can begin another transition during a notification. `post(_:)` stops posting when this number
    /// changes.
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
    ///   - place: The place of the keyboard at the end of the transition.
    ///   - firstBegin: The begin frame. If the last transition has an end frame, the poster uses that end frame
    ///     instead.
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
            // The keyboard slides along a sine curve. Animation curve 0 is similar to a sine curve.
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

    /// Posts a frame in motion.
    func report(_ frame: CGRect) {
        guard !isStopped else { return }
        center.post(name: .keyboardFrameInMotion, object: nil, userInfo: [KeyboardUserInfoKey.frameEnd: points(frame)])
    }

    /// Posts the *did* events of the current transition.
    func end() {
        guard !didKinds.isEmpty else { return }
        if !finalKinds.isEmpty { isPostedAsShown = true }
        let kinds = didKinds + finalKinds
        didKinds = []
        post(kinds)
    }

    /// Stops posting for good.
    ///
    /// For example, an observer of a *frame* event can call this method. The poster then does not post the *show*
    /// event.
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
