#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The reasons why no keyboard may appear, or why a source may post no events.
    ///
    /// ```swift
    /// print(await SystemKeyboard.diagnosis())
    /// ```
    ///
    /// Print the diagnosis in a log or in a bug report. Its control characters are escaped. Of the user's programs, it
    /// names only keyboards and desktops.
    public struct KeyboardDiagnosis: Sendable, Hashable, CustomStringConvertible {
        /// The facts about the session, one in a line.
        public let facts: [String]

        /// The causes that follow from the facts, the most general cause first; empty if no cause was found.
        public let findings: [Finding]

        /// The facts in lines that begin with "=", and the causes with their remedies in lines that begin with "!".
        public var description: String {
            let causes = findings.map { "! \($0.description) \($0.remedy)" }
            return (facts.map { "= \($0)" } + (causes.isEmpty ? ["= no cause was found"] : causes))
                .joined(separator: "\n")
        }
    }

    extension SystemKeyboard {
        /// Looks for the reasons why no keyboard appears in the session of the process.
        ///
        /// The method needs no privileges, and starts no keyboard. It reads the variables of the process and the names of
        /// the user's programs. It asks the Wayland compositor, the session bus and, by the program `gsettings`, the
        /// settings of GNOME and Onboard. It waits at most 2 seconds for each of these answers, and the diagnosis
        /// then lacks the answer.
        ///
        /// If the app's loop does not run the main queue, a task of the main actor never receives the result. In such an
        /// app, call the method in a detached task.
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
