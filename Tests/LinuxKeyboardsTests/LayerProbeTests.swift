#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import TestSupport
    import Testing

    @testable import LinuxKeyboards

    /// The measurement of free areas on a Wayland compositor.
    @MainActor
    struct LayerProbeTests {
        private let screen = CGSize(width: 720, height: 1_440)

        private func free(_ height: CGFloat) -> CGSize {
            CGSize(width: 720, height: height)
        }

        /// Waits until the condition is true for the probe.
        private func wait(for probe: LayerProbe, until isMet: @escaping (LayerProbe) -> Bool) async {
            defer { probe.handlers = [] }
            let isReached = await result(within: timeLimit) { finish in
                let check = { if isMet(probe) { finish(true) } }
                probe.handlers = [LayerProbe.Handlers(session: probe, onChange: check, onLoss: { _ in check() })]
                check()
            }
            #expect(isReached == true)
        }

        @Test func aProbeMeasuresTheOutputAndItsFreeArea() async throws {
            let compositor = try FakeCompositor()
            compositor.configure(screen, free: free(1_400))
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.output != nil }
            #expect(probe.output?.size == screen && probe.output?.freeArea == free(1_400))
            compositor.configure(screen, free: free(1_150))
            await wait(for: probe) { $0.output?.freeArea.height == 1_150 }
            #expect(probe.isSupported == true)
        }

        /// A surface could be shown if it had a buffer.
        @Test func theSurfacesOfAProbeAreNeverMapped() async throws {
            let compositor = try FakeCompositor()
            compositor.configure(screen, free: free(1_440))
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.output != nil }
            compositor.configure(screen, free: free(1_150))
            await wait(for: probe) { $0.output?.freeArea.height == 1_150 }
            let surface = Set(compositor.requests.filter { $0.hasPrefix("wl_surface.") })
            #expect(surface == ["wl_surface.6", "wl_surface.0"], "commits and no buffer, until the end")
        }

        /// phoc waits 3 seconds for a commit of each size, and shows no change of any window until then.
        @Test func eachAcknowledgedSizeIsCommitted() async throws {
            let compositor = try FakeCompositor()
            compositor.configure(screen, free: free(1_440))
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            for height: CGFloat in [1_150, 1_440] {
                await waitUntil { compositor.isMeasured("wl_output") }
                compositor.configure(screen, free: free(height))
                await wait(for: probe) { $0.output?.freeArea.height == height }
            }
            await waitUntil { compositor.isMeasured("wl_output") }
        }

        @Test(arguments: FakeCompositor.wlroots.dropLast())
        func aCompositorWithoutAnInterfaceIsNotSupported(missing: String) async throws {
            let compositor = try FakeCompositor(FakeCompositor.wlroots.filter { $0 != missing })
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.isSupported == false }
            #expect(probe.output == nil)
        }

        @Test func allOutputsAreMeasured() async throws {
            let compositor = try FakeCompositor(FakeCompositor.wlroots + ["wl_output 2"])
            compositor.configure(screen, free: free(1_400))
            let second = CGSize(width: 1_280, height: 800)
            compositor.configure(second, free: second, output: "wl_output 2")
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.outputs.map(\.size) == [screen, second] }
            let reduced = CGSize(width: 1_280, height: 500)
            compositor.configure(second, free: reduced, output: "wl_output 2")
            await wait(for: probe) { $0.outputs.map(\.freeArea) == [free(1_400), reduced] }
            compositor.remove("wl_output 2")
            await wait(for: probe) { $0.outputs.map(\.freeArea) == [free(1_400)] }
            // After this round trip, the compositor has received all earlier requests.
            compositor.configure(screen, free: free(1_000))
            await wait(for: probe) { $0.output?.freeArea == free(1_000) }
            let destroyed = compositor.requests.filter { ["zwlr_layer_surface_v1.7", "wl_surface.0"].contains($0) }
            // When an area is reduced, the probe destroys a surface of the overlay layer.
            #expect(destroyed.count == 12, "six surfaces and their layer surfaces")
            #expect(compositor.requests.contains("wl_output 2.0"), "the removed output is released")
        }

        /// A keyboard of the layer `overlay` also reduces the free area of this layer.
        @Test(arguments: [false, true])
        func theLayerOfAKeyboardIsMeasured(insertsFirst: Bool) async throws {
            let compositor = try FakeCompositor()
            compositor.insertsFirst = insertsFirst
            compositor.configure(screen, free: free(1_400))
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.output != nil }
            for _ in 0..<3 {
                compositor.configure(screen, free: free(1_150), overlay: free(1_190))
                await wait(for: probe) { $0.output?.freeArea.height == 1_150 }
                #expect(probe.output?.overlayArea.height == 1_190)
                compositor.configure(screen, free: free(1_400))
                await wait(for: probe) { $0.output?.freeArea.height == 1_400 }
                #expect(probe.output?.overlayArea == screen)
            }
            compositor.configure(screen, free: free(1_150))
            await wait(for: probe) { $0.output?.freeArea.height == 1_150 }
            #expect(probe.output?.overlayArea == screen)
            #expect(!compositor.requests.contains("acknowledged a destroyed surface"))
        }

        /// phoc 0.46 draws a keyboard of the top layer above a full-screen window, phoc 0.24 and 0.58 do not.
        @Test(arguments: [("phosh_private:6", 1_440), ("phosh_private:7", 1_150), ("phosh_private:8", 1_440)])
        func phocDrawsTheTopLayerAboveFullScreenWindows(version: String, height: CGFloat) async throws {
            let compositor = try FakeCompositor(FakeCompositor.wlroots + [version])
            compositor.configure(screen, free: free(1_150))
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.output != nil }
            #expect(probe.output?.overlayArea.height == height)
        }

        @Test(arguments: [false, true])
        func theLayerOfAKeyboardIsMeasuredWhileOtherAreasChange(insertsFirst: Bool) async throws {
            let compositor = try FakeCompositor()
            compositor.insertsFirst = insertsFirst
            compositor.configure(screen, free: free(1_400))
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.output != nil }
            // A keyboard appears. Before the probe has measured it, a panel appears.
            compositor.configure(screen, free: free(1_170), overlay: free(1_210))
            compositor.configure(screen, free: free(1_130), overlay: free(1_210))
            await wait(for: probe) { $0.output?.freeArea.height == 1_130 }
            #expect(probe.output?.overlayArea.height == 1_210)
            // The panels disappear.
            compositor.configure(screen, free: free(1_210), overlay: free(1_210))
            await wait(for: probe) { $0.output?.freeArea.height == 1_210 }
            #expect(probe.output?.overlayArea.height == 1_210)
            // The output turns twice.
            let (turned, reduced) = (CGSize(width: 1_440, height: 720), CGSize(width: 1_440, height: 490))
            compositor.configure(turned, free: reduced, overlay: reduced)
            await wait(for: probe) { $0.output?.freeArea == reduced }
            #expect(probe.output?.overlayArea == reduced)
            compositor.configure(screen, free: free(1_210), overlay: free(1_210))
            await wait(for: probe) { $0.output?.freeArea.height == 1_210 }
            #expect(probe.output?.overlayArea.height == 1_210)
        }

        /// A compositor can configure a surface before it receives the request to destroy the surface.
        @Test func aDestroyedSurfaceIsNotAcknowledged() async throws {
            let compositor = try FakeCompositor(FakeCompositor.wlroots + ["wl_output 2"])
            compositor.configure(screen, free: free(1_400))
            compositor.configure(screen, free: free(1_400), output: "wl_output 2")
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.output != nil }
            compositor.remove("wl_output 2")
            compositor.configure(screen, free: free(1_000), output: "wl_output 2")
            compositor.configure(screen, free: free(1_150))
            await wait(for: probe) { $0.output?.freeArea.height == 1_150 }
            #expect(!compositor.requests.contains("acknowledged a destroyed surface"))
        }

        @Test func aTurnedOutputIsReportedOnce() async throws {
            let compositor = try FakeCompositor()
            compositor.configure(screen, free: free(1_400))
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.output != nil }
            var outputs: [CGSize?] = []
            let turned = CGSize(width: 1_440, height: 720)
            let isReported = await result(within: timeLimit) { finish in
                let handler = {
                    outputs += [probe.output?.size, probe.output?.freeArea]
                    finish(true)
                }
                probe.handlers = [LayerProbe.Handlers(session: probe, onChange: handler, onLoss: { _ in })]
                compositor.configure(turned, free: CGSize(width: 1_440, height: 680))
            }
            probe.handlers = []
            #expect(isReported == true)
            #expect(outputs == [turned, CGSize(width: 1_440, height: 680)])
        }

        @Test func anOutputThatIsAddedIsMeasured() async throws {
            let compositor = try FakeCompositor(FakeCompositor.wlroots.dropLast())
            compositor.configure(screen, free: free(1_400))
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.isSupported == true }
            #expect(probe.output == nil)
            compositor.add("wl_output")
            await wait(for: probe) { $0.output?.size == screen }
        }

        @Test(
            arguments: [
                [1, 0, 0, 0, 0, 0, 0, 0],  // a size of 0
                [1, 0, 0, 0, 0, 0, 12, 0, 9, 0, 0, 0],  // wl_display.error
            ] as [[UInt8]]
        )
        func anErrorEndsTheConnection(bytes: [UInt8]) async throws {
            let compositor = try FakeCompositor()
            let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
            await wait(for: probe) { $0.isSupported == true }
            let isLost = await result(within: timeLimit) { finish in
                probe.handlers = [LayerProbe.Handlers(session: probe, onChange: {}, onLoss: { _ in finish(true) })]
                compositor.send(bytes)
            }
            #expect(isLost == true)
        }

        /// The compositor sends random bytes, and then ends the connection.
        ///
        /// The probe reports the loss.
        @Test func randomBytesDoNoHarm() async throws {
            for seed in RandomTestSize.seeds(RandomTestSize.cases(of: 2_000, part: 20)) {
                var random = SeededRandom(seed: seed)
                let compositor = try FakeCompositor()
                compositor.configure(screen, free: free(1_400))
                let probe = try LayerProbe(environment: compositor.environment, scheduler: ManualScheduler())
                await wait(for: probe) { $0.output != nil }
                let isOver = await result(within: timeLimit) { finish in
                    probe.handlers = [LayerProbe.Handlers(session: probe, onChange: {}, onLoss: { _ in finish(true) })]
                    for _ in 0..<8 {
                        // Short messages to existing objects do more harm than messages to random objects.
                        let size = UInt16.random(in: 8...40, using: &random)
                        var bytes: [UInt8] = [UInt8.random(in: 1...20, using: &random), 0, 0, 0]
                        bytes += [UInt8.random(in: 0...3, using: &random), 0, UInt8(size & 0xFC), 0]
                        bytes += (8..<(size & 0xFC)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                        compositor.send(bytes)
                    }
                    compositor.endConnections()
                }
                withExtendedLifetime(probe) { #expect(isOver == true, "seed \(seed)") }
            }
        }

        @Test func aRefusedConnectionKeepsNoDescriptor() throws {
            func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            let before = try count()
            for _ in 0..<500 {
                _ = try? LayerProbe(
                    environment: ["WAYLAND_DISPLAY": "/nowhere/wayland-0"],
                    scheduler: ManualScheduler()
                )
            }
            // Other tests open descriptors meanwhile.
            #expect(try count() < before + 400)
        }

        @Test(arguments: [
            [:], ["WAYLAND_DISPLAY": "wayland-0"], ["WAYLAND_DISPLAY": ""], ["WAYLAND_DISPLAY": "/nowhere/wayland-0"],
            ["WAYLAND_DISPLAY": "/" + String(repeating: "x", count: 200)], ["WAYLAND_DISPLAY": "/tmp/\0"],
        ])
        func aCompositorThatCannotBeReachedIsAnError(environment: [String: String]) {
            #expect(throws: KeyboardSourceError.self) {
                try LayerProbe(environment: environment, scheduler: ManualScheduler())
            }
        }
    }

    extension LayerProbe {
        /// The first output that the probe has measured.
        fileprivate var output: MeasuredOutput? { outputs.first }
    }
#endif
