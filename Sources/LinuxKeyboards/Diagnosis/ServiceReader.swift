#if SystemKeyboards
    import KeyboardObservation

    /// Reads the properties of keyboards from the session bus, without starting their programs.
    @MainActor
    final class ServiceReader {
        typealias Answer = SessionFacts.Answer<[KeyboardService: SessionFacts.Answer<[String: Bool]>]>

        private let connection: BusConnection
        private let answer: FirstAnswer<Answer>
        private var services: [KeyboardService: SessionFacts.Answer<[String: Bool]>] = [:]

        /// Returns the properties of each service.
        ///
        /// If a service does not answer within the limit, the result for the service is `failed`.
        static func read(
            _ address: String,
            limit: Duration,
            scheduler: (any KeyboardScheduler)? = nil
        ) async -> Answer {
            let scheduler = scheduler ?? MainQueueScheduler.shared
            let connection: BusConnection
            do throws(BusError) {
                connection = try BusConnection(address: address, scheduler: scheduler)
            } catch {
                return .failed(reason: error.description)
            }
            var deadline: KeyboardScheduledAction?
            defer {
                connection.close()
                deadline?.cancel()
            }
            return await FirstAnswer.value { answer in
                let reader = ServiceReader(connection, answer)
                for service in KeyboardService.allCases { reader.ask(service) }
                deadline = scheduler.schedule(after: limit) { reader.finish() }
            }
        }

        private init(_ connection: BusConnection, _ answer: FirstAnswer<Answer>) {
            self.connection = connection
            self.answer = answer
        }

        private func ask(_ service: KeyboardService) {
            callBus("GetNameOwner", [.string(service.rawValue)]) { [self] in
                switch $0.map(\.first?.stringValue) {
                case .success(let owner?): readProperties(of: service, owner)
                case .success(nil): store(.failed(reason: BusError.malformedReply.description), for: service)
                case .failure(.notRunning): store(.absent, for: service)
                case .failure(let error): store(.failed(reason: error.description), for: service)
                }
            }
        }

        private func callBus(
            _ member: String,
            _ arguments: [BusValue],
            completion: @escaping (Result<[BusValue], BusError>) -> Void
        ) {
            connection.call(
                member,
                of: BusName.bus,
                at: BusName.busPath,
                on: BusName.bus,
                arguments: arguments,
                completion: completion
            )
        }

        private func readProperties(of service: KeyboardService, _ owner: String) {
            // For Onboard and squeekboard, the reader needs one property, and calls `Get`. For KWin, the reader needs
            // several properties, and calls `GetAll`.
            let name = service.properties.count == 1 ? service.properties[0] : nil
            let arguments = [BusValue.string(service.interface)] + (name.map { [.string($0)] } ?? [])
            connection.call(
                name == nil ? "GetAll" : "Get",
                of: BusName.properties,
                at: service.path,
                on: owner,
                arguments: arguments
            ) { [self] result in
                switch result.map(\.first) {
                case .success(.properties(let values)?): store(.received(values), for: service)
                case .success(.variant(let value)?): store(.received([name ?? "": value]), for: service)
                case .success: store(.failed(reason: BusError.malformedReply.description), for: service)
                case .failure(let error): store(.failed(reason: error.description), for: service)
                }
            }
        }

        private func store(_ properties: SessionFacts.Answer<[String: Bool]>, for service: KeyboardService) {
            services[service] =
                switch properties {
                case .received(let values): .received(values.filter { service.properties.contains($0.key) })
                case .absent, .failed: properties
                }
            if services.count == KeyboardService.allCases.count { finish() }
        }

        private func finish() {
            guard connection.uniqueName != nil, connection.lossReason == nil else {
                return answer.give(.failed(reason: (connection.lossReason ?? .timedOut).description))
            }
            let silent = SessionFacts.Answer<[String: Bool]>.failed(reason: BusError.timedOut.description)
            for service in KeyboardService.allCases where services[service] == nil { services[service] = silent }
            answer.give(.received(services))
        }
    }

    extension KeyboardService {
        /// The names of the properties that the reader requests.
        fileprivate var properties: [String] {
            self == .kwin ? ["available", "enabled", "mode", "active", "visible"] : ["Visible"]
        }
    }
#endif
