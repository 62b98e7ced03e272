#if SystemKeyboards
    import Foundation

    /// Determines whether a full-screen window covers a keyboard.
    ///
    /// Many window managers place a full-screen window in front of a docked keyboard. The full-screen window then
    /// receives the person's taps, and the keyboard receives none.
    ///
    /// A window manager lists the windows that it manages, from back to front. A keyboard that is not in the list is in
    /// front of all other windows.
    @MainActor
    struct XStackingOrder {
        /// `covers(_:)` checks at most this many of the frontmost windows, because a full-screen window is usually the
        /// frontmost window.
        private static let maximumCount = 32

        private let display: XDisplay
        /// The windows that the window manager manages, from back to front.
        private var order: [UInt32] = []
        /// The frame of each watched window that is visible and full screen; `nil` for any other watched window.
        private var frames: [UInt32: CGRect?] = [:]

        init(_ display: XDisplay) {
            self.display = display
        }

        mutating func readOrder() {
            order = display.values(of: display.atoms.clientListStacking, display.root)
            let listed = Set(order)
            frames = frames.filter { listed.contains($0.key) }
        }

        /// Makes the next call of `covers(_:)` read the properties of all windows again.
        mutating func readAgain() {
            frames = [:]
        }

        /// Makes the next call of `covers(_:)` read the properties of this window again.
        ///
        /// The result is `true` if the window was watched.
        mutating func readAgain(_ window: UInt32) -> Bool {
            frames.removeValue(forKey: window) != nil
        }

        mutating func covers(_ keyboard: KeyboardWindow) -> Bool {
            guard let place = order.lastIndex(of: keyboard.identifier) else { return false }
            for window in order[(place + 1)...].suffix(Self.maximumCount) {
                let frame = frames[window] ?? fullScreenFrame(of: window)
                frames[window] = .some(frame)
                if frame?.intersects(keyboard.frame) == true { return true }
            }
            return false
        }

        private func fullScreenFrame(of window: UInt32) -> CGRect? {
            // The window is watched before its properties are read, so that no change is missed.
            display.watch(window: window)
            let atoms = display.atoms
            let states = display.values(of: atoms.windowState, window)
            guard states.contains(atoms.fullScreen), !states.contains(atoms.hidden), isOnCurrentDesktop(window),
                let state = display.state(of: window), state.isMapped
            else { return nil }
            return state.frame
        }

        private func isOnCurrentDesktop(_ window: UInt32) -> Bool {
            let desktop = display.values(of: display.atoms.windowDesktop, window).first
            let current = display.values(of: display.atoms.currentDesktop, display.root).first
            // If a window is on all desktops, its desktop number is 0xFFFFFFFF.
            return desktop == nil || current == nil || desktop == current || desktop == .max
        }
    }
#endif
