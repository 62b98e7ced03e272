import Foundation
import KeyboardObservation
import Testing

@MainActor
@Suite("Presentables combine")
struct PresentablesCombineTests {
    let fixture = Fixture()
    var log: CallLog { fixture.log }

    @Test("Raw methods are called for each of the six events, and no other")
    func rawMethods() {
        let screen = AllRawScreen(log)
        fixture.pool.add(screen)
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind) }
        #expect(
            log.calls == [
                "willBeShown", "wasShown", "willBeHidden", "wasHidden", "frameWillChange", "frameDidChange",
            ]
        )
    }

    @Test("Common is told height and duration")
    func common() {
        let screen = CommonScreen(log)
        fixture.pool.add(screen)
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind, height: 291, duration: 0.4) }
        #expect(
            log.calls == [
                "common willShow 291.0 0.4", "common didShow 291.0 0.4", "common willHide 0.4", "common didHide 0.4",
            ]
        )
    }

    @Test("Without a height the shown methods are not called; without a duration it is 0.25 seconds")
    func surfsRules() {
        let screen = CommonScreen(log)
        fixture.pool.add(screen)
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind, height: nil, duration: nil) }
        fixture.post(.willShow, height: 216, duration: nil)
        #expect(log.calls == ["common willHide 0.25", "common didHide 0.25", "common willShow 216.0 0.25"])
    }

    @Test("Full is told everything, for all six events")
    func full() {
        let screen = FullScreen(log)
        fixture.pool.add(screen)
        let info = Notification.KeyboardInfo(
            frameBegin: CGRect(x: 0, y: 667, width: 375, height: 216),
            frameEnd: CGRect(x: 0, y: 409, width: 375, height: 258),
            animationDuration: 0.25,
            animationCurve: 7,
            isLocal: true
        )
        for kind in KeyboardEvent.Kind.allCases { fixture.center.post(KeyboardEvent(kind, info: info).notification) }
        #expect(log.calls == KeyboardEvent.Kind.allCases.map { "full \($0)" })
        #expect(screen.infos == Array(repeating: info, count: 6))
    }

    @Test("Each adopted presentable gets each event once, raw methods first")
    func everything() {
        let screen = EverythingScreen(log)
        fixture.pool.add(screen)
        fixture.post(.willShow)
        #expect(log.calls == ["raw willShow", "common willShow", "full willShow"])
        log.clear()
        fixture.post(.willHide)
        #expect(log.calls == ["common willHide", "full willHide"])
    }

    @Test("Each event calls what the first one did, whatever a class writes and leaves to the defaults")
    func everyEvent() {
        let kindsOfScreens: [@MainActor (CallLog) -> any KeyboardObservable] = [
            CommonScreen.init, FullScreen.init, EverythingScreen.init, RawBase.init, TypedSubclass.init,
            OverridingSubclass.init, ObservingSubclass.init, HeightScreen.init, ForwardingScreen.init,
            AmendingScreen.init, AmendingReceiver.init,
        ]
        for makeScreen in kindsOfScreens {
            let fixture = Fixture()
            let screens = [makeScreen(fixture.log), makeScreen(fixture.log)]
            for screen in screens { fixture.pool.add(screen) }
            for kind in KeyboardEvent.Kind.allCases {
                fixture.log.clear()
                fixture.post(kind)
                let calls = fixture.log.calls
                fixture.post(kind)
                #expect(fixture.log.calls == calls + calls, "\(type(of: screens[0])), \(kind)")
            }
        }
    }

    @Test("A base that adopts only KeyboardObservable, a subclass that adds presentables: all are called")
    func subclassAddsPresentables() {
        let screen = TypedSubclass(log)
        fixture.pool.add(screen as RawBase)
        fixture.post(.willShow)
        fixture.post(.willHide)
        #expect(
            log.calls == [
                "raw willShow", "common willShow", "full willShow", "raw willHide", "common willHide", "full willHide",
            ]
        )
    }

    @Test("A base and its subclass in one pool are each called as what they are")
    func baseAndSubclassInOnePool() {
        let screens = [RawBase(log), TypedSubclass(log), RawBase(log)]
        for screen in screens { fixture.pool.add(screen) }
        fixture.post(.willShow)
        #expect(
            log.calls == ["raw willShow", "raw willShow", "common willShow", "full willShow", "raw willShow"]
        )
        withExtendedLifetime(screens) {}
    }

    @Test("A subclass may override what its base wrote, raw and typed")
    func subclassOverrides() {
        let screen = OverridingSubclass(log)
        fixture.pool.add(screen)
        fixture.post(.willShow)
        fixture.post(.willHide)
        #expect(
            log.calls == [
                "overridden raw willShow", "common willShow", "full willShow",
                "raw willHide", "overridden common willHide", "full willHide",
            ]
        )
    }

    @Test("A base that adopts a presentable, a subclass that adds KeyboardObservable: all are called")
    func subclassAddsObservation() {
        let screen = ObservingSubclass(log)
        fixture.pool.add(screen)
        fixture.post(.willShow)
        #expect(log.calls == ["common willShow"])
    }

    @Test("The trap: a defaulted method that only a subclass writes is never called")
    func trapThatSwiftCannotCure() {
        let screen = TrappedSubclass(log)
        fixture.pool.add(screen)
        fixture.post(.didShow)
        #expect(log.calls.isEmpty, "should Swift ever call it, rejoice and mend the docs of KeyboardObservable")
    }

    @Test("The cure: the adopting class writes the method, the subclass overrides it")
    func cureOfTheTrap() {
        class Base: KeyboardObservable {
            let log: CallLog
            init(_ log: CallLog) { self.log = log }
            func keyboardWillBeShown(notification: Notification) {}
            func keyboardWillBeHidden(notification: Notification) {}
            func keyboardWasShown(notification: Notification) {}
        }
        final class Subclass: Base {
            override func keyboardWasShown(notification: Notification) { log.add("didShow") }
        }
        let screen = Subclass(log)
        fixture.pool.add(screen)
        fixture.post(.didShow)
        #expect(log.calls == ["didShow"])
    }

    @Test("A presentable's raw method called by hand converts the notification and calls the typed methods")
    func calledByHand() {
        let common = CommonScreen(log)
        let full = FullScreen(log)
        let notification = KeyboardEvent.make(.willShow, height: 100, duration: 1).notification
        common.keyboardWillBeShown(notification: notification)
        common.keyboardWillBeHidden(notification: notification)
        common.keyboardWasShown(notification: notification)
        common.keyboardWasHidden(notification: notification)
        full.keyboardFrameWillChange(notification: notification)
        full.keyboardFrameDidChange(notification: notification)
        #expect(
            log.calls == [
                "common willShow 100.0 1.0", "common willHide 1.0", "common didShow 100.0 1.0", "common didHide 1.0",
                "full willChangeFrame", "full didChangeFrame",
            ]
        )
        #expect(full.infos.first == notification.keyboardInfo)
    }

    @Test("One screen may hand its notification on to another by hand, in the middle of a delivery")
    func handedOnByHand() {
        let child = CommonScreen(log)
        let parent = fixture.pool.observe { event in child.keyboardWillBeShown(notification: event.notification) }
        fixture.post(.willShow, height: 50)
        #expect(log.calls == ["common willShow 50.0 0.25"])
        withExtendedLifetime(parent) {}
    }

    @Test("A screen that receives by itself and forwards by hand is still told once")
    func forwardingByHand() {
        let screen = ForwardingScreen(log)
        fixture.pool.add(screen)
        fixture.post(.willShow)
        #expect(log.calls == ["received willShow", "common willShow"])
    }

    @Test("A method that calls the library's own of its name is told once")
    func amending() {
        let screens: [any KeyboardObservable] = [AmendingScreen(log), AmendingReceiver(log)]
        for screen in screens { fixture.pool.add(screen) }
        fixture.post(.willShow)
        #expect(log.calls == ["raw willShow", "common willShow", "received willShow", "common willShow"])
        withExtendedLifetime(screens) {}
    }

    @Test("A raw method may hand its notification to one of another kind by hand")
    func anotherKindByHand() {
        final class Screen: KeyboardObservable, FullKeyboardPresentable {
            let log: CallLog
            init(_ log: CallLog) { self.log = log }
            func keyboardWillBeShown(notification: Notification) { keyboardFrameDidChange(notification: notification) }
            func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { log.add("willShow") }
            func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {}
            func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) { log.add("didChangeFrame") }
        }
        let screen = Screen(log)
        fixture.pool.add(screen)
        fixture.post(.willShow)
        #expect(log.calls == ["didChangeFrame", "willShow"])
    }

    @Test("A screen in two pools, one delivering inside the other, is told once by each")
    func nestedPools() {
        final class Screen: KeyboardObservable, CommonKeyboardPresentable {
            let log: CallLog
            var onReceive: (() -> Void)?
            init(_ log: CallLog) { self.log = log }
            func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
                let action = onReceive
                onReceive = nil
                action?()
                callRawMethod(for: event, from: notification)
            }
            func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { log.add("\(keyboardHeight)") }
            func keyboardWillBeHidden(duration: TimeInterval) {}
        }
        let inner = Fixture()
        let screen = Screen(log)
        fixture.pool.add(screen)
        inner.pool.add(screen)
        screen.onReceive = { inner.post(.willShow, height: 2) }
        fixture.post(.willShow, height: 1)
        #expect(log.calls == ["2.0", "1.0"])
    }

    @Test("Adapters of one's own start at keyboardDidReceive")
    func ownAdapter() {
        let screen = HeightScreen(log)
        fixture.pool.add(screen)
        fixture.post(.willShow, height: 42)
        fixture.post(.willHide)
        #expect(log.calls == ["raw willShow", "height 42.0", "common willShow", "height 0.0", "common willHide"])
    }

    @Test("What a raw screen of another pool calls by hand in the middle of it all is a call by hand")
    func byHandFromAnotherPool() {
        @MainActor
        final class Typed: KeyboardObservable, CommonKeyboardPresentable {
            var heights: [CGFloat] = []
            var onReceive: (@MainActor () -> Void)?
            func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
                onReceive?()
                callRawMethod(for: event, from: notification)
            }
            func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { heights.append(keyboardHeight) }
            func keyboardWillBeHidden(duration: TimeInterval) {}
        }
        @MainActor
        final class Raw: KeyboardObservable {
            var onShow: (@MainActor () -> Void)?
            func keyboardWillBeShown(notification: Notification) { onShow?() }
            func keyboardWillBeHidden(notification: Notification) {}
        }
        let (one, other) = (NotificationCenter(), NotificationCenter())
        let (pool, otherPool) = (KeyboardObserverPool(center: one), KeyboardObserverPool(center: other))
        let (typed, raw) = (Typed(), Raw())
        pool.add(typed)
        otherPool.add(raw)
        typed.onReceive = { other.post(KeyboardEvent.make(.willShow).notification) }
        raw.onShow = { typed.keyboardWillBeShown(notification: KeyboardEvent.make(.willShow, height: 77).notification) }
        one.post(KeyboardEvent.make(.willShow, height: 11).notification)
        #expect(typed.heights == [77, 11])
        withExtendedLifetime((pool, otherPool)) {}
    }
}
