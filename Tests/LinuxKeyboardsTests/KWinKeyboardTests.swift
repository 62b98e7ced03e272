#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// The virtual keyboard of KWin, which a program on a private bus imitates.
    @MainActor
    @Suite(.serialized)
    struct KWinKeyboardTests {
        let bus: PrivateBus
        let kwin: FakeKeyboard
        let scheduler = ManualScheduler()
        let keyboard: ObservedSource

        init() throws {
            bus = try PrivateBus()
            kwin = try FakeKeyboard(.kwin, on: bus.address)
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            keyboard = ObservedSource(
                SystemKeyboard(kinds: [.kwin], scheduler: scheduler, environment: environment),
                scheduler: scheduler
            )
        }

        private func start() async throws {
            try keyboard.start()
            await waitUntil { keyboard.source.status == .available }
        }

        private func startShown() async throws {
            try await start()
            kwin.perform(.show)
            await waitUntil { keyboard.kinds.count == 4 }
        }

        /// Waits until the source delays a hide, or until it delays no hide.
        private func wait(untilHideIsHeld isHeld: Bool) async {
            await waitUntil { (keyboard.source.kwin?.heldHide?.isWaiting ?? false) == isHeld }
        }

        @Test func itShowsAndHidesWithoutFrames() async throws {
            try await startShown()
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.infos.allSatisfy { $0.frameEnd == nil && $0.frameBegin == nil })
            #expect(keyboard.pool.keyboard.phase == .shown)
            await hide()
            #expect(keyboard.takeKinds() == [])
            scheduler.advance(by: .milliseconds(149))
            #expect(keyboard.takeKinds() == [])
            scheduler.advance(by: .milliseconds(1))
            #expect(keyboard.takeKinds() == Transition.hide)
            #expect(keyboard.pool.keyboard.phase == .hidden)
        }

        /// The mode 1 means after a touch, and 2 means after a click, too.
        @Test(arguments: [0, 1, 2] as [Int32])
        func theModeOfKWin67StandsForEnabled(mode: Int32) async throws {
            kwin.perform(.setMode(mode))
            await waitUntil { kwin.isIdle }
            try keyboard.start()
            let unavailable = KeyboardSourceStatus.unavailable(.notRunning(keyboard: "the virtual keyboard of KWin"))
            await waitUntil { keyboard.source.status == (mode == 0 ? unavailable : .available) }
        }

        /// KWin 6.3 sends `visibleChanged` up to 60 ms before `visible` changes.
        @Test func aVisibilityThatIsLaterThanItsSignalIsRead() async throws {
            try await start()
            await kwin.finishReading()
            kwin.perform(.showLate(readings: 4))
            while keyboard.kinds.isEmpty {
                await waitUntil { keyboard.source.kwin?.lateReading?.isWaiting == true || !keyboard.kinds.isEmpty }
                scheduler.advance(by: .milliseconds(30))
            }
            #expect(keyboard.takeKinds() == Transition.show)
        }

        @Test func theFlickerBetweenFieldsIsNoHide() async throws {
            try await startShown()
            await hide()
            scheduler.advance(by: .milliseconds(90))
            kwin.perform(.show)
            await wait(untilHideIsHeld: false)
            await kwin.finishReading()
            scheduler.advance(by: .seconds(1))
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.pool.keyboard.phase == .shown)
        }

        @Test func aLongFlickerWhileTheKeyboardIsActiveIsNoHide() async throws {
            try await startShown()
            await hide(.hideWhileActive)
            scheduler.advance(by: .milliseconds(499))
            kwin.perform(.show)
            await wait(untilHideIsHeld: false)
            scheduler.advance(by: .seconds(1))
            #expect(keyboard.takeKinds() == Transition.show)
        }

        @Test func anActiveKeyboardThatStaysHiddenIsPosted() async throws {
            try await startShown()
            await hide(.hideWhileActive)
            await kwin.finishReading()
            scheduler.advance(by: .milliseconds(500))
            #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
            await waitUntil { keyboard.source.kwin?.lateReading?.isWaiting != true }
        }

        @Test func aHeldHideBecomesShorterWhenTheKeyboardIsNoLongerActive() async throws {
            try await startShown()
            await hide(.hideWhileActive)
            scheduler.advance(by: .milliseconds(100))
            kwin.perform(.hide)
            await kwin.finishReading()
            scheduler.advance(by: .milliseconds(149))
            #expect(keyboard.takeKinds() == Transition.show)
            scheduler.advance(by: .milliseconds(1))
            #expect(keyboard.takeKinds() == Transition.hide)
        }

        @Test(arguments: [false, true])
        func aKeyboardThatIsRemovedHidesAtOnce(isDisabled: Bool) async throws {
            try await startShown()
            kwin.perform(isDisabled ? .setEnabled(false) : .setAvailable(false))
            let missing = KeyboardSourceStatus.unavailable(.notRunning(keyboard: "the virtual keyboard of KWin"))
            await waitUntil { keyboard.source.status == missing }
            #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
            kwin.perform(isDisabled ? .setEnabled(true) : .setAvailable(true))
            await waitUntil { keyboard.source.status == .available && keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.show)
        }

        @Test func kwinThatEndsHidesTheKeyboardAtOnce() async throws {
            try await startShown()
            kwin.kill()
            await waitUntil { keyboard.source.status != .available }
            #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
            #expect(throws: KeyboardSourceError.notRunning(keyboard: "the virtual keyboard of KWin")) {
                try keyboard.source.requestShow()
            }
        }

        /// KWin ends before it answers.
        @Test func kwinThatEndsDuringAReadingIsNotAvailable() async throws {
            var started: (keyboard: ObservedSource, peer: BusPeer?, bus: PrivateBus) = try startPeer()
            let keyboard = started.keyboard
            _ = try await started.peer?.nextCall()
            started.peer = nil
            let missing = KeyboardSourceStatus.unavailable(.notRunning(keyboard: "the virtual keyboard of KWin"))
            await waitUntil { keyboard.source.status == missing }
            for _ in 0..<20 { await nextPoll() }
            #expect(keyboard.source.status == missing)
        }

        /// KWin hangs for more than five seconds, as during a login.
        @Test func aLateAnswerIsRead() async throws {
            let (keyboard, peer, bus) = try startPeer()
            defer { withExtendedLifetime(bus) {} }
            _ = try await peer.nextCall()
            scheduler.advance(by: .seconds(6))
            try peer.reply(to: try await peer.nextCall(), Self.properties(isVisible: true))
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.source.status == .available)
        }

        /// A signal arrives during each reading.
        @Test func steadySignalsDoNotDelayAChange() async throws {
            let (keyboard, peer, bus) = try startPeer()
            defer { withExtendedLifetime(bus) {} }
            for _ in 0..<20 {
                let call = try await peer.nextCall()
                try peer.emit("visibleChanged", of: "org.kde.kwin.VirtualKeyboard", at: "/VirtualKeyboard")
                try peer.reply(to: call, Self.properties(isVisible: true))
            }
            _ = try await peer.nextCall()
            #expect(keyboard.takeKinds() == Transition.show)
        }

        /// KWin before 5.24 does not know the method that shows its keyboard.
        @Test(arguments: [false, true])
        func theLastRequestWinsWithoutForceActivate(isShow: Bool) async throws {
            let (keyboard, peer, bus) = try startPeer()
            defer { withExtendedLifetime(bus) {} }
            try peer.reply(to: try await peer.nextCall(), Self.properties(isVisible: false))
            await waitUntil { keyboard.source.status == .available }
            try keyboard.source.requestShow()
            if !isShow { try keyboard.source.requestHide() }
            let forced = try await peer.nextCall()
            #expect(forced.header.member == "forceActivate")
            try peer.refuse(forced, name: "org.freedesktop.DBus.Error.UnknownMethod", text: "no")
            let set = try await peer.nextCall()
            #expect(set.arguments.last == .variant(isShow))
            try peer.reply(to: set, [])
            try peer.emit("visibleChanged", of: "org.kde.kwin.VirtualKeyboard", at: "/VirtualKeyboard")
            #expect(try await peer.nextCall().header.member == "GetAll")
        }

        /// Starts a source on a bus of its own, with a peer that owns the name of KWin and does not answer by itself.
        private func startPeer() throws -> (ObservedSource, BusPeer, PrivateBus) {
            let bus = try PrivateBus()
            let source = SystemKeyboard(
                kinds: [.kwin],
                scheduler: scheduler,
                environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            )
            let keyboard = ObservedSource(source, scheduler: scheduler)
            let peer = try BusPeer(bus.address)
            peer.own("org.kde.KWin")
            try keyboard.start()
            return (keyboard, peer, bus)
        }

        private static func properties(isVisible: Bool) -> [PeerValue] {
            let values = ["available": true, "enabled": true, "active": isVisible, "visible": isVisible]
            return [.properties(values.mapValues { .boolean($0) })]
        }

        // MARK: The frame that the app reports

        private nonisolated static let frame = CGRect(x: 0, y: 488, width: 1_280, height: 312)

        /// Starts the source, reports the frame of the keyboard, and shows the keyboard.
        private func startWithFrame() async throws {
            try await start()
            keyboard.source.reportKeyboardFrame(Self.frame)
            kwin.perform(.show)
            await waitUntil { keyboard.kinds.count == 4 }
        }

        @Test func theReportedFrameIsPosted() async throws {
            try await startWithFrame()
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.infos.allSatisfy { $0.frameEnd == Self.frame })
            #expect(keyboard.infos.allSatisfy { $0.frameBegin == Self.frame.offsetBy(dx: 0, dy: 312) })
            #expect(keyboard.pool.keyboard.placement == .docked)
            await hide()
            keyboard.source.reportKeyboardFrame(nil)
            scheduler.advance(by: .milliseconds(150))
            #expect(keyboard.takeKinds() == Transition.hide)
            #expect(keyboard.infos.last?.frameBegin == Self.frame)
            #expect(keyboard.infos.last?.frameEnd == Self.frame.offsetBy(dx: 0, dy: 312))
            #expect(keyboard.pool.keyboard.phase == .hidden)
        }

        /// KWin can report the frame after the keyboard has become visible.
        @Test func aLateFrameIsPosted() async throws {
            try await startShown()
            keyboard.source.reportKeyboardFrame(nil)
            #expect(keyboard.takeKinds() == Transition.show)
            keyboard.source.reportKeyboardFrame(Self.frame)
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.pool.keyboard.frame == Self.frame)
            #expect(keyboard.pool.keyboard.placement == .docked)
            keyboard.source.reportKeyboardFrame(Self.frame)
            #expect(keyboard.takeKinds() == [])
        }

        @Test func aNewFrameOfAShownKeyboardIsPosted() async throws {
            try await startWithFrame()
            let taller = CGRect(x: 0, y: 400, width: 1_280, height: 400)
            keyboard.source.reportKeyboardFrame(taller)
            #expect(keyboard.takeKinds() == Transition.show + Transition.show)
            #expect(keyboard.infos.last?.frameBegin == Self.frame)
            #expect(keyboard.pool.keyboard.frame == taller)
        }

        /// While the focus moves to another field, KWin reports no frame for some milliseconds.
        @Test func theFlickerOfTheFrameIsNoEvent() async throws {
            try await startWithFrame()
            await hide()
            keyboard.source.reportKeyboardFrame(nil)
            kwin.perform(.show)
            await wait(untilHideIsHeld: false)
            keyboard.source.reportKeyboardFrame(Self.frame)
            scheduler.advance(by: .seconds(1))
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.pool.keyboard.frame == Self.frame)
        }

        @Test func theNextWindowHasNoFrame() async throws {
            try await startWithFrame()
            await hide()
            scheduler.advance(by: .milliseconds(150))
            keyboard.source.reportKeyboardFrame(nil)
            #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
            kwin.perform(.show)
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.infos.last?.frameEnd == nil)
        }

        @Test(arguments: [
            CGRect.zero, CGRect(x: 0, y: 488, width: 1_280, height: 0),
            CGRect(x: 0, y: CGFloat.nan, width: 1_280, height: 312), CGRect(x: 0, y: 1e300, width: 1_280, height: 312),
            .null, .infinite,
        ])
        func aFrameThatIsEmptyOrNotFiniteIsNotPosted(frame: CGRect) async throws {
            try await startShown()
            keyboard.source.reportKeyboardFrame(frame)
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.infos.allSatisfy { $0.frameEnd == nil })
        }

        // MARK: The area that the app reports

        /// Reports the area of a maximized window.
        private func report(height: CGFloat) {
            keyboard.source.reportUsableArea(CGRect(x: 0, y: 0, width: 1_280, height: height))
        }

        /// Forgets the earlier events, shows the keyboard, and waits for four events.
        private func show() async {
            _ = keyboard.takeKinds()
            kwin.perform(.show)
            await waitUntil { keyboard.kinds.count == 4 }
        }

        /// Hides the keyboard, and then advances the scheduler.
        private func hide(_ action: FakeKeyboard.Action = .hide, for milliseconds: Int = 0) async {
            kwin.perform(action)
            await wait(untilHideIsHeld: true)
            scheduler.advance(by: .milliseconds(milliseconds))
        }

        /// KWin makes a maximized window smaller after the keyboard has become visible.
        @Test func theStripThatTheWindowLosesIsTheFrame() async throws {
            report(height: 800)
            try await start()
            await show()
            report(height: 488)
            #expect(keyboard.takeKinds() == Transition.show + Transition.show)
            #expect(keyboard.pool.keyboard.frame == Self.frame)
            // The focus moves to another field.
            await hide()
            report(height: 800)
            kwin.perform(.show)
            await wait(untilHideIsHeld: false)
            report(height: 488)
            #expect(keyboard.takeKinds() == [])
            await hide()
            report(height: 800)
            scheduler.advance(by: .milliseconds(150))
            #expect(keyboard.takeKinds() == Transition.hide)
            #expect(keyboard.infos.last?.frameBegin == Self.frame)
        }

        @Test(arguments: [999, 1_000])
        func aWindowThatShrinksWithoutAKeyboardHasANewArea(milliseconds: Int) async throws {
            report(height: 800)
            try await start()
            report(height: 488)
            scheduler.advance(by: .milliseconds(milliseconds))
            await show()
            #expect(keyboard.infos.last?.frameEnd == (milliseconds < 1_000 ? Self.frame : nil))
        }

        /// The strip is in the coordinates of the maximized window, so it is not valid in a floating window.
        @Test func aFloatingWindowHasNoFrame() async throws {
            report(height: 800)
            try await start()
            await show()
            report(height: 488)
            keyboard.source.reportUsableArea(nil)
            await hide(for: 250)
            await show()
            #expect(keyboard.infos.last?.frameEnd == nil)
        }

        /// A panel takes 40 points while a field has the focus, or before the source starts again.
        @Test(arguments: [false, true])
        func aPanelIsNoPartOfTheFrame(isActive: Bool) async throws {
            report(height: 800)
            try await start()
            if isActive {
                await show()
                await hide(.hideWhileActive, for: 500)
            }
            report(height: 760)
            scheduler.advance(by: .milliseconds(600))
            report(height: 760)
            scheduler.advance(by: .milliseconds(400))
            if !isActive {
                try await start()
                scheduler.advance(by: .seconds(1))
            }
            await show()
            #expect(keyboard.infos.last?.frameEnd == nil)
            report(height: 448)
            #expect(keyboard.infos.last?.frameEnd == CGRect(x: 0, y: 448, width: 1_280, height: 312))
        }

        /// A panel appears while the keyboard disappears, so the window stays small.
        @Test func aWindowThatStaysSmallHasANewArea() async throws {
            report(height: 800)
            try await start()
            await show()
            report(height: 488)
            await hide(for: 1_150)
            await show()
            #expect(keyboard.infos.last?.frameEnd == nil)
        }

        /// The source waits for a second before it trusts a smaller area.
        ///
        /// Each smaller area begins a new second.
        @Test func aWindowThatShrinksAgainWaitsAgain() async throws {
            report(height: 800)
            try await start()
            report(height: 488)
            scheduler.advance(by: .milliseconds(900))
            report(height: 800)
            report(height: 488)
            scheduler.advance(by: .milliseconds(200))
            await show()
            #expect(keyboard.infos.last?.frameEnd == Self.frame)
        }

        @Test func aSourceThatStartsAgainKeepsTheArea() async throws {
            report(height: 800)
            try await start()
            await show()
            report(height: 488)
            try await start()
            await waitUntil { keyboard.pool.keyboard.phase == .shown }
            #expect(keyboard.infos.last?.frameEnd == Self.frame)
        }

        @Test func itConformsWithItsFlicker() async throws {
            let source = keyboard.source
            let findings = try await SourceConformance(
                of: source,
                show: {
                    kwin.perform(.show)
                    kwin.perform(.moveFocus)
                },
                hide: { kwin.perform(.hide) },
                settle: { await kwin.settle(source, scheduler) { source.connections.bus } }
            ).findings()
            #expect(findings.map(\.description) == [])
        }
    }
#endif
