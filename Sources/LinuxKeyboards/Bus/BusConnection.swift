#if SystemKeyboards
    import CKeyboardDBus
    import Dispatch
    import KeyboardObservation

    /// A private connection to a message bus.
    ///
    /// No method blocks, with one exception: if the bus is stopped and its queue of connections is full, the initializer
    /// waits for the bus. If you call a method before the bus has accepted the connection, the connection sends the call
    /// later. A call never starts the program of a service. The connection calls all handlers on the main actor. No
    /// handler runs while you call a method.
    @MainActor
    final class BusConnection {
        /// The time limit for the reply to a call.
        ///
        /// If no reply arrives within this time, the call fails. If the bus itself does not reply, the connection is
        /// lost.
        nonisolated static let replyTimeout = Duration.seconds(5)

        /// The number of equal parts into which the connection divides ``replyTimeout``.
        ///
        /// The connection measures each part with a timer. The next timer starts after the previous timer has ended.
        /// The main queue can stall, for example in a debugger or during a long layout. During a stall, at most one of
        /// these timers ends. After the stall, the connection therefore has time to read the replies.
        private nonisolated static let timeoutSteps = 10

        /// The maximum number of messages that are delivered in one turn of the main queue.
        nonisolated static let messagesPerTurn = 8

        /// The maximum number of calls that wait for a reply.
        nonisolated static let pendingCallLimit = 1_000

        /// The maximum number of bytes that wait until the bus accepts them.
        nonisolated static let outgoingByteLimit = 1 << 20

        /// The reason why the connection was lost, or `nil` if it was not lost.
        private(set) var lossReason: BusError?

        /// The unique name of the connection on the bus; `nil` until the bus has replied.
        private(set) var uniqueName: String?

        /// The number of dropped messages for each reason.
        private(set) var droppedMessageCounts: [BusDropReason: Int] = [:]

        private struct WeakService {
            weak var service: BusService?
        }

        private struct PendingCall {
            /// The bus name of the process that was called.
            ///
            /// Only the called process can reply with a value.
            let destination: String
            var timeout: KeyboardScheduledAction?
            let completion: (Result<[BusValue], BusError>) -> Void
        }

        private let scheduler: any KeyboardScheduler

        /// The services that receive signals from the connection.
        private var services: [WeakService] = []
        /// The connection of libdbus, or `nil` after the connection was lost or closed.
        private var transport: BusTransport?
        private var pendingCalls: [UInt32: PendingCall] = [:]
        private(set) var isClosed = false
        private var isDeliveryScheduled = false

        /// Connects to a bus.
        ///
        /// - Parameters:
        ///   - address: The address of the bus, such as the value of `DBUS_SESSION_BUS_ADDRESS`. Only the transport
        ///     `unix:` is supported.
        ///   - scheduler: The scheduler that supplies the time for time-outs.
        /// - Throws: An error if the address is malformed or unsupported. The initializer also throws an error if the
        ///   socket does not exist or refuses the connection. If the bus ends the connection later or does not reply,
        ///   the connection calls ``BusService/onLoss``.
        init(address: String, scheduler: any KeyboardScheduler) throws(BusError) {
            self.scheduler = scheduler
            transport = try BusTransport(address: address) { [weak self] in
                if let self, !isDeliveryScheduled { deliver() }
            }
            callBus("Hello") { [weak self] arguments in
                guard case .string(let name)? = arguments.first else { return false }
                self?.uniqueName = name
                return true
            }
        }

        /// Connects to the session bus at the address in `DBUS_SESSION_BUS_ADDRESS`.
        ///
        /// If `DBUS_SESSION_BUS_ADDRESS` is not set, the initializer connects to the user's bus. The socket of this bus
        /// is in the folder `XDG_RUNTIME_DIR`.
        convenience init(
            environment: [String: String],
            scheduler: any KeyboardScheduler
        ) throws(KeyboardSourceError) {
            guard let address = Self.address(in: environment) else {
                let reason = "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"
                throw .unavailable(.notConnected(service: "the session bus", reason: reason))
            }
            do throws(BusError) {
                try self.init(address: address, scheduler: scheduler)
            } catch {
                throw .unavailable(.notConnected(service: "the session bus", reason: error.description))
            }
        }

        /// Returns the address of the session bus; `nil` if the environment does not contain the address.
        nonisolated static func address(in environment: [String: String]) -> String? {
            if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
            guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return nil }
            return "unix:path=\(folder)/bus"
        }

        isolated deinit {
            close()
        }

        /// Ends the connection.
        ///
        /// After this call, the connection runs no handlers. If a call still waits for a reply, its completion does not
        /// run.
        func close() {
            isClosed = true
            transport = nil
            for call in pendingCalls.values { call.timeout?.cancel() }
            pendingCalls = [:]
            services = []
        }

        /// Calls a method of the process that has the unique name `destination`.
        ///
        /// The completion receives the values of the reply, or an error. If the connection is closed before the reply
        /// arrives, the completion is not called.
        func call(
            _ member: String,
            of interface: String,
            at path: String,
            on destination: String,
            arguments: [BusValue] = [],
            completion: @escaping (Result<[BusValue], BusError>) -> Void
        ) {
            do throws(BusError) {
                let serial = try send(
                    .call(member, of: interface, at: path, on: destination, arguments: arguments)
                )
                pendingCalls[serial] = PendingCall(destination: destination, completion: completion)
                startTimeout(of: serial, steps: Self.timeoutSteps)
            } catch {
                fail(completion, with: error)
            }
        }

        private func startTimeout(of serial: UInt32, steps: Int) {
            let step = Self.replyTimeout / Self.timeoutSteps
            pendingCalls[serial]?.timeout = scheduler.schedule(after: step) { [weak self] in
                if steps > 1 {
                    self?.startTimeout(of: serial, steps: steps - 1)
                } else {
                    self?.pendingCalls.removeValue(forKey: serial)?.completion(.failure(.timedOut))
                }
            }
        }

        /// Calls a completion with an error, in a later turn of the main queue.
        ///
        /// If the connection is closed before that turn, the completion is not called.
        func fail(_ completion: @escaping (Result<[BusValue], BusError>) -> Void, with error: BusError) {
            later { connection in
                if !connection.isClosed { completion(.failure(error)) }
            }
        }

        /// Adds 1 to the number of messages that were dropped for this reason.
        func countDrop(_ reason: BusDropReason) {
            droppedMessageCounts[reason, default: 0] += 1
        }
    }

    // MARK: - The services

    extension BusConnection {
        /// Starts to deliver the signals of a service.
        ///
        /// The connection also reports the owner of the service's name, and each change of the owner.
        func deliver(to service: BusService) {
            services.append(WeakService(service: service))
            for rule in service.matchRules {
                callBus("AddMatch", arguments: [.string(rule)]) { _ in true }
            }
            let arguments = [BusValue.string(service.name)]
            call("GetNameOwner", of: BusName.bus, at: BusName.busPath, on: BusName.bus, arguments: arguments) {
                [weak self, weak service] result in
                switch result.map(\.first?.stringValue) {
                case .success(let owner?): service?.setOwner(owner)
                case .failure(.notRunning): service?.setOwner(nil)
                case .success(nil): self?.lose(.malformedReply)
                case .failure(let error): self?.lose(error)
                }
            }
        }

        /// Stops delivering the signals of a service.
        func stopDelivery(to service: BusService) {
            services.removeAll { $0.service == nil || $0.service === service }
            guard transport != nil else { return }
            for rule in service.matchRules {
                callBus("RemoveMatch", arguments: [.string(rule)]) { _ in true }
            }
        }

        /// Calls a method of the bus itself.
        ///
        /// If the bus refuses the call or does not reply, the connection is lost.
        private func callBus(
            _ member: String,
            arguments: [BusValue] = [],
            completion: @escaping ([BusValue]) -> Bool
        ) {
            call(member, of: BusName.bus, at: BusName.busPath, on: BusName.bus, arguments: arguments) {
                [weak self] result in
                switch result {
                case .success(let values):
                    if !completion(values) { self?.lose(.malformedReply) }
                case .failure(let error): self?.lose(error)
                }
            }
        }
    }

    // MARK: - Sending

    extension BusConnection {
        private func send(_ message: consuming BusMessage) throws(BusError) -> UInt32 {
            guard let transport else { throw lossReason ?? .connectionLost }
            guard pendingCalls.count < Self.pendingCallLimit, transport.outgoingBytes < Self.outgoingByteLimit,
                let serial = transport.send(message)
            else { throw .tooManyCalls }
            // libdbus can receive other messages while it sends this message.
            scheduleDelivery()
            return serial
        }

        private func refuse(_ call: borrowing BusMessage) {
            guard let transport, transport.outgoingBytes < Self.outgoingByteLimit / 16,
                let reply = BusMessage.unknownMethod(answering: call)
            else { return }
            _ = transport.send(reply)
        }
    }

    // MARK: - Receiving

    extension BusConnection {
        private func later(_ action: @escaping @MainActor (BusConnection) -> Void) {
            DispatchQueue.main.async { [weak self] in
                MainActor.assumeIsolated {
                    guard let self else { return }
                    action(self)
                }
            }
        }

        private func scheduleDelivery() {
            guard !isDeliveryScheduled else { return }
            isDeliveryScheduled = true
            later { connection in
                connection.isDeliveryScheduled = false
                connection.deliver()
            }
        }

        /// Delivers at most ``messagesPerTurn`` of the received messages.
        private func deliver() {
            var count = 0
            while count < Self.messagesPerTurn, let message = transport?.takeMessage() {
                count += 1
                receive(message)
            }
            guard let transport else { return }
            if transport.hasMessages {
                scheduleDelivery()
            } else if !transport.isConnected {
                lose(.connectionLost)
            }
        }

        private func lose(_ reason: BusError) {
            guard transport != nil else { return }
            transport = nil
            lossReason = reason
            let calls = pendingCalls.sorted { $0.key < $1.key }
            pendingCalls = [:]
            for (_, call) in calls {
                call.timeout?.cancel()
                if !isClosed { call.completion(.failure(reason)) }
            }
            for service in services where !isClosed { service.service?.onLoss?() }
        }

        /// Delivers a message, or drops it and counts the ``BusDropReason``.
        func receive(_ message: borrowing BusMessage) {
            guard let header = message.header() else { return countDrop(.overBudget) }
            switch header.kind {
            case .methodReturn, .error: receiveReply(message, header)
            // Only libdbus creates signals of the interface `BusName.local`. If another process sends a signal of this
            // interface, the bus rejects the signal.
            case .signal where header.interface == BusName.local: break
            case .signal where header.sender == BusName.bus: receiveSignalOfBus(message, header)
            case .signal:
                // One process can own the names of several services.
                let owned = services.compactMap(\.service).filter { $0.owner == header.sender }
                guard !owned.isEmpty else { return countDrop(.foreignSender) }
                let reasons = owned.map { $0.receive(message, header) }
                if !reasons.contains(nil), let reason = reasons[0] { countDrop(reason) }
            case .methodCall:
                countDrop(.methodCall)
                if header.expectsReply { refuse(message) }
            }
        }

        private func receiveReply(_ message: borrowing BusMessage, _ header: BusHeader) {
            // If the called process has ended, the bus replies with an error.
            guard let call = pendingCalls[header.replySerial],
                header.sender == call.destination || (header.kind == .error && header.sender == BusName.bus)
            else { return countDrop(.unexpectedReply) }
            pendingCalls[header.replySerial] = nil
            call.timeout?.cancel()
            guard let arguments = message.arguments() else {
                countDrop(.overBudget)
                return call.completion(.failure(.malformedReply))
            }
            switch header.kind {
            case .error: call.completion(.failure(BusError(reply: header, arguments: arguments)))
            default: call.completion(.success(arguments))
            }
        }

        private func receiveSignalOfBus(_ message: borrowing BusMessage, _ header: BusHeader) {
            guard header.interface == BusName.bus, header.path == BusName.busPath, header.member == "NameOwnerChanged"
            else {
                return
            }
            guard header.signature == "sss", let arguments = message.arguments(),
                case .string(let name) = arguments[0], case .string(let owner) = arguments[2]
            else { return countDrop(.unexpectedTypes) }
            for service in services.compactMap(\.service) where service.name == name {
                service.setOwner(owner.isEmpty ? nil : owner)
            }
        }
    }

    extension BusError {
        /// Creates the error that a reply describes.
        fileprivate init(reply header: BusHeader, arguments: [BusValue]) {
            switch header.errorName {
            case "org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.ServiceUnknown",
                "org.freedesktop.DBus.Error.NoReply":
                self = .notRunning
            default:
                let message = arguments.first?.stringValue ?? ""
                self = .refused(
                    name: header.errorName,
                    message: message.escapingControlCharacters(limit: 200)
                )
            }
        }
    }
#endif
