import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
@Suite("Scenarios")
struct ScenarioTests {
    private func record(_ scenario: KeyboardScenario) -> KeyboardRecording {
        let center = NotificationCenter()
        let scheduler = ManualScheduler()
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        scenario.run(postingTo: center, scheduler: scheduler)
        return recorder.recording(title: scenario.name, source: "simulated")
    }

    @Test("A scenario can be read in one glance")
    func printing() {
        #expect(
            "\(KeyboardScenario.alert)" == """
                an alert over the form (phone 393×852, portrait)
                   0.000 s  show letters
                   1.000 s  an alert comes
                   2.000 s  the alert goes
                   3.000 s  hide
                   4.000 s  end
                """
        )
        #expect(KeyboardScenario.alert.duration == .seconds(4))
    }

    @Test("Scenarios are put together as arrays")
    func composing() {
        var both = KeyboardScenario.comeAndGo
        both.steps += KeyboardScenario.alert.steps
        let single = record(.comeAndGo).events.map(\.kind)
        #expect(record(both).events.map(\.kind) == single + record(.alert).events.map(\.kind))
    }

    @Test("On any scheduler a scenario tells the same story", arguments: KeyboardScenario.library.map(\.name))
    func anyScheduler(name: String) throws {
        let scenario = try #require(KeyboardScenario.library.first { $0.name == name })
        let center = NotificationCenter()
        let scheduler = ManualScheduler()
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        var isOver = false
        // Started as on a scheduler that nobody can advance: by its actions alone.
        let keyboard = scenario.start(postingTo: center, scheduler: scheduler) { isOver = true }
        scheduler.runToEnd()
        #expect(isOver)
        #expect(recorder.recording(title: scenario.name, source: "simulated") == record(scenario))
        withExtendedLifetime(keyboard) {}
    }

    @Test("A scenario runs on real time")
    func realTime() async {
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center)
        var kinds: [KeyboardEvent.Kind] = []
        let token = pool.observe { kinds.append($0.kind) }
        let scenario = KeyboardScenario(
            "quick",
            on: .phone375x667,
            behavior: SimulatedKeyboard.Behavior(),
            steps: [.show(), .wait(.milliseconds(1)), .hide, .wait(.milliseconds(1))]
        )
        var keyboard: SimulatedKeyboard?
        await withCheckedContinuation { continuation in
            keyboard = scenario.start(postingTo: center) { continuation.resume() }
        }
        #expect(kinds.prefix(4) == [.willChangeFrame, .willShow, .willChangeFrame, .willHide])
        withExtendedLifetime((token, keyboard)) {}
    }

    @Test("Dropping the keyboard ends the scenario")
    func dropping() {
        let center = NotificationCenter()
        let scheduler = ManualScheduler()
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        _ = KeyboardScenario.comeAndGo.start(postingTo: center, scheduler: scheduler) { Issue.record("it went on") }
        scheduler.runToEnd()
        #expect(recorder.recording(title: "", source: "").events.map(\.kind) == [.willChangeFrame, .willShow])
    }

    @Test("The library's names are its own")
    func names() {
        let names = (KeyboardScenario.library + KeyboardScenario.recorded).map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test("Steps that make no sense do nothing, in any state", arguments: 1...50 as ClosedRange<UInt64>)
    func senselessSteps(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let story = Story(.tablet768x1024)
        let steps: [KeyboardStep] = [
            .show(), .hide, .drag(to: CGPoint(x: CGFloat.nan, y: 0)), .float(in: .null), .undock(toTop: .infinity),
            .endDismissing(), .moveDismissing(toTop: .nan), .dismissAlert, .hideOtherAppsKeyboard,
            .setAccessory(height: -1), .show(.custom(height: .infinity)), .show(.thirdParty(heights: [])),
            .show(.thirdParty(heights: [.nan, -4])),
            .rotate(to: .portrait), .dock, .beginDismissing, .dismissPasswordPrompt, .detachHardwareKeyboard,
            .changeFrame(to: .custom(height: -10)), .wait(.seconds(-1)), .split(toTop: -1e300),
        ]
        for _ in 0..<100 {
            if let step = steps.randomElement(using: &random) { story.keyboard.perform(step) }
            if Bool.random(using: &random) { story.scheduler.advance(by: .milliseconds(90)) }
        }
        for event in story.events {
            for frame in [event.info.frameBegin, event.info.frameEnd] {
                #expect(frame != nil && frame?.minY.isFinite == true && frame?.height.isFinite == true, "seed \(seed)")
            }
        }
    }
}

@MainActor
@Suite("Random scenarios")
struct RandomScenarioTests {
    @Test("The seed gives the same scenario, and another seed another")
    func reproducible() {
        for seed in 1...100 as ClosedRange<UInt64> {
            let scenario = RandomScenario(seed: seed, length: 50).scenario
            #expect(scenario == RandomScenario(seed: seed, length: 50).scenario)
            #expect(scenario != RandomScenario(seed: seed + 1, length: 50).scenario)
            #expect(scenario.steps.count == 100)
        }
    }

