#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// GNOME Shell's keyboard, in the accessibility tree of the shell.
    ///
    /// No interface of GNOME Shell reports the keyboard. In the tree, the keyboard is the only child of a panel. The
    /// name of this panel in the code is `box`. The panel always lies below the bottom edge of a monitor. A shown
    /// keyboard lies above the panel. The panel and the keyboard have no names. Their paths and their places in the
    /// tree differ between versions of GNOME Shell. GNOME Shell does not report changes of frames.
    @MainActor
    struct ShellKeyboard {
        struct Reading {
            var box: CGRect
            /// `nil` if the keyboard is switched off.
            var keyboard: CGRect?
            /// Whether the panel has the state `showing` in the accessibility tree.
            ///
            /// After a login, this is `true` even before the keyboard appears, and stays `true` until the keyboard is
            /// hidden for the first time.
            var isShowing: Bool

            /// The frame of the keyboard at the end of its slide.
            var shownFrame: CGRect? {
                keyboard.map { CGRect(x: box.minX, y: box.minY - $0.height, width: $0.width, height: $0.height) }
            }
        }

        static let registry = "org.a11y.atspi.Registry"
        static let root = "/org/a11y/atspi/accessible/root"
        static let events = "org.a11y.atspi.Event.Object"
        private static let accessible = "org.a11y.atspi.Accessible"
        private static let panelRole = 39.0
        private static let showingBit: UInt32 = 1 << 25

        private let connection: BusConnection
        /// The unique name of GNOME Shell on the accessibility bus.
        let shell: String
        /// The path of the panel that contains the keyboard.
        let box: String

        /// Finds the panel of the keyboard.
        ///
        /// The call also makes the shell send the signals of its accessibility tree.
        static func find(
            of process: Double?,
            below monitors: [ShellMonitor],
            registry: String,
            on connection: BusConnection
        ) async throws(BusError) -> ShellKeyboard {
            func element(_ path: String, of name: String) -> ShellKeyboard {
                ShellKeyboard(connection: connection, shell: name, box: path)
            }
            for app in try await element(root, of: registry).children() {
                guard try await connection.process(of: app.name) == process else { continue }
                var level = [element(app.path, of: app.name)]
                // From GNOME 51 on, the panel of the keyboard is one level deeper in the tree.
                for depth in 1...4 {
                    var next: [ShellKeyboard] = []
                    for parent in level { next += try await parent.children().map { element($0.path, of: $0.name) } }
                    for child in next where depth > 2 {
                        guard try await child.isBox(below: monitors) else { continue }
                        let (call, path) = ("RegisterEvent", "/org/a11y/atspi/registry")
                        let type: [BusValue] = [.string("object:state-changed:visible"), .list([]), .string(app.name)]
                        _ = try await connection.reply(call, of: Self.registry, at: path, on: registry, arguments: type)
                        return child
                    }
                    level = next
                }
            }
            throw .notRunning
        }

        /// The calls are simultaneous, because a busy shell answers calls only once for each frame that it draws.
        func read() async throws -> Reading {
            async let state = ask("GetState")
            async let bounds = frame(of: box)
            async let children = children()
            let keyboard = try await children.first
            let isShowing = try await state.first?.elements.first?.number.flatMap(UInt32.init(exactly:))
                .map { $0 & Self.showingBit != 0 }
            return try await Reading(
                box: bounds,
                keyboard: keyboard == nil ? nil : frame(of: keyboard?.path ?? ""),
                isShowing: isShowing == true
            )
        }

        private func isBox(below monitors: [ShellMonitor]) async throws(BusError) -> Bool {
            let frame = try await frame(of: box)
            guard monitors.contains(where: { $0.isAbove(frame) }) else { return false }
            guard try await ask("GetRole").first == .number(Self.panelRole) else { return false }
            return try await children().count < 2
        }

        private func ask(_ member: String) async throws(BusError) -> [BusValue] {
            try await connection.reply(member, of: Self.accessible, at: box, on: shell)
        }

        private func children() async throws(BusError) -> [(name: String, path: String)] {
            try await ask("GetChildren").first?.elements.compactMap { child in
                let reference = child.elements.compactMap(\.stringValue)
                return reference.count == 2 ? (reference[0], reference[1]) : nil
            } ?? []
        }

        private func frame(of path: String) async throws(BusError) -> CGRect {
            let component = "org.a11y.atspi.Component"
            // The argument 0 asks for a frame in the coordinates of the screen.
            let screen = [BusValue.number(0)]
            let reply = try await connection.reply("GetExtents", of: component, at: path, on: shell, arguments: screen)
            let numbers = reply.first?.elements.compactMap(\.number) ?? []
            guard numbers.count == 4 else { throw .malformedReply }
            return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }

    extension BusConnection {
        func process(of name: String) async throws(BusError) -> Double? {
            let arguments = [BusValue.string(name)]
            let member = "GetConnectionUnixProcessID"
            return try await reply(member, of: BusName.bus, at: BusName.busPath, on: BusName.bus, arguments: arguments)
                .first?.number
        }
    }
#endif
