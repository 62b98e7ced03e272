#if SystemKeyboards
    import Foundation

    struct UserProcess {
        let identifier: pid_t
        /// The kernel keeps at most 15 bytes of the program's name.
        let name: String
        private let folder: String

        /// The root folder of the process, which can be the root folder of a container.
        var root: String { "\(folder)/root" }

        /// The environment variables with which the program was started; empty if they cannot be read.
        var environment: [String: String] {
            let data = FileManager.default.contents(atPath: "\(folder)/environ") ?? Data()
            let variables = data.split(separator: 0).compactMap { variable -> (String, String)? in
                let parts = String(decoding: variable, as: UTF8.self).split(separator: "=", maxSplits: 1)
                return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
            }
            return Dictionary(variables) { first, _ in first }
        }

        /// Whether the command line asks wvkbd to reserve no space on the screen.
        ///
        /// wvkbd has had the option `--non-exclusive` since 2025.
        var isNonExclusive: Bool {
            let words = BoundedFile.text("\(folder)/cmdline").split(separator: "\0")
            return words.contains { ["-non-exclusive", "--non-exclusive"].contains($0) }
        }

        /// Whether the process has ended, but its parent has not waited for it yet.
        ///
        /// Until the parent waits for it, the process keeps its name.
        var hasEnded: Bool { BoundedFile.text("\(folder)/stat").contains(") Z ") }

        /// The process with the largest identifier comes first, because it is usually the latest process.
        ///
        /// Only the owners and the names of the processes are read.
        static func all(in folder: String) -> [UserProcess] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let identifiers = names.compactMap(pid_t.init).sorted(by: >)
            return identifiers.compactMap { UserProcess($0, in: folder) }
        }

        init?(_ identifier: pid_t, in folder: String) {
            self.folder = "\(folder)/\(identifier)"
            var status = stat()
            guard unsafe stat(self.folder, &status) == 0, status.st_uid == geteuid() else { return nil }
            self.identifier = identifier
            name = BoundedFile.text("\(self.folder)/comm")
        }
    }
#endif
