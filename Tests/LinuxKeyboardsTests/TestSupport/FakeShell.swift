#if SystemKeyboards
    import CKeyboardDBus
    import Foundation
    import Testing

    @testable import LinuxKeyboards

    /// A GNOME Shell on a private bus, which is its accessibility bus, too.
    @MainActor
    final class FakeShell {
        /// A monitor, with the size of its mode in pixels.
        struct Monitor {
            var x: Int32 = 0, y: Int32 = 0, width: Int32 = 1280, height: Int32 = 800
            var scale = 1.0, transform: UInt32 = 0
        }

        typealias Frame = [Int32]

        static let names = [
            "org.gnome.Shell", "org.gnome.Mutter.DisplayConfig", "org.a11y.Bus", "org.a11y.atspi.Registry",
        ]
        private static let events = "org.a11y.atspi.Event.Object"

        var monitors = [Monitor()]
        var box: Frame = [0, 800, 1280, 267]
        /// The frame of the keyboard; `nil` if it is switched off.
        var keyboard: Frame? = [0, 800, 1280, 267]
        var isShowing = false
        /// The place of the box in the tree; empty without a box.
        var path = "/shell/stage/group/box"
        var isInTree = true
        var answers = true
        private(set) var members: [String] = []
        private let address: String
        private let peer: BusPeer

        init(on address: String, owning names: [String] = names) throws {
            self.address = address
            peer = try BusPeer(address)
            for name in names { peer.own(name) }
        }

        /// Opens or closes the keyboard, at the moment of the signal.
        func setShown(_ isShown: Bool, at y: Int32? = nil) throws {
            isShowing = isShown
            if let y { keyboard?[1] = y }
            try emit("StateChanged", [.string("visible"), .int32(isShown ? 1 : 0)])
        }

        /// Switches the keyboard on or off in the settings.
        func setEnabled(_ isEnabled: Bool) throws {
            keyboard = isEnabled ? [.min, .min, .min, .min] : nil
            (box[3], isShowing) = (0, false)
            try emit("ChildrenChanged", [.string(isEnabled ? "add" : "remove")])
        }

        func changeMonitors(_ new: [Monitor]) throws {
            monitors = new
            try peer.emit("MonitorsChanged", of: Self.names[1], at: "/org/gnome/Mutter/DisplayConfig")
        }

        func enterTree() throws {
            isInTree = true
            try peer.emit("ChildrenChanged", of: Self.events, at: "/org/a11y/atspi/accessible/root", [.string("add")])
        }

        /// Ends the connection to the bus.
        func end() {
            unsafe dbus_connection_close(peer.connection)
        }

        private func emit(_ member: String, _ arguments: [PeerValue]) throws {
            try peer.emit(member, of: Self.events, at: path, arguments)
        }

        /// Answers the calls that have arrived, and returns a value.
        func serving<Value>(_ value: () -> Value) throws -> Value {
            _ = unsafe dbus_connection_read_write(peer.connection, 0)
            while let pointer = unsafe dbus_connection_pop_message(peer.connection) {
                let message = unsafe BusMessage(adopting: pointer)
                let header = message.header
                guard header.kind == .methodCall, answers else { continue }
                members.append(header.member)
                if let reply = reply(to: header) {
                    try peer.reply(to: message, reply)
                } else {
                    try peer.refuse(message, name: "org.freedesktop.DBus.Error.UnknownObject", text: "no")
                }
            }
            return value()
        }

        private func reply(to call: BusHeader) -> [PeerValue]? {
            switch call.member {
            case "GetAddress": [.string(address)]
            case "GetCurrentState": state
            case "RegisterEvent": []
            case "GetChildren": children(of: call.path).map { [.array($0, elementSignature: "(so)")] }
            case "GetRole": [.uint32(call.path.hasSuffix("frame") ? 16 : 39)]
            case "GetState":
                [.array([.uint32(isShowing ? 0x4300_0100 : 0x100_0100), .uint32(0)], elementSignature: "u")]
            case "GetExtents": extents(of: call.path).map { [.structure($0.map { .int32($0) })] }
            default: nil
            }
        }

        private func children(of path: String) -> [PeerValue]? {
            func references(_ names: [String], of owner: String? = nil) -> [PeerValue] {
                names.map { .structure([.string(owner ?? peer.uniqueName), .objectPath($0)]) }
            }
            // The bus is a process of its own.
            if path == "/org/a11y/atspi/accessible/root" {
                return references(["/app"], of: BusName.bus) + references(isInTree ? ["/shell"] : [])
            }
            if path == self.path { return references(keyboard == nil ? [] : ["/keyboard"]) }
            if path == "/shell/stage/group" {
                let decoys = ["/shell/stage/group/panel", "/shell/stage/group/frame", "/shell/stage/group/full"]
                let box = self.path.split(separator: "/").prefix(4).joined(separator: "/")
                return references(decoys + (self.path.isEmpty ? [] : ["/" + box]))
            }
            if path.hasSuffix("full") { return references(["/a", "/b"]) }
            if self.path.hasPrefix(path + "/") {
                let count = path.split(separator: "/").count + 1
                return references(["/" + self.path.split(separator: "/").prefix(count).joined(separator: "/")])
            }
            return ["/shell", "/shell/stage"].contains(path)
                ? references([path == "/shell" ? "/shell/stage" : "/shell/stage/group"]) : []
        }

        private func extents(of path: String) -> Frame? {
            switch path {
            case self.path, "/shell/stage/group/frame", "/shell/stage/group/full": box
            case "/keyboard": keyboard
            default: [0, 0, 1280, 32]
            }
        }

        /// The reply to `GetCurrentState`.
        private var state: [PeerValue] {
            let name = { (index: Int) in PeerValue.structure(["DP-\(index)", "", "", ""].map { .string($0) }) }
            let mode = { (size: (Int32, Int32), isCurrent: Bool) in
                PeerValue.structure([
                    .string(""), .int32(size.0), .int32(size.1), .double(60), .double(1),
                    .array([.double(1)], elementSignature: "d"),
                    .properties(isCurrent ? ["is-current": .boolean(true)] : ["is-preferred": .boolean(true)]),
                ])
            }
            let outputs = monitors.enumerated().map { index, monitor in
                let modes = [mode((640, 480), false), mode((monitor.width, monitor.height), true)]
                return PeerValue.structure([
                    name(index), .array(modes, elementSignature: "(siiddada{sv})"), .properties([:]),
                ])
            }
            let logical = monitors.enumerated().map { index, monitor in
                PeerValue.structure([
                    .int32(monitor.x), .int32(monitor.y), .double(monitor.scale), .uint32(monitor.transform),
                    .boolean(index == 0), .array([name(index)], elementSignature: "(ssss)"), .properties([:]),
                ])
            }
            return [
                .uint32(1), .array(outputs, elementSignature: "((ssss)a(siiddada{sv})a{sv})"),
                .array(logical, elementSignature: "(iiduba(ssss)a{sv})"), .properties(["layout-mode": .uint32(2)]),
            ]
        }
    }
#endif
