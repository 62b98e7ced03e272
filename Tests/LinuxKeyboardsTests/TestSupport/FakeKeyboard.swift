#if SystemKeyboards
    import CKeyboardDBus
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Synchronization
    import Testing

    @testable import LinuxKeyboards

    /// A program with a keyboard on the bus, which runs on a thread of its own as if it were another process.
    ///
    /// The program imitates squeekboard, Onboard or the keyboard of KWin, with recorded answers and pauses.
    final class FakeKeyboard: Sendable {
        enum Kind: Sendable {
            case osk0, kwin, onboard

            fileprivate var service: KeyboardService {
                switch self {
                case .osk0: .osk0
                case .kwin: .kwin
                case .onboard: .onboard
                }
            }

            var interface: String { service.object.interface }
        }

        /// What a person or another program does.
        enum Action: Sendable {
            case show, hide
            /// KWin hides the keyboard of a field that keeps the focus.
            case hideWhileActive
            /// The focus moves to another field, and KWin hides the keyboard for 40 ms.
            case moveFocus
            /// KWin 6.3 sends the signal of a *show* before so many readings of the old visibility.
            case showLate(readings: Int)
            /// A signal without a change.
            case signal
            /// The keyboard of KWin becomes available or unavailable.
            case setAvailable(Bool)
            /// A person enables or disables the keyboard of KWin in the system settings.
            case setEnabled(Bool)
            /// KWin 6.7 has a mode instead of `enabled`.
            case setMode(Int32)
            /// The program sends a signal that the source does not expect.
            case emit(member: String, interface: String, arguments: [PeerValue])
        }

        /// What the thread shares with the test.
        private final class Shared: Sendable {
            let state = Mutex(State())
            let answerCount = Mutex(0)

            func nextActions() -> [Action]? {
                state.withLock { state in
                    guard state.isRunning else { return nil }
                    defer { state.actions = [] }
                    if !state.actions.isEmpty { state.isBusy = true }
                    return state.actions
                }
            }
        }

        private struct State {
            var actions: [Action] = []
            var isRunning = true
            /// Whether the thread performs an action, or waits to show the keyboard again.
            var isBusy = false
            var hasStarted = false
        }

        private let kind: Kind
        private let shared = Shared()

        /// Whether all actions have been performed, or the program has ended.
        var isIdle: Bool {
            shared.state.withLock { !$0.isRunning || $0.actions.isEmpty && !$0.isBusy }
        }

        /// The number of times that properties were read.
        var answerCount: Int { shared.answerCount.withLock(\.self) }

        /// Starts the program, which owns its name when the call returns.
        ///
        /// - Parameters:
        ///   - kind: The keyboard.
        ///   - address: The address of the bus.
        ///   - isVisible: Whether the keyboard is visible at first.
        ///   - onResize: A closure that is called when the compositor changes the size of an app's window. The program
        ///     calls it before the signal that squeekboard is visible, and after the signal that squeekboard is hidden.
        /// - Throws: An error if the bus does not accept the program.
        init(
            _ kind: Kind,
            on address: String,
            isVisible: Bool = false,
            onResize: @escaping @Sendable (_ isKeyboardVisible: Bool) -> Void = { _ in }
        ) throws {
            self.kind = kind
            let started = DispatchSemaphore(value: 0)
            Thread.detachNewThread { [shared] in
                let program = try? FakeProgram(kind, on: address, isVisible: isVisible) {
                    shared.answerCount.withLock { $0 += 1 }
                }
                program?.onResize = onResize
                shared.state.withLock { $0.hasStarted = program != nil }
                started.signal()
                while let program, let actions = shared.nextActions() {
                    for action in actions { program.perform(action) }
                    let isConnected = program.run()
                    let waits = program.waits
                    shared.state.withLock { state in
                        state.isBusy = waits
                        // Without a connection, `run` does not wait, so the loop has to end.
                        if !isConnected { state.isRunning = false }
                    }
                }
            }
            started.wait()
            let hasStarted = shared.state.withLock(\.hasStarted)
            try #require(hasStarted, "the bus does not accept the program")
        }

        func perform(_ action: Action) {
            shared.state.withLock { $0.actions.append(action) }
        }

        /// Waits until the source has received all signals, and then advances the scheduler by two seconds.
        ///
        /// - Parameters:
        ///   - source: A source of this keyboard, started or not.
        ///   - scheduler: The scheduler of the source.
        ///   - connection: Returns the connection of the source.
        @MainActor
        func settle(
            _ source: any KeyboardSource,
            _ scheduler: ManualScheduler,
            connection: () -> BusConnection?
        ) async {
            // A call may have timed out in simulated time. The source repeats the call only if simulated time passes.
            var polls = 0
            @MainActor func poll(until holds: @MainActor () -> Bool) async {
                await waitUntil {
                    polls += 1
                    if polls.isMultiple(of: 500) { scheduler.advance(by: .seconds(1)) }
                    return holds()
                }
            }
            await poll { source.status != .connecting && isIdle }
            if let connection = connection() {
                // The bus answers after it has passed on the earlier signals.
                for _ in 0..<2 {
                    var isAnswered = false
                    connection.call("GetId", of: BusName.bus, at: BusName.busPath, on: BusName.bus) { _ in
                        isAnswered = true
                    }
                    await poll { isAnswered || connection.isClosed }
                }
                if kind == .kwin, !connection.isClosed { await finishReading() }
            }
            for _ in 0..<5 { await nextTurn() }
            scheduler.advance(by: .seconds(2))
        }

        /// Waits until KWin's source has read the properties after all earlier signals.
        @MainActor
        func finishReading() async {
            // A reading ends before the next one begins.
            for _ in 0..<4 {
                let count = answerCount
                perform(.signal)
                await waitUntil { answerCount > count }
            }
        }

        /// Ends the program, and with it the connection to the bus.
        func kill() {
            shared.state.withLock { $0.isRunning = false }
        }

        deinit {
            kill()
        }
    }

    /// The part of a fake keyboard that only its thread uses.
    private final class FakeProgram {
        private let kind: FakeKeyboard.Kind
        private let peer: BusPeer
        private var isVisible: Bool
        private var isActive = false
        private var isAvailable = true
        private var isEnabled = true
        private var mode: Int32?
        /// The number of readings that still have the old visibility.
        private var lateReadingCount = 0
        private var isShownAgainAt: ContinuousClock.Instant?

        /// Whether the keyboard will be shown again after a pause.
        var waits: Bool { isShownAgainAt != nil }

        private let name, path, interface: String
        private let onAnswer: () -> Void
        var onResize: (Bool) -> Void = { _ in }

        init(
            _ kind: FakeKeyboard.Kind,
            on address: String,
            isVisible: Bool,
            onAnswer: @escaping () -> Void
        ) throws {
            self.kind = kind
            self.onAnswer = onAnswer
            self.isVisible = isVisible
            (name, path) = (kind.service.rawValue, kind.service.object.path)
            interface = kind.interface
            peer = try BusPeer(address)
            peer.own(name)
        }

        /// Waits for messages for up to 2 ms, and answers them.
        ///
        /// - Returns: Whether the program is connected to the bus.
        func run() -> Bool {
            let isConnected = unsafe dbus_connection_read_write(peer.connection, 2) != 0
            while let pointer = unsafe dbus_connection_pop_message(peer.connection) {
                let message = unsafe BusMessage(adopting: pointer)
                let header = message.header
                if header.kind == .methodCall { try? answer(message, header) }
            }
            if let time = isShownAgainAt, ContinuousClock.now >= time {
                isShownAgainAt = nil
                setVisible(true)
            }
            return isConnected
        }

        func perform(_ action: FakeKeyboard.Action) {
            switch action {
            case .show, .hide:
                if case .show = action { isActive = true } else { isActive = false }
                setVisible(isActive)
            case .hideWhileActive: setVisible(false)
            case .moveFocus:
                for _ in 0..<2 { emit("activeChanged") }
                setVisible(false)
                isShownAgainAt = .now + .milliseconds(40)
            case .showLate(let count):
                isActive = true
                lateReadingCount = count
                setVisible(true)
            case .signal: emit("visibleChanged")
            case .setAvailable(let new):
                isAvailable = new
                emit("availableChanged")
            case .setEnabled(let new):
                isEnabled = new
                emit("enabledChanged")
            case .setMode(let new):
                mode = new
                emit("modeChanged")
            case .emit(let member, let interface, let arguments):
                try? peer.emit(member, of: interface, at: path, arguments)
            }
        }

        private func setVisible(_ new: Bool) {
            isShownAgainAt = nil
            let isChange = isVisible != new
            isVisible = new
            switch kind {
            case .osk0, .onboard:
                // squeekboard sends no signal if nothing changes.
                guard isChange else { return }
                if new { onResize(true) }
                let arguments: [PeerValue] = [
                    .string(interface), .properties(["Visible": .boolean(new)]), .array([], elementSignature: "s"),
                ]
                try? peer.emit("PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: path, arguments)
                if !new { onResize(false) }
            case .kwin:
                // KWin also signals without a change.
                for _ in 0..<2 { emit("visibleChanged") }
            }
        }

        private func emit(_ member: String) {
            try? peer.emit(member, of: interface, at: path)
        }

        private func answer(_ call: borrowing BusMessage, _ header: BusHeader) throws {
            let arguments = call.arguments
            switch header.member {
            case "Get" where kind != .kwin && arguments.last == .string("Visible"):
                onAnswer()
                return try peer.reply(to: call, [.variant(.boolean(isVisible))])
            case "GetAll" where kind == .kwin:
                onAnswer()
                let isLate = lateReadingCount > 0
                lateReadingCount -= isLate ? 1 : 0
                let values = ["visible": isVisible != isLate, "active": isActive, "available": isAvailable]
                var properties = values.mapValues { PeerValue.boolean($0) }
                if let mode { properties["mode"] = .int32(mode) } else { properties["enabled"] = .boolean(isEnabled) }
                return try peer.reply(to: call, [.properties(properties)])
            case "Set" where kind == .kwin && arguments.dropFirst().first == .string("active"):
                guard case .variant(let new)? = arguments.last else { break }
                try peer.reply(to: call, [])
                return activate(new)
            case "forceActivate" where kind == .kwin:
                try peer.reply(to: call, [])
                return activate(true)
            case "Show" where kind == .onboard, "Hide" where kind == .onboard:
                try peer.reply(to: call, [])
                return setVisible(header.member == "Show")
            case "SetVisible" where kind == .osk0:
                guard case .boolean(let new)? = arguments.first else { break }
                try peer.reply(to: call, [])
                return setVisible(new)
            default: break
            }
            try peer.refuse(call, name: "org.freedesktop.DBus.Error.UnknownMethod", text: "no")
        }

        private func activate(_ new: Bool) {
            if isActive != new { emit("activeChanged") }
            isActive = new
            if isVisible != new { setVisible(new) }
        }
    }
#endif
