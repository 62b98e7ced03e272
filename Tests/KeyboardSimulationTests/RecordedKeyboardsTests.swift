import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Plays the example recordings of real keyboards.
@MainActor
struct RecordedKeyboardsTests {
    @Test func eachRecordingIsPlayedEventByEvent() throws {
        let files = try ExampleFiles.recordings
        #expect(files.count >= 22)
        for name in files {
            let recording = try KeyboardRecording(contentsOf: URL(filePath: ExampleFiles.path("Recordings/\(name)")))
            let fixture = KeyboardFixture()
            let player = KeyboardRecordingPlayer(recording, scheduler: fixture.scheduler)
            var times: [Duration] = []
            fixture.onEvent = { fixture, _ in times.append(fixture.scheduler.now) }
            player.start(postingTo: fixture.center)
            try fixture.scheduler.runToEnd()
            #expect(fixture.events == recording.events.map { KeyboardEvent($0.kind, info: $0.info) }, "\(name)")
            #expect(times == recording.events.map { .seconds($0.time) }, "\(name)")
            let isOwn = recording.source.hasPrefix("recorded for this project ")
            #expect(isOwn || recording.source.hasPrefix("https://"), "\(name)")
        }
    }

    @Test func eachRecordingOfLinuxIsCompleteAndWrittenAsItWas() throws {
        let names = try ExampleFiles.recordings.filter { !$0.hasPrefix("ipad-") && !$0.hasPrefix("iphone-") }
        #expect(names == Self.ends.map { "\($0.name).json" }.sorted())
        for name in names {
            let file = URL(filePath: ExampleFiles.path("Recordings/\(name)"))
            let recording = try KeyboardRecording(contentsOf: file)
            let isDescribed = recording.device != nil && recording.system != nil && recording.notes != nil
            let isPhone = name.hasPrefix("squeekboard-")
            let size = isPhone ? CGSize(width: 720, height: 1_440) : CGSize(width: 1_280, height: 800)
            #expect(isDescribed && recording.screenSize == size, "\(name)")
            let copy = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
            defer { try? FileManager.default.removeItem(at: copy) }
            try recording.write(to: copy)
            #expect(try Data(contentsOf: copy) == Data(contentsOf: file), "\(name)")
        }
    }

    /// How a recording of a Linux keyboard ends.
    struct End: Sendable, CustomTestStringConvertible {
        var name: String
        /// The placements of the keyboard, in order.
        var placements: [KeyboardState.Placement]
        var frame: CGRect?
        var hasFrames = true

        var testDescription: String { name }
    }

    nonisolated private static let dock = CGRect(x: 0, y: 595, width: 1_280, height: 205)

    nonisolated private static let ends = [
        End(name: "onboard-show-and-hide", placements: [.docked, .offScreen]),
        End(name: "onboard-show-and-hide-at-top", placements: [.dockedAtTop, .offScreen]),
        End(name: "onboard-hide-during-show", placements: [.docked, .offScreen]),
        End(name: "onboard-show-during-hide", placements: [.docked, .offScreen, .docked], frame: dock),
        End(name: "onboard-undock-and-dock", placements: [.docked, .floating, .docked], frame: dock),
        End(name: "onboard-floating", placements: [.floating, .offScreen]),
        End(name: "onboard-killed", placements: [.docked, .offScreen]),
        End(name: "onboard-then-matchbox", placements: [.docked, .offScreen, .docked, .offScreen]),
        End(name: "matchbox-show-and-hide", placements: [.docked, .offScreen]),
        // A wide keyboard above the bottom edge has the placement of a split keyboard.
        End(name: "matchbox-floating", placements: [.split, .floating, .offScreen]),
        End(name: "squeekboard-show-and-hide", placements: [.docked, .offScreen]),
        End(name: "squeekboard-focus", placements: [.docked, .offScreen]),
        End(name: "squeekboard-without-reports", placements: [.docked, .offScreen], hasFrames: false),
        End(name: "squeekboard-killed", placements: [.docked, .offScreen]),
        End(name: "squeekboard-rotated-while-shown", placements: [.docked, .offScreen]),
        End(name: "kwin-focus-between-fields", placements: [.docked, .offScreen], hasFrames: false),
    ]

    @Test(arguments: ends)
    func aRecordingOfLinuxEndsWhereTheKeyboardWas(end: End) throws {
        let recording = try ExampleFiles.recording(end.name)
        let scheduler = ManualScheduler()
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        var placements: [KeyboardState.Placement] = []
        let token = pool.observeState(startingWithCurrent: false) { state in
            if placements.last != state.placement { placements.append(state.placement) }
        }
        let player = KeyboardRecordingPlayer(recording, scheduler: scheduler)
        player.start(postingTo: center)
        try scheduler.runToEnd()
        #expect(placements == end.placements)
        #expect(pool.keyboard.phase == (end.frame == nil ? .hidden : .shown))
        #expect(pool.keyboard.frame == end.frame)
        #expect(pool.keyboard.isHealed == false)
        withExtendedLifetime(token) {}
    }

    @Test(arguments: ends)
    func aRecordingOfLinuxKeepsTheRules(end: End) throws {
        let recording = try ExampleFiles.recording(end.name)
        var checker = EventSequenceChecker(capabilities: end.hasFrames ? [.frames, .didEvents] : .didEvents)
        for event in recording.events { checker.receive(KeyboardEvent(event.kind, info: event.info)) }
        checker.finishTransitions()
        #expect(checker.findings.map(\.description) == [])
    }
}
