#if SystemKeyboards
    import CKeyboardProcess
    import Foundation
    import Glibc

    @MainActor
    final class KeyboardProcess {
        var onEnd: () -> Void = {}

        private static let folder = "/proc"

        /// A pidfd.
        ///
        /// The pidfd always refers to this program, even if the kernel later gives the process identifier to another
        /// program.
        private let descriptor: CInt
        private let identifier: pid_t
        /// Whether the program reserves the space that it occupies on the screen.
        let reservesSpace: Bool
        private var watch: DescriptorWatch?

        /// Finds the newest program of the current user that has a name with this prefix, such as "wvkbd-".
        ///
        /// The method chooses the program with the largest identifier, because it is usually the newest program. The
        /// method ignores programs that use another Wayland compositor.
        static func find(_ prefix: String, environment: [String: String]) -> KeyboardProcess? {
            for process in UserProcess.all(in: folder)
            where process.name.hasPrefix(prefix)
                && !WaylandConnection.isOtherCompositor(
                    in: process.environment,
                    root: process.root,
                    than: environment
                )
            {
                let descriptor = keyboard_pidfd_open(process.identifier)
                guard descriptor >= 0 else { continue }
                // Another program may have received the identifier before the descriptor was opened.
                let named = UserProcess(process.identifier, in: folder)
                if let named, named.name == process.name, !named.hasEnded {
                    return KeyboardProcess(descriptor, process.identifier, reservesSpace: !named.isNonExclusive)
                }
                Glibc.close(descriptor)
            }
            return nil
        }

        convenience init?(child identifier: pid_t) {
            let descriptor = keyboard_pidfd_open(identifier)
            guard descriptor >= 0 else { return nil }
            self.init(descriptor, identifier)
        }

        private init(_ descriptor: CInt, _ identifier: pid_t, reservesSpace: Bool = true) {
            (self.descriptor, self.identifier, self.reservesSpace) = (descriptor, identifier, reservesSpace)
            watch = DescriptorWatch(descriptor) { [weak self] in self?.end() }
        }

        func send(_ signal: CInt) {
            guard watch != nil else { return }
            // If the program has ended, the call fails, and the watch reports the end.
            _ = keyboard_pidfd_send_signal(descriptor, signal)
        }

        /// A program survives a signal that it handles or ignores, and a signal that all its threads block.
        ///
        /// For example, wvkbd 0.12 blocks signals and reads them from a file descriptor.
        func survives(_ signals: [CInt]) -> Bool {
            let folder = "\(Self.folder)/\(identifier)"
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")) ?? []
            let blocked = threads.reduce(UInt64.max) { $0 & Self.signals(["SigBlk"], in: "\(folder)/task/\($1)") }
            let survived = Self.signals(["SigIgn", "SigCgt"], in: folder) | blocked
            return signals.allSatisfy { survived & 1 << UInt64($0 - 1) != 0 }
        }

        /// Each bit of the result represents one signal.
        private static func signals(_ sets: Set<Substring>, in folder: String) -> UInt64 {
            let status = (try? String(contentsOfFile: "\(folder)/status", encoding: .utf8)) ?? ""
            return status.split(separator: "\n").reduce(0) { signals, line in
                // A line contains the name of a signal set, such as "SigCgt", and a hexadecimal bit mask.
                let parts = line.split(separator: ":\t")
                guard parts.count == 2, sets.contains(parts[0]) else { return signals }
                return signals | (UInt64(parts[1], radix: 16) ?? 0)
            }
        }

        private func end() {
            watch = nil
            onEnd()
        }
    }
#endif
