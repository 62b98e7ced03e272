#if SystemKeyboards
    /// An interface of an object of a service on the bus.
    ///
    /// Only the process that owns the service's name is believed: calls go to this process, and signals of others are
    /// dropped. The handlers are set in the turn in which the service is created.
    @MainActor
    final class BusService {
        private enum Ownership: Equatable {
            case unknown, absent
            case owned(String)
        }

        private struct Call {
            let member: String
            let interface: String
            let arguments: [BusValue]
            let completion: (Result<[BusValue], BusError>) -> Void
        }

        /// The maximum number of calls that wait until the owner is known.
        private static let waitingCallLimit = 100

        /// The well-known name of the service.
        let name: String
        let path: String
        let interface: String

        /// Called with whether the name has an owner: once when this is known, and then for each change.
        ///
        /// If the owner is replaced by another, the handler is called with `false` and then with `true`.
        var onOwnerChange: ((_ isRunning: Bool) -> Void)?

        /// Called with the new values of Boolean properties of the interface.
        var onPropertiesChange: ((_ changed: [String: Bool]) -> Void)?

        /// Called with the name of a signal of the interface, whose arguments are not read.
        var onSignal: ((_ member: String) -> Void)?

        private let connection: BusConnection
        private var ownership = Ownership.unknown
        private var waitingCalls: [Call] = []

        /// The number of changes of the owner.
        private var ownerGeneration = 0

        /// Creates the client's side of a service, which starts no program.
        init(name: String, path: String, interface: String, on connection: BusConnection) {
            self.name = name
            self.path = path
            self.interface = interface
            self.connection = connection
            connection.deliver(to: self)
        }

        /// Calls a method of the interface.
        ///
        /// The call fails with ``BusError/notRunning`` if the name has no owner, or another owner than at the time of the
        /// call. The completion is not called if the service is released, or the connection is closed, before the reply.
        func call(
            _ member: String,
            _ arguments: [BusValue] = [],
            completion: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
        ) {
            call(member, of: interface, arguments, completion: completion)
        }

        /// Reads a Boolean property of the interface.
        func getProperty(_ property: String, completion: @escaping (Result<Bool, BusError>) -> Void) {
            call("Get", of: BusName.properties, [.string(interface), .string(property)]) { [weak connection] result in
                completion(
                    result.flatMap { values in
                        guard values.count == 1, case .variant(let value) = values[0] else {
                            connection?.countDrop(.unexpectedTypes)
                            return .failure(.malformedReply)
                        }
                        return .success(value)
                    }
                )
            }
        }

        /// Reads all Boolean properties of the interface at once.
        func getProperties(completion: @escaping (Result<[String: Bool], BusError>) -> Void) {
            call("GetAll", of: BusName.properties, [.string(interface)]) { [weak connection] result in
                completion(
                    result.flatMap { values in
                        guard values.count == 1, case .properties(let properties) = values[0] else {
                            connection?.countDrop(.unexpectedTypes)
                            return .failure(.malformedReply)
                        }
                        return .success(properties)
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
            let call = Call(member: member, interface: interface, arguments: arguments, completion: completion)
            if let error = connection.lossReason {
                connection.fail(completion, with: error)
            } else if ownership != .unknown {
                start(call)
            } else if waitingCalls.count < Self.waitingCallLimit {
                waitingCalls.append(call)
            } else {
                connection.fail(completion, with: .tooManyCalls)
            }
        }

        private func start(_ call: Call) {
            guard let owner else { return connection.fail(call.completion, with: .notRunning) }
            let generation = ownerGeneration
            connection.call(call.member, of: call.interface, at: path, on: owner, arguments: call.arguments) {
                [weak self] result in
                guard let self else { return }
                // The reply of an earlier owner says nothing about the present one.
                call.completion(generation == ownerGeneration ? result : .failure(.notRunning))
            }
        }
    }

    // MARK: - What the connection calls

    extension BusService {
        /// The unique name of the process that owns the name.
        var owner: String? {
            guard case .owned(let owner) = ownership else { return nil }
            return owner
        }

        /// The rules of the signals that the bus delivers.
        var matchRules: [String] {
            let sender = "type='signal',sender='\(name)',path='\(path)'"
            return [
                "type='signal',sender='\(BusName.bus)',path='\(BusName.busPath)',interface='\(BusName.bus)',"
                    + "member='NameOwnerChanged',arg0='\(name)'",
                "\(sender),interface='\(BusName.properties)',member='PropertiesChanged',arg0='\(interface)'",
                "\(sender),interface='\(interface)'",
            ]
        }

        /// Sets the owner, and reports a change.
        func setOwner(_ newOwner: String?) {
            let isReplaced = owner != nil && newOwner != nil
            let newOwnership = newOwner.map(Ownership.owned) ?? .absent
            guard newOwnership != ownership else { return }
            ownership = newOwnership
            ownerGeneration += 1
            if isReplaced { onOwnerChange?(false) }
            if !connection.isClosed { onOwnerChange?(newOwner != nil) }
            let calls = waitingCalls
            waitingCalls = []
            for call in calls { start(call) }
        }

        /// Completes the calls that wait until the owner is known.
        func failWaitingCalls(with error: BusError) {
            let calls = waitingCalls
            waitingCalls = []
            for call in calls where !connection.isClosed { call.completion(.failure(error)) }
        }

        /// Reports a signal of the owner.
        ///
        /// - Returns: The reason that the signal is dropped, or `nil` if it is reported.
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
