#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards
    import TestSupport
    import Testing

    /// The end frame of a *will* event equals the frame of the window after the transition.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct OnboardForetellingTests {
        /// Hides and shows the keyboard, and compares the foretold frame with the window.
        ///
        /// On a machine that is busy with other work, Onboard may move its window to another place after the slide. In the
        /// short run, one of the two foretold frames must be right.
        private func expectForetelling(
            _ desktop: RealDesktop,
            scale: Double = 1,
            screen: CGRect? = nil,
            _ location: SourceLocation = #_sourceLocation
        ) async throws {
            let keyboard = ObservedKeyboard(on: desktop, scale: scale)
            try keyboard.start()
            #expect(await keyboard.isShown(), sourceLocation: location)
            // The window manager may still place the window.
            await keyboard.settle(location)
            var rightCount = 0
            for _ in 0..<2 {
                try keyboard.source.requestHide()
                #expect(await keyboard.isHidden(), sourceLocation: location)
                let eventCount = keyboard.events.count
                try keyboard.source.requestShow()
                #expect(await keyboard.reaches { $0.isOnScreen }, sourceLocation: location)
                let window = try await desktop.windowFrame(scale: scale)
                // If a busy machine moves the window in one step, the source posts another event with a duration of 0
                // seconds.
                let foretold = keyboard.events[eventCount...].first { $0.kind == .willChangeFrame }?.info
                // On a busy machine, the signal of the bus may arrive after the slide. The window is then at its end
                // frame.
                let isSlide = foretold?.animationDuration == 0.25
                #expect(isSlide || window == foretold?.frameEnd, sourceLocation: location)
                #expect(await keyboard.isShown(), sourceLocation: location)
                try await expectWindow(desktop, keyboard, scale: scale, location)
                if keyboard.pool.keyboard.frame == foretold?.frameEnd { rightCount += 1 }
                if let screen { #expect(foretold?.screenBounds == screen, sourceLocation: location) }
            }
            #expect(rightCount >= (RandomTestSize.isFull ? 2 : 1), sourceLocation: location)
        }

        @Test(arguments: [RealDesktop.Docking.bottom, .top])
        func withAPanel(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startPanel(height: 40, atTop: docking == .top)
            try await desktop.startOnboard(docking)
            try await expectForetelling(desktop, screen: CGRect(x: 0, y: 0, width: 1_280, height: 800))
            desktop.stop()
        }

        @Test(arguments: [RealDesktop.Docking.bottom, .top])
        func withoutAWindowManager(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop(windowManager: false)
            try await desktop.startOnboard(docking)
            try await expectForetelling(desktop)
            desktop.stop()
        }

        @Test(arguments: [RealDesktop.Docking.bottom, .top])
        func atScaleTwo(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop(screen: "2560x1600", scale: 2)
            try await desktop.startOnboard(docking)
            try await expectForetelling(desktop, scale: 2, screen: CGRect(x: 0, y: 0, width: 1_280, height: 800))
            desktop.stop()
        }

        /// The frame has fractions of points, or the height of the screen is no multiple of GTK's unit.
        @Test(arguments: [(1.0, 2), (1.5, 1), (2.0, 2), (3.0, 1)])
        func atOddScales(_ scale: Double, _ scaleOfGTK: Int) async throws {
            let desktop = try await RealDesktop(screen: "1280x801", scale: scaleOfGTK)
            try await desktop.startOnboard(.bottom)
            try await expectForetelling(desktop, scale: scale)
            desktop.stop()
        }

        @Test func withoutAStrutOfItsOwn() async throws {
            let desktop = try await RealDesktop()
            try await desktop.startPanel(height: 40, atTop: false)
            try await desktop.set("window", "docking-shrink-workarea", "false")
            try await desktop.startOnboard(.bottom)
            try await expectForetelling(desktop)
            desktop.stop()
        }

        @Test(arguments: ["primary", "monitor0", "monitor1"])
        func withTwoMonitors(_ name: String) async throws {
            let desktop = try await RealDesktop(screen: "2000x800")
            _ = try await desktop.run("xrandr", "--setmonitor", "*left", "1200/300x800/200+0+0", "screen")
            _ = try await desktop.run("xrandr", "--setmonitor", "right", "800/200x600/150+1200+0", "none")
            try await desktop.startPanel(height: 40, atTop: false)
            try await desktop.set("window", "docking-monitor", name)
            try await desktop.startOnboard(.bottom)
            try await expectForetelling(desktop)
            desktop.stop()
        }

        @Test func whenAShowInterruptsAHide() async throws {
            let desktop = try await RealDesktop()
            try await desktop.startPanel(height: 40, atTop: false)
            try await desktop.startOnboard(.bottom)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            let client = try await OnboardClient(on: desktop)
            client.call("Hide")
            #expect(await keyboard.reaches { $0.phase == .hidden })
            client.call("Show")
            #expect(await keyboard.reaches { $0.phase == .appearing })
            client.call("Hide")
            #expect(await keyboard.reaches { $0.phase == .disappearing })
            client.call("Show")
            await keyboard.settle()
            try await expectWindowOrOffScreen(desktop, keyboard)
            desktop.stop()
        }

        /// Compares the state with the window, which Onboard may leave mapped off screen.
        private func expectWindowOrOffScreen(_ desktop: RealDesktop, _ keyboard: ObservedKeyboard) async throws {
            guard let frame = try await desktop.windowFrame(), frame.minY < 800 else {
                #expect(!keyboard.pool.keyboard.isOnScreen)
                return
            }
            #expect(keyboard.pool.keyboard.frame == frame)
            #expect(keyboard.events.last { [.willShow, .willChangeFrame].contains($0.kind) }?.info.frameEnd == frame)
        }
    }
#endif
