#if SystemKeyboards
    import Dispatch
    import KeyboardObservation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// A connection and a service, with a log of the calls of their handlers.
    @MainActor
    final class ObservedBus {
        let log = EventLog()
        let scheduler = ManualScheduler()
        let connection: BusConnection
        let keyboard: BusService

        init(
            _ address: String,
            name: String = Keyboard.name,
            scheduler otherScheduler: (any KeyboardScheduler)? = nil
        ) throws {
            let scheduler = otherScheduler ?? scheduler
            let connection = try BusConnection(address: address, scheduler: scheduler)
            let keyboard = BusService(name: name, path: Keyboard.path, interface: Keyboard.interface, on: connection)
            self.connection = connection
            self.keyboard = keyboard
            let log = log
            keyboard.onLoss = { log.add("lost") }
            keyboard.onOwnerChange = { log.add("running: \($0)") }
            keyboard.onPropertiesChange = { changed in
                for (name, value) in changed.sorted(by: { $0.key < $1.key }) { log.add("\(name): \(value)") }
            }
            keyboard.onSignal = { member, _ in log.add(member) }
        }

        /// Reads the property Visible, and adds the result to the log.
        func getVisible() {
            keyboard.getProperty("Visible") { [log] in log.add("get: \($0.line)") }
        }

        /// Calls a method, and adds the result to the log.
        func call(_ member: String, _ arguments: [BusValue] = []) {
            keyboard.call(member, arguments) { [log] in log.add("\(member): \($0.line)") }
        }
    }

    extension BusService {
        /// Creates a service on a connection of its own, and waits until it is known whether the service runs.
        convenience init(
            name: String,
            path: String,
            interface: String,
            environment: [String: String]
        ) async throws {
            let connection = try BusConnection(environment: environment, scheduler: MainQueueScheduler.shared)
            self.init(name: name, path: path, interface: interface, on: connection)
            var isKnown = false
            onOwnerChange = { _ in isKnown = true }
            await waitUntil { isKnown }
        }
    }

    extension Result where Failure == BusError {
        var line: String {
            switch self {
            case .success(let value): "\(value)"
            case .failure(let error): error.description
            }
        }
    }

    /// Returns in a later turn of the main queue, after the actions that already wait.
    @MainActor
    func nextTurn() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
#endif
