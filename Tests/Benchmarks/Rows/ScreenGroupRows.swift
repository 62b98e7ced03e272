import Foundation

/// The costs that depend on the number of screens: delivery, subscription and memory.
@MainActor
struct ScreenGroupRows {
    private struct MeasurementError: Error, CustomStringConvertible {
        let description: String
    }

    let comparison: Comparison

    func rows(screens count: Int) throws -> [Row] {
        comparison.progress.show("memory_bytes, \(count)")
        var groups: [(implementation: Implementation, group: any ScreenGroup)] = []
        var bytes: [Implementation: Statistics] = [:]
        // Lets the tasks of earlier groups end.
        MainQueue.drain()
        // `ours` directly follows `floor`, because the benchmarks compare these two implementations most closely.
        let order: [Implementation] = [.floor, .ours, .surf, .handwritten, .stream]
        for implementation in order where count <= implementation.largestScreenCount(isQuick: comparison.isQuick) {
            let group = implementation.makeGroup(screens: count)
            group.subscribeAll()
            bytes[implementation] = try Statistics([Self.bytes(implementation, count)])
            groups.append((implementation, group))
            requireAllCalled(implementation, group, count)
        }
        let deliver = comparison.run("deliver, \(count)", groups.map { ($0.implementation, $0.group.post) })
        let changing = groups.compactMap { implementation, group -> Comparison.Candidate? in
            (group as? any ChangingScreenGroup).map { (implementation, $0.subscribeAndUnsubscribe) }
        }
        let subscribe = comparison.run("subscribe, \(count)", changing)
        return [
            Row(name: "deliver", screens: count, statistics: deliver),
            Row(name: "subscribe", screens: count, statistics: subscribe),
            Row(name: "memory_bytes", screens: count, unit: .bytes, statistics: bytes),
        ]
    }

    /// The costs to deliver a notification with an object, or a pair of notifications, to one screen.
    func otherPosts() -> [Row] {
        [("post_object", SamplePost.withObject), ("pair", .pair)].map { name, content in
            let candidates = Implementation.allCases.compactMap { implementation -> Comparison.Candidate? in
                guard let group = implementation.makeGroup(screens: 1) as? any ChangingScreenGroup else { return nil }
                group.poster.content = content
                group.subscribeAll()
                requireAllCalled(implementation, group, 1)
                return (implementation, group.post)
            }
            return Row(name: name, screens: 1, statistics: comparison.run(name, candidates))
        }
    }

    func lifetime() -> Row {
        let candidates = Implementation.allCases.compactMap { implementation -> Comparison.Candidate? in
            (implementation.makeGroup(screens: 0) as? any ChangingScreenGroup).map { (implementation, $0.runLifetime) }
        }
        return Row(name: "lifetime", statistics: comparison.run("lifetime", candidates))
    }

    /// Counts the bytes in a separate process, because earlier groups have changed the heap of this process.
    private static func bytes(_ implementation: Implementation, _ count: Int) throws -> Double {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--only", "memory", "--of", implementation.rawValue, "--screens", "\(count)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let bytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw MeasurementError(
                description: "--only memory of \(implementation) printed \"\(text)\", not a number of bytes"
            )
        }
        return bytes
    }

    /// Requires that the implementation calls every screen.
    private func requireAllCalled(_ implementation: Implementation, _ group: any ScreenGroup, _ count: Int) {
        let before = group.callCount
        group.post()
        precondition(group.callCount - before == count, "\(implementation): not every screen has received the event")
    }
}
