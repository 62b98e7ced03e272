#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    enum XKeyboard: CaseIterable {
        case onboard
        /// A keyboard that is identified by the names of its windows.
        case named
    }

    /// Observes an X server.
    ///
    /// The sessions of a source share one observer.
    ///
    /// A keyboard can have several windows, for example for its menus. The observer reports the largest mapped window.
    /// If no window is mapped, the observer reports the largest window.
    ///
    /// The frame in an event can be older than the frame in a reply that the observer has already received. So the
    /// observer ignores the frames in events, and asks the server.
    @MainActor
    final class XWindowObserver {
        struct Handlers {
            var onWindowChange: (KeyboardWindow?) -> Void
            var onDesktopChange: (MonitorLayout) -> Void
            var onLoss: () -> Void
        }

        /// When a session closes, it removes its handlers.
        var handlers: [XKeyboard: Handlers] = [:]

        private(set) var windows: [XKeyboard: KeyboardWindow] = [:]
        private(set) var desktop = MonitorLayout(monitors: [])

        private struct Candidate {
            var keyboards: Set<XKeyboard>
            var state: XDisplay.WindowState?
            /// Whether the window has a strut.
            ///
            /// A strut is a strip of the screen that a window reserves.
            var hasStrut: Bool
        }

        /// The observer keeps at most this many windows of keyboards.
        ///
        /// Onboard has fewer than ten windows.
        private static let maximumCount = 64

        /// The windows without a class include the frame windows of the window manager.
        private static let maximumUnnamedCount = 128

        private let display: XDisplay
        private let keyboards: [XKeyboard: (XWindowTexts) -> Bool]
        private var candidates: [UInt32: Candidate] = [:]
        private var stackingOrder: XStackingOrder
        private var monitors: [MonitorLayout.Monitor] = []
        private var freeWorkArea: CGRect?
        /// The windows without a class, in the order in which they were found.
        ///
        /// A keyboard can set the class or the title of its window after the keyboard has mapped the window.
        private var unnamed: [UInt32] = []
        /// The windows in the latest `_NET_CLIENT_LIST`.
        private var clients: Set<UInt32> = []

        /// Sets the closures `onEvent` and `onLoss` of `display`.
        init(_ display: XDisplay, keyboards: [XKeyboard: (XWindowTexts) -> Bool]) {
            self.display = display
            stackingOrder = XStackingOrder(display)
            self.keyboards = keyboards
            display.onEvent = { [weak self] in self?.receive($0) }
            display.onLoss = { [weak self] in
                guard let self else { return }
                // During this loop, the handler of one keyboard can close the session of another keyboard.
                for kind in XKeyboard.allCases { handlers[kind]?.onLoss() }
            }
            monitors = display.monitors
            findWindow()
        }

        isolated deinit {
            close()
        }

        func close() {
            handlers = [:]
            display.close()
        }

        var isClosed: Bool { display.isClosed }

        /// Finds the windows of the keyboards, even windows that no event has announced.
        func findWindow() {
            inspectNewClients()
            for window in display.children(of: display.root) { inspect(window) }
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
            case .changed(let window): windowChanged(window)
            case .appeared(let window):
                inspect(window)
                windowChanged(window)
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

        private func windowChanged(_ changed: UInt32) {
            _ = stackingOrder.readAgain(changed)
            for (window, candidate) in candidates where window == changed || candidate.state?.parent == changed {
                readState(of: window)
            }
        }

        private func readState(of window: UInt32) {
            var new = display.state(of: window)
            if let parent = new?.parent, parent != display.root, parent != candidates[window]?.state?.parent {
                // The root window reports only the events of its own children, so the observer also watches the new
                // parent. The parent may have moved already, so the observer reads the state again.
                display.watch(window: parent)
                new = display.state(of: window)
            }
            if let new { candidates[window]?.state = new }
        }

        /// Most listed windows are in a frame window of the window manager, and not directly in the root window.
        private func inspectNewClients() {
            let listed = Set(display.values(of: display.atoms.clientList, display.root))
            for window in listed.subtracting(clients) { inspect(window) }
            clients = listed
        }

        private func inspect(_ window: UInt32) {
            guard candidates[window] == nil, candidates.count < Self.maximumCount else { return }
            var texts = XWindowTexts(of: window, on: display)
            if !texts.hasClass, !unnamed.contains(window) {
                watchUnnamed(window)
                // The keyboard may have set the class before the observer began to watch the window.
                texts = XWindowTexts(of: window, on: display)
            }
            let owners = Set(keyboards.filter { $0.value(texts) }.keys)
            guard !owners.isEmpty else {
                if texts.hasClass { forget(window) }
                return
            }
            unnamed.removeAll { $0 == window }
            // The observer watches the window before it reads the state, so that it misses no change.
            display.watch(window: window)
            candidates[window] = Candidate(keyboards: owners, hasStrut: hasStrut(window))
            readState(of: window)
            if candidates[window]?.state == nil { candidates[window] = nil }
        }

        private func watchUnnamed(_ window: UInt32) {
            display.watch(window: window)
            unnamed.append(window)
            if unnamed.count > Self.maximumUnnamedCount { forget(unnamed[0]) }
        }

        private func forget(_ window: UInt32) {
            guard let index = unnamed.firstIndex(of: window) else { return }
            unnamed.remove(at: index)
            guard !candidates.values.contains(where: { $0.state?.parent == window }) else { return }
            display.ignore(window: window)
            // From now on, no event tells `stackingOrder` about changes of the window's properties. So the next call of
            // `covers(_:)` watches and reads the window again.
            _ = stackingOrder.readAgain(window)
        }
    }

    // MARK: - The desktop

    extension XWindowObserver {
        private func hasStrut(_ window: UInt32) -> Bool {
            [display.atoms.strut, display.atoms.strutPartial].contains { atom in
                display.values(of: atom, window).contains { $0 != 0 }
            }
        }

        private func readWorkArea() {
            let area = display.workArea
            // A keyboard may already have reserved a strip, even if the event that reports the strip has not arrived
            // yet.
            inspectNewClients()
            for window in candidates.keys { candidates[window]?.hasStrut = hasStrut(window) }
            guard !candidates.values.contains(where: \.hasStrut) else { return }
            freeWorkArea = area
        }
    }

    // MARK: - Reporting

    extension XWindowObserver {
        private func report() {
            let newDesktop = MonitorLayout(monitors: monitors, workArea: freeWorkArea)
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
        }

        private func largestWindow(of kind: XKeyboard) -> KeyboardWindow? {
            let found = candidates.filter { $0.value.keyboards.contains(kind) }.compactMap { identifier, candidate in
                candidate.state.map {
                    KeyboardWindow(identifier: identifier, frame: $0.frame, isMapped: $0.isMapped)
                }
            }
            let largest = found.max { first, second in
                if first.isMapped != second.isMapped { return second.isMapped }
                return (first.frame.area, first.identifier) < (second.frame.area, second.identifier)
            }
            guard var window = largest else { return nil }
            window.isObscured = stackingOrder.covers(window)
            return window
        }
    }

    struct XWindowTexts {
        /// The first text of the property `WM_CLASS`.
        let instance: String
        /// The second text of the property `WM_CLASS`.
        let className: String
        /// The property `WM_NAME`.
        let title: String

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
