import Dispatch
import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Posts many events off the main actor while the main actor is busy.
@MainActor
struct MemoryBoundTests {
    private let center = NotificationCenter()
    private let pool: KeyboardObserverPool

    /// The bound in the article *How the pool works*.
    ///
    /// If this number of events waits, the pool keeps only the newest half.
    private let mostWaiting = 2 * 8_192

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: ManualScheduler())
    }

    private nonisolated func event(_ number: Int) -> KeyboardEvent {
        KeyboardEvent(.willShow, info: .init(frameEnd: CGRect(x: 0, y: 0, width: 1, height: number)))
    }

    private nonisolated func motion(_ y: Double, of screen: NSObject? = nil) -> Notification {
        let frame = CGRect(x: 0, y: y, width: 100, height: 300)
        return Notification(
            name: .keyboardFrameInMotion,
            object: screen,
            userInfo: [KeyboardUserInfoKey.frameEnd: frame]
        )
    }

    @Test func theNewestEventsAreKeptAndTheNumberOfDroppedOnesIsReportedOnce() {
        var numbers: [Int] = []
        let token = pool.observe { numbers.append(Int($0.info.frameEnd?.height ?? -1)) }
        var issues: [KeyboardIssue] = []
        var numbersAtIssue = -1
        pool.onIssue = {
            issues.append($0)
            numbersAtIssue = numbers.count
        }
        let (center, event) = (center, event)
        DispatchQueue.global().sync {
            for number in 1...20_000 { center.post(event(number).notification) }
        }
        #expect(pool.waitingArrivalCount <= mostWaiting)
        center.post(event(20_001).notification)
        #expect(numbers.count > 8_192)
        #expect(numbers == Array((20_002 - numbers.count)...20_001))
        #expect(issues == [.droppedEvents(count: 20_001 - numbers.count, limit: 8_192)])
        #expect(numbersAtIssue == 0)
        #expect(pool.keyboard.frame?.height == 20_001)
        withExtendedLifetime(token) {}
    }

    @Test func noEventIsDroppedBelowTheLimit() {
        var count = 0
        let token = pool.observe { _ in count += 1 }
        pool.onIssue = { Issue.record("\($0)") }
        let (center, event) = (center, event)
        DispatchQueue.global().sync {
            for number in 1...8_192 { center.post(event(number).notification) }
        }
        center.post(event(0).notification)
        #expect(count == 8_193)
        withExtendedLifetime(token) {}
    }

    @Test func reportedFramesOfOneSenderAreCoalesced() {
        let guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = CGRect(x: 0, y: 0, width: 100, height: 1_000)
        pool.fallbackScreenBounds = guide.viewFrame
        func post(_ name: Notification.Name, top: Double) -> Notification {
            let frame = CGRect(x: 0, y: top, width: 100, height: 300)
            let userInfo: [String: Any] = [
                KeyboardUserInfoKey.frameBegin: CGRect(x: 0, y: 1_000, width: 100, height: 300),
                KeyboardUserInfoKey.frameEnd: frame, KeyboardUserInfoKey.animationDuration: 0.25,
            ]
            return Notification(name: name, object: nil, userInfo: userInfo)
        }
        center.post(post(.keyboardWillShow, top: 700))
        let center = center
        DispatchQueue.global().sync {
            for number in 1...20_000 {
                center.post(motion(1_000 - Double(number) / 200))
            }
        }
        #expect(pool.waitingArrivalCount <= mostWaiting)
        center.post(motion(850))
        #expect(guide.bottomInset == 150)
    }

    @Test func iterationsThatEndBeforeTheMainActorTakesThemLeaveNothing() {
        let (events, states) = (pool.events, pool.states)
        DispatchQueue.global().sync {
            for _ in 0..<20_000 {
                _ = events.makeAsyncIterator()
                _ = states.makeAsyncIterator()
            }
        }
        #expect(pool.waitingArrivalCount <= mostWaiting)
        #expect(pool.iterationCount == 0)
        pool.sweep()
        #expect(pool.orphanCount == 0)
        #expect(pool.stateObserverCount == 0)
    }

    @Test func observersThatEndWithoutAnEventAreRemovedAsOthersAreAdded() {
        for _ in 1...1_000 {
            pool.observeState { _ in }.cancel()
            _ = KeyboardLayoutGuide(pool: pool)
        }
        #expect(pool.trackingEntryCount <= 2 * 16)
    }

    /// While a long callback runs, other threads post events, and the callback also posts events.
    @Test func aFloodDuringACallbackIsBoundedAndReported() {
        var count = 0
        let (center, event) = (center, event)
        let token = pool.observe { _ in
            count += 1
            guard count == 1 else { return }
            for _ in 1...5 {
                DispatchQueue.global().sync {
                    for number in 1...6_600 { center.post(event(number).notification) }
                }
                center.post(event(0).notification)
            }
        }
        var dropped = 0
        pool.onIssue = { if case .droppedEvents(let count, _) = $0 { dropped += count } }
        center.post(event(0).notification)
        #expect(count + dropped == 33_006)
        #expect((8_192..<2 * mostWaiting).contains(count))
        #expect(dropped > 0)
        withExtendedLifetime(token) {}
    }

    @Test func aFloodBetweenSubscriptionsIsBoundedAndReported() {
        var count = 0
        var dropped = 0
        pool.onIssue = { if case .droppedEvents(let count, _) = $0 { dropped += count } }
        let (center, event) = (center, event)
        var tokens = [pool.observe { _ in }]
        for _ in 1...5 {
            DispatchQueue.global().sync {
                for number in 1...8_191 { center.post(event(number).notification) }
            }
            tokens.append(pool.observe { _ in })
        }
        tokens.append(pool.observe { _ in count += 1 })
        center.post(event(0).notification)
        #expect(count + dropped == 5 * 8_191 + 1)
        #expect(count < 2 * mostWaiting)
        withExtendedLifetime(tokens) {}
    }

    @Test func subscriptionsThatWaitDoNotRaiseTheBoundOfEvents() {
        let (events, center, event) = (pool.events, center, event)
        let iterators = DispatchQueue.global().sync {
            let iterators = (0..<3_000).map { _ in events.makeAsyncIterator() }
            for number in 1...20_000 { center.post(event(number).notification) }
            return iterators
        }
        #expect(pool.waitingArrivalCount < mostWaiting + 3_000)
        withExtendedLifetime(iterators) {}
    }

    @Test func aFrameReplacesNoFrameOfAnotherScreen() {
        let (screens, guides) = movingKeyboards(2)
        let center = center
        DispatchQueue.global().sync {
            for (number, y) in [(0, 900), (1, 800), (1, 700), (0, 600), (1, 500)] {
                center.post(motion(Double(y), of: screens[number]))
            }
        }
        #expect(pool.waitingArrivalCount == 4)
        var insets: [[CGFloat]] = [[], []]
        for number in 0...1 { guides[number].onChange = { insets[number].append($0) } }
        center.post(name: .keyboardDidHide, object: nil)
        #expect(insets == [[100, 400], [300, 500]])
        withExtendedLifetime(guides) {}
    }

    /// The pool keeps the frame of the first screen, although the pool drops newer frames of the other screens.
    @Test func theFrameOfAScreenIsKeptWhileOthersPostMany() {
        let (screens, guides) = movingKeyboards(3)
        let center = center
        DispatchQueue.global().sync {
            for number in 0...2_000 {
                let sender = screens[number == 0 ? 0 : 1 + number % 2]
                center.post(motion(900, of: sender))
            }
        }
        #expect(pool.waitingArrivalCount <= 1_024)
        center.post(name: .keyboardDidHide, object: nil)
        #expect(guides.map(\.bottomInset) == [100, 100, 100])
    }

    /// Screens with keyboards that move to their places, and layout guides that follow them.
    private func movingKeyboards(_ count: Int) -> (screens: [NSObject], guides: [KeyboardLayoutGuide]) {
        let screens = (0..<count).map { _ in NSObject() }
        let guides = screens.map { sender in
            let guide = KeyboardLayoutGuide(pool: pool)
            guide.viewFrame = CGRect(x: 0, y: 0, width: 100, height: 1_000)
            guide.geometry.screen = ObjectIdentifier(sender)
            let info = Notification.KeyboardInfo(
                frameBegin: CGRect(x: 0, y: 1_000, width: 100, height: 300),
                frameEnd: CGRect(x: 0, y: 700, width: 100, height: 300),
                animationDuration: 10,
                screenBounds: guide.viewFrame
            )
            let userInfo = KeyboardEvent(.willShow, info: info).notification.userInfo
            center.post(name: .keyboardWillShow, object: sender, userInfo: userInfo)
            return guide
        }
        return (screens, guides)
    }

    /// A drag posts many frames, and the main actor takes the newest frame of each screen.
    @Test func theNewestFrameOfEachScreenIsKept() {
        let center = center
        let (screens, guides) = movingKeyboards(2)
        DispatchQueue.global().sync {
            for number in 0..<2_000 {
                let y = number < 1_998 ? 990 : 900 + 50 * (number % 2)
                center.post(motion(Double(y), of: screens[number % 2]))
            }
        }
        #expect(pool.waitingArrivalCount <= 1_024)
        center.post(event(0).notification)
        #expect(guides.map(\.bottomInset) == [100, 50])
    }
}
