import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// The suite finds each fault of a source at every rate, and has no findings for a source without faults.
@MainActor
struct SourceFaultTests {
    private struct Story {
        var findings: [SourceConformance.Finding]
        var events: [LoggedSource.Post]
    }

    /// Runs the suite on a simulated keyboard.
    private func story(
        _ model: SimulatedScreenModel = .phone393x852,
        orientation: SimulatedScreen.Orientation = .portrait,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        faults: SimulatedKeyboard.FaultInjection = .none,
        knowsScreen: Bool,
        allowances: Set<EventSequenceChecker.Allowance> = []
    ) async throws -> Story {
        let scheduler = ManualScheduler()
        let screen = SimulatedScreen(model, orientation: orientation)
        let keyboard = SimulatedKeyboard(on: screen, behavior: behavior, scheduler: scheduler)
        keyboard.faults = faults
        let source = LoggedSource(keyboard, scheduler)
        var conformance = SourceConformance(
            of: source,
            show: { keyboard.show() },
            hide: { keyboard.hide() },
            settle: { scheduler.advance(by: .seconds(2)) },
            scheduler: scheduler,
            screenSize: knowsScreen ? screen.size : nil
        )
        conformance.allowances = allowances
        return Story(findings: try await conformance.findings(), events: source.log)
    }

    private static let rates = RandomTestSize.part(of: (1...10).reversed().map { Double($0) / 10 }, each: 4)

    /// A fault that changes no event cannot be found.
    ///
    /// At a rate of 0.1, there may be no transition with a fault. The *did* events of an interrupted transition are not
    /// posted even without a fault.
    @Test(arguments: SimulatedKeyboard.Fault.allCases)
    func everyFaultThatChangesAnEventIsFound(fault: SimulatedKeyboard.Fault) async throws {
        let seeds = RandomTestSize.seeds(RandomTestSize.cases(of: 20))
        var (changed, count) = (0, 0)
        for knowsScreen in [true, false] {
            var behavior = SimulatedKeyboard.Behavior()
            behavior.reportsScreenBounds = knowsScreen
            let plain = try await story(behavior: behavior, knowsScreen: knowsScreen)
            #expect(plain.findings.isEmpty, "\(plain.findings)")
            for rate in Self.rates {
                for seed in seeds {
                    count += 1
                    let faults = SimulatedKeyboard.FaultInjection([fault], rate: rate, seed: seed)
                    let story = try await story(behavior: behavior, faults: faults, knowsScreen: knowsScreen)
                    guard story.events != plain.events else { continue }
                    changed += 1
                    #expect(!story.findings.isEmpty, "\(fault), rate \(rate), seed \(seed), screen \(knowsScreen)")
                }
            }
        }
        #expect(changed > count / 3)
    }

    @Test func wrongCoordinatesOfTheLastTransitionAreFound() async throws {
        let faults = SimulatedKeyboard.FaultInjection([.wrongCoordinates], rate: 0.1, seed: 17)
        let plain = try await story(knowsScreen: true)
        let story = try await story(faults: faults, knowsScreen: true)
        #expect(story.findings.isEmpty == (story.events == plain.events))
    }

    /// Runs the suite once for each transition, and injects a fault only into this transition.
    ///
    /// If the environment has `KEYBOARD_OBSERVATION_FULL`, there is a run for each transition, including the last
    /// transition after each start. Otherwise, there is a run for every third transition.
    @Test(arguments: SimulatedKeyboard.Fault.allCases)
    func aFaultOfOneTransitionIsFound(fault: SimulatedKeyboard.Fault) async throws {
        for knowsScreen in [true, false] {
            let plain = try await singleFault(nil, at: 0, knowsScreen: knowsScreen)
            #expect(plain.findings.isEmpty)
            var changed = 0
            let transitions = stride(from: 0, to: 20, by: RandomTestSize.isFull ? 1 : 3)
            for transition in transitions {
                let story = try await singleFault(fault, at: transition, knowsScreen: knowsScreen)
                guard story.events != plain.events else { continue }
                changed += 1
                #expect(!story.findings.isEmpty, "\(fault) of transition \(transition), screen \(knowsScreen)")
            }
            #expect(changed > (RandomTestSize.isFull ? 5 : 1))
        }
    }

