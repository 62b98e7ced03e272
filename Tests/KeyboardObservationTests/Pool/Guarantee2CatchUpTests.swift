import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Screens that subscribe after a *show* or *hide*.
@MainActor
struct Guarantee2CatchUpTests: PhoneSuite {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    let log = CallLog()

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        pool.listen()
    }

    /// Subscribes a screen that stays until the end of the test.
    private func subscribeCommonScreen() {
        log.retained.append(commonScreen())
    }

    private func commonScreen() -> CommonScreen {
        let screen = CommonScreen(log)
        pool.add(screen)
        return screen
    }

    private func show(height: CGFloat = 336) {
        post(.willShow, .didShow, to: CGRect(x: 0, y: 852 - height, width: 393, height: height))
    }

    private func hide() {
        post(.willHide, .didHide, to: offScreen)
    }

    // MARK: Where the keyboard is

    @Test func aScreenMadeUnderAShownKeyboardReceivesItsHeight() {
        show()
        subscribeCommonScreen()
        #expect(log.calls.isEmpty, "a screen is not called while it subscribes")
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willShow 336.0 0.0", "common didShow 336.0 0.0"])
        scheduler.advance(by: .seconds(60))
        #expect(log.calls.count == 2, "a screen catches up once")
    }

    @Test func aScreenMadeUnderAnAppearingKeyboardReceivesTheDidEventLater() {
        post(.willShow, to: docked)
        subscribeCommonScreen()
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willShow 336.0 0.0"])
        post(.didShow, to: docked)
        #expect(log.calls.last == "common didShow 336.0 0.25")
    }

    @Test func aScreenMadeUnderAHidingKeyboardReceivesTheHide() {
        show()
        post(.willHide, to: offScreen)
        subscribeCommonScreen()
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willHide 0.0"])
        hide()
        #expect(log.calls.last == "common didHide 0.25")
    }

    @Test func aLateDidEventOfASupersededShowIsNotRepeated() {
        post(.willShow, to: docked)
        post(.willHide, to: offScreen)
        post(.didShow, to: docked)
        subscribeCommonScreen()
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willHide 0.0"])
    }

    @Test func aHideThatNoEventHasAnnouncedIsRepeated() {
        show()
        post(.didHide, to: offScreen)
        subscribeCommonScreen()
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willShow 336.0 0.0", "common didHide 0.0"])
    }

    @Test func aFloatingKeyboardThatIsShownHasAHeight() {
        post(.willShow, to: floating, bounds: screen)
        subscribeCommonScreen()
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willShow 150.0 0.0"])
    }

    @Test func anUndockedKeyboardIsHiddenForBothScreens() {
        let early = commonScreen()
        show()
        post(.willHide, .willChangeFrame, .didHide, .didChangeFrame, to: floating, bounds: screen)
        #expect(pool.keyboard.isOnScreen)
        #expect(log.calls.last == "common didHide 0.25")
        log.clear()
        let late = commonScreen()
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willHide 0.0", "common didHide 0.0"])
        withExtendedLifetime((early, late)) {}
    }

    @Test func aScreenMadeUnderADraggedKeyboardReceivesTheLastShow() {
        show()
        post(.willChangeFrame, from: docked, to: nil)
        report(docked.offsetBy(dx: 0, dy: 100))
        subscribeCommonScreen()
        let follower = TransitionScreen(pool)
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willShow 336.0 0.0", "common didShow 336.0 0.0"])
        #expect(follower.heights.last == 236)
        post(.didChangeFrame, to: docked)
        advance(3_000)
        #expect(follower.isComplete)
        #expect(follower.heights.last == 336)
    }

    @Test(arguments: [true, false])
    func aFrameThatIsReportedWithoutAFollowerIsNotLost(isBeforeTheSubscription: Bool) {
        show()
        advance(3_000)
        post(.willChangeFrame, from: docked, to: nil)
        let dragged = docked.offsetBy(dx: 0, dy: 100)
        if isBeforeTheSubscription { report(dragged) }
        let late = TransitionScreen(pool)
        if !isBeforeTheSubscription { report(dragged) }
        scheduler.advance(by: .zero)
        #expect(late.heights.last == 236)
    }

    @Test func aScreenCatchesUpBeforeAReportedFrame() {
        show()
        advance(3_000)
        let late = TransitionScreen(pool)
        report(docked.offsetBy(dx: 0, dy: 100))
        #expect(late.calls.map(\.overlap.height) == [336, 336, 236])
        #expect(late.transitions.map(\.isInteractive) == [false, true], "the screen has caught up before the frame")
    }

    /// If the pool has a follower, a display frame compares the event with the finger's frame.
    ///
    /// This pool has no follower.
    @Test(arguments: [false, true], [false, true])
    func aReleasedKeyboardEndsAtItsTargetWithoutAFollower(isObserved: Bool, hasDid: Bool) {
        let token = isObserved ? pool.observeState { _ in } : nil
        show()
        advance(3_000)
        let dragged = docked.offsetBy(dx: 0, dy: 100)
        report(dragged)
        post(.willChangeFrame, from: dragged, to: docked, duration: 0.6)
        advance(600)
        if hasDid { post(.didChangeFrame, from: dragged, to: docked, duration: 0.6) }
        #expect(pool.keyboard.frame == docked)
        advance(3_000)
        #expect(pool.keyboard.frame == docked)
        let late = TransitionScreen(pool)
        scheduler.advance(by: .zero)
        #expect(late.heights.last == 336)
        withExtendedLifetime(token) {}
    }

    @Test func aLateScreenBeginsAtThePlaceOfAFrameEventThatNoFollowerHasSeen() {
        show()
        advance(3_000)
        let lower = CGRect(x: 0, y: 616, width: 393, height: 236)
        post(.willChangeFrame, from: docked, to: lower, bounds: screen)
        advance(600)
        let guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = screen
        let late = TransitionScreen(pool)
        scheduler.advance(by: .zero)
        #expect(guide.bottomInset < 237)
        #expect(late.heights.allSatisfy { $0 < 237 })
        advance(3_000)
        #expect(guide.bottomInset == 236 && late.heights.last == 236)
    }

    /// The main queue was busy when the time-out of the first keyboard was due.
    @Test(arguments: [false, true])
    func aLateScreenDoesNotDelayTheTimeoutOfAnother(isLateAdded: Bool) {
        let stalling = StallingScheduler()
        let pool = KeyboardObserverPool(center: center, scheduler: stalling)
        pool.listen()
        let (first, second) = (NSObject(), NSObject())
        let early = TransitionScreen(
            pool,
            geometry: KeyboardGeometry(minimumOverlap: 0, screen: ObjectIdentifier(first))
        )
        post(.willShow, .didShow, to: docked, bounds: screen, sender: first)
        stalling.advance(by: .seconds(3))
        report(docked.offsetBy(dx: 0, dy: 100), sender: first)
        stalling.advance(by: .milliseconds(400))
        post(.willShow, to: accessoryBar, duration: 0, bounds: screen, sender: second)
        stalling.advance(by: .milliseconds(90))
        let late = isLateAdded ? TransitionScreen(pool) : nil
        stalling.stall(for: .milliseconds(20))
        #expect(early.isComplete, "no frame has been reported for 0.51 s")
        withExtendedLifetime(late) {}
    }

    @Test func nothingIsRepeatedBeforeTheFirstShow() {
        let screen = commonScreen()
        scheduler.advance(by: .zero)
        post(.willChangeFrame, to: offScreen)
        let other = commonScreen()
        let follower = TransitionScreen(pool)
        scheduler.advance(by: .seconds(1))
        #expect(log.calls.isEmpty)
        withExtendedLifetime((screen, other, follower)) {}
    }

    @Test func theLatestShowOrHideOfAllSendersCounts() {
        let (first, second) = (NSObject(), NSObject())
        post(.willShow, to: docked, sender: first)
        post(.willShow, to: accessoryBar, sender: second)
        let screen = commonScreen()
        scheduler.advance(by: .zero)
        post(.willHide, to: offScreen, sender: first)
        post(.willChangeFrame, to: accessoryBar, sender: second)
        let other = commonScreen()
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willShow 44.0 0.0", "common willHide 0.25", "common willHide 0.0"])
        withExtendedLifetime((screen, other)) {}
    }

    @Test func aShowWithoutAFrameDoesNotReplaceTheHeight() {
        post(.willShow, to: docked)
        post(.willShow)
        let (common, full) = (commonScreen(), FullScreen(log))
        pool.add(full)
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willShow 336.0 0.0", "full willShow"])
        #expect(full.infos.last?.frameEnd == nil)
        withExtendedLifetime(common) {}
    }

    @Test func aDidEventAfterAShowWithoutAFrameIsRepeated() {
        post(.willShow, to: docked)
        post(.willShow)
        post(.didShow, to: docked)
        let (common, full) = (commonScreen(), FullScreen(log))
        pool.add(full)
        scheduler.advance(by: .zero)
        #expect(
            log.calls == ["common willShow 336.0 0.0", "common didShow 336.0 0.0", "full willShow", "full didShow"]
        )
        withExtendedLifetime(common) {}
    }

    // MARK: What is called

    @Test func eachPresentableIsCalledAndNoRawMethod() {
        show()
        let (raw, all) = (RawScreen("raw", log), RawCommonAndFullScreen(log))
        pool.add(raw)
        pool.add(all)
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willShow", "full willShow"])
        withExtendedLifetime((raw, all)) {}
    }

    @Test func theInfoIsThatOfTheEventWithADurationOfZero() {
        post(.willShow, from: offScreen, to: docked, curve: 3, isLocal: false, bounds: screen)
        let full = FullScreen(log)
        pool.add(full)
        scheduler.advance(by: .zero)
        let expected = Notification.KeyboardInfo(
            frameBegin: offScreen,
            frameEnd: docked,
            animationDuration: 0,
            animationCurve: 3,
            isLocal: false,
            screenBounds: screen
        )
        #expect(full.infos == [expected])
    }

    @Test func anAdapterOfTheAppReceivesTheEvent() {
        @MainActor
        final class Screen: KeyboardObservable, KeyboardEventPresentable {
            var events: [KeyboardEvent] = []
            func keyboardWillBeShown(notification: Notification) { Issue.record("a raw method is called") }
            func presentKeyboardEvent(_ event: KeyboardEvent) { events.append(event) }
        }
        let sender = NSObject()
        post(.willShow, .didShow, to: docked, sender: sender)
        let screen = Screen()
        pool.add(screen)
        scheduler.advance(by: .zero)
        #expect(screen.events.map(\.kind) == [.willShow, .didShow])
        #expect(screen.events.allSatisfy { $0.info.animationDuration == 0 && $0.sender == ObjectIdentifier(sender) })
    }

    @Test func closuresAndSequencesReceivePostedEventsOnly() async {
        show()
        let screen = commonScreen()
        var count = 0
        let token = pool.observe { _ in count += 1 }
        var iterator = pool.events.makeAsyncIterator()
        scheduler.advance(by: .zero)
        #expect(count == 0)
        post(.willHide, to: offScreen)
        #expect(await iterator.next()?.kind == .willHide)
        #expect(count == 1)
        withExtendedLifetime((screen, token)) {}
    }

    // MARK: When it is called

    @Test func aScreenThatSubscribesInItsInitializerIsComplete() {
        @MainActor
        final class Screen: KeyboardObservable, CommonKeyboardPresentable {
            var bottomMargin: CGFloat = 0
            init() { subscribeOnKeyboardNotifications() }
            func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { bottomMargin = keyboardHeight }
            func keyboardWillBeHidden(duration: TimeInterval) { bottomMargin = 0 }
        }
        show()
        let screen = KeyboardObserverPool.$current.withValue(pool) { Screen() }
        #expect(screen.bottomMargin == 0)
        scheduler.advance(by: .zero)
        #expect(screen.bottomMargin == 336)
    }

    @Test func screensCatchUpInTheOrderOfSubscriptionBeforeTheNextEvent() {
        let closed = pool.observe { [log] in log.add("event \($0.kind)") }
        show()
        log.clear()
        let (first, second) = (commonScreen(), FullScreen(log))
        pool.add(second)
        post(.willHide, to: offScreen)
        #expect(
            log.calls == [
                "common willShow 336.0 0.0", "common didShow 336.0 0.0", "full willShow", "full didShow",
                "event willHide", "common willHide 0.25", "full willHide",
            ]
        )
        scheduler.advance(by: .seconds(1))
        #expect(log.calls.count == 7)
        withExtendedLifetime((closed, first)) {}
    }

    @Test func aScreenThatSubscribesInACallbackCatchesUpWithThatEvent() {
        let raw = RawScreen("raw", log)
        pool.add(raw)
        let late = CommonScreen(log)
        raw.onCall = { [pool] in pool.add(late) }
        post(.willShow, to: docked)
        #expect(log.calls == ["raw willShow"])
        scheduler.advance(by: .zero)
        #expect(log.calls == ["raw willShow", "common willShow 336.0 0.0"])
    }

    @Test func aScreenThatSubscribesDuringAnEventCatchesUpBeforeTheQueuedEvent() {
        let raw = RawScreen("raw", log)
        pool.add(raw)
        let late = CommonScreen(log)
        raw.onCall = { [self] in
            raw.onCall = nil
            post(.willHide, to: offScreen)
            pool.add(late)
        }
        post(.willShow, to: docked)
        #expect(log.calls == ["raw willShow", "common willShow 336.0 0.0", "raw willHide", "common willHide 0.25"])
    }

    @Test func aScreenMadeWhileAnotherCatchesUpCatchesUpToo() {
        show()
        var made: CommonScreen?
        let maker = TransitionScreen(pool)
        maker.onCall = { [self] _, _ in made = made ?? commonScreen() }
        post(.willHide, to: offScreen)
        #expect(log.calls == ["common willShow 336.0 0.0", "common didShow 336.0 0.0", "common willHide 0.25"])
    }

    @Test func aScreenThatUnsubscribesDoesNotCatchUp() {
        show()
        let screen = commonScreen()
        pool.remove(screen)
        scheduler.advance(by: .seconds(1))
        #expect(log.calls.isEmpty)
    }

    @Test func aScreenThatIsDroppedDoesNotCatchUp() {
        show()
        do { _ = commonScreen() }
        scheduler.advance(by: .seconds(1))
        #expect(log.calls.isEmpty)
    }

    @Test func aScreenThatResubscribesBeforeTheTurnCatchesUpOnceInItsNewPlace() {
        show()
        let (first, second) = (commonScreen(), FullScreen(log))
        pool.add(second)
        pool.remove(first)
        pool.add(first)
        scheduler.advance(by: .seconds(1))
        #expect(
            log.calls == ["full willShow", "full didShow", "common willShow 336.0 0.0", "common didShow 336.0 0.0"]
        )
    }

    @Test func aScreenThatResubscribesWhileItCatchesUpIsNotCalledForever() {
        let screen = ActingScreen(pool) { $0.resubscribe() }
        show()
        screen.subscribeOnKeyboardNotifications()
        scheduler.advance(by: .seconds(1))
        #expect(screen.showCount == 1)
        post(.willShow, to: docked)
        scheduler.advance(by: .seconds(1))
        #expect(screen.showCount == 3)
    }

    /// When one of the two screens is called, it moves the other screen to the end of the order.
    @Test func twoScreensThatResubscribeEachOtherAreNotCalledForever() {
        let (first, second) = (ActingScreen(pool), ActingScreen(pool))
        // Without this limit, endless calls would block the main actor.
        first.onShow = { [weak second] in if $0.showCount < 100 { second?.resubscribe() } }
        second.onShow = { [weak first] in if $0.showCount < 100 { first?.resubscribe() } }
        show()
        first.subscribeOnKeyboardNotifications()
        scheduler.advance(by: .seconds(1))
        #expect(first.showCount == 1)
        #expect(second.showCount == 1)
    }

    @Test func aScreenThatResubscribesInTheWillCallReceivesTheDidCall() {
        @MainActor
        final class Screen: KeyboardObservable, CommonKeyboardPresentable, FullKeyboardPresentable {
            let log = CallLog()
            let keyboardObserverPool: KeyboardObserverPool
            init(_ pool: KeyboardObserverPool) { keyboardObserverPool = pool }
            func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
                log.add("common will")
                unsubscribeFromKeyboardNotifications()
                subscribeOnKeyboardNotifications()
            }
            func keyboardWillBeHidden(duration: TimeInterval) {}
            func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) { log.add("common did") }
            func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { log.add("full will") }
            func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {}
            func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { log.add("full did") }
        }
        let screen = Screen(pool)
        show()
        screen.subscribeOnKeyboardNotifications()
        scheduler.advance(by: .seconds(1))
        #expect(screen.log.calls == ["common will", "full will", "common did", "full did"])
    }

    @Test func aScreenThatAnotherPutsBackReceivesTheDidCall() {
        show()
        let late = ActingScreen(pool) { $0.unsubscribeFromKeyboardNotifications() }
        late.subscribeOnKeyboardNotifications()
        let other = TransitionScreen(pool)
        other.onCall = { _, _ in late.subscribeOnKeyboardNotifications() }
        scheduler.advance(by: .seconds(1))
        #expect(late.calls == ["will", "did"])
    }

    @Test func aScreenThatAnotherResubscribesInATransitionBeginsAtThePlace() {
        show()
        advance(3_000)
        let (first, second) = (TransitionScreen(pool), TransitionScreen(pool))
        first.onCall = { [pool] _, _ in
            first.onCall = nil
            pool.remove(second)
            pool.add(second)
        }
        scheduler.advance(by: .seconds(1))
        #expect(first.heights.last == 336)
        #expect(second.heights.last == 336)
        #expect(second.calls.count == 2 && second.isComplete)
    }

    @Test func aScreenThatResubscribesInItsFirstTransitionReachesThePlace() {
        show()
        advance(3_000)
        let late = TransitionScreen(pool)
        late.onCall = { [pool] _, _ in
            late.onCall = nil
            pool.remove(late)
            pool.add(late)
        }
        scheduler.advance(by: .seconds(1))
        #expect(late.calls.last == .end(docked, isFinished: true))
    }

    /// When one of the two screens receives a transition, it moves the other screen to the end of the order.
    @Test func twoScreensThatResubscribeEachOtherInTransitionsAreNotCalledForever() {
        show()
        advance(3_000)
        let (first, second) = (TransitionScreen(pool), TransitionScreen(pool))
        var count = 0
        func resubscribe(_ screen: TransitionScreen) {
            count += 1
            // Without this limit, endless calls would block the main actor.
            guard count < 100 else { return }
            pool.remove(screen)
            pool.add(screen)
        }
        first.onCall = { _, _ in resubscribe(second) }
        second.onCall = { _, _ in resubscribe(first) }
        scheduler.advance(by: .seconds(1))
        #expect(count < 10)
        #expect(first.heights.last == 336 && second.heights.last == 336)
    }

    @Test func aTurnThatComesDuringADeliveryWaitsForItsEnd() {
        show()
        let raw = RawScreen("raw", log)
        pool.add(raw)
        let late = CommonScreen(log)
        raw.onCall = { [self] in
            raw.onCall = nil
            pool.add(late)
            scheduler.advance(by: .seconds(1))
            log.add("advanced")
        }
        let last = RawScreen("last", log)
        pool.add(last)
        post(.willHide, to: offScreen)
        #expect(log.calls == ["raw willHide", "advanced", "last willHide", "common willHide 0.0"])
    }

    @Test func eachPoolRepeatsItsOwnEvents() {
        let otherCenter = NotificationCenter()
        let otherPool = KeyboardObserverPool(center: otherCenter, scheduler: scheduler)
        otherPool.listen()
        show()
        let screen = commonScreen()
        otherPool.add(screen)
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willShow 336.0 0.0", "common didShow 336.0 0.0"])
        otherCenter.post(KeyboardEvent.make(.willShow, height: 216).notification)
        pool.remove(screen)
        otherPool.remove(screen)
        log.clear()
        pool.add(screen)
        otherPool.add(screen)
        scheduler.advance(by: .zero)
        #expect(
            log.calls == ["common willShow 336.0 0.0", "common didShow 336.0 0.0", "common willShow 216.0 0.0"]
        )
    }

    @Test func anEventFromAnotherThreadFollowsTheCatchUp() async {
        show()
        subscribeCommonScreen()
        await Task.detached { [center] in
            center.post(KeyboardEvent.make(.willHide).notification)
        }.value
        await Task { @MainActor in }.value
        #expect(
            log.calls == ["common willShow 336.0 0.0", "common didShow 336.0 0.0", "common willHide 0.25"]
        )
    }

    // MARK: Screens that return

    @Test func aScreenThatReturnsAfterTheHideReceivesIt() {
        let screen = commonScreen()
        let follower = TransitionScreen(pool)
        show()
        advance(3_000)
        pool.remove(screen)
        pool.remove(follower)
        #expect(follower.heights.last == 336)
        hide()
        advance(3_000)
        log.clear()
        pool.add(screen)
        pool.add(follower)
        scheduler.advance(by: .zero)
        #expect(log.calls == ["common willHide 0.0", "common didHide 0.0"])
        #expect(follower.heights.last == 0)
        #expect(follower.isComplete)
    }

    @Test func aScreenThatReturnsToAKeyboardWithoutAFrameMakesNoRoom() {
        let (first, second) = (NSObject(), NSObject())
        let follower = TransitionScreen(pool)
        post(.willShow, .didShow, to: docked, sender: first)
        advance(3_000)
        #expect(follower.heights.last == 336)
        pool.remove(follower)
        post(.willHide, .didHide, to: CGRect.zero, sender: second)
        advance(3_000)
        pool.add(follower)
        scheduler.advance(by: .zero)
        #expect(follower.heights.last == 0)
        #expect(follower.isComplete)
    }

    @Test func aTransitionPresentableBeginsAtTheCurrentPlace() {
        show()
        advance(3_000)
        let screen = TransitionScreen(pool)
        #expect(screen.calls.isEmpty)
        scheduler.advance(by: .zero)
        let overlap = docked
        #expect(screen.calls == [.begin(overlap), .end(overlap, isFinished: true)])
        #expect(screen.transitions.first?.duration == .zero)
        advance(3_000)
        #expect(screen.calls.count == 2)
        #expect(scheduler.waitingCount == 1, "only the sweep is scheduled")
    }

    @Test(arguments: [0, 0.25])
    func aLateScreenThatFollowsAnotherKeyboardReceivesNoOldTransition(duration: Double) {
        let (first, second) = (NSObject(), NSObject())
        post(.willShow, .didShow, to: docked, duration: duration, bounds: screen, sender: first)
        advance(3_000)
        post(.willShow, .didShow, to: accessoryBar, duration: duration, bounds: screen, sender: second)
        advance(3_000)
        let late = TransitionScreen(
            pool,
            geometry: KeyboardGeometry(minimumOverlap: 0, screen: ObjectIdentifier(first))
        )
        scheduler.advance(by: .zero)
        #expect(late.heights.last == 336)
        late.reset()
        late.keyboardGeometry.screen = ObjectIdentifier(second)
        // The pool compares the keyboards at each update. This assignment causes an update.
        pool.fallbackScreenBounds = screen
        advance(3_000)
        #expect(late.heights.last == 44)
        #expect(late.isComplete)
        #expect(late.transitions.map(\.duration) == [.zero])
        #expect(late.calls.count == 2, "no frame of the old transition is reported")
    }

    // MARK: Lifetimes

    @Test func manyLifetimesUnderAShownKeyboardLeaveNothing() {
        show()
        subscribeCommonScreen()
        for _ in 0..<10_000 {
            _ = commonScreen()
            _ = TransitionScreen(pool)
        }
        pool.sweep()
        #expect(pool.count == 1 && pool.orphanCount == 0)
        #expect(pool.trackingEntryCount == 0)
        #expect(scheduler.waitingCount == 2, "the sweep and one turn")
        scheduler.advance(by: .zero)
        #expect(log.calls.count == 2)
        #expect(scheduler.waitingCount == 1)
    }

    @Test func aPoolThatIsDeallocatedBeforeTheTurnLeavesNoAction() {
        let screen = CommonScreen(log)
        do {
            let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            pool.listen()
            show()
            pool.add(screen)
            #expect(scheduler.waitingCount == 2)
        }
        #expect(scheduler.waitingCount == 0)
        #expect(log.calls.isEmpty)
    }

    @Test func aPoolThatListensBeforeTheSourceStartsKnowsTheKeyboard() {
        let (listening, silent) = (KeyboardObserverPool(center: center), KeyboardObserverPool(center: center))
        listening.listen()
        show()
        #expect(listening.keyboard.isOnScreen)
        #expect(!silent.keyboard.isOnScreen)
    }
}

