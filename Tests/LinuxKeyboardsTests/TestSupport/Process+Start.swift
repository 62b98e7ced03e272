#if SystemKeyboards
    import Foundation
    import Synchronization

    extension Process {
        private static let starts = Mutex(())

        /// Runs the program, while no other call of this method starts a program.
        ///
        /// Foundation lists the open files, and then starts a program that closes these files. If another thread opens
        /// a file in between, the started program keeps this file open until it ends. Foundation itself uses such a
        /// file to notice the end of a program.
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
