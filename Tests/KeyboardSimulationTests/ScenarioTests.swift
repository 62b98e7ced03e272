import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

@MainActor
struct ScenarioTests {
    @Test func scenarioNamesAreUnique() {
        let names = (KeyboardScenario.library + KeyboardScenario.recorded).map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func impossibleStepsPostFiniteFramesOnly(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let fixture = KeyboardFixture(.tablet768x1024)
        let steps: [SimulatedKeyboard.Step] = [
            .show(), .hide, .drag(to: CGPoint(x: CGFloat.nan, y: 0)), .float(in: .null), .undock(toTop: .infinity),
            .endDismissing(), .moveDismissing(toTop: .nan), .dismissAlert, .hideOtherAppsKeyboard,
            .setAccessory(height: -1), .show(.custom(height: .infinity)), .show(.thirdParty(heights: [])),
            .show(.thirdParty(heights: [.nan, -4])),
            .rotate(to: .portrait), .dock, .beginDismissing, .dismissAlert, .detachHardwareKeyboard,
            .changeFrame(to: .custom(height: -10)), .wait(.seconds(-1)), .split(toTop: -1e300),
        ]
        for _ in 0..<100 {
            if let step = steps.randomElement(using: &random) { fixture.keyboard.perform(step) }
            if Bool.random(using: &random) { fixture.scheduler.advance(by: .milliseconds(90)) }
        }
        for event in fixture.events {
            for frame in [event.info.frameBegin, event.info.frameEnd] {
                #expect(frame != nil && frame?.minY.isFinite == true && frame?.height.isFinite == true, "seed \(seed)")
            }
        }
    }
}

@MainActor
struct RandomScenarioTests {
    @Test(arguments: (0..<20).map { UInt64($0) * 500 })
    func randomScenariosEndInTheirLastState(first: UInt64) {
        let first = RandomTestSize.firstSeed + first
        for seed in first..<(first + UInt64(RandomTestSize.cases(of: 500, part: 250))) {
            let run = CheckedScenario(KeyboardScenario.random(seed: seed, length: 50))
            let keyboard = run.keyboard
            #expect(keyboard.phase == .hidden || keyboard.phase == .shown, "seed \(seed): the keyboard is at rest")
            #expect(run.scheduler.waitingCount == 0, "seed \(seed)")
            #expect(keyboard.currentFrame == keyboard.frame, "seed \(seed): a finger drags the keyboard")
            if keyboard.phase == .shown, !run.events.isEmpty {
                #expect(run.events.last?.info.frameEnd == keyboard.frame, "seed \(seed): \(run.scenario)")
            }
            if run.state.phase != .unknown, !keyboard.frame.isEmpty {
                #expect(run.state.phase == keyboard.phase, "seed \(seed): \(run.scenario)")
                #expect(keyboard.phase == .hidden || run.state.frame == keyboard.frame, "seed \(seed)")
            }
            if let isShown = run.checker.isShown, keyboard.docking == .docked, !keyboard.hasHardwareKeyboard {
                #expect(isShown == (keyboard.phase == .shown), "seed \(seed): \(run.scenario)")
            }
        }
    }

    @Test func faultsChangeTheEventsButNotTheKeyboard() {
        let count = RandomTestSize.cases(of: 300)
        var affected = 0
        for seed in 0..<UInt64(count) {
            let faults = SimulatedKeyboard.FaultInjection(Set(SimulatedKeyboard.Fault.allCases), rate: 0.3, seed: seed)
            let run = CheckedScenario(KeyboardScenario.random(seed: seed, length: 50, faults: faults))
            let plain = CheckedScenario(KeyboardScenario.random(seed: seed, length: 50))
            #expect(run.keyboard.frame == plain.keyboard.frame && run.keyboard.phase == plain.keyboard.phase)
            if run.events != plain.events { affected += 1 }
            let again = CheckedScenario(KeyboardScenario.random(seed: seed, length: 50, faults: faults))
            #expect(run.events == again.events, "seed \(seed): the same faults")
        }
        #expect(affected > count * 5 / 6)
    }

    @Test func aFaultHappensAsOftenAsItsRate() {
        func missing(_ rate: Double, _ seed: UInt64) -> [Bool] {
            let fixture = KeyboardFixture()
            fixture.keyboard.faults = SimulatedKeyboard.FaultInjection([.didMissing], rate: rate, seed: seed)
            return (0..<400).map { number in
                if number.isMultiple(of: 2) { fixture.keyboard.show() } else { fixture.keyboard.hide() }
                fixture.settle()
                return fixture.takeKinds().count == 2
            }
        }
        #expect(!missing(0, 1).contains(true))
        #expect(!missing(1, 1).contains(false))
        // 400 choices at a rate of 0.3 give about 120 faults. The tolerance is five standard deviations of 9.2.
        #expect((74...166).contains(missing(0.3, 1).count { $0 }))
        #expect(missing(0.3, 1) == missing(0.3, 1))
        #expect(missing(0.3, 1) != missing(0.3, 2))
    }

    @Test func earlyAndLateDidEventsHaveTheirDocumentedTimes() {
        let fixture = KeyboardFixture()
        fixture.keyboard.faults = SimulatedKeyboard.FaultInjection([.didEarly])
        fixture.keyboard.show()
        fixture.scheduler.advance(by: .milliseconds(7))
        #expect(fixture.takeKinds().count == 4)
        fixture.keyboard.behavior.motion = .none
        fixture.keyboard.hide()
        fixture.scheduler.advance(by: .zero)
        #expect(fixture.takeKinds().count == 4, "a transition without duration has no later did event")
        fixture.keyboard.behavior.motion = .full
        fixture.keyboard.faults = SimulatedKeyboard.FaultInjection([.didLate])
        fixture.keyboard.show()
        fixture.scheduler.advance(by: .milliseconds(749))
        #expect(fixture.takeKinds().count == 2)
        fixture.scheduler.advance(by: .milliseconds(1))
        #expect(fixture.takeKinds().count == 2)
    }
}

/// A scenario that was run, with its events and findings.
@MainActor
private final class CheckedScenario {
    let scheduler = ManualScheduler()
    private(set) var checker: EventSequenceChecker
    private(set) var events: [KeyboardEvent] = []
    /// What a pool says of the keyboard at the end.
    private(set) var state = KeyboardState.unknown
    let keyboard: SimulatedKeyboard

    let scenario: KeyboardScenario

    init(_ scenario: KeyboardScenario) {
        self.scenario = scenario
        checker = EventSequenceChecker(capabilities: [.frames, .didEvents])
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        keyboard = scenario.makeKeyboard(scheduler: scheduler)
        let token = pool.observe(for: self) { run, event in
            run.events.append(KeyboardEvent(event.kind, info: event.info))
            run.checker.receive(event)
        }
        keyboard.start(postingTo: center)
        for step in scenario.steps {
            keyboard.perform(step)
            scheduler.advance(by: step.waitingTime)
        }
        checker.finishTransitions()
        state = pool.keyboard
        withExtendedLifetime((token, pool)) {}
    }
}
