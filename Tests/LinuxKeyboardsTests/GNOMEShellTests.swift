#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// The keyboard of GNOME Shell, whose bus names and accessibility tree a peer on a private bus imitates.
    @MainActor
    @Suite(.serialized)
    struct GNOMEShellTests {
        let bus: PrivateBus
        let shell: FakeShell
        let scheduler = ManualScheduler()
        let keyboard: ObservedSource

        init() throws {
            bus = try PrivateBus(startable: FakeShell.names)
            shell = try FakeShell(on: bus.address)
            keyboard = Self.source(on: bus, scheduler)
        }

        private static func source(
            on bus: PrivateBus,
            _ scheduler: ManualScheduler,
            isWayland: Bool = true
        ) -> ObservedSource {
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "WAYLAND_DISPLAY": isWayland ? "none" : ""]
            let source = SystemKeyboard(kinds: [.gnomeShell], scheduler: scheduler, environment: environment)
            return ObservedSource(source, scheduler: scheduler)
        }

        /// Whether the session waits for its next look at the keyboard.
        private var polls: Bool { keyboard.source.shellSession?.poll?.isWaiting == true }

        private func start(_ keyboard: ObservedSource? = nil) async throws {
            let keyboard = keyboard ?? self.keyboard
            try keyboard.start()
            try await waitUntil { try shell.serving { keyboard.source.status == .available } }
        }

        /// Waits for events, without simulated time.
        private func wait(for kinds: [KeyboardEvent.Kind], _ location: SourceLocation = #_sourceLocation) async throws {
            try await waitUntil(location) { try shell.serving { keyboard.kinds.count >= kinds.count } }
            #expect(keyboard.takeKinds() == kinds, sourceLocation: location)
        }

        private static let (will, did): ([KeyboardEvent.Kind], [KeyboardEvent.Kind]) = (
            [.willChangeFrame, .willShow], [.didChangeFrame, .didShow]
        )

        struct Layout: Sendable {
            var monitors = [FakeShell.Monitor()], box: FakeShell.Frame = [0, 800, 1280, 267]
            var frame = CGRect(x: 0, y: 533, width: 1280, height: 267)
            var screen = CGRect(x: 0, y: 0, width: 1280, height: 800)
            var path = "/shell/stage/group/box"
        }

        private nonisolated static let half = CGRect(x: 0, y: 0, width: 640, height: 400)
        private nonisolated static let layouts = [
            Layout(),
            // GNOME 51 has one level more.
            Layout(path: "/shell/stage/group/input/box"),
            Layout(
                monitors: [.init(transform: 1)],
                box: [0, 1280, 800, 320],
                frame: CGRect(x: 0, y: 960, width: 800, height: 320),
                screen: CGRect(x: 0, y: 0, width: 800, height: 1280)
            ),
            Layout(
                monitors: [.init(width: 800), .init(x: 800)],
                box: [800, 800, 1280, 267],
                frame: CGRect(x: 800, y: 533, width: 1280, height: 267),
                screen: CGRect(x: 800, y: 0, width: 1280, height: 800)
            ),
            // At a scale of 2, the unit of the shell is a pixel or a point.
            Layout(monitors: [.init(scale: 2)], frame: CGRect(x: 0, y: 266.5, width: 640, height: 133.5), screen: half),
            Layout(
                monitors: [.init(scale: 2)],
                box: [0, 400, 640, 133],
                frame: CGRect(x: 0, y: 267, width: 640, height: 133),
                screen: half
            ),
        ]

        @Test(arguments: layouts)
        func itsFrameIsKnownWhenItBeginsToSlide(layout: Layout) async throws {
            (shell.monitors, shell.box, shell.keyboard) = (layout.monitors, layout.box, layout.box)
            shell.path = layout.path
            try await start()
            #expect(keyboard.source.capabilities == [.frames, .didEvents])
            try shell.setShown(true)
            try await wait(for: Self.will)
            let info = try #require(keyboard.infos.last)
            #expect(info.frameEnd == layout.frame && info.frameBegin?.minY == layout.frame.maxY)
            #expect(info.screenBounds == layout.screen && info.animationDuration == 0.15 && info.isObscured == true)
            shell.keyboard?[1] = layout.box[1] - layout.box[3]
            scheduler.advance(by: .milliseconds(150))
            try await wait(for: Self.did)
            try shell.setShown(false)
            try await wait(for: Transition.hide)
            #expect(keyboard.infos.last?.frameEnd == info.frameBegin && keyboard.pool.keyboard.phase == .hidden)
            #expect(!bus.hasStartedService())
        }

        /// The shell counts its box as shown, and sends no signal when the keyboard appears for the first time.
        @Test func theFirstShowIsSeenWhileAFieldHasTheFocus() async throws {
            shell.isShowing = true
            try await start()
            #expect(!polls)
            let requester = KeyboardRequester(of: keyboard.source, pool: keyboard.pool, scheduler: scheduler)
            requester.focusBegan(in: keyboard)
            for y in [800, 800, 700] as [Int32] {
                #expect(polls && keyboard.kinds.isEmpty)
                shell.keyboard?[1] = y
                scheduler.advance(by: .milliseconds(100))
                try await waitUntil { try shell.serving { polls || !keyboard.kinds.isEmpty } }
            }
            try await wait(for: Self.will)
            shell.keyboard?[1] = 533
            scheduler.advance(by: .seconds(1))
            try await wait(for: Self.did)
            try shell.setShown(false, at: 800)
            try await wait(for: Transition.hide)
            #expect(!polls)
            withExtendedLifetime(requester) {}
        }

        @Test func itIsPolledWhileAFieldOfAnyRequesterHasTheFocus() async throws {
            shell.isShowing = true
            try await start()
            let requesters = (0..<2).map { _ in KeyboardRequester(of: keyboard.source, pool: keyboard.pool) }
            var field: NSObject? = NSObject()
            for requester in requesters { requester.focusBegan(in: keyboard) }
            requesters[1].focusBegan(in: try #require(field))
            requesters[1].focusEnded(in: keyboard)
            func look() async throws {
                let count = shell.members.count
                scheduler.advance(by: .milliseconds(100))
                try await waitUntil { try shell.serving { shell.members.count >= count + 4 } }
            }
            requesters[1].focusEnded(in: try #require(field))
            try await look()
            await waitUntil { polls }
            requesters[1].focusBegan(in: try #require(field))
            requesters[0].focusEnded(in: keyboard)
            try await look()
            await waitUntil { polls }
            field = nil
            try await look()
            for _ in 0..<20 { await Task.yield() }
            #expect(!polls)
        }

        @Test func itIsHiddenAtTheSignalOfABusyShell() async throws {
            try await start()
            try shell.setShown(true, at: 533)
            try await wait(for: Transition.show)
            shell.answers = false
            try shell.setShown(false)
            try await wait(for: Transition.hide)
        }

        /// A finger can hold the keyboard on its way.
        @Test func itIsShownAtTheEndOfItsWay() async throws {
            try await start()
            try shell.setShown(true, at: 780)
            try await wait(for: Self.will)
            for y in [780, 600, 600, 533] as [Int32] {
                #expect(keyboard.kinds.isEmpty)
                shell.keyboard?[1] = y
                scheduler.advance(by: .milliseconds(150))
                try await waitUntil { try shell.serving { polls || !keyboard.kinds.isEmpty } }
            }
            try await wait(for: Self.did)
            #expect(!polls)
        }

        @Test func anEarlyHideEndsTheSlide() async throws {
            try await start()
            for _ in 0..<20 {
                try shell.setShown(true)
                try await wait(for: Self.will)
                try shell.setShown(false)
                try await wait(for: Transition.hide)
            }
        }

        @Test func aKeyboardThatIsShownAtTheStartIsPosted() async throws {
            (shell.isShowing, shell.keyboard) = (true, [0, 533, 1280, 267])
            try await start()
            try await wait(for: Transition.show)
            #expect(keyboard.infos.allSatisfy { $0.animationDuration == 0 })
        }

        @Test(arguments: [false, true])
        func itIsSwitchedOffAndOn(hasTouchScreen: Bool) async throws {
            keyboard.source.connections.hasTouchScreen = hasTouchScreen
            try await start()
            try shell.setShown(true, at: 533)
            try await wait(for: Transition.show)
            try shell.setEnabled(false)
            try await wait(for: Transition.hide)
            let off = KeyboardSourceStatus.unavailable(.notRunning(keyboard: "the keyboard of GNOME Shell"))
            #expect(keyboard.source.status == (hasTouchScreen ? .available : off))
            try shell.setEnabled(true)
            try await waitUntil { try shell.serving { keyboard.source.status == .available } }
            (shell.box, shell.keyboard) = ([0, 800, 1280, 267], [0, 800, 1280, 267])
            try shell.setShown(true)
            try await wait(for: Self.will)
        }

        @Test func aShellThatEndsHidesItsKeyboardAndReturns() async throws {
            let bus = try PrivateBus()
            let keyboard = Self.source(on: bus, scheduler)
            for _ in 0..<2 {
                let shell = try FakeShell(on: bus.address)
                (shell.isShowing, shell.keyboard) = (true, [0, 533, 1280, 267])
                if keyboard.source.status == .stopped { try keyboard.start() }
                try await waitUntil { try shell.serving { keyboard.kinds.count >= 4 } }
                #expect(keyboard.takeKinds() == Transition.show)
                shell.end()
                await waitUntil { keyboard.kinds.count >= 4 }
                #expect(keyboard.takeKinds() == Transition.hide)
                await waitUntil { keyboard.source.status == .unavailable(.notRunning(keyboard: "GNOME Shell")) }
            }
        }

        @Test func changedMonitorsMoveAShownKeyboard() async throws {
            try await start()
            try shell.setShown(true, at: 533)
            try await wait(for: Transition.show)
            // The shell moves its box later.
            try shell.changeMonitors([.init(transform: 1)])
            try await waitUntil { try shell.serving { polls } }
            (shell.box, shell.keyboard) = ([0, 1280, 800, 320], [0, 960, 800, 320])
            scheduler.advance(by: .milliseconds(100))
            try await wait(for: Transition.show)
            #expect(keyboard.infos.last?.frameEnd == CGRect(x: 0, y: 960, width: 800, height: 320))
        }

        /// A maximized window below a bar of 32 points, and another state of the window.
        @Test func aWindowThatTheAppKeepsInPlaceIsCovered() async throws {
            keyboard.source.reportFixedWindow(CGRect(x: 0, y: 0, width: 1280, height: 768))
            try await start()
            try shell.setShown(true, at: 533)
            try await wait(for: Transition.show)
            #expect(keyboard.infos.last?.frameEnd == CGRect(x: 0, y: 501, width: 1280, height: 267))
            #expect(keyboard.infos.last?.screenBounds == CGRect(x: 0, y: -32, width: 1280, height: 800))
            #expect(!keyboard.pool.keyboard.isObscured)
            keyboard.source.reportFixedWindow(nil)
            #expect(keyboard.pool.keyboard.isObscured)
            #expect(keyboard.pool.keyboard.frame == CGRect(x: 0, y: 533, width: 1280, height: 267))
            let underX11 = Self.source(on: bus, scheduler, isWayland: false)
            try await start(underX11)
            try await waitUntil { try shell.serving { !underX11.kinds.isEmpty } }
            #expect(!underX11.pool.keyboard.isObscured && underX11.pool.keyboard.frame?.minY == 533)
        }

        enum Fault: CaseIterable {
            case noShell, noLauncher, noRegistry, notInTree, noBox, silence
        }

        @Test(arguments: Fault.allCases)
        func whatPreventsItIsNamed(fault: Fault) async throws {
            let missing = [Fault.noShell: 0, .noLauncher: 2, .noRegistry: 3][fault]
            let names = FakeShell.names.enumerated().filter { $0.offset != missing }.map(\.element)
            let bus = try PrivateBus(startable: FakeShell.names)
            let shell = try FakeShell(on: bus.address, owning: names)
            (shell.isInTree, shell.answers) = (fault != .notInTree, fault != .silence)
            if fault == .noBox { shell.path = "" }
            let keyboard = Self.source(on: bus, scheduler)
            try keyboard.start()
            var turns = 0
            try await waitUntil {
                turns += 1
                if turns.isMultiple(of: 20) { scheduler.advance(by: .milliseconds(500)) }
                return try shell.serving { keyboard.source.status != .connecting }
            }
            let tree = "the accessibility bus"
            let reason: KeyboardSourceError =
                switch fault {
                case .noShell: .notRunning(keyboard: "GNOME Shell")
                case .noLauncher: .notConnected(service: tree, reason: "org.a11y.Bus is not running")
                case .noRegistry: .notConnected(service: tree, reason: "org.a11y.atspi.Registry is not running")
                case .notInTree, .noBox:
                    .notConnected(service: "GNOME Shell", reason: "its accessibility tree has no panel below a monitor")
                case .silence: .notConnected(service: tree, reason: "it does not answer")
                }
            #expect(keyboard.source.status == .unavailable(reason))
            #expect(!bus.hasStartedService())
            // It is found as soon as the fault is gone.
            guard fault == .notInTree else { return }
            try shell.enterTree()
            try await waitUntil { try shell.serving { keyboard.source.status == .available } }
        }
    }
#endif
