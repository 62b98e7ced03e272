import Foundation

/// What depends on how many screens there are: telling them, coming and going among them, and their memory.
@MainActor
struct AudienceRows {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let race: Race

    func rows(screens count: Int) throws -> [Row] {
        race.progress.show("memory_bytes, \(count)")
        var audiences: [(contestant: Contestant, audience: any Audience)] = []
        var bytes: [Contestant: Figure] = [:]
        // Tasks of the audiences before have an end to come to.
        MainQueue.drain()
        // Ours and the floor side by side, as they are compared most closely.
        let order: [Contestant] = [.floor, .ours, .surf, .handwritten, .stream]
        for contestant in order where count <= contestant.largestAudience {
            let audience = contestant.audience(of: count)
            audience.subscribeAll()
            bytes[contestant] = try Figure([Self.bytes(contestant, count)])
            audiences.append((contestant, audience))
            requireAllHear(contestant, audience, count)
        }
        let deliver = race.run("deliver, \(count)", audiences.map { ($0.contestant, $0.audience.post) })
        let changing = audiences.compactMap { contestant, audience -> Race.Runner? in
            (audience as? any ChangingAudience).map { (contestant, $0.subscribeAndUnsubscribe) }
        }
        let subscribe = race.run("subscribe, \(count)", changing)
        return [
            Row(name: "deliver", screens: count, figures: deliver),
            Row(name: "subscribe", screens: count, figures: subscribe),
            Row(name: "memory_bytes", screens: count, unit: .bytes, figures: bytes),
        ]
    }

    func lifetime() -> Row {
        let runners = Contestant.allCases.compactMap { contestant -> Race.Runner? in
            (contestant.audience(of: 0) as? any ChangingAudience).map { (contestant, $0.liveOnce) }
        }
        return Row(name: "lifetime", figures: race.run("lifetime", runners))
    }

    /// Counted in a process of its own: here the tasks and threads of those before come and go meanwhile.
    private static func bytes(_ contestant: Contestant, _ count: Int) throws -> Double {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--only", "memory", "--of", contestant.rawValue, "--screens", "\(count)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let bytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Failure(description: "--only memory of \(contestant) printed \"\(text)\", not a number of bytes")
        }
        return bytes
    }

    /// Who tells fewer than all would be the fastest.
    private func requireAllHear(_ contestant: Contestant, _ audience: any Audience, _ count: Int) {
        let before = audience.heardCount
        audience.post()
        precondition(audience.heardCount - before == count, "\(contestant): not every screen has heard the event")
    }
}
