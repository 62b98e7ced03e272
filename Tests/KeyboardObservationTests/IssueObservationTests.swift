import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct IssueObservationTests {
    private let center = NotificationCenter()
    private let pool: KeyboardObserverPool
    private let duration = KeyboardUserInfoKey.animationDuration

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: ManualScheduler())
    }

    private func postUnreadableDuration() {
        center.post(name: .keyboardWillShow, object: nil, userInfo: [duration: "soon"])
    }

    @Test
    func everyObserverAndOnIssueReceiveEachIssue() {
        var received: [String] = []
        pool.onIssue = { received.append("onIssue \($0)") }
        let first = pool.observeIssues { received.append("first \($0)") }
        let second = pool.observeIssues { received.append("second \($0)") }
        postUnreadableDuration()
        withExtendedLifetime((first, second)) {}
        let issue = "\(duration) of a willShow event: expected a finite number of seconds, not negative, found String"
        #expect(received == ["onIssue \(issue)", "first \(issue)", "second \(issue)"])
    }

    @Test
    func anObserverIsNotCalledAfterItsTokenIsCancelled() {
        var count = 0
        let token = pool.observeIssues { _ in count += 1 }
        postUnreadableDuration()
        token.cancel()
        postUnreadableDuration()
        #expect(count == 1)
    }

    @Test
    func anObserverThatIsCancelledByAnotherIsNotCalledForThatIssue() {
        @MainActor final class Tokens { var second: KeyboardObservationToken? }
        let tokens = Tokens()
        var count = 0
        let first = pool.observeIssues { _ in tokens.second?.cancel() }
        tokens.second = pool.observeIssues { _ in count += 1 }
        postUnreadableDuration()
        withExtendedLifetime(first) {}
        #expect(count == 0)
    }

    @Test
    func aReleasedTokenFreesItsClosure() {
        final class Capture {}
        weak var weakCapture: Capture?
        var token: KeyboardObservationToken?
        do {
            let capture = Capture()
            weakCapture = capture
            token = pool.observeIssues { _ in withExtendedLifetime(capture) {} }
        }
        #expect(weakCapture != nil)
        withExtendedLifetime(token) {}
        token = nil
        #expect(weakCapture == nil)
        postUnreadableDuration()
    }
}