    /// Runs the suite with a fault in the transition with this number.
    private func singleFault(
        _ fault: SimulatedKeyboard.Fault?,
        at transition: Int,
        knowsScreen: Bool
    ) async throws -> Story {
        let scheduler = ManualScheduler()
        let screen = SimulatedScreen(.phone393x852)
        let keyboard = SimulatedKeyboard(
            on: screen,
            behavior: SimulatedKeyboard.Behavior { $0.reportsScreenBounds = knowsScreen },
            scheduler: scheduler
        )
        var count = 0
        func next(_ action: () throws -> Void) rethrows {
            if let fault, count == transition {
                keyboard.faults = SimulatedKeyboard.FaultInjection([fault])
            } else {
                keyboard.faults = .none
            }
            let phase = keyboard.phase
            try action()
            if phase != keyboard.phase { count += 1 }
        }
        let source = LoggedSource(keyboard, scheduler)
        source.willRequest = { request in next { request() } }
        let findings = try await SourceConformance(
            of: source,
            show: { next { keyboard.show() } },
            hide: { next { keyboard.hide() } },
            settle: { scheduler.advance(by: .seconds(2)) },
            scheduler: scheduler,
            screenSize: knowsScreen ? screen.size : nil
        ).findings()
        return Story(findings: findings, events: source.log)
    }

    @Test func noMixOfBehaviorsHasFindings() async throws {
        for seed in RandomTestSize.seeds(RandomTestSize.cases(of: 1_000)) {
            let scenario = KeyboardScenario.random(seed: seed, length: 0)
            for knowsScreen in [true, false] {
                let story = try await story(
                    scenario.model,
                    orientation: scenario.orientation,
                    behavior: scenario.behavior,
                    knowsScreen: knowsScreen,
                    allowances: scenario.behavior.allowances(in: scenario.orientation)
                )
                #expect(story.findings.isEmpty, "seed \(seed): \(story.findings) \(scenario.swiftSource)")
                #expect(!story.events.isEmpty)
            }
        }
    }
}

extension SimulatedKeyboard.Behavior {
    /// The allowances for the rules of sources that this behaviour breaks.
    fileprivate func allowances(in orientation: SimulatedScreen.Orientation) -> Set<EventSequenceChecker.Allowance> {
        var allowances: Set<EventSequenceChecker.Allowance> = []
        let isCrossFading = if case .crossFade = motion { true } else { false }
        if hidesToZeroHeight || isCrossFading { allowances.formUnion([.losesHeight, .disconnectedFrames]) }
        if isCrossFading { allowances.insert(.anyTime) }
        if beginHeight != nil { allowances.insert(.disconnectedFrames) }
        if usesPortraitCoordinates, orientation == .landscape { allowances.insert(.anyPlace) }
        return allowances
    }
}

/// A simulated keyboard as a source, with a log of its events.
private final class LoggedSource: KeyboardSource {
    struct Post: Equatable {
        let time: Duration
        let kind: KeyboardEvent.Kind
        let info: Notification.KeyboardInfo
    }

    private(set) var log: [Post] = []
    /// Called for each request to the source, with a closure that performs the request.
    var willRequest: ((() -> Void) -> Void) = { $0() }
    private let keyboard: SimulatedKeyboard
    private let scheduler: ManualScheduler

    init(_ keyboard: SimulatedKeyboard, _ scheduler: ManualScheduler) {
        self.keyboard = keyboard
        self.scheduler = scheduler
    }

    var capabilities: KeyboardSourceCapabilities { keyboard.capabilities }

    func start(postingTo center: NotificationCenter) {
        for kind in KeyboardEvent.Kind.allCases {
            // The registration ends when the center is deallocated.
            _ = center.addObserver(forName: kind.notificationName, object: nil, queue: nil) { [weak self] in
                let event = KeyboardEvent($0)
                MainActor.assumeIsolated { self?.record(event) }
            }
        }
        keyboard.start(postingTo: center)
    }

    private func record(_ event: KeyboardEvent?) {
        if let event { log.append(Post(time: scheduler.now, kind: event.kind, info: event.info)) }
    }

    func stop() { keyboard.stop() }

    func requestShow() throws(KeyboardSourceError) {
        let result = perform { () throws(KeyboardSourceError) in try self.keyboard.requestShow() }
        if let result { throw result }
    }

    func requestHide() throws(KeyboardSourceError) {
        let result = perform { () throws(KeyboardSourceError) in try self.keyboard.requestHide() }
        if let result { throw result }
    }

    private func perform(_ request: () throws(KeyboardSourceError) -> Void) -> KeyboardSourceError? {
        var result: KeyboardSourceError?
        willRequest {
            do throws(KeyboardSourceError) { try request() } catch { result = error }
        }
        return result
    }
}
