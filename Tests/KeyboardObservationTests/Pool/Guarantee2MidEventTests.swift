import Foundation
import KeyboardObservation
import Testing

@MainActor
struct Guarantee2MidEventTests {
    let fixture = Fixture()

    @Test func aScreenUnsubscribedDuringAnEventIsNotCalledInIt() {
        let (pool, log) = (fixture.pool, fixture.log)
        let (a, b, c) = (fixture.screen("a"), fixture.screen("b"), fixture.screen("c"))
        a.onCall = { pool.remove(b) }
        fixture.post(.willShow)
        #expect(log.calls == ["a willShow", "c willShow"])
        withExtendedLifetime((a, b, c)) {}
    }

    @Test func aScreenThatUnsubscribesInItsOwnCallIsNotCalledAgain() {
        @MainActor
        final class Both: KeyboardObservable, CommonKeyboardPresentable, FullKeyboardPresentable {
            var calls: [String] = []
            let keyboardObserverPool: KeyboardObserverPool
            var resubscribes = false
            init(_ pool: KeyboardObserverPool) { keyboardObserverPool = pool }
            func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
                calls.append("common")
                unsubscribeFromKeyboardNotifications()
                if resubscribes { subscribeOnKeyboardNotifications() }
            }
            func keyboardWillBeHidden(duration: TimeInterval) {}
            func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { calls.append("full") }
            func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {}
        }
        let both = Both(fixture.pool)
        both.subscribeOnKeyboardNotifications()
        fixture.post(.willShow)
        #expect(both.calls == ["common"])
        both.calls = []
        both.resubscribes = true
        both.subscribeOnKeyboardNotifications()
        fixture.post(.willShow)
        #expect(both.calls == ["common", "full", "common"], "a resubscription continues the catch-up only")
    }

    @Test func aTokenReleasedDuringAnEventIsNotCalledInIt() {
        let (pool, log) = (fixture.pool, fixture.log)
        let a = fixture.screen("a")
        var token: KeyboardObservationToken? = pool.observe { log.add("closure \($0.kind)") }
        let c = fixture.screen("c")
        a.onCall = { token = nil }
        fixture.post(.willShow)
        #expect(log.calls == ["a willShow", "c willShow"])
        #expect(token == nil)
        withExtendedLifetime((a, c)) {}
    }

    @Test func aScreenDeallocatedDuringAnEventIsNotCalledInIt() {
        let log = fixture.log
        let a = fixture.screen("a")
        var b: RawScreen? = fixture.screen("b")
        let c = fixture.screen("c")
        a.onCall = { b = nil }
        fixture.post(.willShow)
        #expect(log.calls == ["a willShow", "c willShow"])
        #expect(b == nil)
        withExtendedLifetime((a, c)) {}
    }

    @Test func aScreenSubscribedDuringAnEventStartsWithTheNext() {
        let (pool, log) = (fixture.pool, fixture.log)
        let (a, b) = (fixture.screen("a"), fixture.screen("b"))
        let late = RawScreen("late", log)
        a.onCall = { pool.add(late) }
        fixture.post(.willShow)
        #expect(log.calls == ["a willShow", "b willShow"])
        log.clear()
        fixture.post(.willHide)
        #expect(log.calls == ["a willHide", "b willHide", "late willHide"])
        withExtendedLifetime((a, b)) {}
    }

    @Test func aScreenSubscribedAfterARemovedOneStartsWithTheNextEvent() {
        let (pool, log) = (fixture.pool, fixture.log)
        let (a, b) = (fixture.screen("a"), fixture.screen("b"))
        let (removed, late) = (RawScreen("removed", log), RawScreen("late", log))
        a.onCall = {
            pool.add(removed)
            pool.add(late)
            pool.remove(removed)
        }
        fixture.post(.willShow)
        #expect(log.calls == ["a willShow", "b willShow"])
        withExtendedLifetime((a, b, late)) {}
    }

    @Test func aClosureCanCancelItsOwnToken() {
        let pool = fixture.pool
        var received = 0
        var token: KeyboardObservationToken?
        token = pool.observe { _ in
            received += 1
            token?.cancel()
        }
        fixture.post(.willShow)
        #expect(pool.orphanCount == 0)
        fixture.post(.willShow)
        #expect(received == 1)
    }

    @Test func aClosureAndASequenceBegunDuringAnEventStartWithTheNext() async {
        let (pool, log) = (fixture.pool, fixture.log)
        let a = fixture.screen("a")
        var token: KeyboardObservationToken?
        var iterator: KeyboardSequence<KeyboardEvent>.Iterator?
        a.onCall = {
            if token == nil { token = pool.observe { log.add("closure \($0.kind)") } }
            if iterator == nil { iterator = pool.events.makeAsyncIterator() }
        }
        fixture.post(.willShow)
        fixture.post(.willHide)
        #expect(log.calls == ["a willShow", "a willHide", "closure willHide"])
        #expect(await iterator?.next()?.kind == .willHide)
        withExtendedLifetime((a, token)) {}
    }

    @Test func allObserversCanBeReplacedDuringAnEvent() {
        let (pool, log) = (fixture.pool, fixture.log)
        let screens = (0..<50).map { fixture.screen("\($0)") }
        let successors = (0..<50).map { RawScreen("new \($0)", log) }
        screens[10].onCall = {
            for screen in screens { pool.remove(screen) }
            for successor in successors { pool.add(successor) }
        }
        fixture.post(.willShow)
        #expect(log.calls == (0...10).map { "\($0) willShow" })
        log.clear()
        fixture.post(.willHide)
        #expect(log.calls == (0..<50).map { "new \($0) willHide" })
        // The closure and the screen retain each other.
        screens[10].onCall = nil
    }

    @Test func aScreenThatResubscribesDuringAnEventIsCalledAtMostOnceInIt() {
        let (pool, log) = (fixture.pool, fixture.log)
        let (a, b, c) = (fixture.screen("a"), fixture.screen("b"), fixture.screen("c"))
        b.onCall = {
            for screen in [a, c] {
                pool.remove(screen)
                pool.add(screen)
            }
        }
        fixture.post(.willShow)
        #expect(log.calls == ["a willShow", "b willShow"])
        b.onCall = nil
        log.clear()
        fixture.post(.willShow)
        #expect(log.calls == ["b willShow", "a willShow", "c willShow"])
    }

    @Test func theReceiversAreThoseAtTheStartOfTheDelivery() {
        let (pool, log) = (fixture.pool, fixture.log)
        let a = fixture.screen("a")
        let late = RawScreen("late", log)
        let center = fixture.center
        a.onCall = {
            guard log.calls.count == 1 else { return }
            center.post(KeyboardEvent.make(.willHide).notification)
            pool.add(late)
        }
        fixture.post(.willShow)
        #expect(log.calls == ["a willShow", "a willHide", "late willHide"])
        withExtendedLifetime(a) {}
    }
}
