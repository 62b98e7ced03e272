#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// A keyboard with windows on an X server.
    enum XKeyboard: CaseIterable {
        case onboard
        /// A keyboard that is identified by the names of its windows.
        case named
    }

    /// Observes the desktop of an X server, and the windows of keyboards.
    ///
    /// The sessions of a source share the observer. A keyboard can have several windows, such as the windows of its
    /// menus. The observer reports the largest mapped window. If no window is mapped, the observer reports the largest
    /// window.
    ///
    /// The observer reads the position of a window from events. If no event reports the position, the observer requests
    /// the position. The observer prefers events, because the reply to a request can arrive before an older event. The
    /// older event then moves the window back to an earlier position.
    @MainActor
    final class XWindowObserver {
        /// The closures of the session of a keyboard.
        struct Handlers {
            /// Called when the keyboard's window has changed.
            var onWindowChange: (KeyboardWindow?) -> Void
            /// Called when ``XWindowObserver/desktop`` has changed.
            var onDesktopChange: (Desktop) -> Void
            /// Called after each update of the observer.
            ///
            /// The observer calls ``onWindowChange`` first. When this closure is called, the result of
            /// ``XWindowObserver/hasWindow(_:)`` may have changed.
            var onPresenceChange: () -> Void = {}
            /// Called once when the connection to the server is lost.
            var onLoss: () -> Void
        }

        /// The closures of the open sessions.
        ///
        /// A session removes its closures when it is closed.
        var handlers: [XKeyboard: Handlers] = [:]

        /// The window of each keyboard that has a window.
        private(set) var windows: [XKeyboard: KeyboardWindow] = [:]
        /// The monitors, and the area that panels do not cover.
        private(set) var desktop = Desktop(monitors: [])

        private struct Candidate {
            /// The keyboards to which the window belongs.
            var keyboards: Set<XKeyboard>
            /// The frame in the coordinates of the root window.
            var frame: CGRect
            var isMapped: Bool
            var parent: UInt32
            /// The position of the window in the coordinates of its parent.
            var offset: CGPoint
            /// The position of the parent in the root window; `nil` until an event reports the position.
            var parentOrigin: CGPoint?
            /// Whether the observer computes the position of the window from the position of the parent window.
            ///
            /// If the window manager has reported the position of the window, the property is `false`.
            var followsParent: Bool
            /// Whether the position of the window is known.
            ///
            /// A window manager moves a mapped window shortly after it has begun to manage the window.
            var isPlaced: Bool
            /// Whether a strut of the window reduces the work area.
            var hasStrut: Bool

            /// Computes the position of the window from the position of its parent.
            ///
            /// If the window manager has reported the position of the window, the call has no effect.
            mutating func moveWithParent() {
                guard followsParent, let parentOrigin else { return }
                frame.origin = CGPoint(x: parentOrigin.x + offset.x, y: parentOrigin.y + offset.y)
                isPlaced = true
            }
        }

        /// The maximum number of observed windows.
        ///
        /// Onboard has fewer than ten windows.
        private static let maximumCount = 64

        /// The maximum number of watched windows that have no class.
        ///
        /// The frame windows of a window manager also have no class. When the maximum is exceeded, the observer forgets
        /// the oldest window.
        private static let maximumUnnamedCount = 128

        /// The longest time that the observer waits for the position of a mapped window.
        ///
        /// Openbox places a window within a few milliseconds. On a busy machine, Openbox needs up to 0.2 seconds.
        private static let longestPlacing = Duration.milliseconds(300)

        private let display: XDisplay
        private let scheduler: any KeyboardScheduler
        private let keyboards: [XKeyboard: (XWindowTexts) -> Bool]
        private var candidates: [UInt32: Candidate] = [:]
        private var stackingOrder: XStackingOrder
        private var monitors: [Desktop.Monitor] = []
        private var freeWorkArea: CGRect?
        private var placing: KeyboardScheduledAction?
        /// The windows without a class, in the order in which they were found.
        ///
        /// A keyboard can set the class or the title of its window after the keyboard has mapped the window.
        private var unnamed: [UInt32] = []
        /// The windows that `_NET_CLIENT_LIST` contained when the observer last read the list.
        private var clients: Set<UInt32> = []

        /// Reads the desktop and all windows, and starts to observe them.
        ///
        /// - Parameters:
        ///   - display: The display. The observer sets the closures of the display.
        ///   - scheduler: The scheduler that supplies the time.
        ///   - keyboards: For each keyboard, a closure that returns whether a window belongs to the keyboard.
        init(
            _ display: XDisplay,
            scheduler: any KeyboardScheduler,
            keyboards: [XKeyboard: (XWindowTexts) -> Bool]
        ) {
            self.display = display
            self.scheduler = scheduler
            stackingOrder = XStackingOrder(display)
            self.keyboards = keyboards
            display.onEvent = { [weak self] in self?.receive($0) }
            display.onLoss = { [weak self] in
                guard let self else { return }
                // The session of one keyboard can close the session of another keyboard.
                for kind in XKeyboard.allCases { handlers[kind]?.onLoss() }
            }
            monitors = display.monitors
            findWindow()
        }

        isolated deinit {
            close()
        }

        /// Closes the connection to the server.
        func close() {
            placing?.cancel()
            handlers = [:]
            display.close()
        }

        /// Whether the connection to the server is closed or lost.
        var isClosed: Bool { display.isClosed }

        /// Returns whether a keyboard has a window, even if the position of the window is unknown.
        func hasWindow(_ kind: XKeyboard) -> Bool {
            candidates.values.contains { $0.keyboards.contains(kind) }
        }

        /// Finds all windows of keyboards, including the windows that no event has announced.
        func findWindow() {
            inspectNewClients()
            for window in display.tree(of: display.root)?.children ?? [] { inspect(window) }
            stackingOrder.readOrder()
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
                monitors = display.monitors
                readWorkArea()
            case .propertyChanged(display.root, let atom):
                switch atom {
                case display.atoms.clientList: inspectNewClients()
                case display.atoms.clientListStacking: stackingOrder.readOrder()
                case display.atoms.workArea: readWorkArea()
                case display.atoms.currentDesktop:
                    stackingOrder.readAgain()
                    readWorkArea()
                default: return
                }
            case .propertyChanged(let window, let atom)
            where atom == display.atoms.windowState || atom == display.atoms.windowDesktop:
                guard stackingOrder.readAgain(window) else { return }
            case .propertyChanged(let window, let atom) where candidates[window] != nil:
                guard atom == display.atoms.strut || atom == display.atoms.strutPartial else { return }
                candidates[window]?.hasStrut = hasStrut(window)
            case .configured(let window, let frame, let coordinates):
                _ = stackingOrder.readAgain(window)
                parentMoved(window, to: frame.origin)
                configure(window, frame, coordinates)
            case .mapped(let window):
                _ = stackingOrder.readAgain(window)
                inspect(window)
                candidates[window]?.isMapped = true
            case .unmapped(let window):
                _ = stackingOrder.readAgain(window)
                candidates[window]?.isMapped = false
            case .reparented(let window, let parent, let position):
                inspect(window)
                reparent(window, to: parent, at: position)
            case .destroyed(let window):
                candidates[window] = nil
                unnamed.removeAll { $0 == window }
            case .propertyChanged(let window, display.atoms.windowClass),
                .propertyChanged(let window, display.atoms.windowName):
                guard unnamed.contains(window) else { return }
                inspect(window)
            case .propertyChanged: return
            }
            report()
        }

        private func configure(
            _ window: UInt32,
            _ frame: CGRect,
            _ coordinates: XDisplay.Coordinates
        ) {
            guard var candidate = candidates[window] else { return }
            candidate.frame.size = frame.size
            if coordinates == .root || candidate.parent == display.root {
                candidate.frame.origin = frame.origin
                (candidate.followsParent, candidate.isPlaced) = (false, true)
            } else {
                candidate.offset = frame.origin
                candidate.followsParent = true
                candidate.moveWithParent()
            }
            candidates[window] = candidate
        }

        /// Updates the frames of a window's children after the window manager has moved the window.
        private func parentMoved(_ parent: UInt32, to position: CGPoint) {
            for window in candidates.keys where candidates[window]?.parent == parent {
                candidates[window]?.parentOrigin = position
                candidates[window]?.moveWithParent()
            }
        }

        /// Records the new parent of a window.
        ///
        /// If the parent is not the root window, the method does not change the frame. The frame changes when the
        /// window manager moves the parent.
        private func reparent(_ window: UInt32, to parent: UInt32, at position: CGPoint) {
            guard var candidate = candidates[window] else { return }
            let isInRoot = parent == display.root
            if isInRoot { (candidate.frame.origin, candidate.isPlaced) = (position, true) }
            (candidate.parent, candidate.offset, candidate.parentOrigin) = (parent, position, nil)
            candidate.followsParent = !isInRoot
            candidates[window] = candidate
            // The root window reports only the events of its children. The observer therefore requests the events of a
            // new parent.
            if !isInRoot { display.watch(window: parent) }
        }

        /// Inspects the new windows in the list of the window manager.
        ///
        /// A listed window is usually not a child of the root window, because a window manager puts a frame around each
        /// window.
        private func inspectNewClients() {
            let listed = Set(display.values(of: display.atoms.clientList, display.root))
            for window in listed.subtracting(clients) { inspect(window) }
            clients = listed
        }

        /// Adds a window to the candidates if it belongs to a keyboard.
        private func inspect(_ window: UInt32) {
            guard candidates[window] == nil, candidates.count < Self.maximumCount else { return }
            var texts = XWindowTexts(of: window, on: display)
            if !texts.hasClass, !unnamed.contains(window) {
                watchUnnamed(window)
                // The window can receive its class before the observer requests the events of the window.
                texts = XWindowTexts(of: window, on: display)
            }
            let owners = Set(keyboards.filter { $0.value(texts) }.keys)
            guard !owners.isEmpty else {
                if texts.hasClass { forget(window) }
                return
            }
            unnamed.removeAll { $0 == window }
            // The observer requests the events of the window before it reads the frame and the parent of the window.
            // The observer therefore notices each change.
            display.watch(window: window)
            // A mapped window already has its final parent, because a window manager changes the parent before it maps
            // the window. If a window is not mapped, an event reports the final parent later.
            guard let isMapped = display.isMapped(window), let frame = display.frameInParent(of: window),
                let parent = display.tree(of: window)?.parent
            else { return }
            let isInRoot = parent == display.root
            if !isInRoot { display.watch(window: parent) }
            candidates[window] = Candidate(
                keyboards: owners,
                frame: frame,
                isMapped: isMapped,
                parent: parent,
                offset: frame.origin,
                parentOrigin: nil,
                followsParent: !isInRoot,
                isPlaced: isInRoot,
                hasStrut: hasStrut(window)
            )
            if !isInRoot { placeLater() }
        }

        private func watchUnnamed(_ window: UInt32) {
            display.watch(window: window)
            unnamed.append(window)
            if unnamed.count > Self.maximumUnnamedCount { forget(unnamed[0]) }
        }

        /// Stops watching a window that does not belong to a keyboard.
        private func forget(_ window: UInt32) {
            guard let index = unnamed.firstIndex(of: window) else { return }
            unnamed.remove(at: index)
            guard !candidates.values.contains(where: { $0.parent == window }) else { return }
            display.ignore(window: window)
            // If the window is above the keyboard, the stacking order still needs the events of the window. The
            // stacking order then requests the events again.
            _ = stackingOrder.readAgain(window)
        }

        /// Waits for a delay, and then requests the positions that are still unknown.
        ///
        /// During the delay, the window manager can move the windows, and events can report the positions.
        private func placeLater() {
            guard placing?.isWaiting != true else { return }
            placing = scheduler.schedule(after: Self.longestPlacing) { [weak self] in self?.place() }
        }

        private func place() {
            for window in candidates.keys where candidates[window]?.isPlaced == false {
                guard let position = display.origin(of: window) else { continue }
                candidates[window]?.frame.origin = position
                candidates[window]?.isPlaced = true
            }
            report()
            display.receive()
        }
    }

    // MARK: - The desktop

    extension XWindowObserver {
        private func hasStrut(_ window: UInt32) -> Bool {
            [display.atoms.strut, display.atoms.strutPartial].contains { atom in
                display.values(of: atom, window).contains { $0 != 0 }
            }
        }

        /// Records the work area if no keyboard has a strut.
        private func readWorkArea() {
            let area = display.workArea
            // If the keyboard has just set a strut, the event for the strut can still be on its way. The observer
            // therefore reads the windows and their struts again.
            inspectNewClients()
            for window in candidates.keys { candidates[window]?.hasStrut = hasStrut(window) }
            guard !candidates.values.contains(where: \.hasStrut) else { return }
            freeWorkArea = area
        }
    }

    // MARK: - Reporting

    extension XWindowObserver {
        private func report() {
            let newDesktop = Desktop(monitors: monitors, workArea: freeWorkArea)
            if newDesktop != desktop {
                desktop = newDesktop
                for kind in XKeyboard.allCases { handlers[kind]?.onDesktopChange(newDesktop) }
            }
            for kind in XKeyboard.allCases {
                let newWindow = largestWindow(of: kind)
                guard newWindow != windows[kind] else { continue }
                windows[kind] = newWindow
                handlers[kind]?.onWindowChange(newWindow)
            }
            for kind in XKeyboard.allCases { handlers[kind]?.onPresenceChange() }
        }

        private func largestWindow(of kind: XKeyboard) -> KeyboardWindow? {
            let placed = candidates.filter { $0.value.isPlaced && $0.value.keyboards.contains(kind) }
            let largest = placed.max {
                let (first, second) = ($0.value, $1.value)
                if first.isMapped != second.isMapped { return second.isMapped }
                let (firstArea, secondArea) = (
                    first.frame.width * first.frame.height, second.frame.width * second.frame.height
                )
                return (firstArea, $0.key) < (secondArea, $1.key)
            }
            guard let (identifier, candidate) = largest else { return nil }
            var window = KeyboardWindow(identifier: identifier, frame: candidate.frame, isMapped: candidate.isMapped)
            window.isObscured = stackingOrder.covers(window)
            return window
        }
    }

    /// The texts that identify a window.
    struct XWindowTexts {
        /// The first text of the property `WM_CLASS`.
        let instance: String
        /// The second text of the property `WM_CLASS`.
        let className: String
        /// The property `WM_NAME`.
        let title: String

        /// Whether the window has the property `WM_CLASS`.
        var hasClass: Bool { !instance.isEmpty || !className.isEmpty }

        @MainActor
        fileprivate init(of window: UInt32, on display: XDisplay) {
            let windowClass = display.text(of: display.atoms.windowClass, window)
                .split(separator: 0, omittingEmptySubsequences: false)
            instance = windowClass.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
            className = windowClass.dropFirst().first.map { String(decoding: $0, as: UTF8.self) } ?? ""
            title = String(decoding: display.text(of: display.atoms.windowName, window), as: UTF8.self)
        }
    }
#endif
