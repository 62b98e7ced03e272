import Dispatch
package import Foundation
package import Testing

/// A program in a terminal of its own, and the screen of this terminal.
///
/// The program leads a session, so the terminal is its controlling terminal. Each expectation has a deadline.
package final class PseudoTerminal {
    /// An expectation that was not met before the program ended or the deadline passed.
    package struct Unmet: Error, CustomStringConvertible {
        package var description: String
    }

    package private(set) var screen: ScreenModel
    /// Everything that the program has written.
    package private(set) var output: [UInt8] = []
    package let process: pid_t
    package let originalSettings: TerminalSettings

    private let master: Int32
    private var isClosed = false
    private var isReaped = false

    /// Returns the path of a program in the build directory.
    ///
    /// An absolute path is returned unchanged.
    package static func path(of name: String) -> String {
        let directory = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        return URL(filePath: name, relativeTo: directory).path
    }

    /// Starts a program of the build directory, or a program with an absolute path.
    package init(
        _ name: String,
        _ arguments: [String] = [],
        columns: Int = 80,
        rows: Int = 24,
        environment: [String: String] = [:]
    ) throws {
        screen = ScreenModel(columns: columns, rows: rows)
        var (master, slave): (Int32, Int32) = (-1, -1)
        try #require(unsafe openpty(&master, &slave, nil, nil, nil) == 0)
        defer { close(slave) }
        self.master = master
        // The program must not inherit the two descriptors, because it would keep its own terminal open.
        for file in [master, slave] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        // `ttyname` has one buffer for all threads.
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(slave)")
        Self.setSize(of: master, columns: columns, rows: rows)
        originalSettings = TerminalSettings(of: master)

        var variables = ProcessInfo.processInfo.environment
        variables.merge(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]) { $1 }
        variables["NO_COLOR"] = nil
        variables.merge(environment) { $1 }
        process = try Self.spawn([Self.path(of: name)] + arguments, variables.map { "\($0)=\($1)" }, terminal: path)
    }

    deinit {
        if !isReaped {
            kill(process, SIGKILL)
            _ = waitpid(process, nil, 0)
        }
        close(master)
    }

    private static func spawn(_ arguments: [String], _ variables: [String], terminal: String) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a session opens is its controlling terminal.
        unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let newSession: Int32 = 0x80
        let flags = newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        let argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
        let envp = unsafe variables.map { unsafe strdup($0) } + [nil]
        defer { unsafe (argv + envp).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe posix_spawn(&process, arguments[0], &actions, &attributes, argv, envp)
        try #require(status == 0, "posix_spawn: \(status)")
        return process
    }

    // MARK: The terminal

    package var settings: TerminalSettings {
        TerminalSettings(of: master)
    }

    package func resize(columns: Int, rows: Int) {
        screen.resize(columns: columns, rows: rows)
        // The system signals the change to the program.
        Self.setSize(of: master, columns: columns, rows: rows)
    }

    private static func setSize(of terminal: Int32, columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    package func type(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Presses the mouse at the first character of a text on the screen.
    package func click(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let place = try #require(self.place(of: text), "\(screen.lines)", sourceLocation: sourceLocation)
        type("\u{1B}[<0;\(place.column + 1);\(place.row + 1)M\u{1B}[<0;\(place.column + 1);\(place.row + 1)m")
    }

    package func place(of text: String) -> (row: Int, column: Int)? {
        guard let row = screen.row(of: text), let range = screen.lines[row].range(of: text) else { return nil }
        return (row, screen.lines[row].distance(from: screen.lines[row].startIndex, to: range.lowerBound))
    }

    // MARK: Expectations

    /// Reads output until the screen fulfils a condition.
    package func expect(
        _ words: String,
        within deadline: Duration = .seconds(20),
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: (ScreenModel) -> Bool
    ) async throws {
        let clock = ContinuousClock()
        let end = clock.now + deadline
        while !condition(screen) {
            let left = end - clock.now
            guard left > .zero, !isClosed else {
                let state = isClosed ? "the program has ended" : "\(deadline) have passed"
                let picture = screen.lines.joined(separator: "\n")
                throw Unmet(description: "not met: \(words); \(state)\n\(picture)\n\(sourceLocation)")
            }
            await read(within: left)
        }
    }

    package func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expect("shows \(text)", sourceLocation: sourceLocation) { $0.row(of: text) != nil }
    }

    /// Reads until nothing was written for this time.
    package func expectSilence(of time: Duration, within deadline: Duration = .seconds(20)) async throws {
        let end = ContinuousClock().now + deadline
        while await read(within: time) {
            guard ContinuousClock().now < end else { throw Unmet(description: "the program does not stop writing") }
        }
    }

    /// Reads until the program has ended.
    ///
    /// - Returns: The status of `waitpid`.
    package func expectEnd() async throws -> Int32 {
        let end = ContinuousClock().now + .seconds(20)
        while !isClosed {
            let left = end - ContinuousClock().now
            guard left > .zero else { throw Unmet(description: "the program does not end") }
            await read(within: left)
        }
        var status: Int32 = 0
        // The terminal is closed when the process ends.
        _ = unsafe waitpid(process, &status, 0)
        isReaped = true
        return status
    }

    /// Reads once, on a thread that may wait.
    ///
    /// - Returns: Whether the program has written.
    @discardableResult
    private func read(within time: Duration) async -> Bool {
        let (master, milliseconds) = (master, Int32(max(time / .milliseconds(1), 1)))
        let bytes: [UInt8]? = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&ready, 1, milliseconds) > 0 else { return continuation.resume(returning: []) }
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = unsafe bytes.withUnsafeMutableBytes { bytes in
                    unsafe Foundation.read(master, bytes.baseAddress, bytes.count)
                }
                continuation.resume(returning: count > 0 ? Array(bytes.prefix(count)) : nil)
            }
        }
        guard let bytes else {
            isClosed = true
            return false
        }
        output += bytes
        screen.interpret(bytes)
        return !bytes.isEmpty
    }
}

/// The settings of a terminal, as values that can be compared.
package struct TerminalSettings: Equatable {
    let flags: [tcflag_t]
    let characters: [UInt8]

    init(of terminal: Int32) {
        var settings = termios()
        _ = unsafe tcgetattr(terminal, &settings)
        flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
        characters = unsafe withUnsafeBytes(of: settings.c_cc) { unsafe Array($0) }
    }
}
