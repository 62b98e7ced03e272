#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import Testing

    @testable import LinuxKeyboards

    /// The gate between the session of a keyboard and the center of the source.
    @MainActor
    struct KeyboardGateTests {
        private let gate = KeyboardGate()
        private let screen = CGRect(x: 0, y: 0, width: 1_280, height: 800)

        private func post(_ kind: KeyboardEvent.Kind, y: CGFloat) {
            let info = Notification.KeyboardInfo(
                frameEnd: CGRect(x: 100, y: y, width: 600, height: 200),
                screenBounds: screen
            )
            gate.sessionCenter.post(KeyboardEvent(kind, info: info).notification)
        }

        /// A floating keyboard posts no *show* and no *hide*, so the gate uses the frames of its events.
        @Test func aFloatingKeyboardIsShownWhileItIsOnTheScreen() {
            #expect(!gate.isShown)
            post(.willChangeFrame, y: 300)
            post(.didChangeFrame, y: 300)
            #expect(gate.isShown)
            post(.willChangeFrame, y: 810)
            post(.didChangeFrame, y: 810)
            #expect(!gate.isShown && gate.isHidden)
        }

        /// Shows the keyboard, opens the gate, and returns a pool that receives the events of the gate.
        private func openShownGate() -> KeyboardObserverPool {
            for kind in Transition.show { post(kind, y: 600) }
            let center = NotificationCenter()
            let pool = KeyboardObserverPool(center: center)
            pool.listen()
            gate.open(to: center)
            return pool
        }

        @Test func anOpenedGatePostsTheTransitionThatHasShownTheKeyboard() {
            let pool = openShownGate()
            #expect(pool.keyboard.phase == .shown)
            #expect(pool.keyboard.frame?.minY == 600)
            gate.close()
            post(.willChangeFrame, y: 810)
            post(.willHide, y: 810)
            #expect(pool.keyboard.phase == .shown, "a closed gate posts nothing")
        }

        @Test func aGateIsClosedAfterItsFinalHide() {
            let pool = openShownGate()
            gate.end()
            #expect(pool.keyboard.phase == .hidden)
            #expect(!gate.isOpen)
        }
    }
#endif
