#if SystemKeyboards
    import CKeyboardProcess
    import Glibc

    /// The running program of a keyboard.
    @MainActor
    final class KeyboardProcess {
        /// Called once when the program has ended.
        var onEnd: () -> Void = {}

        /// The folder of the process file system.
        private static let folder = "/proc"

        /// A pidfd, which refers to the same program until the program has ended.
        private let descriptor: CInt
        private let identifier: pid_t
        private var watch: DescriptorWatch?

        /// Returns a running program of the current user whose name begins with the given prefix.
        ///
        /// If there are several such programs, the method returns the program with the largest identifier, which is
        /// usually the latest program.
        ///
        /// A program that uses another Wayland compositor is ignored.
        ///
        /// - Parameters:
        ///   - prefix: The first characters of the program's name, such as "wvkbd-".
        ///   - environment: The environment variables that name the compositor.
        /// - Returns: The program; `nil` if no such program runs.
        static func find(_ prefix: String, environment: [String: String]) -> KeyboardProcess? {
            for process in UserProcess.all(in: folder)
            where process.name.hasPrefix(prefix)
                && !WaylandConnection.isOtherCompositor(in: process.environment, than: environment)
            {
                let descriptor = keyboard_pidfd_open(process.identifier)
                guard descriptor >= 0 else { continue }
                // Before the descriptor was opened, the program may have ended, and another program may have received
                // the same identifier. A program that has ended keeps its name until its parent process waits for it.
                let named = UserProcess(process.identifier, in: folder)
                if named?.name == process.name, isRunning(descriptor) {
                    return KeyboardProcess(descriptor, process.identifier)
                }
                Glibc.close(descriptor)
            }
            return nil
        }

        private static func isRunning(_ descriptor: CInt) -> Bool {
            var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return unsafe poll(&readable, 1, 0) == 0
        }

        private init(_ descriptor: CInt, _ identifier: pid_t) {
            (self.descriptor, self.identifier) = (descriptor, identifier)
            let watch = DescriptorWatch(descriptor, for: .readable) { [weak self] in self?.end() }
            self.watch = watch
            watch.resume()
        }

        isolated deinit {
            close()
        }

        /// Sends a signal to the program, unless the signal would end the program.
        ///
        /// While a program starts, it does not handle its signals yet.
        func send(_ signal: CInt) {
            guard watch != nil, survives(signal) else { return }
            // If the program has ended, the call fails, and the watch reports the end.
            _ = keyboard_pidfd_send_signal(descriptor, signal)
        }

        /// Returns whether the program handles, blocks or ignores a signal.
        ///
        /// A program that reads its signals from a file descriptor, such as wvkbd 0.12, blocks them.
        private func survives(_ signal: CInt) -> Bool {
            // A line is the name of a set, such as "SigCgt:", a tab, and the signals as hexadecimal bits.
            let lines = BoundedFile.text("\(Self.folder)/\(identifier)/status").split(separator: "\n")
            return lines.contains { line in
                guard ["SigBlk:", "SigIgn:", "SigCgt:"].contains(where: line.hasPrefix),
                    let signals = UInt64(line.dropFirst(8), radix: 16)
                else { return false }
                return signals & 1 << UInt64(signal - 1) != 0
            }
        }

        private func end() {
            close()
            onEnd()
        }

        private func close() {
            watch?.cancel { [descriptor] in _ = Glibc.close(descriptor) }
            watch = nil
        }
    }
#endif
