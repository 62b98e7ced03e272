#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// Passes a keyboard's events to the center of the source, as long as the source has chosen this keyboard.
    ///
    /// All sessions post events, so that the source knows which keyboards are shown. The gate records the latest
    /// transition. When the source chooses a shown keyboard, the gate posts the recorded transition. So the center
    /// receives the *show* event of the keyboard before its later events.
    @MainActor
    final class EventGate {
        var onChange: (() -> Void)?

        /// Whether the keyboard is on screen at the end of its latest transition.
        private(set) var isShown = false

        var isOpen: Bool { center != nil }

        /// Whether the keyboard is off screen and its latest transition has ended.
        var isHidden: Bool { !isShown && !isMoving }

        /// The center of the source; `nil` while the source has not chosen the keyboard.
        private var center: NotificationCenter?
        /// Whether the center receives the events of the latest transition.
        private var passes = false
        /// Whether the gate still expects the last *did* event of the latest transition.
        private var isMoving = false
        private var transition: [KeyboardEvent] = []
        /// `true` from a *show* event of the keyboard until its next *hide* event.
        private var isDocked = false
        /// The number of transitions that have begun, plus the number of calls of ``reset()``.
        private var transitionCount = 0

        /// Starts to post the events to a center.
        ///
        /// If the keyboard is shown, the gate first posts the recorded transition. If this transition has already
        /// ended, the gate posts it with a duration of 0 seconds.
        func open(to center: NotificationCenter) {
            self.center = center
            passes = isShown
            if isShown { post(isMoving ? transition : completeEvents()) }
        }

        /// Stops posting the events.
        func close() {
            center = nil
            passes = false
        }

        /// Posts a *hide* transition of 0 seconds if the keyboard is shown, and then posts no more events.
        func end() {
            if !isOpen || !isShown || post(completeEvents(isHide: true)) { close() }
        }

        /// Posts events until an observer of an event closes the gate, opens it to another center, or causes the next
        /// transition.
        ///
        /// - Returns: `true` if the gate has posted all events, and no observer has interrupted the gate.
        @discardableResult
        private func post(_ events: [KeyboardEvent]) -> Bool {
            let (center, count) = (center, transitionCount)
            for event in events {
                center?.post(event.notification)
                guard self.center === center, count == transitionCount else { return false }
            }
            return true
        }

        /// Forgets the latest transition, because the session was closed.
        func reset() {
            transitionCount += 1
            (passes, isShown, isDocked, isMoving, transition) = (false, false, false, false, [])
        }

        /// Returns the events of a *show* or *hide* transition of 0 seconds.
        private func completeEvents(isHide: Bool = false) -> [KeyboardEvent] {
            guard var info = transition.last?.info else { return [] }
            (info.frameBegin, info.animationDuration) = (info.frameEnd, 0)
            if isHide, let frame = info.frameEnd, let screen = info.screenBounds {
                info.frameEnd = frame.offsetBy(dx: 0, dy: max(screen.maxY - frame.minY, 0))
            }
            let (will, did): (KeyboardEvent.Kind, KeyboardEvent.Kind) =
                isHide ? (.willHide, .didHide) : (.willShow, .didShow)
            let (begin, end) = (KeyboardEvent.Kind.willChangeFrame, KeyboardEvent.Kind.didChangeFrame)
            return (isDocked ? [begin, will, end, did] : [begin, end]).map { KeyboardEvent($0, info: info) }
        }

        /// Receives a report of a session.
        func receive(_ report: KeyboardReport) {
            receive(report.notification, report.event)
        }

        /// Receives a notification of a session, or of the app's own keyboard.
        func receive(_ notification: Notification, _ event: KeyboardEvent?) {
            let old = (isShown, isHidden)
            if let event { record(event) }
            if passes { center?.post(notification) }
            if old != (isShown, isHidden) { onChange?() }
        }

        private func record(_ event: KeyboardEvent) {
            switch event.kind {
            case .willChangeFrame:
                transitionCount += 1
                (transition, isMoving) = ([], true)
                passes = center != nil
                isShown = event.info.isOnScreen ?? isShown
            case .willShow: (isShown, isDocked, isMoving) = (true, true, true)
            case .willHide: (isShown, isDocked) = (event.info.isOnScreen ?? false, false)
            case .didChangeFrame:
                isMoving = transition.contains { [.willShow, .willHide].contains($0.kind) }
            case .didShow, .didHide: isMoving = false
            }
            transition.append(event)
        }
    }

    extension Notification.KeyboardInfo {
        /// Whether the keyboard is on its screen at the end of the transition; `nil` if the frames are unknown.
        fileprivate var isOnScreen: Bool? {
            guard let frameEnd, let screenBounds else { return nil }
            return !frameEnd.intersection(screenBounds).isEmpty
        }
    }
#endif
