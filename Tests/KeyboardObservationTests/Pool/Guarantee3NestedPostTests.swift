import Dispatch
import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct Guarantee3NestedPostTests {
    let fixture = Fixture()

    @Test func aNestedPostReturnsBeforeItsEventIsDelivered() {
        let (center, log) = (fixture.center, fixture.log)
        let (a, b) = (fixture.screen("a"), fixture.screen("b"))
        a.onCall = {
            guard log.calls.count == 1 else { return }
            center.post(KeyboardEvent.make(.willHide).notification)
            log.add("nested post returned")
        }
        fixture.post(.willShow)
        #expect(log.calls == ["a willShow", "nested post returned", "b willShow", "a willHide", "b willHide"])
        withExtendedLifetime((a, b)) {}
    }

    @Test func allObserversReceiveTheSameEventsInTheSameOrder() async {
        let (pool, center) = (fixture.pool, fixture.center)
        var random = SeededRandom(seed: 7)
        var remaining = 300
        var sequences: [[CGFloat]] = Array(repeating: [], count: 4)
        var number: CGFloat = 0
        let tokens = sequences.indices.map { index in
            pool.observe { event in
                sequences[index].append(event.info.frameEnd?.height ?? -1)
                guard remaining > 0, Int.random(in: 0..<3, using: &random) == 0 else { return }
                remaining -= 1
                number += 1
                center.post(KeyboardEvent.make(.willShow, height: number).notification)
            }
        }
        while remaining > 0 {
            number += 1
            fixture.post(.willShow, height: number)
        }
        #expect(sequences[0] == sequences[0].sorted(), "the events have the order of the posts")
        #expect(sequences[0].count == Int(number), "no event is lost")
        #expect(sequences.allSatisfy { $0 == sequences[0] })
        withExtendedLifetime(tokens) {}
    }

    @Test func twoPoolsOnOneCenterDeliverANestedPost() {
        let (center, log) = (fixture.center, fixture.log)
        let other = KeyboardObserverPool(center: center)
        let a = fixture.screen("a")
        let b = RawScreen("b", log)
        other.add(b)
        a.onCall = {
            a.onCall = nil
            center.post(KeyboardEvent.make(.willHide).notification)
        }
        fixture.post(.willShow)
        #expect(log.calls.filter { $0.hasPrefix("a") } == ["a willShow", "a willHide"])
        #expect(log.calls.filter { $0.hasPrefix("b") }.sorted() == ["b willHide", "b willShow"])
    }

    @Test func endlessNestingIsReportedOnceAndDelivered() {
        let (pool, center) = (fixture.pool, fixture.center)
        var issues: [KeyboardIssue] = []
        pool.onIssue = { issues.append($0) }
        var received = 0
        let token = pool.observe { _ in
            received += 1
            if received <= 2_500 { center.post(KeyboardEvent.make(.willShow).notification) }
        }
        fixture.post(.willShow)
        #expect(received == 2_501)
        #expect(issues == [.nestedEvents(limit: 1_000)])
        withExtendedLifetime(token) {}
    }

    @Test func postsOffTheMainActorAreNotNested() {
        let (pool, center) = (fixture.pool, fixture.center)
        var issues: [KeyboardIssue] = []
        pool.onIssue = { issues.append($0) }
        var received = 0
        let token = pool.observe { _ in received += 1 }
        DispatchQueue.global().sync {
            for _ in 0..<2_000 { center.post(KeyboardEvent.make(.willShow).notification) }
        }
        fixture.post(.willShow)
        #expect(received == 2_001)
        #expect(issues.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test func nestingWithinTheLimitIsNotReported() {
        let (pool, center) = (fixture.pool, fixture.center)
        var issues: [KeyboardIssue] = []
        pool.onIssue = { issues.append($0) }
        var budget = 0
        let token = pool.observe { _ in
            guard budget > 0 else { return }
            budget -= 1
            center.post(KeyboardEvent.make(.willShow).notification)
        }
        for _ in 0..<3 {
            budget = 1_000
            fixture.post(.willShow)
            #expect(budget == 0)
        }
        #expect(issues.isEmpty)
        withExtendedLifetime(token) {}
    }
}
