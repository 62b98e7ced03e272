#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards
    import Testing

    /// The real Onboard follows the focus.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct OnboardRequesterTests {
        private final class Field {}

        @Test(arguments: RealDesktop.Docking.allCases)
        func theKeyboardFollowsTheFocus(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(docking)
            let keyboard = ObservedKeyboard(on: desktop)
            let requester = KeyboardRequester(of: keyboard.source, pool: keyboard.pool)
            let (field, other) = (Field(), Field())
            try keyboard.start()
            #expect(await keyboard.isShown())

            requester.focusBegan(in: field)
            requester.focusEnded(in: field)
            #expect(await keyboard.isHidden())
            requester.focusBegan(in: field)
            #expect(await keyboard.isShown())
            await keyboard.settle()

            // Another program hides the keyboard, as a person does.
            let client = try await OnboardClient(on: desktop)
            client.call("Hide")
            #expect(await keyboard.isHidden())
            await keyboard.settle()
            #expect(!keyboard.pool.keyboard.isOnScreen)
            requester.fieldTapped()
            #expect(await keyboard.isShown())
            await keyboard.settle()

            client.call("Hide")
            #expect(await keyboard.isHidden())
            await keyboard.settle()
            requester.focusBegan(in: other)
            requester.focusEnded(in: field)
            #expect(await keyboard.isShown())
            await keyboard.settle()
            requester.focusEnded(in: other)
            #expect(await keyboard.isHidden())
            desktop.stop()
        }
    }
#endif
