#if SystemKeyboards
    import Foundation

    extension SystemKeyboard {
        /// Looks for the reasons why no keyboard appears in the session of the process.
        ///
        /// ```swift
        /// Task.detached { print(await SystemKeyboard.diagnosis()) }
        /// ```
        ///
        /// The diagnosis needs no privileges, and starts no keyboard. It reads the environment variables of the process
        /// and the names of the user's programs, asks the Wayland compositor and the session bus, and runs the program
        /// `gsettings`. It waits at most 2 seconds for each answer.
        ///
        /// Call it in a detached task: if the app's event loop does not run the main queue, a task of the main actor never
        /// receives the result.
        ///
        /// - Returns: A text for a log or a bug report. A line that begins with "=" is a fact. A line that begins with
        ///   "!" is a cause with its remedy. Control characters are escaped. The text names the running keyboards and
        ///   desktops, but no other programs of the user.
        @concurrent
        public nonisolated static func diagnosis() async -> String {
            // The diagnosis runs in a task of its own, because a cancelled task would receive no answers.
            await Task { await SessionReader(environment: ProcessInfo.processInfo.environment).read().text }.value
        }
    }
#endif
