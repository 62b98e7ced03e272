import Foundation
import KeyboardObservation
import Testing

@MainActor
struct PresentablesCombineTests {
    let fixture = Fixture()
    var log: CallLog { fixture.log }

    @Test func eachEventCallsItsRawMethod() {
        let screen = AllRawScreen(log)
        fixture.pool.add(screen)
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind) }
        #expect(
            log.calls == [
                "willBeShown", "wasShown", "willBeHidden", "wasHidden", "frameWillChange", "frameDidChange",
            ]
        )
    }

    @Test func commonReceivesHeightAndDuration() {
        let screen = CommonScreen(log)
        fixture.pool.add(screen)
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind, height: 291, duration: 0.4) }
        #expect(
            log.calls == [
                "common willShow 291.0 0.4", "common didShow 291.0 0.4", "common willHide 0.4", "common didHide 0.4",
            ]
        )
    }

    @Test func missingHeightsAndDurationsFollowSurfsRules() {
        let screen = CommonScreen(log)
        fixture.pool.add(screen)
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind, height: nil, duration: nil) }
        fixture.post(.willShow, height: 216, duration: nil)
        #expect(log.calls == ["common willHide 0.25", "common didHide 0.25", "common willShow 216.0 0.25"])
    }

    @Test func fullReceivesThePayloadOfEveryEvent() {
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

    @Test func eachPresentableReceivesEachEventOnceAfterTheRawMethods() {
        let screen = RawCommonAndFullScreen(log)
        fixture.pool.add(screen)
        fixture.post(.willShow)
        #expect(log.calls == ["raw willShow", "common willShow", "full willShow"])
        log.clear()
        fixture.post(.willHide)
        #expect(log.calls == ["common willHide", "full willHide"])
    }

    @Test func repeatedEventsCallTheSameMethods() {
        let kindsOfScreens: [@MainActor (CallLog) -> any KeyboardObservable] = [
            CommonScreen.init, FullScreen.init, RawCommonAndFullScreen.init, RawBase.init, TypedSubclass.init,
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

    @Test func aSubclassCanAddPresentables() {
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

    @Test func aBaseClassAndItsSubclassCombineInOnePool() {
        let screens = [RawBase(log), TypedSubclass(log), RawBase(log)]
        for screen in screens { fixture.pool.add(screen) }
        fixture.post(.willShow)
        #expect(
            log.calls == ["raw willShow", "raw willShow", "common willShow", "full willShow", "raw willShow"]
        )
        withExtendedLifetime(screens) {}
    }

    @Test func aSubclassCanOverrideRawAndTypedMethods() {
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

    @Test func aSubclassCanAddKeyboardObservable() {
        let screen = ObservingSubclass(log)
        fixture.pool.add(screen)
        fixture.post(.willShow)
        #expect(log.calls == ["common willShow"])
    }

    @Test func aMethodWrittenInTheBaseClassCanBeOverridden() {
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

    @Test func aRawMethodCalledDirectlyCallsTheTypedMethods() {
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

    @Test func aScreenCanForwardItsNotificationDuringADelivery() {
        let child = CommonScreen(log)
        let parent = fixture.pool.observe { event in child.keyboardWillBeShown(notification: event.notification) }
        fixture.post(.willShow, height: 50)
        #expect(log.calls == ["common willShow 50.0 0.25"])
        withExtendedLifetime(parent) {}
    }

    @Test func aForwardingScreenIsCalledOnce() {
        let screen = ForwardingScreen(log)
        fixture.pool.add(screen)
        fixture.post(.willShow)
        #expect(log.calls == ["received willShow", "common willShow"])
    }

    @Test func aMethodThatCallsTheDefaultImplementationIsCalledOnce() {
        let screens: [any KeyboardObservable] = [AmendingScreen(log), AmendingReceiver(log)]
        for screen in screens { fixture.pool.add(screen) }
        fixture.post(.willShow)
        #expect(log.calls == ["raw willShow", "common willShow", "received willShow", "common willShow"])
        withExtendedLifetime(screens) {}
    }

    @Test func aRawMethodCanForwardToAnotherKind() {
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

    @Test func aScreenInTwoNestedPoolsIsCalledOnceByEach() {
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

    @Test func customAdaptersStartAtKeyboardDidReceive() {
        let screen = HeightScreen(log)
        fixture.pool.add(screen)
        fixture.post(.willShow, height: 42)
        fixture.post(.willHide)
        #expect(log.calls == ["raw willShow", "height 42.0", "common willShow", "height 0.0", "common willHide"])
    }

    @Test func aCallFromAScreenOfAnotherPoolIsADirectCall() {
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

    @Test func aScreenThatUnsubscribesInItsRawMethodReceivesNoTypedMethod() {
        let screen = UnsubscribingScreen(log)
        fixture.pool.add(screen)
        fixture.post(.willShow)
        #expect(log.calls == ["raw willShow"])
    }

    @Test func aTypedMethodCanCallTheRawMethodOfItsEvent() {
        let screen = RepeatingScreen()
        fixture.pool.add(screen)
        fixture.post(.willShow, height: 100)
        #expect(screen.heights == [100, 50])
    }
}

private final class UnsubscribingScreen: KeyboardObservable, CommonKeyboardPresentable, FullKeyboardPresentable {
    private let log: CallLog

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardWillBeShown(notification: Notification) {
        log.add("raw willShow")
        unsubscribeFromKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { log.add("common willShow") }
    func keyboardWillBeHidden(duration: TimeInterval) {}
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { log.add("full willShow") }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {}
}

private final class RepeatingScreen: KeyboardObservable, CommonKeyboardPresentable {
    private(set) var heights: [CGFloat] = []

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        heights.append(keyboardHeight)
        guard heights.count == 1 else { return }
        keyboardWillBeShown(notification: KeyboardEvent.make(.willShow, height: 50).notification)
    }

    func keyboardWillBeHidden(duration: TimeInterval) {}
}
