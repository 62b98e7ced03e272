#if SystemKeyboards
    import Foundation

    /// Observes the window of a keyboard, and the desktop around it, on an X server.
    ///
    /// The keyboard is found by the class of its window. Windows without a title of their own, which have the title of the
    /// program, are not the keyboard: GTK creates such windows for its own use. A keyboard may have several windows with a
    /// title, of which one is mapped at a time; the others belong to menus. The observer reports the largest mapped window;
    /// if none is mapped, the largest window.
    @MainActor
    final class XWindowObserver {
        /// Called when ``window`` changed.
        var onWindowChange: (KeyboardWindow?) -> Void = { _ in }
        /// Called when ``desktop`` changed.
        var onDesktopChange: (Desktop) -> Void = { _ in }

        /// The keyboard's window; `nil` if there is none.
        private(set) var window: KeyboardWindow?
        /// The monitors and the area that panels leave free.
        private(set) var desktop = Desktop(monitors: [])

        private struct Candidate {
            var frame: XDisplay.PixelFrame
            var isMapped: Bool
            var parent: UInt32
            /// Whether a strut of the window reduces the work area.
            var hasStrut: Bool
        }

        /// The most windows of one class that are observed.
        ///
        /// Onboard has fewer than ten.
        private static let maximumCount = 64

        private let display: XDisplay
        private let instance: [UInt8]
        private let className: [UInt8]
        private let scale: Double
        private var candidates: [UInt32: Candidate] = [:]
        private var monitors: [XDisplay.Monitor] = []
        private var freeWorkArea: XDisplay.PixelFrame?

        /// Reads the desktop and all windows, and starts to observe.
        ///
        /// - Parameters:
        ///   - display: The display. The observer sets its `onEvent`.
        ///   - instance: The first text of the property `WM_CLASS`.
        ///   - className: The second text of the property `WM_CLASS`.
        ///   - scale: The number of pixels in a point.
        init(_ display: XDisplay, instance: String, className: String, scale: Double) {
            self.display = display
            self.instance = Array(instance.utf8)
            self.className = Array(className.utf8)
            self.scale = scale
            display.onEvent = { [weak self] in self?.receive($0) }
            readMonitors()
            findWindow()
        }

        /// Looks for windows of the keyboard that no event has announced.
        func findWindow() {
            for window in display.topLevelWindows { inspect(window) }
            readWorkArea()
            report()
            display.receive()
        }
    }

    // MARK: - Events

    extension XWindowObserver {
        private func receive(_ event: XDisplay.Event) {
            switch event {
            case .monitorsChanged:
                readMonitors()
                readWorkArea()
            case .propertyChanged(display.root, _):
                readWorkArea()
            case .propertyChanged(let window, let atom) where candidates[window] != nil:
                guard atom == display.atoms.strut || atom == display.atoms.strutPartial else { return }
                candidates[window]?.hasStrut = hasStrut(window)
            case .configured(let window, let frame, let isSynthetic):
                configure(window, frame, isSynthetic)
            case .mapped(let window):
                inspect(window)
                candidates[window]?.isMapped = true
                // During the map, the window manager may have moved the window's frame.
                if let origin = origin(of: window) { candidates[window]?.frame.move(to: origin) }
            case .unmapped(let window): candidates[window]?.isMapped = false
            case .reparented(let window, let parent):
                inspect(window)
                candidates[window]?.parent = parent
            case .destroyed(let window): candidates[window] = nil
            case .propertyChanged: return
            }
            report()
        }

        private func configure(_ window: UInt32, _ frame: XDisplay.PixelFrame, _ isSynthetic: Bool) {
            guard let candidate = candidates[window] else { return }
            candidates[window]?.frame.width = frame.width
            candidates[window]?.frame.height = frame.height
            // A real event has the position in the parent, a synthetic one the position in the root window. A window that
            // is being reparented is at no position until it is mapped.
            let position: (x: Int, y: Int)? =
                if isSynthetic || candidate.parent == display.root {
                    (frame.x, frame.y)
                } else if candidate.isMapped {
                    origin(of: window)
                } else {
                    nil
                }
            if let position { candidates[window]?.frame.move(to: position) }
        }

        private func origin(of window: UInt32) -> (x: Int, y: Int)? {
            candidates[window] == nil ? nil : display.origin(of: window)
        }

        /// Adds a window to the candidates if it has the keyboard's class.
        private func inspect(_ window: UInt32) {
            guard candidates[window] == nil, candidates.count < Self.maximumCount,
                display.text(of: display.atoms.windowClass, window) == instance + [0] + className + [0],
                display.text(of: display.atoms.windowName, window) != instance
            else { return }
            // Events are requested first, so that no change is missed.
            display.watch(window: window)
            guard var frame = display.frameInParent(of: window), let parent = display.parent(of: window),
                let isMapped = display.isMapped(window)
            else { return }
            if parent != display.root, isMapped, let origin = display.origin(of: window) { frame.move(to: origin) }
            candidates[window] = Candidate(
                frame: frame,
                isMapped: isMapped,
                parent: parent,
                hasStrut: hasStrut(window)
            )
        }
    }

    // MARK: - The desktop

    extension XWindowObserver {
        private func hasStrut(_ window: UInt32) -> Bool {
            [display.atoms.strut, display.atoms.strutPartial].contains { atom in
                display.values(of: atom, window).contains { $0 != 0 }
            }
        }

        private func readMonitors() {
            monitors = display.monitors
        }

        /// Reads the work area, unless the keyboard's own strut reduces it.
        private func readWorkArea() {
            guard !candidates.values.contains(where: \.hasStrut) else { return }
            freeWorkArea = display.workArea
        }
    }

    // MARK: - Reporting

    extension XWindowObserver {
        private func report() {
            let newDesktop = Desktop(
                monitors: monitors.map { Desktop.Monitor(frame: points($0.frame), isPrimary: $0.isPrimary) },
                workArea: freeWorkArea.map(points)
            )
            if newDesktop != desktop {
                desktop = newDesktop
                onDesktopChange(newDesktop)
            }
            let newWindow = keyboardWindow
            if newWindow != window {
                window = newWindow
                onWindowChange(newWindow)
            }
        }

        private var keyboardWindow: KeyboardWindow? {
            let all = candidates.map { (identifier: $0.key, candidate: $0.value) }
            let largest = all.max {
                let (first, second) = ($0.candidate, $1.candidate)
                if first.isMapped != second.isMapped { return second.isMapped }
                let (firstArea, secondArea) = (
                    first.frame.width * first.frame.height, second.frame.width * second.frame.height
                )
                return (firstArea, $0.identifier) < (secondArea, $1.identifier)
            }
            return largest.map {
                KeyboardWindow(
                    identifier: $0.identifier,
                    frame: points($0.candidate.frame),
                    isMapped: $0.candidate.isMapped
                )
            }
        }

        private func points(_ frame: XDisplay.PixelFrame) -> CGRect {
            CGRect(
                x: Double(frame.x) / scale,
                y: Double(frame.y) / scale,
                width: Double(frame.width) / scale,
                height: Double(frame.height) / scale
            )
        }
    }
#endif
