#if SystemKeyboards
    import Foundation

    /// The order of the windows on an X server, which determines whether a window covers the keyboard.
    ///
    /// A window manager lists the windows that it manages, from the lowest to the highest. Many window managers place a
    /// full-screen window above a docked keyboard. The app then receives the person's taps, and the keyboard does not.
    ///
    /// A keyboard that is not in the list is never covered, because its window ignores the window manager and is above
    /// all other windows.
    @MainActor
    struct XStackingOrder {
        /// The maximum number of windows above the keyboard that the observer watches.
        ///
        /// The windows with the highest places are watched. A full-screen window is usually the highest window.
        private static let maximumCount = 32

        private let display: XDisplay
        /// The windows that the window manager manages, from the lowest to the highest.
        private var order: [UInt32] = []
        /// The frame of each watched window in the coordinates of the root window.
        ///
        /// The frame is `nil` if the window is not full-screen or not visible.
        private var frames: [UInt32: CGRect?] = [:]

        init(_ display: XDisplay) {
            self.display = display
        }

        /// Reads the order, and forgets the windows that no longer exist.
        mutating func readOrder() {
            order = display.values(of: display.atoms.clientListStacking, display.root)
            let listed = Set(order)
            frames = frames.filter { listed.contains($0.key) }
        }

        /// Reads the properties of the watched windows when they are next needed.
        mutating func readAgain() {
            frames = [:]
        }

        /// Reads the properties of a watched window when they are next needed.
        ///
        /// - Returns: Whether the window is watched.
        mutating func readAgain(_ window: UInt32) -> Bool {
            frames.removeValue(forKey: window) != nil
        }

        /// Returns whether a visible full-screen window above the keyboard's window intersects its frame.
        ///
        /// The method asks the server for the properties of each window that is above the keyboard for the first time.
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
            // The events are requested before the properties are read, so that no change is missed.
            display.watch(window: window)
            let atoms = display.atoms
            let states = display.values(of: atoms.windowState, window)
            guard states.contains(atoms.fullScreen), !states.contains(atoms.hidden), isOnCurrentDesktop(window),
                display.isMapped(window) == true, let size = display.frameInParent(of: window)?.size,
                let origin = display.origin(of: window)
            else { return nil }
            return CGRect(origin: origin, size: size)
        }

        private func isOnCurrentDesktop(_ window: UInt32) -> Bool {
            let desktop = display.values(of: display.atoms.windowDesktop, window).first
            let current = display.values(of: display.atoms.currentDesktop, display.root).first
            // A window on all desktops has the number 0xFFFFFFFF.
            return desktop == nil || current == nil || desktop == current || desktop == .max
        }
    }
#endif
