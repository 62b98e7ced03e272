#if SystemKeyboards
    import CKeyboardDBus
    import Dispatch
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import TestSupport
    import Testing

    @testable import LinuxKeyboards

    /// The delay from a signal on the bus to the screen's callback.
    ///
    /// Only `Tests/on-desktop --long` judges a time, in release.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable && RandomTestSize.isFull), .serialized)
    struct OnboardDelayTests {
        private static let signalCount = 100

        /// A peer that owns Onboard's name emits the signals.
        ///
        /// Half of the signals are for the source, and half are for a client without the library. The client calls its
        /// handler on the main actor, as the pool calls a screen. The comparison is fair, because each signal has one
        /// receiver, and the two kinds of signals alternate. The peer emits the next signal only after the last signal
        /// has been received. The source and the client do not wait for each other, and a busy machine delays both.
        @Test func theScreenIsCalledWithinTwiceTheTimeOfABareClient() async throws {
            let desktop = try await RealDesktop(windowManager: false)
            let address = desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
            let window = try OnboardWindow(on: desktop.environment["DISPLAY"] ?? "")
            let onboard = try BusPeer(address)
            onboard.own(Keyboard.name)

            // The window does not move, so the transition waits for the window. The manual scheduler prevents a
            // time-out.
            let keyboard = ObservedKeyboard(on: desktop, scheduler: ManualScheduler())
            let (shows, showContinuation) = AsyncStream<Arrival>.makeStream()
            let screen = TimedScreen(pool: keyboard.pool) { showContinuation.yield($0) }
            screen.subscribeOnKeyboardNotifications()
            try keyboard.start()
            let call = try await onboard.nextCall()
            try onboard.reply(to: call, [.variant(.boolean(false))])
            #expect(await keyboard.reachesStatus { $0 == .available })

            let (values, valueContinuation) = AsyncStream<Arrival>.makeStream()
            let client = try BareBusClient(address, path: Self.otherPath) { isVisible in
                valueContinuation.yield(Arrival(isVisible: isVisible, time: .now()))
            }
            var ofScreen = shows.makeAsyncIterator()
            var ofClient = values.makeAsyncIterator()

            var screenDelays: [UInt64] = []
            var clientDelays: [UInt64] = []
            for number in 0..<Self.signalCount {
                let isVisible = number.isMultiple(of: 2)
                let screenStart = try emit(isVisible, at: Keyboard.path, from: onboard)
                let call = try #require(await ofScreen.next())
                #expect(call.isVisible == isVisible)
                screenDelays.append(call.time.uptimeNanoseconds - screenStart.uptimeNanoseconds)

                let clientStart = try emit(isVisible, at: Self.otherPath, from: onboard)
                let value = try #require(await ofClient.next())
                #expect(value.isVisible == isVisible)
                clientDelays.append(value.time.uptimeNanoseconds - clientStart.uptimeNanoseconds)
            }
            // On a busy machine, the other desktops of the run delay most signals, but not the quickest tenth.
            let (screenDelay, clientDelay) = (screenDelays.sorted()[10], clientDelays.sorted()[10])
            print("from signal to screen: \(screenDelay / 1_000) µs, to a bare client: \(clientDelay / 1_000) µs")
            #expect(screenDelay <= 2 * clientDelay)
            withExtendedLifetime((window, client)) {}
            desktop.stop()
        }

        /// The path of the signals for the bare client.
        private static let otherPath = "/org/onboard/Onboard/Other"

        /// Emits a change of Onboard's visibility.
        ///
        /// - Returns: The time before the signal was sent.
        private func emit(_ isVisible: Bool, at path: String, from onboard: BusPeer) throws -> DispatchTime {
            let signal = try onboard.change(of: "Visible", to: .boolean(isVisible), at: path)
            let start = DispatchTime.now()
            unsafe dbus_connection_send(onboard.connection, signal.pointer, nil)
            unsafe dbus_connection_flush(onboard.connection)
            return start
        }

        private struct Arrival: Sendable, Equatable {
            var isVisible: Bool
            var time: DispatchTime
        }

        private final class TimedScreen: KeyboardObservable, CommonKeyboardPresentable {
            let keyboardObserverPool: KeyboardObserverPool
            private let handler: (Arrival) -> Void

            init(pool: KeyboardObserverPool, handler: @escaping (Arrival) -> Void) {
                keyboardObserverPool = pool
                self.handler = handler
            }

            func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
                handler(Arrival(isVisible: true, time: .now()))
            }

            func keyboardWillBeHidden(duration: TimeInterval) {
                handler(Arrival(isVisible: false, time: .now()))
            }
        }
    }
#endif
