public import Foundation

/// Posts notifications about a keyboard's transitions in UIKit's order, to one notification center.
///
/// A ``KeyboardSource`` creates a poster when the source starts, and stops the poster when the source stops. The source
/// reports the beginning and the end of each transition to the poster:
///
/// ```swift
/// poster.begin(to: frame, .docked, from: hiddenFrame, duration: 0.25, screenBounds: screenBounds)
/// scheduler.schedule(after: .seconds(0.25)) { poster.end() }
/// ```
///
/// For a docked keyboard, the poster posts *show* and *hide* events. Before each *show* or *hide* event, the poster
/// posts a *frame* event. For an undocked keyboard, the poster posts only *frame* events, because an app does not make
/// room for an undocked keyboard. When a keyboard undocks, the poster posts a *hide* event. When an undocked keyboard
/// docks, the poster posts the two *frame* events before the two *show* events.
///
/// When a transition begins, the poster drops the remaining events of the previous transition.
///
/// The poster receives frames in pixels, and posts the frames in points. If the frame of a keyboard is unknown, the
/// events contain no frame.
@MainActor
public final class KeyboardTransitionPoster {
    /// Whether a keyboard is docked, undocked or hidden at the end of a transition.
    public enum Place: Sendable, Hashable {
        /// The keyboard is at the bottom or the top of the screen, and the app makes room for the keyboard.
        case docked
        /// The keyboard is on screen, but the app does not make room for the keyboard.
        case undocked
        /// The keyboard is off screen.
        case hidden
    }

    /// The end frame of the latest transition; `nil` if the frame is unknown, or before the first transition.
    package private(set) var frame: CGRect?

    /// Where the keyboard is at the end of the latest transition.
    package private(set) var place = Place.hidden

    /// Whether a window covers the keyboard; `nil` if this is unknown.
    ///
    /// The poster adds `isObscured` to the payload of its events. When `isObscured` changes, the poster immediately
    /// posts `willChangeFrame` and `didChangeFrame` with equal begin and end frames. While the keyboard is hidden or
    /// disappearing, the poster posts no event for a change of `isObscured`.
    public var isObscured: Bool? {
        didSet { if (isObscured ?? false) != (oldValue ?? false) { postObscured() } }
    }

    private let sink: KeyboardSink
    private let scale: Double
    private let isLocal: Bool?
    private var isPostedAsShown = false
    private var didKinds: [KeyboardEvent.Kind] = []
    private var finalKinds: [KeyboardEvent.Kind] = []
    private var info = Notification.KeyboardInfo()
    /// After each event, the poster checks whether the count has changed, because an observer can begin another
    /// transition.
    private var transitionCount = 0
    private var isStopped = false

    /// Creates a poster for a keyboard that is hidden at first.
    ///
    /// - Parameters:
    ///   - center: The notification center that receives the notifications. The poster retains the center.
    ///   - screen: The `object` of the notifications. If the app has several screens, pass the keyboard's screen. The
    ///     poster retains the object.
    ///   - scale: The number of pixels in a point.
    ///   - isLocal: Whether the keyboard belongs to this app; `nil` if this is unknown.
    public convenience init(
        center: NotificationCenter,
        screen: AnyObject? = nil,
        scale: Double = 1,
        isLocal: Bool? = nil
    ) {
        self.init(scale: scale, isLocal: isLocal) { report in
            var notification = report.notification
            if let screen { notification.object = screen }
            center.post(notification)
        }
    }

    package init(scale: Double = 1, isLocal: Bool? = nil, to sink: @escaping KeyboardSink) {
        self.sink = sink
        self.scale = scale
        self.isLocal = isLocal
    }

    /// Begins a transition, and posts its *will* events.
    ///
    /// The transition begins at the end frame of the previous transition.
    ///
    /// - Parameters:
    ///   - end: The frame at the end of the transition; `nil` if the frame is unknown.
    ///   - place: Whether the keyboard is docked, undocked or hidden at the end of the transition.
    ///   - firstBegin: The begin frame of the first transition. The poster also uses `firstBegin` if the end frame of
    ///     the previous transition is unknown.
    ///   - duration: The duration in seconds.
    ///   - screenBounds: The bounds of the keyboard's monitor.
    public func begin(
        to end: CGRect?,
        _ place: Place,
        from firstBegin: CGRect? = nil,
        duration: Double = 0,
        screenBounds: CGRect? = nil
    ) {
        info = Notification.KeyboardInfo(
            frameBegin: end == nil ? nil : points(frame ?? firstBegin),
            frameEnd: points(end),
            animationDuration: duration,
            // The keyboard Onboard slides along a sine curve, which is similar to `easeInOut`.
            animationCurve: KeyboardAnimationCurve.easeInOut.rawValue,
            isLocal: isLocal,
            screenBounds: points(screenBounds),
            isObscured: isObscured
        )
        var willKinds: [KeyboardEvent.Kind] = [.willChangeFrame]
        didKinds = [.didChangeFrame]
        finalKinds = []
        if place == .docked, self.place == .undocked, !isPostedAsShown {
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
        post(willKinds, info)
    }

    private func postObscured() {
        guard place != .hidden else { return }
        info.isObscured = isObscured
        var change = info
        (change.frameBegin, change.animationDuration) = (change.frameEnd, 0)
        post([.willChangeFrame, .didChangeFrame], change)
    }

    /// Posts a frame of the moving keyboard.
    public func report(_ frame: CGRect) {
        guard !isStopped, let frame = points(frame) else { return }
        let userInfo: [AnyHashable: Any] = [KeyboardUserInfoKey.frameEnd: frame]
        sink(KeyboardReport(event: nil, notification: Notification(name: .keyboardFrameInMotion, userInfo: userInfo)))
    }

    /// Posts the *did* events of the current transition.
    public func end() {
        guard !didKinds.isEmpty else { return }
        if !finalKinds.isEmpty { isPostedAsShown = true }
        let kinds = didKinds + finalKinds
        didKinds = []
        post(kinds, info)
    }

    /// Call the method when the coordinates of the screen have changed.
    package func forgetFrame() {
        frame = nil
    }

    /// Stops posting permanently.
    ///
    /// The poster drops the remaining events of a running transition.
    public func stop() {
        isStopped = true
        transitionCount += 1
    }

    private func points(_ frame: CGRect?) -> CGRect? {
        guard let frame else { return nil }
        return CGRect(
            x: frame.minX / scale,
            y: frame.minY / scale,
            width: frame.width / scale,
            height: frame.height / scale
        )
    }

    private func post(_ kinds: [KeyboardEvent.Kind], _ info: Notification.KeyboardInfo) {
        guard !isStopped else { return }
        let transition = transitionCount
        // All events share one dictionary, because creating a dictionary takes as long as delivering an event.
        let userInfo = info.userInfo
        for kind in kinds where transition == transitionCount {
            let notification = Notification(name: kind.notificationName, userInfo: userInfo)
            sink(KeyboardReport(event: KeyboardEvent(kind, info: info), notification: notification))
        }
    }
}

package typealias KeyboardSink = @MainActor (KeyboardReport) -> Void

/// Either an event, or a frame of the moving keyboard.
///
/// All frames are in points.
package struct KeyboardReport {
    /// `nil` for a frame of the moving keyboard.
    package let event: KeyboardEvent?
    package let notification: Notification
}
