import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Everybody who can listen, in one order: neighbours of one class, of several, and closures in between.
@MainActor
struct CrowdTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func eachEventReachesTheSubscribedObserversInOrderDuringChanges(seed: UInt64) {
        let crowd = Crowd(seed: seed)
        for event in 1...20 {
            let (heard, expected) = crowd.post(.willShow)
            #expect(heard == expected, "seed \(seed), event \(event)")
        }
        crowd.dissolve()
        #expect(crowd.pool.count == 0, "seed \(seed)")
    }
}

/// Keeps a list of who should be where, and has members go and come while an event is delivered.
@MainActor
private final class Crowd {
    private enum Member {
        case screen(any KeyboardObservable)
        case closure(KeyboardObservationToken)
    }

    let center = NotificationCenter()
    let pool: KeyboardObserverPool
    private var random: SeededRandom
    private var members: [(name: Int, member: Member)] = []
    private var lastName = 0
    private var heard: [Int] = []
    /// Who is still to be called in the running event.
    private var isDue: Set<Int> = []
    private var expected: [Int] = []

    init(seed: UInt64) {
        pool = KeyboardObserverPool(center: center)
        random = SeededRandom(seed: seed)
        for _ in 0..<30 { joinSome() }
    }

    func post(_ kind: KeyboardEvent.Kind) -> (heard: [Int], expected: [Int]) {
        heard = []
        let order = members.map(\.name)
        isDue = Set(order)
        expected = order
        center.post(KeyboardEvent.make(kind).notification)
        return (heard, expected)
    }

    func dissolve() {
        members = []
    }

    private func isCalled(_ name: Int) {
        heard.append(name)
        isDue.remove(name)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: leave()
        case 1: joinSome()
        default: break
        }
    }

    /// Somebody is dropped, or unsubscribes and may come back at the end.
    private func leave() {
        guard let index = members.indices.randomElement(using: &random) else { return }
        let (name, member) = members.remove(at: index)
        // Who had its turn has been heard; who had not is not called any more.
        if isDue.remove(name) != nil { expected.removeAll { $0 == name } }
        guard case .screen(let screen) = member, Bool.random(using: &random) else { return }
        pool.remove(screen)
        guard Bool.random(using: &random) else { return }
        pool.add(screen)
        members.append((name, member))
    }

    /// A few of one class, or a closure.
    private func joinSome() {
        let kind = Int.random(in: 0..<5, using: &random)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            lastName += 1
            let name = lastName
            let call: () -> Void = { [unowned self] in isCalled(name) }
            let screen: (any KeyboardObservable)? =
                switch kind {
                case 0: RawMember(call)
                case 1: CommonMember(call)
                case 2: FullMember(call)
                case 3: MemberOfBoth(call)
                default: nil
                }
            if let screen {
                pool.add(screen)
                members.append((name, .screen(screen)))
            } else {
                members.append((name, .closure(pool.observe { _ in call() })))
            }
        }
    }
}

private class CrowdMember {
    let call: () -> Void

    init(_ call: @escaping () -> Void) {
        self.call = call
    }
}

private final class RawMember: CrowdMember, KeyboardObservable {
    func keyboardWillBeShown(notification: Notification) { call() }
    func keyboardWillBeHidden(notification: Notification) {}
}

private final class CommonMember: CrowdMember, KeyboardObservable, CommonKeyboardPresentable {
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { call() }
    func keyboardWillBeHidden(duration: TimeInterval) {}
}

private final class FullMember: CrowdMember, KeyboardObservable, FullKeyboardPresentable {
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { call() }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {}
}

private final class MemberOfBoth: CrowdMember, KeyboardObservable, CommonKeyboardPresentable, FullKeyboardPresentable {
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { call() }
    func keyboardWillBeHidden(duration: TimeInterval) {}
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {}
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {}
}
