#if SystemKeyboards
    import Foundation
    import Testing

    /// The actions of the test desktop itself, without a source.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct RealDesktopTests {
        /// The frames of matchbox-keyboard on a screen with 1,280 by 800 pixels.
        @Test(arguments: [
            (RealDesktop.Docking.bottom, CGRect(x: 0, y: 480, width: 1_280, height: 320)),
            (.top, CGRect(x: 0, y: 0, width: 1_280, height: 320)),
            // The window manager adds a title and a border.
            (.floating, CGRect(x: 1, y: 20, width: 1_278, height: 320)),
        ])
        func matchboxIsMappedAndUnmapped(_ docking: RealDesktop.Docking, frame: CGRect) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startMatchbox(docking)
            let window = RealDesktop.matchboxWindow
            // The window manager may still place the window.
            await desktop.waitForRest()
            #expect(try await desktop.windowFrame(named: window) == frame)
            try await desktop.setWindow(named: window, isMapped: false)
            #expect(try await desktop.windowFrame(named: window) == nil)
            try await desktop.setWindow(named: window, isMapped: true)
            await desktop.waitForRest()
            #expect(try await desktop.windowFrame(named: window) == frame)
            try await desktop.kill("matchbox-keyboard")
            try await desktop.waitForWindow(named: window, isMapped: false)
            desktop.stop()
        }

        @Test func matchboxReceivesCommands() async throws {
            let desktop = try await RealDesktop()
            try await desktop.startMatchbox(.bottom, isDaemon: true)
            let window = RealDesktop.matchboxWindow
            #expect(try await desktop.windowFrame(named: window) == nil)
            let client = try MatchboxClient(on: desktop)
            for _ in 0..<2 {
                client.send(.show)
                try await desktop.waitForWindow(named: window, isMapped: true)
                client.send(.hide)
                try await desktop.waitForWindow(named: window, isMapped: false)
            }
            client.send(.toggle)
            try await desktop.waitForWindow(named: window, isMapped: true)
            desktop.stop()
        }
    }
#endif
