import Dispatch
import Foundation
import KeyboardObservation
import Testing

@MainActor
struct Guarantee4MainActorTests {
    let fixture = Fixture()

    @Test func aPostOnTheMainActorIsDeliveredBeforeItReturns() async {
        let a = fixture.screen("a")
        await Task.yield()
        await Task.detached {}.value
        fixture.post(.willShow)
        #expect(fixture.log.calls == ["a willShow"])
        withExtendedLifetime(a) {}
    }

    @Test func aPostOnAQueueThatTargetsTheMainQueueIsOnTheMainActor() async {
        let a = fixture.screen("a")
        let center = fixture.center
        let queue = DispatchQueue(label: "targets main", target: .main)
        await withCheckedContinuation { continuation in
            queue.async {
                center.post(KeyboardEvent.make(.willShow).notification)
                continuation.resume()
            }
        }
        #expect(fixture.log.calls == ["a willShow"])
        withExtendedLifetime(a) {}
    }

    @Test func postsOffTheMainActorAreDeliveredOnItInOrder() async {
        let (pool, center) = (fixture.pool, fixture.center)
        var heights: [CGFloat] = []
        let token = pool.observe { event in
            MainActor.assertIsolated()
            heights.append(event.info.frameEnd?.height ?? -1)
        }
        await Task.detached {
            for height in 1...1_000 {
                center.post(KeyboardEvent.make(.willShow, height: CGFloat(height)).notification)
            }
        }.value
        await nextTurnOfTheMainQueue()
        #expect(heights == (1...1_000).map { CGFloat($0) })
        withExtendedLifetime(token) {}
    }

    @Test func postsOfManyThreadsKeepTheOrderOfEachThread() async {
        let (pool, center) = (fixture.pool, fixture.center)
        var heights: [Int: [Int]] = [:]
        let token = pool.observe { event in
            let number = Int(event.info.frameEnd?.height ?? -1)
            heights[number / 1_000, default: []].append(number % 1_000)
        }
        await Task.detached {
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for number in 0..<200 {
                    center.post(KeyboardEvent.make(.willShow, height: CGFloat(thread * 1_000 + number)).notification)
                }
            }
        }.value
        await nextTurnOfTheMainQueue()
        #expect(heights.count == 8)
        #expect(heights.values.allSatisfy { $0 == Array(0..<200) })
        withExtendedLifetime(token) {}
    }

    @Test func aLaterPostOnTheMainActorDoesNotOvertake() {
        let (pool, center) = (fixture.pool, fixture.center)
        var kinds: [KeyboardEvent.Kind] = []
        let token = pool.observe { kinds.append($0.kind) }
        // The main actor is blocked, so its queue cannot deliver any of these events.
        DispatchQueue.global().sync {
            center.post(KeyboardEvent.make(.willShow).notification)
            center.post(KeyboardEvent.make(.didShow).notification)
        }
        #expect(kinds.isEmpty)
        fixture.post(.willHide)
        #expect(kinds == [.willShow, .didShow, .willHide])
        withExtendedLifetime(token) {}
    }

    @Test func aPostIsDecodedOnItsThread() {
        let (pool, center) = (fixture.pool, fixture.center)
        var heights: [CGFloat?] = []
        let token = pool.observe { heights.append($0.info.frameEnd?.height) }
        let isPayloadGone = DispatchQueue.global().sync {
            var payload: NSObject? = NSObject()
            weak let remaining = payload
            var notification = KeyboardEvent.make(.willShow, height: 200).notification
            notification.userInfo?["payload"] = payload
            center.post(notification)
            notification.userInfo = nil
            payload = nil
            return remaining == nil
        }
        #expect(isPayloadGone)
        #expect(heights.isEmpty, "the main actor was blocked until now")
        fixture.post(.willShow, height: 100)
        #expect(heights == [200, 100])
        withExtendedLifetime(token) {}
    }

    @Test func rawMethodsReceiveARebuiltNotificationWithoutItsObject() async throws {
        let (pool, center) = (fixture.pool, fixture.center)
        let screen = NotificationRecorder()
        pool.add(screen)
        let event = KeyboardEvent.make(.willShow)
        await Task.detached {
            var notification = event.notification
            notification.object = NSObject()
            notification.userInfo?["foreign"] = 1
            center.post(notification)
        }.value
        await nextTurnOfTheMainQueue()
        let received = try #require(screen.notifications.first as Notification?)
        #expect(received.name == .keyboardWillShow)
        #expect(received.keyboardInfo == event.info)
        #expect(received.object == nil)
        #expect(received.userInfo?["foreign"] == nil)
        #expect(screen.events.first?.sender != nil, "the event keeps the identity of its sender")
    }

    @Test func aNotificationIsRebuiltOnceForAllScreens() {
        let recorders = (0..<3).map { _ in NotificationRecorder() }
        for recorder in recorders { fixture.pool.add(recorder) }
        let center = fixture.center
        DispatchQueue.global().sync { center.post(KeyboardEvent.make(.willShow).notification) }
        fixture.post(.willHide)
        let numbers = recorders.map { recorder in
            recorder.notifications.first?.userInfo?[KeyboardUserInfoKey.animationDuration] as? NSNumber
        }
        #expect(numbers.allSatisfy { $0 != nil && $0 === numbers[0] })
    }

    @Test func aCallbackCanWaitForAThreadThatPosts() {
        let (center, log) = (fixture.center, fixture.log)
        let a = fixture.screen("a")
        a.onCall = {
            a.onCall = nil
            DispatchQueue.global().sync { center.post(KeyboardEvent.make(.willHide).notification) }
        }
        fixture.post(.willShow)
        fixture.post(.willShow)
        #expect(log.calls == ["a willShow", "a willHide", "a willShow"])
    }

    /// If a post waited for the later posts of other threads, a fast thread could block the main actor.
    @Test func aPostReturnsWithoutTheLaterPostsOfAnotherThread() {
        let (pool, center) = (fixture.pool, fixture.center)
        var count = 0
        let token = pool.observe { _ in
            count += 1
            guard count < 10 else { return }
            DispatchQueue.global().sync { center.post(KeyboardEvent.make(.willHide).notification) }
        }
        fixture.post(.willShow)
        #expect(count == 1)
        fixture.post(.willShow)
        #expect(count == 3)
        withExtendedLifetime(token) {}
    }

    private enum Context {
        @TaskLocal static var isOfPoster = false
    }

    @Test func anObserverDoesNotReceiveTheTaskLocalValuesOfThePoster() async {
        let (pool, center) = (fixture.pool, fixture.center)
        var values: [Bool] = []
        let token = pool.observe { _ in values.append(Context.isOfPoster) }
        await Task.detached {
            Context.$isOfPoster.withValue(true) { center.post(KeyboardEvent.make(.willHide).notification) }
        }.value
        while values.isEmpty { await Task.yield() }
        #expect(values == [false])
        withExtendedLifetime(token) {}
    }

    /// Waits until the main queue has run its earlier work.
    private func nextTurnOfTheMainQueue() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}
