#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards
    import TestSupport
    import Testing

    /// A keyboard whose window a window manager puts into a decoration.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct DecoratedKeyboardTests {
        private let inset = CGPoint(x: 26, y: 60)

        private func frame(at origin: CGPoint) -> CGRect {
            CGRect(x: origin.x + inset.x, y: origin.y + inset.y, width: 638, height: 192)
        }

        /// The source receives the events of all steps after the last step.
        ///
        /// The answers of the server are then newer than the events.
        @Test(arguments: [false, true])
        func aWindowThatIsDecoratedBeforeItsEventsArriveHasItsFrame(isMappedFirst: Bool) async throws {
            let desktop = try await RealDesktop(windowManager: false)
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.x11], environment: desktop.environment))
            try keyboard.start()
            await waitUntil { keyboard.source.status != .connecting }
            let window = try DecoratedWindow(on: desktop.environment["DISPLAY"], className: "xvkbd")
            if isMappedFirst { window.map() }
            window.decorate(at: CGPoint(x: -25, y: 13), inset: inset)
            window.map()
            window.finish()
            await waitUntil { keyboard.pool.keyboard.isOnScreen }
            await desktop.settle(keyboard.source)
            #expect(keyboard.pool.keyboard.frame == frame(at: CGPoint(x: -25, y: 13)))
            window.move(to: CGPoint(x: 100, y: 200))
            window.finish()
            await desktop.settle(keyboard.source) { keyboard.pool.keyboard.frame }
            #expect(keyboard.pool.keyboard.frame == frame(at: CGPoint(x: 100, y: 200)))
            desktop.stop()
        }

        /// A shown window receives its decoration when a window manager starts.
        @Test func aShownWindowThatIsDecoratedHasItsFrame() async throws {
            let desktop = try await RealDesktop(windowManager: false)
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.x11], environment: desktop.environment))
            try keyboard.start()
            let window = try DecoratedWindow(on: desktop.environment["DISPLAY"], className: "xvkbd")
            window.map()
            window.finish()
            await waitUntil { keyboard.pool.keyboard.isOnScreen }
            window.decorate(at: CGPoint(x: 40, y: 50), inset: inset)
            window.finish()
            await desktop.settle(keyboard.source) { keyboard.pool.keyboard.frame }
            #expect(keyboard.pool.keyboard.frame == frame(at: CGPoint(x: 40, y: 50)))
            desktop.stop()
        }

        /// Under metacity, the window of xvkbd has a title bar.
        @Test func xvkbdHasItsFrameAtEachStart() async throws {
            let desktop = try await RealDesktop(windowManager: false)
            try await desktop.startMetacity()
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.x11], environment: desktop.environment))
            try keyboard.start()
            for start in 1...20 {
                _ = try desktop.session.start("xvkbd")
                await waitUntil { keyboard.pool.keyboard.isOnScreen }
                await desktop.settle(keyboard.source) { keyboard.pool.keyboard.frame }
                let frame = try #require(try await desktop.windowFrame(named: RealDesktop.xvkbdWindow))
                #expect(keyboard.pool.keyboard.frame == frame, "start \(start)")
                try await desktop.kill("xvkbd")
                await waitUntil { !keyboard.pool.keyboard.isOnScreen }
            }
            desktop.stop()
        }
    }
#endif
