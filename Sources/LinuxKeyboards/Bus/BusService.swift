#if SystemKeyboards
    /// A client of a service on the bus, for one interface of one object.
    ///
    /// The client sends its calls to the process that owns the service's name. The client drops the signals of other
    /// processes. Set the handlers immediately after you create the client, in the same turn of the main queue. Several
    /// clients can share a connection.
    @MainActor
    final class BusService {
        private enum Ownership: Equatable {
            case unknown, absent
            case owned(String)
        }

        /// The well-known name of the service.
        let name: String
        let path: String
        let interface: String

        /// Called with `true` if a process owns the service's name, and with `false` if no process owns it.
        ///
        /// The client calls the handler once after you create the client, and again after each change of the owner.
        ///
        /// If another process replaces the owner, the client calls the handler with `false` and then with `true`.
        var onOwnerChange: ((_ isRunning: Bool) -> Void)?

        /// Called with the names and the new values of changed Boolean properties of the interface.
        var onPropertiesChange: ((_ changed: [String: Bool]) -> Void)?

        /// Called with the name of each signal of the interface.
        var onSignal: ((_ member: String) -> Void)?

        /// Called once when the connection is lost.
        ///
        /// If the client or the connection was closed before the loss, the closure is not called.
        ///
        /// The connection first passes an error to the completions of all waiting calls, and then calls this closure.
        var onLoss: (() -> Void)?

        private let connection: BusConnection
        private var isClosed = false
        private var ownership = Ownership.unknown

        /// The number of times that the owner has changed.
        private var ownerGeneration = 0

        /// Creates a client of a service, without starting the service's program.
        init(name: String, path: String, interface: String, on connection: BusConnection) {
            self.name = name
            self.path = path
            self.interface = interface
            self.connection = connection
            connection.deliver(to: self)
        }

        /// Ends the client, and leaves the connection open for other clients.
        ///
        /// After this call, the client runs no handlers. If a call still waits for a reply, its completion does not
        /// run.
        func close() {
            guard !isClosed else { return }
            isClosed = true
            (onOwnerChange, onPropertiesChange, onSignal, onLoss) = (nil, nil, nil, nil)
            connection.stopDelivery(to: self)
        }

        /// Calls a method of the interface.
        ///
        /// The call fails with ``BusError/notRunning`` in these cases:
        ///
        /// - The service's name has no owner.
        /// - The owner is not known yet.
        /// - The owner changes before the reply arrives.
        ///
        /// A waiting completion is not called after you close the connection. The completion is also not called after
        /// you close or release the client.
        func call(
            _ member: String,
            _ arguments: [BusValue] = [],
            completion: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
        ) {
            call(member, of: interface, arguments, completion: completion)
        }

        /// Reads a Boolean property of the interface.
        func getProperty(_ property: String, completion: @escaping (Result<Bool, BusError>) -> Void) {
            get("Get", [.string(interface), .string(property)], completion) {
                if case .variant(let value) = $0 { value } else { nil }
            }
        }

        /// Reads a Boolean property of the interface, and tries again after each time-out.
        ///
        /// After each time-out, the handler receives ``BusError/timedOut``. If the service ends, or if the bus ends the
        /// connection, the handler is not called. If the connection is lost for another reason, the handler receives
        /// the reason.
        func readProperty(_ property: String, handler: @escaping (Result<Bool, BusError>) -> Void) {
            getProperty(property) { [weak self] result in
                switch result {
                case .failure(.notRunning), .failure(.connectionLost): break
                default:
                    handler(result)
                    if result == .failure(.timedOut) { self?.readProperty(property, handler: handler) }
                }
            }
        }

        /// Reads all Boolean properties of the interface at once.
        func getProperties(completion: @escaping (Result<[String: Bool], BusError>) -> Void) {
            get("GetAll", [.string(interface)], completion) {
                if case .properties(let properties) = $0 { properties } else { nil }
            }
        }

        private func get<Value>(
            _ member: String,
            _ arguments: [BusValue],
            _ completion: @escaping (Result<Value, BusError>) -> Void,
            as read: @escaping (BusValue) -> Value?
        ) {
            call(member, of: BusName.properties, arguments) { [weak connection] result in
                completion(
                    result.flatMap { values in
                        guard values.count == 1, let value = read(values[0]) else {
                            connection?.countDrop(.unexpectedTypes)
                            return .failure(.malformedReply)
                        }
                        return .success(value)
                    }
                )
            }
        }

        /// Changes a Boolean property of the interface.
        func setProperty(_ property: String, to value: Bool) {
            call("Set", of: BusName.properties, [.string(interface), .string(property), .variant(value)]) { _ in }
        }

        private func call(
            _ member: String,
            of interface: String,
            _ arguments: [BusValue],
            completion: @escaping (Result<[BusValue], BusError>) -> Void
        ) {
            guard !isClosed else { return }
            guard let owner else {
                let reason = connection.lossReason ?? .notRunning
                return connection.fail({ [weak self] in if self?.isClosed == false { completion($0) } }, with: reason)
            }
            let generation = ownerGeneration
            connection.call(member, of: interface, at: path, on: owner, arguments: arguments) { [weak self] result in
                guard let self, !isClosed else { return }
                // If the owner has changed after the call, the client ignores the reply of the previous owner.
                completion(generation == ownerGeneration ? result : .failure(.notRunning))
            }
        }
    }

    // MARK: - Called by the connection

    extension BusService {
        /// The unique name of the process that owns the service's name; `nil` if no process owns the name.
        var owner: String? {
            guard case .owned(let owner) = ownership else { return nil }
            return owner
        }

        /// The D-Bus match rules for the signals of this service.
        var matchRules: [String] {
            let sender = "type='signal',sender='\(name)',path='\(path)'"
            return [
                "type='signal',sender='\(BusName.bus)',path='\(BusName.busPath)',interface='\(BusName.bus)',"
                    + "member='NameOwnerChanged',arg0='\(name)'",
                "\(sender),interface='\(BusName.properties)',member='PropertiesChanged',arg0='\(interface)'",
                "\(sender),interface='\(interface)'",
            ]
        }

        /// Sets the owner, and calls the handler if the owner has changed.
        func setOwner(_ newOwner: String?) {
            let isReplaced = owner != nil && newOwner != nil
            let newOwnership = newOwner.map(Ownership.owned) ?? .absent
            guard newOwnership != ownership else { return }
            ownership = newOwnership
            ownerGeneration += 1
            if isReplaced { onOwnerChange?(false) }
            if !connection.isClosed, !isClosed { onOwnerChange?(newOwner != nil) }
        }

        /// Passes a signal of the owner to the handlers.
        ///
        /// - Returns: The reason why the client drops the signal; `nil` if the client passes the signal to the
        ///   handlers.
        func receive(_ signal: borrowing BusMessage, _ header: BusHeader) -> BusDropReason? {
            guard header.path == path else { return .unknownSignal }
            if header.interface == interface {
                onSignal?(header.member)
                return nil
            }
            guard header.interface == BusName.properties, header.member == "PropertiesChanged" else {
                return .unknownSignal
            }
            guard header.signature == "sa{sv}as" else { return .unexpectedTypes }
            guard let arguments = signal.arguments() else { return .overBudget }
            guard arguments[0] == .string(interface) else { return .unknownSignal }
            if case .properties(let changed) = arguments[1] { onPropertiesChange?(changed) }
            return nil
        }
    }
#endif
