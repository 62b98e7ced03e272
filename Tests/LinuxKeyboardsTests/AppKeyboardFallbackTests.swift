#if SystemKeyboards
    import Foundation
    import InAppKeyboard
    import KeyboardForms
    import KeyboardObservation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// While a field has the focus, the keyboard of the desktop ends, and the app's own keyboard replaces it.
    @MainActor
    @Suite(.serialized)
    struct AppKeyboardFallbackTests {
        private final class Field: FormField {
            let formState: FieldState
            var text = ""
            let isHidden = false, isEnabled = true, isMultiLine = false, isFirstResponder = true

            init(_ center: NotificationCenter) { formState = FieldState(center: center) }
            func becomeFirstResponder() -> Bool { true }
            func resignFirstResponder() -> Bool { false }
        }

        private let bus: PrivateBus
        private let kwin: FakeKeyboard
        private let scheduler = ManualScheduler()
        private let center = NotificationCenter()
        private let appKeyboard: AppKeyboard
        private let keyboard: ObservedSource
        private let field: Field

        init() async throws {
            bus = try PrivateBus()
            kwin = try FakeKeyboard(.kwin, on: bus.address, isVisible: true)
            field = Field(center)
            appKeyboard = AppKeyboard(
                screenBounds: CGRect(x: 0, y: 0, width: 393, height: 852),
                center: center,
                scheduler: scheduler
            )
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            let source = SystemKeyboard(fallback: appKeyboard, scheduler: scheduler, environment: environment)
            keyboard = ObservedSource(source, scheduler: scheduler)
            try keyboard.start()
            await waitUntil { keyboard.kinds.count == 4 }
            field.fieldDidBeginEditing()
            #expect(keyboard.takeKinds() == Transition.show)
        }

        private func dismiss() async {
            kwin.perform(.hideWhileActive)
            await waitUntil { keyboard.source.kwin?.heldHide?.isWaiting == true }
            scheduler.advance(by: .milliseconds(500))
            #expect(keyboard.takeKinds() == Transition.hide)
            scheduler.advance(by: .seconds(2))
        }

        private func end() async {
            kwin.kill()
            await waitUntil { keyboard.source.kind == nil }
            scheduler.advance(by: .seconds(1))
        }

        @Test func itAppearsInPlaceOfAShownKeyboard() async {
            await end()
            #expect(appKeyboard.isShown)
            #expect(keyboard.takeKinds() == Transition.hide + Transition.show)
        }

        @Test func itStaysHiddenInPlaceOfADismissedKeyboard() async throws {
            await dismiss()
            await end()
            #expect(!appKeyboard.isShown)
            #expect(keyboard.takeKinds() == [])
            try keyboard.source.requestShow()
            #expect(appKeyboard.isShown)
        }

        @Test func aTapOnTheFieldOfARequesterShowsIt() async {
            let requester = KeyboardRequester(of: keyboard.source, pool: keyboard.pool, scheduler: scheduler)
            requester.focusBegan(in: field)
            await kwin.finishReading()
            await dismiss()
            await end()
            #expect(!appKeyboard.isShown)
            requester.fieldTapped()
            #expect(appKeyboard.isShown)
        }

        @Test func itAppearsForTheNextField() async {
            await dismiss()
            await end()
            let next = Field(center)
            next.fieldDidBeginEditing()
            #expect(appKeyboard.isShown)
        }

        @Test func itAppearsInPlaceOfAnotherKeyboardThatWasShown() async throws {
            await dismiss()
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address, isVisible: true)
            await waitUntil { keyboard.source.kind == .osk0 && keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.show)
            kwin.kill()
            await waitUntil {
                keyboard.source.candidates.contains { $0.kind == .kwin && $0.status != .available }
            }
            squeekboard.kill()
            await waitUntil { keyboard.source.kind == nil }
            #expect(appKeyboard.isShown)
        }

        @Test func itAppearsInPlaceOfAKeyboardThatWasShownAgain() async {
            await dismiss()
            kwin.perform(.show)
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.show)
            await end()
            #expect(appKeyboard.isShown)
        }
    }
#endif
