#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// A request that connects to an X server without blocking the main actor.
    ///
    /// If a server does not respond, libxcb waits for it without a time limit. So a separate thread waits for the
    /// server. Each display has at most one thread, which serves the requests one after the other.
    @MainActor
    final class XDisplayRequest {
        /// A display has an entry only while a thread waits for its server.
        ///
        /// The entry can be empty.
        private static var waiting: [String: [XDisplayRequest]] = [:]

        private let name: String
        private var completion: ((Result<XDisplay, KeyboardSourceError>) -> Void)?

        /// The completion is called once, in a later turn of the main queue, but not after a cancellation.
        init(_ name: String, completion: @escaping (Result<XDisplay, KeyboardSourceError>) -> Void) {
            self.name = name
            self.completion = completion
            if Self.waiting[name] == nil { Self.connect(to: name) }
            Self.waiting[name, default: []].append(self)
        }

        static func failure(of name: String, limit: Duration) async -> String? {
            var request: XDisplayRequest?
            defer { request?.cancel() }
            let silent = "no reply has arrived in time"
            return await firstAnswer(within: limit, orElse: silent) { give in
                request = XDisplayRequest(name) { result in
                    guard case .failure(.notConnected(_, let reason)) = result else { return give(nil) }
                    give(reason)
                }
            }
        }

        /// If the server answers after the cancellation, the next waiting request for the display receives the
        /// connection.
        ///
        /// If no request waits, the connection is closed.
        func cancel() {
            completion = nil
            Self.waiting[name]?.removeAll { $0 === self }
        }

        private static func connect(to name: String) {
            Thread.detachNewThread {
                // If the server ends while the thread writes to the server, the kernel sends SIGPIPE. Without this
                // mask, the signal would end the app.
                var signals = sigset_t()
                unsafe sigemptyset(&signals)
                unsafe sigaddset(&signals, SIGPIPE)
                unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
                let result = XDisplay.connect(to: name)
                DispatchQueue.main.async { MainActor.assumeIsolated { finish(name, result.map(XDisplay.init)) } }
            }
        }

        private static func finish(_ name: String, _ result: Result<XDisplay, KeyboardSourceError>) {
            let requests = waiting.removeValue(forKey: name) ?? []
            switch result {
            case .success:
                // Each request needs a connection of its own.
                if requests.count > 1 {
                    waiting[name] = Array(requests.dropFirst())
                    connect(to: name)
                }
                requests.first?.completion?(result)
            case .failure: for request in requests { request.completion?(result) }
            }
        }
    }
#endif
