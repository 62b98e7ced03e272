import Dispatch
import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct Guarantee10SequenceTests {
    let fixture = Fixture()

    @Test func aSequenceDeliversEachEventInOrder() async {
        let iterator = fixture.pool.events.makeAsyncIterator()
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind) }
        #expect(await kinds(6, of: iterator) == KeyboardEvent.Kind.allCases)
    }

    @Test func theNextEventResumesAWaitingIteration() async {
        let events = fixture.pool.events
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let onMain = Task { @MainActor in
            var iterator = events.makeAsyncIterator()
            begin.yield()
            return await iterator.next()?.kind
        }
        let elsewhere = Task.detached {
            var iterator = events.makeAsyncIterator()
            begin.yield()
            return await iterator.next()?.kind
        }
        var beginnings = began.makeAsyncIterator()
        await beginnings.next()
        await beginnings.next()
        fixture.post(.willShow)
        #expect(await onMain.value == .willShow)
        #expect(await elsewhere.value == .willShow)
    }

    @Test func anIterationBegunOffTheMainActorReceivesLaterEvents() async {
        let events = fixture.pool.events
        let center = fixture.center
        let received = await Task.detached {
            var iterator = events.makeAsyncIterator()
            center.post(KeyboardEvent.make(.didShow).notification)
            return await iterator.next()?.kind
        }.value
        #expect(received == .didShow)
    }

    @Test func anIterationReceivesNoEventFromBeforeItsIterator() async {
        let events = fixture.pool.events
        fixture.post(.willShow)
        let iterator = events.makeAsyncIterator()
        fixture.post(.willHide)
        #expect(await kinds(1, of: iterator) == [.willHide])
    }

    @Test func theBufferDropsAndCountsTheOldestEvents() async {
        let events = fixture.pool.events(bufferingNewest: 3)
        let iterator = events.makeAsyncIterator()
        for height in 1...10 { fixture.post(.willShow, height: CGFloat(height)) }
        #expect(events.droppedCount == 7)
        var copy = iterator
        var heights: [CGFloat?] = []
        for _ in 0..<3 { heights.append(await copy.next()?.info.frameEnd?.height) }
        #expect(heights == [8, 9, 10])
        #expect(events.droppedCount == 7)
        #expect(fixture.pool.events.droppedCount == 0, "each sequence has its own count")
    }

    @Test(arguments: [0, -1, Int.min])
    func aBufferOfInvalidSizeHoldsOneEvent(capacity: Int) async {
        let iterator = fixture.pool.events(bufferingNewest: capacity).makeAsyncIterator()
        fixture.post(.willShow)
        fixture.post(.willHide)
        #expect(await kinds(1, of: iterator) == [.willHide])
    }

    @Test func aCancelledTaskReceivesNilAndDiscardsBufferedEvents() async {
        let iterator = fixture.pool.events.makeAsyncIterator()
        fixture.post(.willShow)
        let task = Task { @MainActor in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            var iterator = iterator
            return await iterator.next()
        }
        #expect(await task.value == nil)
        #expect(fixture.pool.orphanCount == 0)
        fixture.post(.willHide)
        #expect(await kinds(1, of: iterator) == [], "the iteration has ended")
    }

    @Test func aTaskCancelledWhileItWaitsReceivesNilAtOnce() async {
        let events = fixture.pool.events
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task { @MainActor in
            var iterator = events.makeAsyncIterator()
            begin.yield()
            return await iterator.next()
        }
        var beginnings = began.makeAsyncIterator()
        await beginnings.next()
        task.cancel()
        #expect(await task.value == nil)
    }

    @Test func aTaskCancelledDuringADeliveryReceivesNil() async {
        let canceller = fixture.screen("canceller")
        let events = fixture.pool.events(bufferingNewest: 1)
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task { @MainActor in
            var iterator = events.makeAsyncIterator()
            begin.yield()
            var received: [KeyboardEvent.Kind] = []
            while let event = await iterator.next() { received.append(event.kind) }
            return received
        }
        var beginnings = began.makeAsyncIterator()
        await beginnings.next()
        canceller.onCall = { task.cancel() }
        fixture.post(.willShow)
        fixture.post(.willHide)
        #expect(await task.value == [])
        #expect(events.droppedCount == 0)
    }

    @Test func anEndedIterationFreesItsSlot() async {
        let pool = fixture.pool
        for _ in 0..<1_000 {
            _ = pool.events.makeAsyncIterator()
        }
        let events = pool.events
        for _ in 0..<100 {
            await Task.detached { _ = events.makeAsyncIterator() }.value
            let task = Task.detached { for await _ in events {} }
            task.cancel()
            await task.value
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
        #expect(pool.orphanCount == 0)
        #expect(pool.sweep() == 0)
        #expect(pool.iterationCount == 0)
    }

    @Test func anIterationBegunOffTheMainActorFreesItsSlotOnIt() {
        let events = fixture.pool.events
        let transferred = DispatchQueue.global().sync { TransferredValue(events.makeAsyncIterator()) }
        transferred.release()
        #expect(fixture.pool.sweep() == 0)
    }

    @Test func aTaskCreatedInACallbackDoesNotRetainThePool() async {
        let center = NotificationCenter()
        var pool: KeyboardObserverPool? = KeyboardObserverPool(center: center, scheduler: ManualScheduler())
        weak let remaining = pool
        let events = pool?.events
        var task: Task<Int, Never>?
        let token = pool?.observe { _ in
            guard task == nil, let events else { return }
            task = Task { @MainActor in
                var count = 0
                for await _ in events { count += 1 }
                return count
            }
        }
        center.post(KeyboardEvent.make(.willShow).notification)
        pool = nil
        #expect(remaining == nil)
        #expect(await task?.value == 0)
        withExtendedLifetime(token) {}
    }

    @Test func aSequenceEndsWithItsPoolAfterBufferedEvents() async {
        let center = NotificationCenter()
        var pool: KeyboardObserverPool? = KeyboardObserverPool(center: center, scheduler: ManualScheduler())
        weak let remaining = pool
        let events = pool?.events
        let iterator = events?.makeAsyncIterator()
        center.post(KeyboardEvent.make(.willShow).notification)
        let waiting = Task { @MainActor in
            var iterator = events?.makeAsyncIterator()
            return await iterator?.next()
        }
        await Task.yield()
        pool = nil
        #expect(remaining == nil)
        #expect(await waiting.value == nil)
        var copy = iterator
        #expect(await copy?.next()?.kind == .willShow)
        #expect(await copy?.next() == nil)
        var late = events?.makeAsyncIterator()
        #expect(await late?.next() == nil, "the pool is deallocated")
    }

    @Test func allConsumersReceiveTheSameEvents() async {
        let events = fixture.pool.events(bufferingNewest: 1_000)
        let iterators = (0..<50).map { _ in events.makeAsyncIterator() }
        for height in 0..<500 { fixture.post(.willShow, height: CGFloat(height)) }
        for iterator in iterators {
            var iterator = iterator
            var heights: [Int] = []
            for _ in 0..<500 { heights.append(Int(await iterator.next()?.info.frameEnd?.height ?? -1)) }
            #expect(heights == Array(0..<500))
        }
        #expect(events.droppedCount == 0)
    }

    /// Returns the kinds of the next events, at most `count` kinds.
    private func kinds(_ count: Int, of iterator: KeyboardSequence<KeyboardEvent>.Iterator) async -> [KeyboardEvent
        .Kind]
    {
        var iterator = iterator
        var kinds: [KeyboardEvent.Kind] = []
        for _ in 0..<count {
            guard let event = await iterator.next() else { break }
            kinds.append(event.kind)
        }
        return kinds
    }
}
