import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The states of the keyboard as a sequence.
@MainActor
struct KeyboardStatesTests {
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private let pool: KeyboardObserverPool
    private let keyboard: SimulatedKeyboard

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
        keyboard.start(postingTo: center)
    }

    private func showAndHide() {
        keyboard.show()
        scheduler.advance(by: .seconds(2))
        keyboard.hide()
        scheduler.advance(by: .seconds(2))
    }

    /// The phases of the next states, without repetitions.
    private func phases(_ count: Int, of iterator: KeyboardSequence<KeyboardState>.Iterator) async -> [KeyboardState
        .Phase]
    {
        var iterator = iterator
        var phases: [KeyboardState.Phase] = []
        while phases.count < count, let state = await iterator.next() {
            if phases.last != state.phase { phases.append(state.phase) }
        }
        return phases
    }

    @Test func aSequenceBeginsWithTheCurrentState() async {
        let iterator = pool.states.makeAsyncIterator()
        showAndHide()
        #expect(await phases(5, of: iterator) == [.unknown, .appearing, .shown, .disappearing, .hidden])
    }

    @Test func aPoolReceivesEventsFromItsFirstSequenceOn() {
        let states = pool.states
        keyboard.show()
        #expect(pool.keyboard.phase == .appearing)
        withExtendedLifetime(states) {}
    }

    @Test func aSequenceCanBeginWithTheNextChange() async {
        pool.listen()
        keyboard.show()
        scheduler.advance(by: .seconds(2))
        var iterator = pool.states(startingWithCurrent: false).makeAsyncIterator()
        keyboard.hide()
        #expect(await iterator.next()?.phase == .disappearing)
    }

    @Test func anEventSequenceReceivesItsKindsOnly() async {
        var iterator = pool.events([.didShow, .willHide]).makeAsyncIterator()
        showAndHide()
        #expect(await iterator.next()?.kind == .didShow)
        #expect(await iterator.next()?.kind == .willHide)
    }

    @Test func anInferredStateIsDelivered() async {
        keyboard.faults = SimulatedKeyboard.FaultInjection([.didMissing])
        let iterator = pool.states(startingWithCurrent: false).makeAsyncIterator()
        keyboard.show()
        scheduler.advance(by: .seconds(2))
        #expect(await phases(2, of: iterator) == [.appearing, .shown])
        #expect(pool.keyboard.isHealed)
    }

    @Test func theNewestStateIsKeptAndTheOthersAreCounted() async {
        let states = pool.states(bufferingNewest: 1)
        var iterator = states.makeAsyncIterator()
        showAndHide()
        #expect(await iterator.next()?.phase == .hidden)
        #expect(states.droppedCount >= 4)
    }

    @Test func aSequenceEndsWithItsPool() async {
        var pool: KeyboardObserverPool? = KeyboardObserverPool(center: center, scheduler: scheduler)
        weak let gone = pool
        var iterator = pool?.states.makeAsyncIterator()
        pool = nil
        #expect(gone == nil)
        #expect(await iterator?.next()?.phase == .unknown)
        #expect(await iterator?.next() == nil)
    }

    @Test func aSequenceBegunOffTheMainActorStartsWithTheCurrentState() async {
        pool.listen()
        keyboard.show()
        scheduler.advance(by: .seconds(2))
        let states = pool.states
        let phase = await Task.detached {
            var iterator = states.makeAsyncIterator()
            return await iterator.next()?.phase
        }.value
        #expect(phase == .shown)
    }
}
