#if SystemKeyboards
    import Foundation
    import Testing

    /// The actions of the test phone itself, without a source.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct RealPhoneTests {
        /// The heights of the client on a screen with 720 by 1,440 pixels.
        private let whole = 1_440.0
        private let shrunk = 1_210.0

        @Test func theClientShrinksWhileTheKeyboardIsVisible() async throws {
            let phone = try await RealPhone()
            let client = try await phone.startClient()
            #expect(await client.reaches { $0.height == whole })
            try await phone.startSqueekboard()
            let keyboard = try await SqueekboardClient(on: phone)
            keyboard.setVisible(true)
            #expect(await client.reaches { $0.height == shrunk })
            await keyboard.log.wait(for: "true")
            keyboard.setVisible(false)
            #expect(await client.reaches { $0.height == whole })
            await keyboard.log.wait(for: "false")
            #expect(keyboard.log.lines == ["true", "false"])
            phone.stop()
        }

        @Test func theKeyboardFollowsTheFocus() async throws {
            let phone = try await RealPhone()
            let client = try await phone.startClient()
            client.focusField(0)
            try await phone.startSqueekboard(followsFocus: true)
            #expect(await client.reaches { $0.height == shrunk })
            client.removeFocus()
            #expect(await client.reaches { $0.height == whole })
            client.focusField(1)
            #expect(await client.reaches { $0.height == shrunk })
            phone.stop()
        }

        @Test func theClientIsWholeInFullScreenAndWhenTheKeyboardIsKilled() async throws {
            let phone = try await RealPhone()
            let client = try await phone.startClient()
            try await phone.startSqueekboard()
            let keyboard = try await SqueekboardClient(on: phone)
            keyboard.setVisible(true)
            #expect(await client.reaches { $0.height == shrunk })
            client.setFullScreen(true)
            #expect(await client.reaches { $0.height == whole })
            client.setFullScreen(false)
            #expect(await client.reaches { $0.height == shrunk })
            try await phone.kill("squeekboard")
            #expect(await client.reaches { $0.height == whole })
            phone.stop()
        }

        @Test func aFloatingClientKeepsItsSize() async throws {
            let phone = try await RealPhone()
            let client = try await phone.startClient(isFloating: true)
            let size = client.size
            try await phone.startSqueekboard()
            let keyboard = try await SqueekboardClient(on: phone)
            keyboard.setVisible(true)
            await keyboard.log.wait(for: "true")
            keyboard.setVisible(false)
            await keyboard.log.wait(for: "false")
            #expect(client.size == size)
            phone.stop()
        }

        @Test func theScreenRotates() async throws {
            let phone = try await RealPhone()
            let client = try await phone.startClient()
            try await phone.startSqueekboard()
            let keyboard = try await SqueekboardClient(on: phone)
            try await phone.sway("output HEADLESS-1 transform 90")
            #expect(await client.reaches { $0 == CGSize(width: 1_440, height: 720) })
            keyboard.setVisible(true)
            #expect(await client.reaches { $0.width == 1_440 && $0.height < 720 })
            phone.stop()
        }
    }
#endif
