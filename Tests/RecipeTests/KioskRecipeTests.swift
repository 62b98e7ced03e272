import Foundation
import KeyboardObservation
import KeyboardSimulation
import LinuxKeyboards
import Observation
import Testing

/// A kiosk that asks for the keyboard, and shows the reason if no keyboard is available.
@MainActor
struct KioskRecipeTests {
    private final class Field {}

    /// A source with a keyboard that can end and start again.
    @MainActor @Observable
    final class Source: KeyboardSource {
        @ObservationIgnored let keyboard: SimulatedKeyboard
        @ObservationIgnored var startError: KeyboardSourceError?
        var status = KeyboardSourceStatus.available
        var capabilities: KeyboardSourceCapabilities = [.frames, .didEvents, .visibilityRequests]

        init(_ keyboard: SimulatedKeyboard) { self.keyboard = keyboard }

        func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
            if let startError { throw startError }
            keyboard.start(postingTo: center)
        }

        func stop() { keyboard.stop() }

        func requestShow() throws(KeyboardSourceError) {
            if case .unavailable(let error) = status { throw error }
            try keyboard.requestShow()
        }

        func requestHide() throws(KeyboardSourceError) { try keyboard.requestHide() }
    }

    @Test func theKeyboardFollowsTheFocus() async throws {
        try await KeyboardTestBed.run { bed in
            let notice = Label(), name = Field(), code = Field()
            let kiosk = Kiosk(Source(bed.keyboard), notice: notice, scheduler: bed.scheduler)
            kiosk.start(postingTo: bed.center)
            #expect(bed.keyboard.phase == .hidden)
            kiosk.fieldDidTakeFocus(name)
            await bed.settle()
            #expect(bed.keyboard.phase == .shown)
            kiosk.fieldDidLoseFocus(name)
            kiosk.fieldDidTakeFocus(code)
            await bed.settle()
            #expect(bed.keyboard.phase == .shown)

            // The person closes the keyboard, and opens it again by a tap into the field.
            bed.keyboard.hide()
            await bed.settle()
            #expect(bed.keyboard.phase == .hidden)
            kiosk.fieldWasTapped()
            await bed.settle()
            #expect(bed.keyboard.phase == .shown)
            kiosk.fieldDidLoseFocus(code)
            await bed.settle()
            #expect(bed.keyboard.phase == .hidden)
            #expect(notice.text == "")
        }
    }

    @Test func theNoticeNamesTheReasonUntilTheKeyboardRuns() async throws {
        try await KeyboardTestBed.run { bed in
            let notice = Label(), name = Field(), source = Source(bed.keyboard)
            source.status = .unavailable(.notRunning(keyboard: "Onboard"))
            let kiosk = Kiosk(source, notice: notice, scheduler: bed.scheduler)
            kiosk.start(postingTo: bed.center)
            #expect(notice.text == "No keyboard: Onboard is not running.")
            kiosk.fieldDidTakeFocus(name)
            await bed.settle()
            #expect(bed.keyboard.phase == .hidden)

            source.status = .available
            await bed.settle()
            #expect(notice.text == "")
            #expect(bed.keyboard.phase == .shown, "the request is repeated")

            source.status = .unavailable(.notConnected(service: "the session bus", reason: "it has ended"))
            await bed.settle()
            #expect(notice.text == "No keyboard: there is no connection to the session bus: it has ended.")
            withExtendedLifetime(kiosk) {}
        }
    }

    @Test func theKioskNeedsNoListeningPool() throws {
        try KeyboardTestBed.run { bed in
            let center = NotificationCenter(), pool = KeyboardObserverPool(center: center, scheduler: bed.scheduler)
            KeyboardObserverPool.$current.withValue(pool) {
                let name = Field(), kiosk = Kiosk(bed.keyboard, notice: Label(), scheduler: bed.scheduler)
                kiosk.start(postingTo: center)
                kiosk.fieldDidTakeFocus(name)
                bed.settle()
                #expect(pool.keyboard.isOnScreen)
            }
        }
    }

    @Test func theNoticeNamesAKeyboardThatCannotBeAsked() async throws {
        try await KeyboardTestBed.run { bed in
            let notice = Label(), name = Field(), source = Source(bed.keyboard)
            source.capabilities = [.frames, .didEvents]
            let kiosk = Kiosk(source, notice: notice, scheduler: bed.scheduler)
            kiosk.start(postingTo: bed.center)
            kiosk.fieldDidTakeFocus(name)
            await bed.settle()
            #expect(notice.text == "Open the keyboard with its own button.")
            #expect(bed.keyboard.phase == .hidden)
        }
    }

    @Test func theNoticeNamesTheReasonOfAStartThatFails() throws {
        try KeyboardTestBed.run { bed in
            let notice = Label(), source = Source(bed.keyboard)
            source.startError = .notConnected(service: "the session bus", reason: "no address is set")
            let kiosk = Kiosk(source, notice: notice, scheduler: bed.scheduler)
            kiosk.start(postingTo: bed.center)
            #expect(notice.text == "No keyboard: there is no connection to the session bus: no address is set.")
            withExtendedLifetime(kiosk) {}
        }
    }

    #if SystemKeyboards
        @Test func theNoticeNamesASessionWithoutADesktop() throws {
            try KeyboardTestBed.run { bed in
                let notice = Label(), keyboard = SystemKeyboard(scheduler: bed.scheduler, environment: [:])
                let kiosk = Kiosk(keyboard, notice: notice, scheduler: bed.scheduler)
                kiosk.start(postingTo: bed.center)
                #expect(notice.text.hasPrefix("No keyboard: there is no connection to "))
                withExtendedLifetime(kiosk) {}
            }
        }
    #endif
}
