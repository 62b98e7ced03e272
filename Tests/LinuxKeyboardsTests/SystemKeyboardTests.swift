#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Observation
    import Testing

    @testable import LinuxKeyboards

    /// The choice between keyboards on a private bus.
    @MainActor
    @Suite(.serialized)
    struct SystemKeyboardTests {
        let bus: PrivateBus
        let environment: [String: String]
        let keyboard: ObservedSource

        init() throws {
            bus = try PrivateBus()
            environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "WAYLAND_DISPLAY": "wayland-0"]
            keyboard = ObservedSource(SystemKeyboard(environment: environment))
        }

        private func wait(for kind: SystemKeyboard.Kind) async {
            await waitUntil { keyboard.source.kind == kind && keyboard.source.status == .available }
        }

        @Test func itWaitsForAKeyboard() async throws {
            #expect(keyboard.source.status == .stopped)
            #expect(keyboard.source.candidates.isEmpty)
            #expect(throws: KeyboardSourceError.notStarted) { try keyboard.source.requestShow() }
            try keyboard.start()
            #expect(keyboard.source.status == .connecting)
            let missing = KeyboardSourceError.notRunning(keyboard: "an on-screen keyboard")
            await waitUntil { keyboard.source.status == .unavailable(missing) }
            #expect(keyboard.source.kind == nil)
            #expect(keyboard.source.capabilities.isEmpty)
            #expect(throws: missing) { try keyboard.source.requestShow() }
            #expect(
                keyboard.source.candidates.map(\.description) == [
                    "squeekboard or stevia: the keyboard is not available: squeekboard or stevia is not running",
                    "wvkbd: the keyboard is not available: there is no connection to the Wayland compositor: WAYLAND_DISPLAY and XDG_RUNTIME_DIR do not name its socket",
                    "the virtual keyboard of KWin: the keyboard is not available: the virtual keyboard of KWin is not running",
                    "the keyboard of GNOME Shell: the keyboard is not available: GNOME Shell is not running",
                    "Onboard: the keyboard is not available: Onboard is not running",
                    "an X11 keyboard: the keyboard is not available: there is no connection to the X server: DISPLAY is not set",
                ]
            )
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            await wait(for: .kwin)
            try keyboard.source.requestShow()
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.source.capabilities == [.didEvents, .visibilityRequests])
            kwin.kill()
            await waitUntil { keyboard.kinds.count == 8 }
            #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
        }

        @Test func itTakesTheFirstThatRuns() async throws {
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address)
            try keyboard.start()
            await wait(for: .osk0)
            squeekboard.perform(.show)
            await waitUntil { keyboard.kinds.count >= 4 }
            // The other keyboard's events are not posted.
            kwin.perform(.show)
            await kwin.finishReading()
            #expect(keyboard.takeKinds() == Transition.show)
            withExtendedLifetime(kwin) {}
        }

        /// The first keyboard runs, but another one is on screen.
        @Test func aShownKeyboardIsPreferredToAHiddenOne() async throws {
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address)
            let kwin = try FakeKeyboard(.kwin, on: bus.address, isVisible: true)
            try keyboard.start()
            await wait(for: .kwin)
            await waitUntil { keyboard.kinds.count >= 4 }
            #expect(keyboard.takeKinds() == Transition.show)
            // The source keeps the chosen keyboard while this keyboard is shown.
            squeekboard.perform(.show)
            await waitUntil { squeekboard.isIdle }
            #expect(keyboard.source.kind == .kwin)
            #expect(keyboard.takeKinds() == [])
            kwin.perform(.hide)
            await wait(for: .osk0)
            #expect(keyboard.takeKinds() == Transition.hide + Transition.show)
            // The source keeps a hidden keyboard until another keyboard is shown.
            squeekboard.perform(.hide)
            await waitUntil { keyboard.kinds.count >= 4 }
            #expect(keyboard.takeKinds() == Transition.hide)
            #expect(keyboard.source.kind == .osk0)
            kwin.perform(.show)
            await wait(for: .kwin)
            #expect(keyboard.takeKinds() == Transition.show)
        }

        /// In each round, the second keyboard appears and the first keyboard disappears at about the same time.
        @Test func twoKeyboardsThatAreShownInTurnDoNotFlap() async throws {
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address)
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            try keyboard.start()
            await wait(for: .osk0)
            let checker = KeyboardStoryChecker(keyboard.pool, capabilities: [.didEvents])
            for round in 0..<20 {
                let (first, second) = round.isMultiple(of: 2) ? (kwin, squeekboard) : (squeekboard, kwin)
                first.perform(.show)
                await waitUntil { keyboard.pool.keyboard.isOnScreen }
                second.perform(.show)
                first.perform(.hide)
                await waitUntil { keyboard.source.kind == (round.isMultiple(of: 2) ? .osk0 : .kwin) }
                #expect(keyboard.pool.keyboard.isOnScreen)
                second.perform(.hide)
                await waitUntil { !keyboard.pool.keyboard.isOnScreen }
                #expect(keyboard.takeKinds() == Transition.show + Transition.hide + Transition.show + Transition.hide)
            }
            #expect(checker.findings == [])
        }

        /// Under Wayland, the first connection to the display starts Xwayland.
        @Test func theXServerIsLeftAloneWhileAKeyboardOfTheBusRuns() async throws {
            let socket = try SilentSocket(display: RealDesktop.unusedDisplay())
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            let environment = environment.merging(["DISPLAY": socket.display]) { $1 }
            let keyboard = ObservedSource(SystemKeyboard(environment: environment))
            try keyboard.start()
            await waitUntil { keyboard.source.status == .available }
            #expect(keyboard.source.kind == .kwin)
            #expect(keyboard.source.candidates.suffix(2).map(\.status) == [.stopped, .stopped])
            #expect(!socket.hasConnection)
            kwin.kill()
            await waitUntil { socket.hasConnection }
            #expect(keyboard.source.candidates.suffix(2).map(\.status) == [.connecting, .connecting])
            // squeekboard is found while the X server is silent.
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address)
            await waitUntil { keyboard.source.kind == .osk0 && keyboard.source.status == .available }
            withExtendedLifetime(squeekboard) {}
        }

        /// The source waits for a silent squeekboard only until its first call times out.
        @Test func aKeyboardThatDoesNotAnswerIsNotChosen() async throws {
            let squeekboard = try BusPeer(bus.address)
            squeekboard.own("sm.puri.OSK0")
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            let scheduler = ManualScheduler()
            let source = SystemKeyboard(scheduler: scheduler, environment: environment)
            try source.start(postingTo: NotificationCenter())
            // The source reads the properties of squeekboard first.
            await waitUntil { source.candidates.contains { $0.kind == .kwin && $0.status == .available } }
            scheduler.advance(by: .milliseconds(4_999))
            #expect(source.kind == nil && source.status == .connecting)
            scheduler.advance(by: .milliseconds(1))
            #expect(source.kind == .kwin && source.status == .available)
            let keyboardName = "squeekboard or stevia"
            let reason = KeyboardSourceError.notConnected(service: keyboardName, reason: "it does not answer")
            #expect(source.candidates.first == .init(kind: .osk0, status: .unavailable(reason)))
            withExtendedLifetime((squeekboard, kwin)) {}
        }

        /// A shown keyboard ends, and the source changes to another shown keyboard.
        @Test func twoKeyboardsInTurnAreOneStory() async throws {
            let kwin = try FakeKeyboard(.kwin, on: bus.address, isVisible: true)
            for _ in 0..<5 {
                let squeekboard = try FakeKeyboard(.osk0, on: bus.address, isVisible: true)
                if keyboard.source.status == .stopped { try keyboard.start() }
                await waitUntil { keyboard.source.candidates.first?.status == .available }
                if keyboard.source.kind == .kwin {
                    // The keyboard in use is kept until it ends.
                    kwin.perform(.setAvailable(false))
                    await wait(for: .osk0)
                    kwin.perform(.setAvailable(true))
                } else {
                    await wait(for: .osk0)
                }
                await waitUntil { keyboard.pool.keyboard.isOnScreen }
                await waitUntil {
                    keyboard.source.candidates.first { $0.kind == .kwin }?.status == .available
                }
                squeekboard.kill()
                await wait(for: .kwin)
                await waitUntil { keyboard.pool.keyboard.isOnScreen }
            }
            let kinds = keyboard.takeKinds()
            #expect(kinds.count % 8 == 4)
            for (index, start) in stride(from: 0, to: kinds.count, by: 4).enumerated() {
                let transition = Array(kinds[start..<min(start + 4, kinds.count)])
                #expect(transition == (index.isMultiple(of: 2) ? Transition.show : Transition.hide))
            }
        }

        /// Another keyboard starts while the source uses squeekboard.
        @Test func anotherKeyboardIsNoChangeOfTheStatus() async throws {
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address)
            try keyboard.start()
            await wait(for: .osk0)
            let source = keyboard.source
            var (statusChanges, candidateChanges) = (0, 0)
            func observeStatus() {
                withObservationTracking {
                    _ = (source.status, source.kind)
                } onChange: {
                    MainActor.assumeIsolated { statusChanges += 1 }
                }
            }
            func observeCandidates() {
                withObservationTracking {
                    _ = source.candidates
                } onChange: {
                    MainActor.assumeIsolated { candidateChanges += 1 }
                }
            }
            observeStatus()
            observeCandidates()
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            await waitUntil { source.candidates.first { $0.kind == .kwin }?.status == .available }
            #expect((statusChanges, candidateChanges) == (0, 1))
            withExtendedLifetime((squeekboard, kwin)) {}
        }

        @Test func aBusThatEndsIsNoMissingKeyboard() async throws {
            try keyboard.start()
            await waitUntil { keyboard.source.status != .connecting }
            bus.kill()
            let source = keyboard.source
            await waitUntil {
                if case .unavailable(.notConnected("the session bus", _)) = source.status { true } else { false }
            }
        }

        /// An observer of the status stops the source while the source starts.
        @Test func anObserverMayStopTheSource() async throws {
            let source = keyboard.source
            withObservationTracking {
                _ = source.status
            } onChange: {
                MainActor.assumeIsolated { source.stop() }
            }
            try keyboard.start()
            #expect(source.status == .stopped)
            #expect(source.candidates.isEmpty)
        }

        /// An observer of the status starts the source when the source stops.
        @Test func anObserverMayStartTheSourceAgain() async throws {
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            try keyboard.start()
            await wait(for: .kwin)
            let (source, center) = (keyboard.source, keyboard.center)
            withObservationTracking {
                _ = source.status
            } onChange: {
                MainActor.assumeIsolated { if source.status == .stopped { try? source.start(postingTo: center) } }
            }
            source.stop()
            await wait(for: .kwin)
            kwin.perform(.show)
            await waitUntil { keyboard.kinds.count == 4 }
        }

        /// While the source changes to KWin, an observer of the kind starts squeekboard again and restarts the source.
        @Test func aRestartDuringAChangePostsOneKeyboard() async throws {
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            let first = try FakeKeyboard(.osk0, on: bus.address)
            try keyboard.start()
            await wait(for: .osk0)
            await waitUntil { keyboard.source.candidates.first { $0.kind == .kwin }?.status == .available }
            let (source, center, address) = (keyboard.source, keyboard.center, bus.address)
            var (second, hasRestarted): (FakeKeyboard?, Bool) = (nil, false)
            let observer = StatusObserver(source) { _ in
                // The kind changes again when the bus ends with the test.
                guard source.kind == .kwin, !hasRestarted else { return }
                hasRestarted = true
                second = try? FakeKeyboard(.osk0, on: address, isVisible: true)
                try? source.start(postingTo: center)
            }
            first.kill()
            await waitUntil { second != nil && source.kind == .osk0 && source.status == .available }
            await waitUntil { keyboard.pool.keyboard.isOnScreen }
            #expect(keyboard.takeKinds() == Transition.show)
            kwin.perform(.show)
            let other = ObservedSource(SystemKeyboard(kinds: [.kwin], environment: environment))
            try other.start()
            await waitUntil { other.kinds.count == 4 }
            #expect(keyboard.takeKinds() == [])
            withExtendedLifetime(observer) {}
        }

        @Test(arguments: [false, true])
        func aMachineWithoutABusAndADisplayIsAnError(reconnects: Bool) {
            let source = SystemKeyboard(reconnects: reconnects, environment: [:])
            let error = #expect(throws: KeyboardSourceError.self) {
                try source.start(postingTo: NotificationCenter())
            }
            // The error names each missing variable.
            for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", " DISPLAY", "WAYLAND_DISPLAY"] {
                #expect(error?.description.contains(name) == true)
            }
            #expect(source.status == .stopped)
        }

        /// If a source can use only one kind of keyboard, the kind is known before the start.
        ///
        /// The source reads the properties of its keyboard once.
        @Test func aSourceOfOneKindIgnoresTheOthers() async throws {
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address, isVisible: true)
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            let other = ObservedSource(SystemKeyboard(kinds: [.kwin], environment: environment))
            #expect(other.source.kind == .kwin)
            #expect(other.source.capabilities == [.didEvents, .visibilityRequests])
            #expect(throws: KeyboardSourceError.notStarted) { try other.source.requestShow() }
            try other.start()
            #expect(other.source.candidates.map(\.kind) == [.kwin])
            await waitUntil { other.source.status == .available }
            #expect(kwin.answerCount == 1)
            #expect(other.kinds == [])
            kwin.perform(.show)
            await waitUntil { other.kinds.count == 4 }
            kwin.kill()
            await waitUntil {
                other.source.status == .unavailable(.notRunning(keyboard: "the virtual keyboard of KWin"))
            }
            #expect(other.takeKinds() == Transition.show + Transition.hide)
            withExtendedLifetime(squeekboard) {}
        }

        @Test func anX11KeyboardCannotBeAskedToAppear() {
            let source = SystemKeyboard(kinds: [.x11], environment: [:])
            #expect(throws: KeyboardSourceError.unsupported(.visibilityRequests)) { try source.requestShow() }
            #expect(throws: KeyboardSourceError.unsupported(.visibilityRequests)) { try source.requestHide() }
        }

        @Test func aSourceOfNoKindIsAnError() {
            let source = SystemKeyboard(kinds: [], environment: environment)
            let missing = KeyboardSourceError.notRunning(keyboard: "an on-screen keyboard")
            #expect(throws: missing) {
                try source.start(postingTo: NotificationCenter())
            }
            #expect(source.status == .stopped)
        }

        @Test func itConforms() async throws {
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address)
            let scheduler = ManualScheduler()
            let source = SystemKeyboard(scheduler: scheduler, environment: environment)
            let findings = try await SourceConformance(
                of: source,
                show: { squeekboard.perform(.show) },
                hide: { squeekboard.perform(.hide) },
                settle: { await squeekboard.settle(source, scheduler) { source.connections.bus } }
            ).findings()
            #expect(findings.map(\.description) == [])
        }
    }
#endif