/// A screen that performs an action when the keyboard is shown.
private final class ActingScreen: KeyboardObservable, CommonKeyboardPresentable {
    private(set) var calls: [String] = []
    var onShow: (ActingScreen) -> Void
    let keyboardObserverPool: KeyboardObserverPool

    init(_ pool: KeyboardObserverPool, onShow: @escaping (ActingScreen) -> Void = { _ in }) {
        (keyboardObserverPool, self.onShow) = (pool, onShow)
    }

    var showCount: Int { calls.count { $0 == "will" } }

    func resubscribe() {
        unsubscribeFromKeyboardNotifications()
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        calls.append("will")
        onShow(self)
    }

    func keyboardWillBeHidden(duration: TimeInterval) {}
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) { calls.append("did") }
}

/// A scheduler of a main queue that may be busy.
@MainActor
private final class StallingScheduler: KeyboardScheduler {
    private(set) var now = Duration.zero
    private var waiting: [(time: Duration, action: KeyboardScheduledAction)] = []

    func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        let scheduled = KeyboardScheduledAction(action)
        let time = now + max(delay, .zero)
        waiting.insert((time, scheduled), at: waiting.firstIndex { $0.time > time } ?? waiting.count)
        return scheduled
    }

    /// Runs each action at its time.
    func advance(by duration: Duration) {
        let end = now + duration
        while let first = waiting.first, first.time <= end {
            now = max(now, first.time)
            waiting.removeFirst().action.run()
        }
        now = end
    }

    /// Lets the time pass, and then runs the actions that are due.
    func stall(for duration: Duration) {
        now += duration
        while let first = waiting.first, first.time <= now {
            waiting.removeFirst().action.run()
        }
    }
}
