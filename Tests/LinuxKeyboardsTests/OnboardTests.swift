#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import LinuxKeyboards
    import Observation
    import TestSupport
    import Testing

    /// The real Onboard on a real X server.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct OnboardTests {
        @Test(arguments: RealDesktop.Docking.allCases)
        func itConforms(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(docking)
            let keyboard = ObservedKeyboard(on: desktop)
            // The suite starts its source on centers of its own.
            let source = SystemKeyboard(kinds: [.onboard], environment: desktop.environment)
            try keyboard.start()
            #expect(await keyboard.isShown())
            let client = try await OnboardClient(on: desktop)
            try await SourceConformance(
                of: source,
                show: { client.call("Show") },
                hide: { client.call("Hide") },
                settle: { await keyboard.settle() },
                dropsQuickRequests: true
            ).expectNoFindings()
            desktop.stop()
        }

        /// The source foretells the end frame, and the state equals the window.
        @Test(arguments: RealDesktop.Docking.allCases)
        func theStateEqualsTheWindow(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(docking)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            try await expectWindow(desktop, keyboard)
            for _ in 0..<3 {
                try keyboard.source.requestHide()
                #expect(await keyboard.isHidden())
                // Onboard unmaps its window after the signal of the bus and after the last step of the slide.
                try await desktop.waitForWindow(named: RealDesktop.onboardWindow, isMapped: false)
                try keyboard.source.requestShow()
                #expect(await keyboard.reaches { $0.isOnScreen })
                let foretold = keyboard.pool.keyboard.frame
                #expect(await keyboard.isShown())
                try await expectWindow(desktop, keyboard)
                #expect(keyboard.pool.keyboard.frame == foretold)
            }
            desktop.stop()
        }

        /// The test stops Onboard for a second, as if Onboard waited for the processor.
        @Test(arguments: [true, false])
        func aSlideThatPausesGoesOn(shows: Bool) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(.bottom)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            await keyboard.settle()
            if shows {
                try keyboard.source.requestHide()
                #expect(await keyboard.isHidden())
                await keyboard.settle()
            }
            let count = keyboard.events.count
            shows ? try keyboard.source.requestShow() : try keyboard.source.requestHide()
            #expect(await keyboard.nextFrameInMotion() != nil)
            let onboard = try desktop.session.identifier(of: "onboard")
            kill(onboard, SIGSTOP)
            await pause(.seconds(1))
            kill(onboard, SIGCONT)
            await keyboard.settle()
            #expect(keyboard.events.dropFirst(count).map(\.kind) == (shows ? Transition.show : Transition.hide))
            #expect(keyboard.pool.keyboard.isOnScreen == shows)
            if shows { try await expectWindow(desktop, keyboard) }
            desktop.stop()
        }

        /// If a person drags the keyboard straight down over the edge, it seems to hide.
        ///
        /// The request to show it is then met, and does not undo the next hide.
        @Test func aRequestThatWasMetIsForgotten() async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(.floating)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            try await expectWindow(desktop, keyboard)
            try await desktop.resizeWindow(to: CGSize(width: 700, height: 205))
            #expect(await keyboard.reaches { $0.frame?.size == CGSize(width: 700, height: 205) })
            try await desktop.moveWindow(to: CGPoint(x: 290, y: 595))
            #expect(await keyboard.reaches { $0.frame?.origin == CGPoint(x: 290, y: 595) })
            try await desktop.moveWindow(to: CGPoint(x: 290, y: 640))
            #expect(await keyboard.reaches { $0.phase == .disappearing })
            try keyboard.source.requestShow()
            #expect(await keyboard.reaches { $0.frame?.minY == 640 && $0.phase == .shown })
            let client = try await OnboardClient(on: desktop)
            client.call("Hide")
            #expect(await keyboard.isHidden())
            await keyboard.settle()
            #expect(!keyboard.pool.keyboard.isOnScreen)
            desktop.stop()
        }

        @Test func itIsMovedResizedUndockedAndDocked() async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(.bottom)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            try await desktop.set("window.landscape", "dock-height", "300")
            #expect(await keyboard.reaches { $0.frame?.height == 300 })
            try await expectWindow(desktop, keyboard)
            try await desktop.set("window", "docking-edge", "top")
            #expect(await keyboard.reaches { $0.placement == .dockedAtTop })
            try await expectWindow(desktop, keyboard)
            try await desktop.set("window", "docking-enabled", "false")
            #expect(await keyboard.reaches { $0.placement == .floating && $0.phase == .shown })
            try await expectWindow(desktop, keyboard)
            #expect(!keyboard.events.dropFirst(4).contains { $0.kind == .willHide && $0.info.frameEnd == nil })
            try await desktop.moveWindow(to: CGPoint(x: 200, y: 400))
            #expect(await keyboard.reaches { $0.frame?.origin == CGPoint(x: 200, y: 400) })
            try await desktop.resizeWindow(to: CGSize(width: 800, height: 250))
            #expect(await keyboard.reaches { $0.frame?.size == CGSize(width: 800, height: 250) })
            try await expectWindow(desktop, keyboard)
            try await desktop.set("window", "docking-enabled", "true")
            #expect(await keyboard.reaches { $0.placement == .dockedAtTop && $0.phase == .shown })
            try await expectWindow(desktop, keyboard)
            desktop.stop()
        }

        /// The new window manager gives the window another parent, and places it afterwards.
        @Test(arguments: RealDesktop.Docking.allCases, [true, false])
        func anotherWindowManagerMovesNothing(_ docking: RealDesktop.Docking, hasFirst: Bool) async throws {
            let desktop = try await RealDesktop(windowManager: hasFirst)
            try await desktop.startOnboard(docking)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            try await expectWindow(desktop, keyboard)
            let frame = try await desktop.windowFrame()
            try await desktop.replaceWindowManager()
            try await expectWindow(desktop, keyboard)
            #expect(try await desktop.windowFrame() == frame)
            try keyboard.source.requestHide()
            #expect(await keyboard.isHidden())
            try keyboard.source.requestShow()
            #expect(await keyboard.isShown())
            try await expectWindow(desktop, keyboard)
            desktop.stop()
        }

        /// The first event is right, although Onboard's window is created and placed at the same time.
        ///
        /// On a machine that is busy with other work, the window manager may place a window late. The source then posts
        /// the earlier place first, and the right place afterwards. In the long run, this may happen to one of the five
        /// windows.
        @Test func bothMayStartTogether() async throws {
            let desktop = try await RealDesktop()
            var rightCount = 0
            for _ in 0..<5 {
                let keyboard = ObservedKeyboard(on: desktop)
                try keyboard.start()
                try await desktop.startOnboard(.bottom)
                #expect(await keyboard.isShown())
                try await expectWindow(desktop, keyboard)
                let ends = Set(keyboard.events.compactMap(\.info.frameEnd?.minY))
                if ends == [595] { rightCount += 1 }
                keyboard.source.stop()
                try await desktop.kill("onboard")
            }
            #expect(rightCount >= (RandomTestSize.isFull ? 4 : 1))
            desktop.stop()
        }

        @Test func itIsShownAgainAfterARequestDuringAHide() async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(.bottom)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            try keyboard.source.requestHide()
            try keyboard.source.requestShow()
            #expect(await keyboard.reaches { $0.phase == .hidden })
            #expect(await keyboard.isShown())
            try await expectWindow(desktop, keyboard)

            // Another process hides the keyboard, and shows it during the hide. The keyboard then stays off screen.
            let client = try await OnboardClient(on: desktop)
            client.call("Hide")
            #expect(await keyboard.reaches { $0.phase == .disappearing })
            client.call("Show")
            #expect(await keyboard.isHidden())
            await keyboard.settle()
            try keyboard.source.requestShow()
            #expect(await keyboard.isShown())
            try await expectWindow(desktop, keyboard)
            desktop.stop()
        }
    }

    /// Compares the state with the window's frame as xwininfo reads it.
    @MainActor
    func expectWindow(
        _ desktop: RealDesktop,
        _ keyboard: ObservedKeyboard,
        scale: Double = 1,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        await keyboard.settle()
        let frame = try await desktop.windowFrame(scale: scale)
        #expect(keyboard.pool.keyboard.frame == frame, sourceLocation: location)
        #expect(keyboard.pool.keyboard.isOnScreen == (frame != nil), sourceLocation: location)
    }
#endif
