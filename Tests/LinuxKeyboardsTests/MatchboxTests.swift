#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import LinuxKeyboards
    import Testing

    /// The real matchbox-keyboard on a real X server, as an example of any X11 keyboard.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct MatchboxTests {
        @Test(arguments: RealDesktop.Docking.allCases)
        func itConforms(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startMatchbox(docking, isDaemon: true)
            let client = try MatchboxClient(on: desktop)
            let keyboard = SystemKeyboard(kinds: [.x11], environment: desktop.environment)
            var isMapped = false
            try await SourceConformance(
                of: keyboard,
                show: { client.send(.show) },
                hide: { client.send(.hide) },
                settle: {
                    // The daemon hides 100 ms after a request.
                    await desktop.settle(keyboard)
                    isMapped = (try? await desktop.windowFrame(named: RealDesktop.matchboxWindow)) ?? nil != nil
                },
                isShown: { isMapped },
                // If a request to hide directly follows a request to show, the daemon stays on screen.
                dropsQuickRequests: true
            ).expectNoFindings()
            desktop.stop()
        }

        @Test(arguments: RealDesktop.Docking.allCases)
        func theStateEqualsTheWindow(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startMatchbox(docking)
            let window = RealDesktop.matchboxWindow
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.x11], environment: desktop.environment))
            try keyboard.start()
            for _ in 0..<3 {
                await waitUntil { keyboard.pool.keyboard.phase == .shown }
                await desktop.settle(keyboard.source)
                #expect(keyboard.pool.keyboard.frame == (try await desktop.windowFrame(named: window)))
                #expect(keyboard.pool.keyboard.placement == docking.placement)
                try await desktop.setWindow(named: window, isMapped: false)
                await waitUntil { keyboard.pool.keyboard.phase == .hidden }
                try await desktop.setWindow(named: window, isMapped: true)
            }
            await waitUntil { keyboard.pool.keyboard.phase == .shown }
            try await desktop.moveWindow(named: window, to: CGPoint(x: 200, y: 100))
            await waitUntil { keyboard.pool.keyboard.placement == .floating }
            await desktop.settle(keyboard.source)
            #expect(keyboard.pool.keyboard.frame == (try await desktop.windowFrame(named: window)))
            try await desktop.kill("matchbox-keyboard")
            await waitUntil { keyboard.pool.keyboard.phase == .hidden }
            await waitUntil { keyboard.source.status != .available }
            desktop.stop()
        }

        /// The source prefers a shown matchbox to a hidden Onboard.
        ///
        /// If both are hidden, the source keeps its keyboard.
        @Test func aHiddenOnboardDoesNotMaskMatchbox() async throws {
            let desktop = try await RealDesktop()
            try await desktop.startMatchbox(.bottom, isDaemon: true)
            let matchbox = try MatchboxClient(on: desktop)
            matchbox.send(.show)
            try await desktop.waitForWindow(named: RealDesktop.matchboxWindow, isMapped: true)
            try await desktop.startOnboard(.bottom)
            let client = try await OnboardClient(on: desktop)
            // The source prefers Onboard only if Onboard is on screen.
            await desktop.waitForRest()
            let keyboard = ObservedSource(SystemKeyboard(environment: desktop.environment))
            let checker = KeyboardStoryChecker(keyboard.pool)
            try keyboard.start()
            await waitUntil { keyboard.source.kind == .onboard && keyboard.pool.keyboard.phase == .shown }
            await desktop.settle(keyboard.source)
            #expect(keyboard.source.kind == .onboard)
            client.call("Hide")
            await waitUntil { keyboard.source.kind == .x11 && keyboard.pool.keyboard.phase == .shown }
            let frame = try await desktop.windowFrame(named: RealDesktop.matchboxWindow)
            #expect(keyboard.pool.keyboard.frame == frame)
            matchbox.send(.hide)
            await waitUntil { keyboard.pool.keyboard.phase == .hidden }
            #expect(keyboard.source.kind == .x11)
            // Onboard ignores a request for up to 0.3 seconds after a hide.
            await pause(.milliseconds(400))
            client.call("Show")
            await waitUntil { keyboard.source.kind == .onboard && keyboard.pool.keyboard.phase == .shown }
            #expect(checker.findings == [])
            desktop.stop()
        }

        /// A window receives the class or the title of a keyboard only after it is mapped.
        @Test(arguments: ["WM_CLASS", "WM_NAME"], [false, true])
        func aWindowThatIsNamedLateIsFound(property: String, windowManager: Bool) async throws {
            let desktop = try await RealDesktop(windowManager: windowManager)
            _ = try desktop.session.start("xev", ["-geometry", "1280x300+0+500"])
            try await desktop.waitForWindow(named: "Event Tester", isMapped: true)
            let window = "$(xdotool search --onlyvisible --name '^Event Tester$')"
            try await desktop.run("bash", "-c", "xprop -id \(window) -remove WM_CLASS")
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.x11], environment: desktop.environment))
            try keyboard.start()
            await waitUntil { keyboard.source.status != .connecting }
            #expect(keyboard.source.status != .available)
            try await desktop.run("bash", "-c", "xprop -id \(window) -f \(property) 8s -set \(property) svkbd")
            await waitUntil { keyboard.source.status == .available && keyboard.pool.keyboard.isOnScreen }
            try await desktop.kill("xev")
            await waitUntil { keyboard.source.status != .available && !keyboard.pool.keyboard.isOnScreen }
            desktop.stop()
        }
    }

    extension RealDesktop.Docking {
        var placement: KeyboardState.Placement {
            switch self {
            case .bottom: .docked
            case .top: .dockedAtTop
            // A wide keyboard above the edge has the placement of a split keyboard.
            case .floating: .split
            }
        }
    }
#endif
