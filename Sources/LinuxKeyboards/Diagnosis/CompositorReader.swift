#if SystemKeyboards
    import KeyboardObservation

    /// Reads which interfaces a Wayland compositor offers, without using these interfaces.
    @MainActor
    enum CompositorReader {
        /// Returns the names of the interfaces.
        ///
        /// If the compositor does not answer within the limit, the result is `failed`.
        static func read(
            _ environment: [String: String],
            limit: Duration,
            scheduler: (any KeyboardScheduler)? = nil
        ) async -> SessionFacts.Answer<Set<String>> {
            let connection: WaylandConnection
            let registry: WaylandRegistry
            do throws(KeyboardSourceError) {
                connection = try WaylandConnection(environment: environment)
                registry = try WaylandRegistry(of: connection)
            } catch {
                guard case .unavailable(.notConnected(_, let reason)) = error else {
                    return .failed(reason: "the connection was lost")
                }
                return .failed(reason: reason)
            }
            var deadline: KeyboardScheduledAction?
            defer {
                connection.close()
                registry.onComplete = {}
                deadline?.cancel()
            }
            return await FirstAnswer.value { answer in
                registry.onComplete = { [unowned registry] in
                    answer.give(.received(Set(registry.globals.map(\.interface))))
                }
                connection.onLoss = { answer.give(.failed(reason: "the connection was lost")) }
                deadline = (scheduler ?? MainQueueScheduler.shared).schedule(after: limit) {
                    answer.give(.failed(reason: "no reply has arrived in time"))
                }
            }
        }
    }
#endif
