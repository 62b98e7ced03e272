#if SystemKeyboards
    import Foundation
    import Testing

    /// A real bus that ends with the test, on a socket in a temporary directory.
    ///
    /// The bus can start services. The program of each service writes to a pipe.
    @MainActor
    final class PrivateBus {
        let address: String
        private let directory: URL
        private let startedPipe: CInt
        private let process: Process

        init(startable names: [String] = ["org.example.Startable"]) throws {
            let daemon = try #require(
                ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first(where: FileManager.default.isExecutableFile),
                "dbus-daemon is missing: install the Debian package dbus-daemon"
            )
            directory = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let pipe = directory.appending(path: "started").path
            try #require(unsafe mkfifo(pipe, 0o600) == 0)
            startedPipe = unsafe open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            let configuration = directory.appending(path: "bus.conf")
            try """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <include>/usr/share/dbus-1/session.conf</include>
              <servicedir>\(directory.path)</servicedir>
            </busconfig>
            """.write(to: configuration, atomically: true, encoding: .utf8)
            for name in names {
                try """
                [D-BUS Service]
                Name=\(name)
                Exec=/bin/sh -c 'echo started > \(pipe)'
                """.write(to: directory.appending(path: "\(name).service"), atomically: true, encoding: .utf8)
            }

            process = Process()
            process.executableURL = URL(filePath: daemon)
            process.arguments = [
                "--config-file=\(configuration.path)", "--nofork", "--nopidfile", "--print-address=1",
                "--address=unix:path=\(directory.appending(path: "socket").path)",
            ]
            let output = Pipe.closedOnExec()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.start()
            // The bus prints its address when it listens.
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            address = line.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        isolated deinit {
            kill()
            close(startedPipe)
            try? FileManager.default.removeItem(at: directory)
        }

        /// Returns whether the program of a service has run, or runs within a time.
        func hasStartedService(within milliseconds: CInt = 0) -> Bool {
            var descriptor = pollfd(fd: startedPipe, events: Int16(POLLIN), revents: 0)
            return unsafe poll(&descriptor, 1, milliseconds) == 1
        }

        /// Ends the bus as `kill -9` does.
        func kill() {
            guard process.isRunning else { return }
            Glibc.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }
#endif
