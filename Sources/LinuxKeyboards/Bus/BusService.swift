#if SystemKeyboards
    /// A client of a service on the bus, for one interface of one object.
    ///
    /// The client drops the signals of processes that do not own the service's name. Set the handlers in the same turn
    /// of the main queue in which you create the client. Several clients can share a connection.
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

        /// Called once after the creation of the client, and again after each change of the owner.
        ///
        /// If another process replaces the owner, the client calls the handler with `false` and then with `true`.
        var onOwnerChange: ((_ isRunning: Bool) -> Void)?

        var onPropertiesChange: ((_ changed: [String: Bool]) -> Void)?

        var onSignal: ((_ member: String, _ arguments: [BusValue]) -> Void)?

        /// Called at most once, and never after the client or the connection was closed.
        var onLoss: (() -> Void)?

        private let connection: BusConnection
        private var isClosed = false
        private var ownership = Ownership.unknown

        init(name: String, path: String, interface: String, on connection: BusConnection) {
            self.name = name
            self.path = path
            self.interface = interface
            self.connection = connection
            connection.deliver(to: self)
        }

        /// Leaves the connection open for other clients.
        ///
        /// After this call, the client runs no handlers, and no completions of waiting calls.
        func close() {
            guard !isClosed else { return }
            isClosed = true
            (onOwnerChange, onPropertiesChange, onSignal, onLoss) = (nil, nil, nil, nil)
            connection.stopDelivery(to: self)
        }

        /// While no owner of the service's name is known, the call has no effect.
        ///
        /// If the owner changes before the reply arrives, the call fails with ``BusError/notRunning``. If the
        /// connection or the client ends before the reply arrives, the completion does not run.
        func call(
            _ member: String,
            _ arguments: [BusValue] = [],
            completion: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
        ) {
            call(member, of: interface, arguments, completion: completion)
        }

        func getProperty(_ property: String, completion: @escaping (Result<Bool, BusError>) -> Void) {
            get("Get", [.string(interface), .string(property)], completion) {
                if case .variant(let value) = $0 { value } else { nil }
            }
        }

        /// Reads the property, and reads it again after each time-out.
        ///
        /// After each time-out, the handler receives ``BusError/timedOut``. If the service ends, the handler is not
        /// called.
        func readProperty(_ property: String, handler: @escaping (Result<Bool, BusError>) -> Void) {
            getProperty(property) { [weak self] result in
                guard result != .failure(.notRunning) else { return }
                handler(result)
                if result == .failure(.timedOut) { self?.readProperty(property, handler: handler) }
            }
        }

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
            call(member, of: BusName.properties, arguments) { result in
                completion(result.flatMap { $0.first.flatMap(read).map { .success($0) } ?? .failure(.malformedReply) })
            }
        }

        func setProperty(_ property: String, to value: Bool) {
            call("Set", of: BusName.properties, [.string(interface), .string(property), .variant(value)]) { _ in }
        }

        private func call(
            _ member: String,
            of interface: String,
            _ arguments: [BusValue],
            completion: @escaping (Result<[BusValue], BusError>) -> Void
        ) {
            guard !isClosed, let owner else { return }
            connection.call(member, of: interface, at: path, on: owner, arguments: arguments) { [weak self] result in
                guard let self, !isClosed else { return }
                // If the service has a new owner, the client ignores the reply of the previous owner.
                completion(owner == self.owner ? result : .failure(.notRunning))
            }
        }
    }

    // MARK: - Called by the connection

    extension BusService {
        var owner: String? {
            guard case .owned(let owner) = ownership else { return nil }
            return owner
        }

        var matchRules: [String] {
            let sender = "type='signal',sender='\(name)',path='\(path)'"
            return [
                "type='signal',sender='\(BusName.bus)',path='\(BusName.busPath)',interface='\(BusName.bus)',"
                    + "member='NameOwnerChanged',arg0='\(name)'",
                "\(sender),interface='\(BusName.properties)',member='PropertiesChanged',arg0='\(interface)'",
                "\(sender),interface='\(interface)'",
            ]
        }

        func setOwner(_ newOwner: String?) {
            let isReplaced = owner != nil && newOwner != nil
            let newOwnership = newOwner.map(Ownership.owned) ?? .absent
            guard newOwnership != ownership else { return }
            ownership = newOwnership
            if isReplaced { onOwnerChange?(false) }
            if !connection.isClosed, !isClosed { onOwnerChange?(newOwner != nil) }
        }

        func receive(_ signal: borrowing BusMessage, _ header: BusHeader) {
            guard header.path == path else { return }
            if header.interface == interface {
                onSignal?(header.member, signal.arguments)
            } else if header.interface == BusName.properties, header.member == "PropertiesChanged" {
                let arguments = signal.arguments
                guard arguments.count == 3, arguments[0] == .string(interface),
                    case .properties(let changed) = arguments[1]
                else { return }
                onPropertiesChange?(changed)
            }
        }
    }

    enum KeyboardService: String, CaseIterable {
        case osk0 = "sm.puri.OSK0"
        case onboard = "org.onboard.Onboard"
        case kwin = "org.kde.KWin"

        var object: (path: String, interface: String) {
            switch self {
            case .osk0: ("/sm/puri/OSK0", "sm.puri.OSK0")
            case .onboard: ("/org/onboard/Onboard/Keyboard", "org.onboard.Onboard.Keyboard")
            case .kwin: ("/VirtualKeyboard", "org.kde.kwin.VirtualKeyboard")
            }
        }

        /// Instead of the property `enabled`, KWin 6.7 has the property `mode`.
        ///
        /// If `mode` is 0, KWin never shows its keyboard.
        static func isEnabled(_ kwin: [String: Bool]) -> Bool {
            (kwin["enabled"] ?? kwin["mode"]) != false
        }
    }

    extension BusService {
        convenience init(_ service: KeyboardService, on connection: BusConnection) {
            let object = service.object
            self.init(name: service.rawValue, path: object.path, interface: object.interface, on: connection)
        }
    }
#endif
