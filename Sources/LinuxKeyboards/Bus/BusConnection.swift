#if SystemKeyboards
    import CKeyboardDBus
    import Dispatch
    import KeyboardObservation

    /// A private connection to a message bus.
    ///
    /// The methods do not block. The initializer blocks only if the process of the bus is suspended and its queue of
    /// new connections is full. Calls are sent after the bus has accepted the connection. A call never starts the
    /// program of a service. The methods never run a handler before they return.
    @MainActor
    final class BusConnection {
        /// If the bus itself does not reply within this time, the connection is lost.
        nonisolated static let replyTimeout = Duration.seconds(5)

        /// The maximum number of messages that are delivered in one turn of the main queue.
        nonisolated static let messagesPerTurn = 8

        private(set) var isLost = false

        /// `nil` until the bus has replied.
        private(set) var uniqueName: String?

        private struct WeakService {
            weak var service: BusService?
        }

        private struct PendingCall {
            /// The bus name of the called process.
            ///
            /// A reply with a value can come only from this process. An error can also come from the bus.
            let destination: String
            var timeout: KeyboardScheduledAction?
            let completion: (Result<[BusValue], BusError>) -> Void
        }

        private let scheduler: any KeyboardScheduler

        private var services: [WeakService] = []
        /// `nil` after the connection was lost or closed.
        private var transport: BusTransport?
        private var pendingCalls: [UInt32: PendingCall] = [:]
        private(set) var isClosed = false
        private var isDeliveryScheduled = false

        /// Only addresses with the transport `unix:` are supported.
        ///
        /// If the bus does not reply, or if it ends the connection after this call, the connection calls
        /// ``BusService/onLoss``.
        init(address: String, scheduler: any KeyboardScheduler) throws(BusError) {
            self.scheduler = scheduler
            transport = try BusTransport(address: address) { [weak self] in
                if let self, !isDeliveryScheduled { deliver() }
            }
            callBus("Hello") { [weak self] in self?.uniqueName = $0.first?.stringValue }
        }

        convenience init(
            environment: [String: String],
            scheduler: any KeyboardScheduler
        ) throws(KeyboardSourceError) {
            guard let address = Self.address(in: environment) else {
                let reason = "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"
                throw .notConnected(service: "the session bus", reason: reason)
            }
            do throws(BusError) {
                try self.init(address: address, scheduler: scheduler)
            } catch {
                throw .notConnected(service: "the session bus", reason: error.description)
            }
        }

        nonisolated static func address(in environment: [String: String]) -> String? {
            if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
            guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return nil }
            return "unix:path=\(folder)/bus"
        }

        isolated deinit {
            close()
        }

        /// After this call, the connection runs no handlers, and no completions of waiting calls.
        func close() {
            isClosed = true
            transport = nil
            for call in pendingCalls.values { call.timeout?.cancel() }
            pendingCalls = [:]
            services = []
        }

        /// Calls a method of the process that has the unique name `destination`.
        ///
        /// If the connection is closed or lost before the reply arrives, the completion is not called.
        func call(
            _ member: String,
            of interface: String,
            at path: String,
            on destination: String,
            arguments: [BusValue] = [],
            completion: @escaping (Result<[BusValue], BusError>) -> Void
        ) {
            guard let transport else { return }
            let call = BusMessage.call(member, of: interface, at: path, on: destination, arguments: arguments)
            guard let call, let serial = transport.send(call) else { return later { $0.lose() } }
            pendingCalls[serial] = PendingCall(destination: destination, completion: completion)
            startTimeout(of: serial)
            // libdbus can receive messages while it sends the call, so this method schedules a delivery.
            scheduleDelivery()
        }

        /// If the connection is closed or lost before the reply arrives, the call fails.
        func reply(
            _ member: String,
            of interface: String,
            at path: String,
            on destination: String,
            arguments: [BusValue] = []
        ) async throws(BusError) -> [BusValue] {
            try await withCheckedContinuation { continuation in
                let waiting = WaitingReply(continuation)
                call(member, of: interface, at: path, on: destination, arguments: arguments, completion: waiting.end)
            }.get()
        }

        /// Ten short timers run one after the other, so that a stalled main queue does not make a call fail.
        ///
        /// A stall, for example in a debugger, ends only one of the timers. During the other timers, the connection can
        /// read the replies.
        private func startTimeout(of serial: UInt32, steps: Int = 10) {
            pendingCalls[serial]?.timeout = scheduler.schedule(after: Self.replyTimeout / 10) { [weak self] in
                if steps > 1 {
                    self?.startTimeout(of: serial, steps: steps - 1)
                } else {
                    self?.pendingCalls.removeValue(forKey: serial)?.completion(.failure(.timedOut))
                }
            }
        }
    }

    /// If the connection discards the call without a reply, this object is deallocated, and its `deinit` resumes the
    /// waiting task.
    @MainActor
    private final class WaitingReply {
        private var continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>?

        init(_ continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>) {
            self.continuation = continuation
        }

        isolated deinit { end(.failure(.connectionLost)) }

        func end(_ result: Result<[BusValue], BusError>) {
            continuation?.resume(returning: result)
            continuation = nil
        }
    }

    // MARK: - The services

    extension BusConnection {
        /// The connection delivers the service's signals to `service`.
        ///
        /// It also tells `service` the current owner of the service's name, and each later owner.
        func deliver(to service: BusService) {
            services.append(WeakService(service: service))
            for rule in service.matchRules {
                callBus("AddMatch", arguments: [.string(rule)])
            }
            let arguments = [BusValue.string(service.name)]
            call("GetNameOwner", of: BusName.bus, at: BusName.busPath, on: BusName.bus, arguments: arguments) {
                [weak self, weak service] result in
                switch result.map(\.first?.stringValue) {
                case .success(let owner?): service?.setOwner(owner)
                case .failure(.notRunning): service?.setOwner(nil)
                case .success(nil), .failure: self?.lose()
                }
            }
        }

        func stopDelivery(to service: BusService) {
            services.removeAll { $0.service == nil || $0.service === service }
            guard transport != nil else { return }
            for rule in service.matchRules {
                callBus("RemoveMatch", arguments: [.string(rule)])
            }
        }

        /// If the bus refuses the call or does not reply, the connection is lost.
        private func callBus(
            _ member: String,
            arguments: [BusValue] = [],
            completion: @escaping ([BusValue]) -> Void = { _ in }
        ) {
            call(member, of: BusName.bus, at: BusName.busPath, on: BusName.bus, arguments: arguments) {
                [weak self] result in
                if case .success(let values) = result { completion(values) } else { self?.lose() }
            }
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

        private func deliver() {
            var count = 0
            while count < Self.messagesPerTurn, let message = transport?.takeMessage() {
                count += 1
                receive(message)
            }
            guard let transport else { return }
            if count == Self.messagesPerTurn {
                scheduleDelivery()
            } else if !transport.isConnected {
                lose()
            }
        }

        private func lose() {
            guard transport != nil else { return }
            transport = nil
            isLost = true
            for call in pendingCalls.values { call.timeout?.cancel() }
            pendingCalls = [:]
            for service in services where !isClosed { service.service?.onLoss?() }
        }

        func receive(_ message: borrowing BusMessage) {
            let header = message.header
            switch header.kind {
            case .methodReturn, .error: receiveReply(message, header)
            case .signal where header.sender == BusName.bus: receiveSignalOfBus(message, header)
            case .signal:
                // One process can own the names of several services, so several clients can receive the signal.
                for service in services.compactMap(\.service) where service.owner == header.sender {
                    service.receive(message, header)
                }
            case .methodCall:
                if let reply = BusMessage.unknownMethod(answering: message) { _ = transport?.send(reply) }
            case .other: break
            }
        }

        private func receiveReply(_ message: borrowing BusMessage, _ header: BusHeader) {
            // If the called process has ended, the bus itself replies with an error.
            guard let call = pendingCalls[header.replySerial],
                header.sender == call.destination || (header.kind == .error && header.sender == BusName.bus)
            else { return }
            pendingCalls[header.replySerial] = nil
            call.timeout?.cancel()
            let arguments = message.arguments
            call.completion(
                header.kind == .error ? .failure(BusError(reply: header, arguments: arguments)) : .success(arguments)
            )
        }

        private func receiveSignalOfBus(_ message: borrowing BusMessage, _ header: BusHeader) {
            guard header.member == "NameOwnerChanged", case .string(let name)? = message.arguments.first,
                case .string(let owner)? = message.arguments.last
            else { return }
            for service in services.compactMap(\.service) where service.name == name {
                service.setOwner(owner.isEmpty ? nil : owner)
            }
        }
    }

    extension BusError {
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
