import Foundation
import KeyboardObservation
import Testing

@MainActor
struct Guarantee8IdempotenceTests {
    let fixture = Fixture()

    @Test func aRepeatedSubscriptionHasNoEffect() {
        let screen = fixture.screen("a")
        fixture.pool.add(screen)
        fixture.pool.add(screen)
        #expect(fixture.pool.count == 1)
        fixture.post(.willShow)
        #expect(fixture.log.calls == ["a willShow"])
        fixture.pool.remove(screen)
        fixture.post(.willShow)
        #expect(fixture.log.calls == ["a willShow"])
    }

    @Test func unsubscribingAnUnknownScreenHasNoEffect() {
        let (screen, unknown) = (fixture.screen("a"), RawScreen("unknown", fixture.log))
        fixture.pool.remove(unknown)
        unknown.unsubscribeFromKeyboardNotifications()
        fixture.pool.remove(screen)
        fixture.pool.remove(screen)
        #expect(fixture.pool.count == 0)
    }

    @Test func unsubscribingRemovesAScreenFromEveryPool() {
        let other = Fixture()
        let screen = RawScreen("a", fixture.log)
        for pool in [fixture.pool, other.pool] {
            KeyboardObserverPool.$current.withValue(pool) { screen.subscribeOnKeyboardNotifications() }
            #expect(pool.contains(screen))
        }
        screen.unsubscribeFromKeyboardNotifications()
        #expect(!fixture.pool.contains(screen))
        #expect(!other.pool.contains(screen))
        fixture.post(.willShow)
        other.post(.willShow)
        #expect(fixture.log.calls.isEmpty)
    }

    @Test func deallocatedPoolsAreForgotten() {
        // The test uses its own list, because the shared list also holds the pools of parallel tests.
        let pools = WeakList<KeyboardObserverPool>()
        var largestCount = 0
        for _ in 0..<5_000 {
            pools.append(KeyboardObserverPool(center: NotificationCenter()))
            largestCount = max(largestCount, pools.entryCount)
        }
        // The list does not remove each deallocated pool at once, because each removal copies the list.
        #expect(largestCount == 16)
        pools.append(fixture.pool)
        #expect(pools.live().map(ObjectIdentifier.init) == [ObjectIdentifier(fixture.pool)])
    }

    @Test func aRepeatedCancellationHasNoEffect() {
        let pool = fixture.pool
        var received = 0
        let token = pool.observe { _ in received += 1 }
        token.cancel()
        let others = (0..<10).map { _ in pool.observe { _ in received += 1 } }
        token.cancel()
        fixture.post(.willShow)
        #expect(received == 10)
        withExtendedLifetime(others) {}
    }

    @Test func aPoolIsCurrentDuringItsDelivery() {
        let (pool, log) = (fixture.pool, fixture.log)
        let screen = fixture.screen("a")
        let late = RawScreen("late", log)
        screen.onCall = {
            #expect(KeyboardObserverPool.current === pool)
            late.subscribeOnKeyboardNotifications()
        }
        #expect(KeyboardObserverPool.current !== pool)
        fixture.post(.willShow)
        #expect(KeyboardObserverPool.current !== pool)
        #expect(pool.contains(late))
    }

    @Test func aNestedDeliveryRestoresTheCurrentPool() {
        let inner = Fixture()
        let (outerPool, innerPool) = (fixture.pool, inner.pool)
        let (outerScreen, innerScreen) = (fixture.screen("outer"), inner.screen("inner"))
        innerScreen.onCall = { #expect(KeyboardObserverPool.current === innerPool) }
        outerScreen.onCall = {
            inner.post(.willShow)
            #expect(KeyboardObserverPool.current === outerPool)
        }
        fixture.post(.willShow)
        #expect(inner.log.calls == ["inner willShow"])
    }

    @Test func aPoolIsCurrentForItsObserversDuringACallOfAnotherPool() {
        let inner = Fixture()
        let (outerPool, innerPool) = (fixture.pool, inner.pool)
        var count = 0
        let token = outerPool.observeState(startingWithCurrent: false) { _ in
            count += 1
            #expect(KeyboardObserverPool.current === outerPool)
        }
        let (outerScreen, innerScreen) = (fixture.screen("outer"), inner.screen("inner"))
        innerScreen.onCall = {
            outerPool.fallbackScreenBounds = CGRect(x: 0, y: 0, width: 393, height: 852)
            #expect(KeyboardObserverPool.current === innerPool)
        }
        outerScreen.onCall = { inner.post(.willShow) }
        fixture.post(.willShow)
        #expect(count == 1)
        token.cancel()
    }

    @Test func aScreenCanChooseItsPool() {
        final class ChoosingScreen: KeyboardObservable {
            let keyboardObserverPool: KeyboardObserverPool
            init(_ pool: KeyboardObserverPool) {
                keyboardObserverPool = pool
                subscribeOnKeyboardNotifications()
            }
            func keyboardWillBeShown(notification: Notification) {}
            func keyboardWillBeHidden(notification: Notification) {}
        }
        let screen = ChoosingScreen(fixture.pool)
        #expect(fixture.pool.contains(screen))
        screen.unsubscribeFromKeyboardNotifications()
        #expect(!fixture.pool.contains(screen))
    }
}

@MainActor
struct ParallelPoolsTests {
    @Test(arguments: 0..<50)
    func parallelPoolsAreIsolated(test: Int) async {
        let fixture = Fixture()
        await KeyboardObserverPool.$current.withValue(fixture.pool) {
            var received = 0
            let screen = SelfSubscribingScreen { received += 1 }
            for posts in 1...20 {
                fixture.post(.willShow)
                await Task.yield()
                #expect(received == posts)
            }
            #expect(fixture.pool.count == 1)
            withExtendedLifetime(screen) {}
        }
    }
}
