#if GTK4
    import Foundation
    import Testing

    /// Compiles each Swift block of the README, the articles, the examples and the documentation comments.
    ///
    /// A block becomes a method of the class `Context` in `Tests/Documentation`. Tests and observable classes become
    /// members of a type. An extension, a protocol, a function for C and a manifest stay in a file. A block that imports
    /// another toolkit is a module of its own. The folders of `Tests/Documentation` are the modules that blocks import.
    struct DocumentBlockTests {
        private static let modules = [
            "Dispatch", "Foundation", "InAppKeyboard", "KeyboardForms", "KeyboardGTK", "KeyboardObservation",
            "KeyboardSimulation", "LinuxKeyboards", "Observation", "Testing",
        ]
        private static let declarations = Documents.root.appending(path: "Tests/Documentation")
        private static let scratch = URL.temporaryDirectory.appending(path: "blocks-\(getpid())")

        @Test func eachSwiftBlockCompiles() throws {
            let blocks = try Documents.all().flatMap { try SwiftBlock.blocks(of: $0) }
            #expect(blocks.count > 100)
            try FileManager.default.createDirectory(at: Self.scratch, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: Self.scratch) }
            for module in ["SwiftCrossUI", "GtkBackend", "Adwaita"] {
                let output = Self.scratch.appending(path: "\(module).swiftmodule").path
                let sources = try Self.swiftFiles(in: Self.declarations.appending(path: module))
                try Self.compile(["-emit-module", "-module-name", module, "-emit-module-path", output] + sources)
            }
            var methods = try Self.swiftFiles(in: Self.declarations)
            for (number, block) in blocks.enumerated() where !block.isOfPackage {
                let file = Self.scratch.appending(path: "block\(number).swift")
                try Data(block.source(number, imports: Self.modules).utf8).write(to: file)
                switch block.place {
                case .manifest:
                    let interface = try Self.toolchain().appending(path: "lib/swift/pm/ManifestAPI").path
                    try Self.compile(["-typecheck", "-package-description-version", "6.3", "-I", interface, file.path])
                case .toolkit:
                    try Self.compile(["-typecheck", "-parse-as-library", file.path])
                case .file, .type, .method:
                    methods.append(file.path)
                }
            }
            try Self.compile(["-typecheck", "-module-name", "Documentation", "-parse-as-library"] + methods)
        }

        private static func swiftFiles(in folder: URL) throws -> [String] {
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "swift" }.map(\.path).sorted()
        }

        private static func compile(_ arguments: [String]) throws {
            let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            let systemModules = ["CKeyboardDBus", "CKeyboardXCB", "CKeyboardProcess", "CKeyboardGTK"]
            let headers = try run("pkg-config", ["--cflags-only-I", "dbus-1", "xcb-randr", "gtk4"])
            let plugins = try toolchain().appending(path: "lib/swift/host/plugins").path
            var options = ["-suppress-warnings", "-swift-version", "6", "-enable-testing", "-plugin-path", plugins]
            options += ["-I", scratch.path, "-I", products.appending(path: "Modules").path]
            for module in systemModules { options += ["-I", Documents.root.appending(path: "Sources/\(module)").path] }
            options += headers.split(whereSeparator: \.isWhitespace).map(String.init)
            _ = try run("swiftc", options + arguments)
        }

        private static func toolchain() throws -> URL {
            let swift = try run("sh", ["-c", "readlink -f \"$(command -v swiftc)\""])
            return URL(filePath: swift.trimmingCharacters(in: .newlines)).deletingLastPathComponent()
                .deletingLastPathComponent()
        }

        private static func run(_ command: String, _ arguments: [String]) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [command] + arguments
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            if process.terminationStatus != 0 {
                Issue.record("\(command) fails:\n\(text.split(separator: "\n").prefix(40).joined(separator: "\n"))")
            }
            return text
        }
    }
#endif
