import Foundation

/// Opens and closes windows with and without controllers, and looks for leaks.
///
/// No controller of a closed window may remain. With controllers, the memory may grow only a little more than without
/// controllers.
struct LeakStory {
    /// The memory that the controllers of a hundred windows may add, in KiB.
    private static let allowance = 100

    /// The counts that the app prints after each hundred windows.
    private struct Count {
        var windows: Int, controllers: Int, observers: Int, memory: Int

        init?(_ line: Substring) {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard line.hasPrefix("windows"), numbers.count == 4 else { return nil }
            (windows, controllers, observers, memory) = (numbers[0], numbers[1], numbers[2], numbers[3])
        }
    }

    /// The number of windows, a multiple of a hundred.
    let count: Int

    func run() throws {
        let screen = try DesktopScreen()
        defer { screen.children.stop() }
        let own = try growth(on: screen, [])
        let control = try growth(on: screen, ["--without-controllers"])
        // If the memory shrinks in the run without controllers, the check uses a growth of 0.
        try expect(
            own - max(control, 0) <= Self.allowance,
            "each hundred windows grow by \(own) KiB, and those without controllers by \(control) KiB"
        )
        screen.children.stopAndRemoveFolder()
        report("\(count) windows: a hundred grow by \(own) KiB, and those without controllers by \(control) KiB")
    }

    /// Returns the growth of the app's memory during a hundred windows, in KiB.
    ///
    /// The method measures the growth twice: during the last hundred windows, and during the hundred windows before.
    /// The method returns the smaller growth.
    private func growth(on screen: DesktopScreen, _ options: [String]) throws -> Int {
        let app = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "gtk-sign-up")
        let output = try screen.children.run([app.path, "--windows", "\(count)"] + options)
        let counts = output.split(separator: "\n").compactMap { Count($0) }
        guard let first = counts.first, counts.last?.windows == count, counts.count > 2 else {
            throw Failure("\(count) windows were not opened; the app printed \(output.debugDescription)")
        }
        for line in counts {
            try expect(line.controllers == 0, "\(line.controllers) controllers of closed windows are alive")
            try expect(line.observers == first.observers, "the pool has \(line.observers) observers")
        }
        // If there is a leak, the memory grows during both hundreds of windows. Without a leak, the memory can still
        // grow during one of the two hundreds.
        return zip(counts, counts.dropFirst()).map { $1.memory - $0.memory }.suffix(2).min() ?? 0
    }
}
