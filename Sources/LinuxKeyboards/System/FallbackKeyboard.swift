#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The keyboard that a source uses while no keyboard of the desktop is reachable.
    @MainActor
    final class FallbackKeyboard {
        let source: any KeyboardSource
        private(set) var isStarted = false
        let gate = EventGate()
        private let center = NotificationCenter()

        init(_ source: any KeyboardSource) {
            self.source = source
            // This object owns the center, so the observer needs no removal.
            _ = center.addObserver(forName: nil, object: nil, queue: nil) { [weak gate] notification in
                // Safe: a source posts on the main actor, so the notification does not leave the main actor.
                nonisolated(unsafe) let notification = notification
                MainActor.assumeIsolated { unsafe gate?.receive(notification, KeyboardEvent(notification)) }
            }
        }

        isolated deinit {
            stop(postsHide: false)
        }

        /// If the keyboard cannot start, the call has no effect.
        ///
        /// Pass `true` for `isShown` if a keyboard of the desktop was shown when it ended, or `false` if it was hidden.
        /// Pass `nil` if no keyboard of the desktop has ended.
        func start(postingTo center: NotificationCenter, isShown: Bool?) {
            gate.reset()
            if let isShown { (source as? any FocusFollowingKeyboardSource)?.prepareStart(isShown: isShown) }
            gate.open(to: center)
            isStarted = true
            do throws(KeyboardSourceError) {
                try source.start(postingTo: self.center)
            } catch {
                isStarted = false
                gate.close()
            }
        }

        func stop(postsHide: Bool) {
            // An observer of the gate's *hide* event can call this method again.
            guard isStarted else { return gate.close() }
            isStarted = false
            source.stop()
            if postsHide { gate.end() } else { gate.close() }
        }
    }
#endif
