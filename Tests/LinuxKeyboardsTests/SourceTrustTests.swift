#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import TestSupport
    import Testing

    @testable import LinuxKeyboards

    /// Sources that receive malformed messages from the process that owns the keyboard's name.
    @MainActor
    struct SourceTrustTests {
        /// The test runs in a process of its own, so that the memory of other tests does not count.
        ///
        /// The process exits with an error if its memory has grown.
        @Test func malformedMessagesLeaveSqueekboardUsable() async {
            await #expect(processExitsWith: .success) {
                try await SourceTrustTests().fuzzSqueekboard()
            }
        }

        @Test func malformedMessagesLeaveKWinUsable() async {
            await #expect(processExitsWith: .success) {
                try await SourceTrustTests().fuzzKWin()
            }
        }

        private func fuzzSqueekboard() async throws {
            let bus = try PrivateBus()
            let source = SystemKeyboard(kinds: [.osk0], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            source.reportUsableArea(CGRect(x: 0, y: 0, width: 720, height: 1_440))
            try await fuzz(ObservedSource(source), .osk0, on: bus) { $0.squeekboard.map { ($0.bus, $0.service) } }
        }

        private func fuzzKWin() async throws {
            let bus = try PrivateBus()
            let source = SystemKeyboard(kinds: [.kwin], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            try await fuzz(ObservedSource(source), .kwin, on: bus) { $0.kwin.map { ($0.bus, $0.service) } }
        }

        private func fuzz(
            _ keyboard: ObservedSource,
            _ kind: FakeKeyboard.Kind,
            on bus: PrivateBus,
            _ connection: (SystemKeyboard) -> (BusConnection, BusService)?
        ) async throws {
            let seed = UInt64.random(in: 0...UInt64.max)
            let count = RandomTestSize.cases(of: 100_000, part: 20)
            let program = try FakeKeyboard(kind, on: bus.address)
            try keyboard.start()
            await waitUntil { keyboard.source.status == .available }
            let (connection, service) = try #require(connection(keyboard.source))
            var fuzzer = BusFuzzer(
                seed: seed,
                service: service,
                owner: try #require(service.owner),
                receiver: try #require(connection.uniqueName)
            )
            var start: Int?
            var eventCount = 0
            for index in 0..<count {
                // The first tenth fills the caches of libdbus and of the allocator.
                if index == count / 10 { start = residentMemory() }
                if let message = try fuzzer.next() { connection.receive(message) }
                connection.receive(try fuzzer.ownerChange())
                if index % 1_000 == 0 {
                    eventCount += keyboard.takeKinds().count
                    await nextTurn()
                }
            }
            let growth = try #require(residentMemory()) - #require(start)
            print("seed \(seed): \(count) messages, \(eventCount) events, \(growth >> 10) KiB more memory")
            #expect(growth < 4 << 20, "seed \(seed)")
            // The last state must equal the state that the program reports.
            for isShown in [false, true, false] {
                program.perform(isShown ? .hide : .show)
                program.perform(isShown ? .show : .hide)
                await waitUntil { keyboard.pool.keyboard.isOnScreen == isShown }
                await settle(keyboard.source)
                #expect(keyboard.pool.keyboard.isOnScreen == isShown, "seed \(seed)")
            }
            keyboard.source.stop()
        }
    }
#endif
