#if SystemKeyboards
    import Foundation
    import Testing

    @testable import LinuxKeyboards

    /// Reads the processes of the user from a folder that a test writes.
    struct UserProcessTests {
        private let folder = TemporaryFolder()

        @Test func theLatestProcessIsFirst() throws {
            for number in [9, 10, 100] { try folder.write("program \(number)\n", to: "\(number)/comm") }
            let processes = UserProcess.all(in: folder.path(""))
            #expect(processes.map(\.identifier) == [100, 10, 9])
            #expect(processes.map(\.name) == ["program 100", "program 10", "program 9"])
        }
    }
#endif