    @Test(
        "10,000 walks of 50 steps tell legal stories, and end as their last step says",
        arguments: (0..<20).map { UInt64($0) * 500 }
    )
    func invariants(first: UInt64) {
        for seed in first..<(first + 500) {
            let walk = Walk(RandomScenario(seed: seed, length: 50).scenario)
            for finding in walk.checker.findings { Issue.record("seed \(seed): \(finding)") }
            let keyboard = walk.keyboard
            #expect(keyboard.phase == .hidden || keyboard.phase == .shown, "seed \(seed): all has come to rest")
            #expect(walk.scheduler.waitingCount == 0, "seed \(seed)")
            #expect(keyboard.currentFrame == keyboard.frame || keyboard.canPerform(.endDismissing()), "seed \(seed)")
            if keyboard.phase == .shown, !walk.events.isEmpty {
                #expect(walk.checker.frame == keyboard.frame, "seed \(seed): \(walk.scenario)")
            }
            if let isShown = walk.checker.isShown, keyboard.placement == .docked, !keyboard.hasHardwareKeyboard {
                #expect(isShown == (keyboard.phase == .shown), "seed \(seed): \(walk.scenario)")
            }
        }
    }

    @Test("With faults the story is spoilt, the same way each time, and the keyboard itself stays right")
    func faultyWalks() {
        var spoilt = 0
        for seed in 0..<300 as Range<UInt64> {
            let faults = Faults(Set(Fault.allCases), rate: 0.3, seed: seed)
            let walk = Walk(RandomScenario(seed: seed, length: 50, faults: faults).scenario)
            let plain = Walk(RandomScenario(seed: seed, length: 50).scenario)
            #expect(walk.keyboard.frame == plain.keyboard.frame && walk.keyboard.phase == plain.keyboard.phase)
            if !walk.checker.findings.isEmpty { spoilt += 1 }
            let again = Walk(RandomScenario(seed: seed, length: 50, faults: faults).scenario)
            #expect(walk.events == again.events, "seed \(seed): the same faults")
        }
        #expect(spoilt > 250)
    }

    @Test("A fault happens as often as its rate says, by the seed: never at 0, always at 1, another time elsewhere")
    func faultRates() {
        func missing(_ rate: Double, _ seed: UInt64) -> [Bool] {
            let story = Story()
            story.keyboard.faults = Faults([.didMissing], rate: rate, seed: seed)
            return (0..<400).map { number in
                if number.isMultiple(of: 2) { story.keyboard.show() } else { story.keyboard.hide() }
                story.settle()
                return story.takeKinds().count == 2
            }
        }
        #expect(!missing(0, 1).contains(true))
        #expect(!missing(1, 1).contains(false))
        // 400 throws at 0.3: 120 give or take five deviations of 9.2.
        #expect((74...166).contains(missing(0.3, 1).count { $0 }))
        #expect(missing(0.3, 1) == missing(0.3, 1))
        #expect(missing(0.3, 1) != missing(0.3, 2))
    }

    @Test("A fault's did comes when it says: 7 ms after its will, or half a second after its time")
    func faultTimes() {
        let story = Story()
        story.keyboard.faults = Faults([.didEarly])
        story.keyboard.show()
        story.scheduler.advance(by: .milliseconds(7))
        #expect(story.takeKinds().count == 4)
        story.keyboard.behavior.motion = .none
        story.keyboard.hide()
        story.scheduler.advance(by: .zero)
        #expect(story.takeKinds().count == 4, "where the move takes no time, not later than that")
        story.keyboard.behavior.motion = .full
        story.keyboard.faults = Faults([.didLate])
        story.keyboard.show()
        story.scheduler.advance(by: .milliseconds(749))
        #expect(story.takeKinds().count == 2)
        story.scheduler.advance(by: .milliseconds(1))
        #expect(story.takeKinds().count == 2)
    }
}

/// A scenario that has been run, and what a checker says of it.
@MainActor
private final class Walk {
    let scheduler = ManualScheduler()
    private(set) var checker: StoryChecker
    private(set) var events: [KeyboardEvent] = []
    private(set) var keyboard: SimulatedKeyboard

    let scenario: KeyboardScenario

    init(_ scenario: KeyboardScenario) {
        self.scenario = scenario
        checker = StoryChecker(capabilities: [.frames, .didEvents], allowances: scenario.allowances)
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center)
        keyboard = scenario.makeKeyboard(scheduler: scheduler)
        let token = pool.observe(for: self) { walk, event in
            walk.events.append(KeyboardEvent(event.kind, info: event.info))
            walk.checker.receive(event, at: walk.scheduler.now)
        }
        keyboard.start(postingTo: center)
        for step in scenario.steps {
            keyboard.perform(step)
            scheduler.advance(by: step.waitingTime)
        }
        checker.settle()
        withExtendedLifetime((token, pool)) {}
    }
}

extension KeyboardScenario {
    /// What its steps do that simpler stories do not.
    fileprivate var allowances: StoryChecker.Allowances {
        // Keyboards of several heights come and go anywhere, and fields of one height follow each other.
        var allowances: StoryChecker.Allowances = [.disconnectedFrames, .anyPlace, .repeatedWills]
        let rotates = steps.contains { if case .rotate = $0 { true } else { false } }
        let drags = steps.contains { if case .drag = $0 { true } else { false } }
        if rotates || behavior.motion == .crossFade() { allowances.insert(.anyTime) }
        if drags || (rotates && behavior.rotationPayload == .asLogged) { allowances.insert(.oddFrames) }
        return allowances
    }
}
