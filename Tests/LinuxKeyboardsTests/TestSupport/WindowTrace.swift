#if SystemKeyboards
    import Foundation

    /// The events of a window on a real desktop, as xev lists them.
    struct WindowTrace {
        let log: URL
        /// The frame of the window before the first event.
        let start: CGRect
        /// Sets a property of this name on the window, and returns when xev has listed the change.
        ///
        /// The X server delivers all earlier events before this change.
        let mark: @MainActor (_ name: String) async throws -> Void

        /// The frames to which the window moved while it was mapped.
        ///
        /// Only synthetic events count, because the window manager uses them to report the position on the screen. An
        /// event that does not change the frame is left out.
        func framesInMotion() async throws -> [CGRect] {
            try await mark("KEYBOARD_TRACE_END")
            var frames: [CGRect] = []
            var last = start
            var isMapped = true
            for event in try String(contentsOf: log, encoding: .utf8).components(separatedBy: "\n\n") {
                let event = event.trimmingCharacters(in: .newlines)
                if event.hasPrefix("MapNotify") { isMapped = true }
                if event.hasPrefix("UnmapNotify") { isMapped = false }
                guard event.hasPrefix("ConfigureNotify"), event.contains("synthetic YES"),
                    let frame = frame(in: event), frame != last
                else { continue }
                last = frame
                if isMapped { frames.append(frame) }
            }
            return frames
        }

        private func frame(in event: String) -> CGRect? {
            guard let match = event.firstMatch(of: /\((-?\d+),(-?\d+)\), width (\d+), height (\d+)/),
                let x = Double(match.1), let y = Double(match.2), let width = Double(match.3),
                let height = Double(match.4)
            else { return nil }
            return CGRect(x: x, y: y, width: width, height: height)
        }
    }
#endif
