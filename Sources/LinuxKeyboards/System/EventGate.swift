#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// Passes the events of a keyboard to the source's notification center while the source has chosen the keyboard.
    ///
    /// Each session posts all events of its keyboard to the gate of this keyboard, so that the source knows which
    /// keyboards are shown. The gate records the latest transition of the keyboard. When the source chooses a shown
    /// keyboard, the gate posts the recorded transition before any later event.
    @MainActor
    final class EventGate {
        var onChange: (() -> Void)?

        /// Whether the keyboard is on screen at the end of its latest transition.
        private(set) var isShown = false

        var isOpen: Bool { center != nil }

        var isHidden: Bool { !isShown && !isMoving }

        /// `nil` while the source has not chosen the keyboard.
        private var center: NotificationCenter?
        /// Whether the gate passes the events of the latest transition to the center.
        private var passes = false
        /// Whether the gate still expects the last *did* event of the latest transition.
        private var isMoving = false
        private var transition: [KeyboardEvent] = []
        /// Whether the keyboard's latest *show* or *hide* event was a *show* event.
        private var isDocked = false
        private var transitionCount = 0

        /// If the keyboard is shown, the gate posts the recorded transition when it opens.
        ///
        /// If the recorded transition has already ended, the posted duration is 0 seconds.
        func open(to center: NotificationCenter) {
            self.center = center
            passes = isShown
            if isShown { post(isMoving ? transition : completeEvents()) }
        }

        func close() {
            center = nil
            passes = false
        }

        /// If the keyboard is shown, the gate posts a *hide* transition of 0 seconds before it closes.
        func end() {
            if !isOpen || !isShown || post(completeEvents(isHide: true)) { close() }
        }

        /// An observer of an event can close the gate, change the center or start a transition.
        ///
        /// In these cases, the method posts no further events, and returns `false`.
        @discardableResult
        private func post(_ events: [KeyboardEvent]) -> Bool {
            let (center, count) = (center, transitionCount)
            for event in events {
                center?.post(event.notification)
                guard self.center === center, count == transitionCount else { return false }
            }
            return true
        }

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

        func receive(_ report: KeyboardReport) {
            receive(report.notification, report.event)
        }

        /// Receives a notification from a session or from the app's own keyboard.
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
        fileprivate var isOnScreen: Bool? {
            guard let frameEnd, let screenBounds else { return nil }
            return !frameEnd.intersection(screenBounds).isEmpty
        }
    }
#endif
