#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// Possible reasons why no keyboard appears, or why a source posts no events.
    ///
    /// ```swift
    /// Task { print(await SystemKeyboard.diagnosis()) }
    /// ```
    ///
    /// Print the diagnosis in a log or in a bug report. Control characters in the diagnosis are escaped. The diagnosis
    /// names the running keyboards and desktops, but no other programs of the user.
    public struct KeyboardDiagnosis: Sendable, Hashable, CustomStringConvertible {
        /// The facts about the session; each element is one line.
        public let facts: [String]

        /// The causes that follow from the facts, with the most general cause first; empty if no cause was found.
        public let findings: [Finding]

        /// The facts and the causes, one in each line.
        ///
        /// The line of a fact begins with "=". The line of a cause contains its remedy, and begins with "!".
        public var description: String {
            let causes = findings.map { "! \($0.description) \($0.remedy)" }
            return (facts.map { "= \($0)" } + (causes.isEmpty ? ["= no cause was found"] : causes))
                .joined(separator: "\n")
        }
    }

    extension SystemKeyboard {
        /// Looks for the reasons why no keyboard appears in the session of the process.
        ///
        /// The diagnosis needs no privileges, and starts no keyboard. The diagnosis reads the environment variables of
        /// the process and the names of the user's programs. The diagnosis also queries the Wayland compositor and the
        /// session bus, and runs the program `gsettings` to read the settings of GNOME and Onboard. The diagnosis waits
        /// at most 2 seconds for each answer. If an answer does not arrive in time, the result does not contain the
        /// answer.
        ///
        /// If the app's event loop does not run the main queue, a task of the main actor never receives the result. In
        /// such an app, call `diagnosis(isWindowFullScreen:)` in a detached task.
        ///
        /// - Parameter isWindowFullScreen: Whether the app's window is full-screen, or `nil` if the app does not know.
        /// - Returns: The facts and the causes.
        @concurrent
        public nonisolated static func diagnosis(isWindowFullScreen: Bool? = nil) async -> KeyboardDiagnosis {
            let reader = SessionReader(environment: ProcessInfo.processInfo.environment)
            var facts = await reader.read()
            facts.isWindowFullScreen = isWindowFullScreen
            return facts.diagnosis
        }
    }
#endif
