#if SystemKeyboards
    import Foundation

    /// A Boolean setting that the program `gsettings` reads.
    struct DesktopSetting: Sendable {
        let schema: String
        let key: String

        /// Reads the value.
        ///
        /// - Parameters:
        ///   - environment: The environment variables of the program. The variables must contain the address of the
        ///     session bus. Without this address, `gsettings` would start a bus.
        ///   - limit: The time after which the method ends the program.
        /// - Returns: The value; `nil` if the program or the setting is missing, or if the program does not end in
        ///   time.
        func read(environment: [String: String], limit: Duration) async -> Bool? {
            let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
            let files = folders.prefix(64).map { "\($0)/gsettings" }
            guard let program = files.first(where: FileManager.default.isExecutableFile) else { return nil }
            let output = await withCheckedContinuation { continuation in
                // A separate thread waits for the program, so that the wait blocks neither a task nor a Dispatch queue.
                Thread.detachNewThread {
                    continuation.resume(returning: run(program, environment: environment, limit: limit))
                }
            }
            return ["true": true, "false": false][output]
        }

        /// Returns the output of the program; empty if the program does not close its output in time.
        private func run(_ program: String, environment: [String: String], limit: Duration) -> String {
            // While this program runs, the app may start other programs. Other programs inherit Foundation's pipes, but
            // not these sockets. An inherited pipe would stay open until the other program ends.
            var ends: [CInt] = [-1, -1]
            let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return "" }
            let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
            let input = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = ["get", schema, key]
            process.environment = environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = input
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil, (try? input.close()) != nil else { return "" }
            guard let text = Self.read(output, until: .now + limit) else {
                // Foundation's `waitUntilExit` would also wait for the programs that this program has started.
                if process.isRunning { kill(process.processIdentifier, SIGKILL) }
                return ""
            }
            return text
        }

        /// Returns the whole text of a pipe, without the line break.
        ///
        /// If the pipe is not closed in time, or contains 256 bytes or more, the result is `nil`.
        private static func read(_ pipe: FileHandle, until deadline: ContinuousClock.Instant) -> String? {
            var text: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 256)
            while text.count < chunk.count {
                let rest = (deadline - .now) / .milliseconds(1)
                var descriptor = pollfd(fd: pipe.fileDescriptor, events: Int16(POLLIN), revents: 0)
                guard rest > 0 else { return nil }
                // A signal can interrupt the wait.
                guard unsafe poll(&descriptor, 1, CInt(rest.rounded(.up))) > 0 else { continue }
                let count = unsafe chunk.withUnsafeMutableBytes { bytes in
                    unsafe Foundation.read(pipe.fileDescriptor, bytes.baseAddress, bytes.count)
                }
                guard count > 0 else {
                    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
                }
                text += chunk[..<count]
            }
            return nil
        }
    }
#endif
