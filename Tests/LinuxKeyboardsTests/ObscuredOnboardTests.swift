#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards
    import Testing

    /// The real Onboard, and a full-screen window of an app.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct ObscuredOnboardTests {
        private func startDesktop(metacity: Bool) async throws -> RealDesktop {
            let desktop = try await RealDesktop(windowManager: !metacity)
            if metacity { try await desktop.startMetacity() }
            try await desktop.startOnboard(.bottom)
            return desktop
        }

        @Test(arguments: [false, true])
        func aFullScreenWindowCoversTheKeyboard(metacity: Bool) async throws {
            let desktop = try await startDesktop(metacity: metacity)
            let keyboard = ObservedKeyboard(on: desktop)
            let guide = KeyboardLayoutGuide(pool: keyboard.pool)
            guide.viewFrame = CGRect(x: 0, y: 0, width: 1_280, height: 800)
            try keyboard.start()
            #expect(await keyboard.isShown())
            await keyboard.settle()
            #expect(keyboard.pool.keyboard.placement == .docked && !keyboard.pool.keyboard.isObscured)
            let height = try #require(keyboard.pool.keyboard.frame).height
            #expect(guide.bottomInset == height)
            var window: FullScreenWindow? = try FullScreenWindow(on: desktop.environment["DISPLAY"])
            #expect(await keyboard.reaches { $0.isObscured })
            #expect(keyboard.pool.keyboard.placement == .docked && keyboard.pool.keyboard.phase == .shown)
            #expect(guide.bottomInset == 0)
            window?.setFullScreen(false)
            #expect(await keyboard.reaches { !$0.isObscured })
            #expect(guide.bottomInset == height)
            window?.setFullScreen(true)
            #expect(await keyboard.reaches { $0.isObscured })
            try keyboard.source.requestHide()
            #expect(await keyboard.isHidden())
            try keyboard.source.requestShow()
            #expect(await keyboard.isShown())
            await keyboard.settle()
            #expect(keyboard.pool.keyboard.isObscured && guide.bottomInset == 0)
            window = nil
            #expect(await keyboard.reaches { !$0.isObscured })
            #expect(guide.bottomInset == height)
            desktop.stop()
        }

        /// The source starts while a full-screen window covers Onboard.
        @Test func aSourceFindsACoveredKeyboard() async throws {
            let desktop = try await startDesktop(metacity: false)
            let first = ObservedKeyboard(on: desktop)
            try first.start()
            #expect(await first.isShown())
            let window = try FullScreenWindow(on: desktop.environment["DISPLAY"])
            #expect(await first.reaches { $0.isObscured })
            let second = ObservedKeyboard(on: desktop)
            try second.start()
            #expect(await second.isShown())
            #expect(second.pool.keyboard.isObscured)
            withExtendedLifetime(window) {}
            desktop.stop()
        }

        /// The window manager does not list a window that ignores it.
        @Test func anUnlistedWindowCoversNothing() async throws {
            let desktop = try await startDesktop(metacity: false)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            let window = try FullScreenWindow(on: desktop.environment["DISPLAY"], ignoresWindowManager: true)
            await keyboard.settle()
            #expect(!keyboard.pool.keyboard.isObscured)
            withExtendedLifetime(window) {}
            desktop.stop()
        }

        /// The window manager still lists a window that has become an icon.
        @Test func aMinimizedWindowCoversNothing() async throws {
            let desktop = try await startDesktop(metacity: false)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            let window = try FullScreenWindow(on: desktop.environment["DISPLAY"])
            #expect(await keyboard.reaches { $0.isObscured })
            try await desktop.run("xdotool", "windowminimize", "\(window.identifier)")
            #expect(await keyboard.reaches { !$0.isObscured })
            desktop.stop()
        }
    }
#endif
