import CGTK
import Foundation

/// The processes of a private desktop, with their environment and logs.
final class Children {
    var environment: [String: String]
    let folder: URL
    /// A part of the warning that GTK writes because of the compositor.
    var harmlessWarning: String?
    /// The outputs are retained, because a program ends when it prints to a closed output.
    private var running: [(name: String, process: pid_t, output: FileHandle)] = []

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "gtk-sign-up-\(UUID().uuidString.prefix(8))")
        environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SESSION_MANAGER", "GDK_SCALE"] {
            environment[name] = nil
        }
        environment["HOME"] = try folder("home").path
        environment["XDG_CONFIG_HOME"] = try folder("home/.config").path
        environment["XDG_RUNTIME_DIR"] = try folder("run").path
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(folder.path)/run/bus"
        // A caret that blinks would be visible only in some of the pictures. GTK reads the first file on X11, and the
        // second file on Wayland if GNOME's schemas are installed.
        for (place, name, text) in [
            ("gtk-4.0", "settings.ini", "[Settings]\ngtk-cursor-blink=false\n"),
            ("glib-2.0/settings", "keyfile", "[org/gnome/desktop/interface]\ncursor-blink=false\n"),
        ] {
            let file = try folder("home/.config/\(place)").appending(path: name)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        environment["GSETTINGS_BACKEND"] = "keyfile"
        environment["NO_AT_BRIDGE"] = "1"
        // With this value, GTK keeps the data for screen readers in the process, and needs no accessibility bus.
        environment["GTK_A11Y"] = "test"
        environment["LC_ALL"] = "C.UTF-8"
        // Xvfb and a headless compositor use no graphics card. Without a graphics card, the default renderer is slow.
        environment["GSK_RENDERER"] = "cairo"
    }

    // If a `Screen` fails to start, this call ends the processes that were already started.
    deinit { stop() }

    /// Creates a folder that only its owner may read.
    func folder(_ name: String) throws -> URL {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return url
    }

    /// Starts a process, and returns its standard output.
    ///
    /// ``stop()`` ends the process.
    @discardableResult
    func start(_ words: [String], variables: [String: String] = [:]) throws -> FileHandle {
        let name = words.first.map { URL(filePath: $0).lastPathComponent } ?? ""
        let log = folder.appending(path: "\(name).log").path
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure("no pipe for \(name)") }
        let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        let arguments = (["/usr/bin/env", "-C", folder.path] + words).map { strdup($0) } + [nil]
        let values = environment.merging(variables) { $1 }.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + values { free(text) } }
        // The `Process` of Foundation can miss the end of a program, and then waits forever.
        var process: pid_t = 0
        guard posix_spawn(&process, "/usr/bin/env", &actions, nil, arguments, values) == 0 else {
            throw Failure("\(name) cannot be started")
        }
        running.append((name, process, output))
        return output
    }

    /// Runs a program to its end, and returns its output.
    @discardableResult
    func run(_ words: String...) throws -> String {
        try run(words)
    }

    /// Runs a program to its end, and returns its output.
    @discardableResult
    func run(_ words: [String]) throws -> String {
        let output = try start(words)
        let child = running.removeLast()
        let data = try output.readToEnd() ?? Data()
        let status = Self.waitForEnd(of: child.process)
        try output.close()
        guard status == 0 else {
            let log = try? String(contentsOf: folder.appending(path: "\(child.name).log"), encoding: .utf8)
            let reason = log?.split(separator: "\n").last ?? "exit status \(status)"
            throw Failure("\(words.joined(separator: " ")): \(reason)")
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Starts a process, and waits at most 30 seconds for each part of its first line.
    func startAndRead(_ words: [String], variables: [String: String] = [:]) throws -> String {
        let output = try start(words, variables: variables)
        var line = Data()
        while !line.contains(0x0A) {
            var readable = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let next = poll(&readable, 1, 30_000) == 1 ? output.availableData : Data()
            if next.isEmpty { throw Failure("\(words[0]) did not start; its log is in \(folder.path)") }
            line += next
        }
        return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The user for compositors that refuse to run as root.
    private static let unprivilegedUser = 65_534

    /// Starts a compositor that refuses to run as root, and waits for its first line.
    ///
    /// The compositor has a folder of its own for its sockets.
    func startUnprivileged(_ command: [String], variables: [String: String]) throws -> String {
        let runtime = try self.folder("compositor")
        var command = command
        if geteuid() == 0 {
            let user = Self.unprivilegedUser
            command = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--"] + command
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o711], ofItemAtPath: folder.path)
            try manager.setAttributes([.ownerAccountID: user, .groupOwnerAccountID: user], ofItemAtPath: runtime.path)
        }
        return try startAndRead(command, variables: variables.merging(["XDG_RUNTIME_DIR": runtime.path]) { $1 })
    }

    func startBus() throws {
        let address = environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
        _ = try startAndRead(["dbus-daemon", "--session", "--nofork", "--address=\(address)", "--print-address"])
    }

    /// Checks that a program has written no warnings of GTK.
    func expectNoWarnings(of name: String) throws {
        let log = try String(contentsOf: folder.appending(path: "\(name).log"), encoding: .utf8)
        let lines = log.split(separator: "\n").filter { $0.contains("WARNING") || $0.contains("CRITICAL") }
        let line = lines.first { line in harmlessWarning.map { !line.contains($0) } ?? true }
        if let line { throw Failure("\(name) warns: \(line)") }
    }

    /// Kills the last started process of this name with SIGKILL.
    func kill(_ name: String) {
        guard let index = running.lastIndex(where: { $0.name == name }) else { return }
        end(running.remove(at: index).process)
    }

    /// Sends a signal to the last started process of this name.
    func send(_ signal: Int32, to name: String) {
        guard let child = running.last(where: { $0.name == name }) else { return }
        Foundation.kill(child.process, signal)
    }

    /// Ends all processes.
    func stop() {
        for child in running.reversed() { end(child.process) }
        running = []
    }

    /// Ends all processes, and removes their folder with the logs.
    func stopAndRemoveFolder() {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private func end(_ process: pid_t) {
        Foundation.kill(process, SIGKILL)
        Self.waitForEnd(of: process)
    }

    /// Returns the exit status, or a greater number if a signal has ended the process.
    @discardableResult
    private static func waitForEnd(of process: pid_t) -> CInt {
        var status: CInt = 0
        waitpid(process, &status, 0)
        return status & 0x7F == 0 ? status >> 8 : 128 + status & 0x7F
    }
}
