#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// A process with a window on a Wayland desktop.
    ///
    /// The window has two text fields. The process prints the size of the window at each change.
    @MainActor
    final class WaylandClient {
        /// How the window is placed.
        enum Placement: String {
            /// The compositor places the window.
            case tiled
            case maximized
        }

        /// The last size of the window; `nil` before the first one.
        private(set) var size: CGSize?
        /// Called with each size of the window.
        var onSizeChange: ((CGSize) -> Void)?

        private let commands = Pipe.closedOnExec()
        private var received = Data()
        private var waiting: (isWanted: (CGSize) -> Bool, finish: @MainActor (Bool) -> Void)?

        init(on session: DesktopSession, _ placement: Placement) throws {
            // Debian installs the GTK bindings for its own Python. Onboard needs the same bindings.
            let child = try session.start(
                "/usr/bin/python3",
                ["-c", Self.program, placement.rawValue],
                name: "client",
                input: commands
            )
            let output = child.output
            // A separate thread reads, because a read blocks its thread until the client prints or ends.
            Thread.detachNewThread { [weak self] in
                while case let data = output.availableData, !data.isEmpty {
                    DispatchQueue.main.async { MainActor.assumeIsolated { self?.receive(data) } }
                }
            }
        }

        /// Gives the focus to the text field with the index 0 or 1.
        func focusField(_ index: Int) {
            send("focus \(index)")
        }

        /// Removes the focus from the text fields.
        func removeFocus() {
            send("blur")
        }

        /// Waits until the size of the window meets the condition.
        ///
        /// - Returns: Whether the size met the condition within the limit.
        func reaches(within limit: Duration = timeLimit, _ isWanted: @escaping (CGSize) -> Bool) async -> Bool {
            if let size, isWanted(size) { return true }
            defer { waiting = nil }
            return await result(within: limit) { finish in waiting = (isWanted, finish) } ?? false
        }

        private func send(_ command: String) {
            commands.fileHandleForWriting.write(Data("\(command)\n".utf8))
        }

        private func receive(_ data: Data) {
            received += data
            while let end = received.firstIndex(of: 0x0A) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received = Data(received[(end + 1)...])
                let numbers = line.split(separator: " ").compactMap { Double($0) }
                guard numbers.count == 2 else { continue }
                let size = CGSize(width: numbers[0], height: numbers[1])
                self.size = size
                onSizeChange?(size)
                if let waiting, waiting.isWanted(size) { waiting.finish(true) }
            }
        }

        private static let program = """
            import sys, gi
            gi.require_version("Gtk", "3.0")
            from gi.repository import GLib, Gtk

            window = Gtk.Window(title=sys.argv[1], default_width=600, default_height=400)
            box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
            fields = [Gtk.Entry(), Gtk.Entry()]
            for field in fields:
                box.pack_start(field, False, False, 0)
            window.add(box)

            size = None
            def allocated(_, allocation):
                global size
                # GTK repeats a size in each frame of its opening animation.
                if size != (allocation.width, allocation.height):
                    size = (allocation.width, allocation.height)
                    print(*size, flush=True)

            def commanded(source, condition):
                words = source.readline().split()
                if not words:
                    Gtk.main_quit()
                    return False
                if words[0] == b"focus":
                    fields[int(words[1])].grab_focus()
                elif words[0] == b"blur":
                    window.set_focus(None)
                return True

            # Without a buffer, so that a second command does not wait for a third.
            commands = open(0, "rb", buffering=0)
            GLib.io_add_watch(commands, GLib.IO_IN | GLib.IO_HUP, commanded)
            window.connect("size-allocate", allocated)
            window.connect("destroy", Gtk.main_quit)
            if sys.argv[1] == "maximized":
                window.maximize()
            window.show_all()
            window.set_focus(None)
            Gtk.main()
            """
    }
#endif
