#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards
    import TestSupport
    import Testing

    /// The real squeekboard on a phone that a person turns.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct TurnedPhoneTests {
        enum Moment: CaseIterable, Sendable {
            case whileShown, whileHidden
        }

        @Test(arguments: Moment.allCases, [false, true])
        func theFrameBelongsToTheTurnedScreen(turns moment: Moment, reportsArea: Bool) async throws {
            let phone = try await RealPhone()
            let client = try await phone.startClient()
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.osk0], environment: phone.environment))
            if reportsArea {
                client.onSizeChange = { keyboard.source.reportUsableArea(CGRect(origin: .zero, size: $0)) }
                keyboard.source.reportUsableArea(CGRect(origin: .zero, size: try #require(client.size)))
            }
            try await phone.startSqueekboard()
            try keyboard.start()
            await waitUntil { keyboard.source.status == .available && keyboard.source.capabilities.contains(.frames) }
            await phone.settle(keyboard.source) { client.size }
            for transform in ["90", "180", "270", "normal", "90", "normal"] {
                try keyboard.source.requestShow()
                await waitUntil { keyboard.pool.keyboard.phase == .shown }
                if moment == .whileHidden {
                    try keyboard.source.requestHide()
                    await waitUntil { keyboard.pool.keyboard.phase == .hidden }
                }
                try await phone.sway("output HEADLESS-1 transform \(transform)")
                let isPortrait = transform == "180" || transform == "normal"
                let width: CGFloat = isPortrait ? 720 : 1_440
                #expect(await client.reaches { $0.width == width })
                if moment == .whileHidden {
                    try keyboard.source.requestShow()
                    await waitUntil { keyboard.pool.keyboard.phase == .shown }
                }
                await phone.settle(keyboard.source) { client.size }
                let size = try #require(client.size)
                let whole: CGFloat = isPortrait ? 1_440 : 720
                #expect(size.height < whole)
                let frame = CGRect(x: 0, y: size.height, width: width, height: whole - size.height)
                #expect(keyboard.pool.keyboard.frame == frame, "\(transform)")
                #expect(keyboard.pool.keyboard.screenBounds == CGRect(x: 0, y: 0, width: width, height: whole))
                try keyboard.source.requestHide()
                await waitUntil { keyboard.pool.keyboard.phase == .hidden }
            }
            phone.stop()
        }

        /// The app has stopped, so it reports no area after the turn.
        @Test func theAreaBeforeATurnIsNotUsed() async throws {
            let phone = try await RealPhone()
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.osk0], environment: phone.environment))
            try await phone.startSqueekboard()
            try keyboard.start()
            await waitUntil { keyboard.source.status == .available && keyboard.source.capabilities.contains(.frames) }
            await phone.settle(keyboard.source)
            for (transform, isPortrait) in [("90", false), ("normal", true), ("270", false), ("180", true)] {
                let portrait = CGRect(origin: .zero, size: phone.screen)
                let landscape = CGRect(x: 0, y: 0, width: portrait.height, height: portrait.width)
                let (old, new) = isPortrait ? (landscape, portrait) : (portrait, landscape)
                keyboard.source.reportUsableArea(old)
                try keyboard.source.requestShow()
                await waitUntil { keyboard.pool.keyboard.phase == .shown }
                let height = try #require(keyboard.pool.keyboard.frame).minY
                keyboard.source.reportUsableArea(CGRect(x: 0, y: 0, width: old.width, height: height))
                try keyboard.source.requestHide()
                await waitUntil { keyboard.pool.keyboard.phase == .hidden }
                try await phone.sway("output HEADLESS-1 transform \(transform)")
                try keyboard.source.requestShow()
                await phone.settle(keyboard.source) { keyboard.pool.keyboard.frame }
                let frame = try #require(keyboard.pool.keyboard.frame)
                #expect(frame.width == new.width && frame.maxY == new.maxY, "\(transform)")
                #expect(keyboard.pool.keyboard.screenBounds == new)
                try keyboard.source.requestHide()
                await waitUntil { keyboard.pool.keyboard.phase == .hidden }
                keyboard.source.reportUsableArea(new)
            }
            phone.stop()
        }
    }
#endif
