#if SystemKeyboards
    import Foundation
    import Synchronization

    extension Process {
        private static let starts = Mutex(())

        /// Runs the program, while no other call of this method starts a program.
        ///
        /// Foundation lists the open files, then starts a program that closes them. A file that another thread opens in
        /// between stays open until that program ends. Foundation itself notices the end of a program by such a file.
        func start() throws {
            try Self.starts.withLock { _ in try run() }
        }
    }

    extension Pipe {
        /// Returns a pipe that only the program with this input or output inherits.
        static func closedOnExec() -> Pipe {
            let pipe = Pipe()
            for file in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
            return pipe
        }
    }
#endif
