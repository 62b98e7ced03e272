import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct KeyboardTestBedTests {
    @Test func allPartsHaveOneClock() throws {
        try KeyboardTestBed.run(on: .phone320x480, orientation: .landscape) { bed in
            #expect(KeyboardObserverPool.current === bed.pool)
            #expect(bed.screen.size == CGSize(width: 480, height: 320))
            let guide = KeyboardLayoutGuide()
            guide.viewFrame = bed.screen.bounds
            bed.keyboard.show(.letters)
            bed.advance(by: .milliseconds(100))
            #expect(0 < guide.bottomInset && guide.bottomInset < 162)
            bed.settle()
            #expect(guide.bottomInset == 162)
            #expect(bed.scheduler.now == .milliseconds(1_100))
        }
    }

    @Test func aSequenceReceivesItsEventsWhenTheBedSettles() async throws {
        try await KeyboardTestBed.run { bed in
            let screen = CountingTaskScreen(bed.pool)
            await bed.settle()
            bed.keyboard.show()
            await bed.settle()
            #expect(screen.count == 4)
        }
    }

    @Test func theResultAndTheErrorOfTheBodyAreThoseOfTheTest() throws {
        #expect(try KeyboardTestBed.run { $0.screen.size } == CGSize(width: 375, height: 667))
        #expect(throws: CancellationError.self) { try KeyboardTestBed.run { _ in throw CancellationError() } }
    }

    @Test func aSettledBedIsAtRestAfterALongTransition() throws {
        try KeyboardTestBed.run(behavior: SimulatedKeyboard.Behavior { $0.duration = 5 }) { bed in
            bed.keyboard.show()
            bed.settle()
            #expect(bed.keyboard.phase == .shown)
            #expect(bed.pool.keyboard.phase == .shown)
        }
    }

    /// A curve continues to its target after the *did* event.
    @Test(arguments: 0..<40)
    func aSettledBedIsExact(start: Int) throws {
        try KeyboardTestBed.run { bed in
            let guide = KeyboardLayoutGuide()
            guide.viewFrame = bed.screen.bounds
            bed.advance(by: .milliseconds(start))
            bed.keyboard.show()
            bed.advance(by: .milliseconds(10))
            bed.keyboard.hide()
            bed.advance(by: .milliseconds(33))
            bed.keyboard.show()
            bed.settle()
            #expect(guide.bottomInset == 216)
        }
    }

    @Test func aTransitionThatRunsWhenTheBodyReturnsIsEnded() throws {
        try KeyboardTestBed.run { bed in bed.keyboard.show() }
    }

    @Test func aScreenThatIsLeftIsAnError() {
        var kept: AnyObject?
        let error = #expect(throws: KeyboardTestBed.Remains.self) {
            try KeyboardTestBed.run { bed in kept = bed.pool.observe { _ in } }
        }
        #expect(error?.description.hasPrefix("1 observer is still subscribed after the test") == true)
        #expect(kept != nil)
    }

    @Test func aScreenMayOutliveABedThatAllowsIt() throws {
        var kept: AnyObject?
        try KeyboardTestBed.run(checksRemains: false) { bed in kept = bed.pool.observe { _ in } }
        #expect(kept != nil)
    }

    @Test func aTimerThatIsLeftIsAnError() {
        let error = #expect(throws: KeyboardTestBed.Remains.self) {
            try KeyboardTestBed.run { bed in tick(bed.scheduler) }
        }
        #expect(error?.description.hasPrefix("an action on the scheduler schedules itself") == true)
    }

    @Test func aTaskThatIsLeftIsAnError() async {
        let error = await #expect(throws: KeyboardTestBed.Remains.self) {
            try await KeyboardTestBed.run { bed in
                let events = bed.pool.events
                Task { for await _ in events {} }
                await bed.settle()
            }
        }
        #expect(error?.description.hasPrefix("1 observer is still subscribed after the test") == true)
    }

    @Test func aRecordingThatHasEventsLeftIsAnError() throws {
        let info = Notification.KeyboardInfo(frameEnd: CGRect(x: 0, y: 409, width: 375, height: 258))
        let recording = KeyboardRecording(
            title: "",
            source: "",
            events: [.init(time: 649, .willShow, info: info), .init(time: 649.25, .didShow, info: info)]
        )
        func run(_ recording: KeyboardRecording) throws -> KeyboardState.Phase {
            try KeyboardTestBed.run { bed in
                let player = KeyboardRecordingPlayer(recording, scheduler: bed.scheduler)
                player.start(postingTo: bed.center)
                bed.settle()
                return bed.pool.keyboard.phase
            }
        }
        let remains = #expect(throws: KeyboardTestBed.Remains.self) { try run(recording) }
        #expect(remains?.description.contains("trimmed") == true)
        #expect(try run(recording.trimmed) == .shown)
    }

    @Test func aTransitionThatDoesNotEndIsAnError() {
        let error = #expect(throws: KeyboardTestBed.Remains.self) {
            try KeyboardTestBed.run(behavior: SimulatedKeyboard.Behavior { $0.duration = 1_000 }) { bed in
                bed.keyboard.show()
            }
        }
        #expect(error?.description.contains("a minute after the test") == true)
    }
}

@MainActor
private func tick(_ scheduler: any KeyboardScheduler) {
    scheduler.schedule(after: .seconds(1)) { tick(scheduler) }
}

@MainActor
private final class CountingTaskScreen {
    private var task: Task<Void, Never>?
    private(set) var count = 0

    init(_ pool: KeyboardObserverPool) {
        let events = pool.events
        task = Task { [weak self] in for await _ in events { self?.count += 1 } }
    }

    deinit {
        task?.cancel()
    }
}
