import Dispatch
import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct Guarantee1OrderTests {
    let fixture = Fixture()

    @Test func screensAreCalledInOrderOfSubscription() {
        let screens = (0..<200).map { fixture.screen("\($0)") }
        fixture.post(.willShow)
        #expect(fixture.log.calls == (0..<200).map { "\($0) willShow" })
        withExtendedLifetime(screens) {}
    }

    @Test func screensAndClosuresShareOneOrder() {
        let (pool, log) = (fixture.pool, fixture.log)
        let first = fixture.screen("screen 1")
        let second = pool.observe { log.add("closure 2 \($0.kind)") }
        let third = fixture.screen("screen 3")
        let fourth = pool.observe(for: first) { _, event in log.add("closure 4 \(event.kind)") }
        fixture.post(.willShow)
        #expect(log.calls == ["screen 1 willShow", "closure 2 willShow", "screen 3 willShow", "closure 4 willShow"])
        withExtendedLifetime((first, second, third, fourth)) {}
    }

    @Test func aSequenceReceivesEventsInItsPlace() {
        let (pool, log) = (fixture.pool, fixture.log)
        let before = fixture.screen("before")
        let events = pool.events(bufferingNewest: 1)
        let iterator = events.makeAsyncIterator()
        let after = fixture.screen("after")
        // The buffer holds one event, and the second event drops the first event. The number of dropped events
        // therefore shows when the sequence receives the second event.
        before.onCall = { log.add("\(events.droppedCount) dropped") }
        after.onCall = { log.add("\(events.droppedCount) dropped") }
        fixture.post(.willShow)
        log.clear()
        fixture.post(.willHide)
        #expect(log.calls == ["before willHide", "0 dropped", "after willHide", "1 dropped"])
        withExtendedLifetime((before, iterator, after)) {}
    }

    @Test func aSequenceBegunOffTheMainActorKeepsItsPlace() {
        let (pool, log) = (fixture.pool, fixture.log)
        let events = pool.events(bufferingNewest: 1)
        // `sync` blocks the main actor. The sequence therefore joins the order when the test uses the pool for the next
        // time.
        let transferred = DispatchQueue.global().sync { TransferredValue(events.makeAsyncIterator()) }
        let after = fixture.screen("after")
        after.onCall = { log.add("\(events.droppedCount) dropped") }
        fixture.post(.willShow)
        fixture.post(.willHide)
        #expect(log.calls == ["after willShow", "0 dropped", "after willHide", "1 dropped"])
        withExtendedLifetime((transferred, after)) {}
    }

    @Test func aScreenThatResubscribesMovesToTheEnd() {
        let (a, b, c) = (fixture.screen("a"), fixture.screen("b"), fixture.screen("c"))
        fixture.pool.remove(a)
        fixture.pool.add(a)
        fixture.post(.willHide)
        #expect(fixture.log.calls == ["b willHide", "c willHide", "a willHide"])
        withExtendedLifetime((a, b, c)) {}
    }

    @Test func aRepeatedSubscriptionKeepsThePlace() {
        let (a, b) = (fixture.screen("a"), fixture.screen("b"))
        fixture.pool.add(a)
        fixture.post(.willShow)
        #expect(fixture.log.calls == ["a willShow", "b willShow"])
        withExtendedLifetime((a, b)) {}
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theOrderSurvivesAnyMixOfChanges(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var expected: [RawScreen] = []
        for step in 0..<500 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                expected.append(fixture.screen("\(step)"))
            case 5..<7:
                if let index = expected.indices.randomElement(using: &random) {
                    let screen = expected.remove(at: index)
                    fixture.pool.remove(screen)
                    if Bool.random(using: &random) {
                        fixture.pool.add(screen)
                        expected.append(screen)
                    }
                }
            case 7..<9:
                if let index = expected.indices.randomElement(using: &random) { expected.remove(at: index) }
            default:
                fixture.log.clear()
                fixture.post(.willShow)
                #expect(fixture.log.calls == expected.map { "\($0.name) willShow" }, "seed \(seed), step \(step)")
            }
            #expect(fixture.pool.count == expected.count, "seed \(seed), step \(step)")
        }
    }
}
