import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

@MainActor
struct PayloadFuzzTests {
    /// Posts 110,000 payloads if the environment has `KEYBOARD_OBSERVATION_FULL`, and 5,500 payloads otherwise.
    @Test(arguments: RandomTestSize.seeds(RandomTestSize.isFull ? 10 : 2))
    func generatedPayloadsNeverTrapAndDeliverFiniteNumbers(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center, scheduler: ManualScheduler())
        let screen = CheckingScreen()
        pool.add(screen)
        let count = RandomTestSize.isFull ? 11_000 : 2_750
        for number in 0..<count {
            screen.context = "seed \(seed), payload \(number)"
            center.post(
                name: KeyboardEvent.Kind.allCases.randomElement(using: &random)?.notificationName ?? .keyboardWillShow,
                object: Bool.random(using: &random) ? nil : junk(&random),
                userInfo: payload(&random)
            )
        }
        #expect(screen.events == count)
        #expect(screen.heights > count / 500, "the generator creates valid payloads as well")
    }

    private func payload(_ random: inout SeededRandom) -> [AnyHashable: Any]? {
        if Int.random(in: 0..<50, using: &random) == 0 { return nil }
        var userInfo: [AnyHashable: Any] = [:]
        let keys = [
            KeyboardUserInfoKey.frameBegin, KeyboardUserInfoKey.frameEnd, KeyboardUserInfoKey.animationDuration,
            KeyboardUserInfoKey.animationCurve, KeyboardUserInfoKey.isLocal, KeyboardUserInfoKey.isObscured,
        ]
        for key in keys where Int.random(in: 0..<5, using: &random) > 0 {
            userInfo[key] = junk(&random)
        }
        for _ in 0..<Int.random(in: 0..<24, using: &random) {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: userInfo["foreign \(Int.random(in: 0..<100, using: &random))"] = junk(&random)
            case 1: userInfo[Int.random(in: 0..<100, using: &random)] = junk(&random)
            default: userInfo[NSString(string: keys.randomElement(using: &random) ?? "")] = junk(&random)
            }
        }
        return userInfo
    }

    private func junk(_ random: inout SeededRandom, depth: Int = 0) -> Any {
        let number = number(&random)
        switch Int.random(in: 0..<(depth < 4 ? 22 : 19), using: &random) {
        case 0, 1: return frame(&random)
        case 2, 3: return NSValue(rect: frame(&random))
        case 4: return NSNumber(value: number)
        case 5: return number
        case 6: return Float(number)
        case 7: return CGFloat(number)
        case 8: return Int.random(in: .min ... .max, using: &random)
        case 9: return UInt.random(in: .min ... .max, using: &random)
        case 10: return Int8.random(in: .min ... .max, using: &random)
        case 11: return NSNumber(value: Int64.random(in: .min ... .max, using: &random))
        case 12: return NSNumber(value: UInt64.random(in: .min ... .max, using: &random))
        case 13: return Bool.random(using: &random)
        case 14: return NSValue(point: CGPoint(x: number, y: number))
        case 15: return NSNull()
        case 16: return "\(number)"
        case 17: return NSObject()
        case 18: return Date(timeIntervalSince1970: 0)
        case 19: return [junk(&random, depth: depth + 1), junk(&random, depth: depth + 1)]
        case 20: return ["key": junk(&random, depth: depth + 1)]
        default: return Optional<Any>.some(junk(&random, depth: depth + 1)) as Any
        }
    }

    private func frame(_ random: inout SeededRandom) -> CGRect {
        CGRect(x: number(&random), y: number(&random), width: number(&random), height: number(&random))
    }

    private func number(_ random: inout SeededRandom) -> Double {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: .nan
        case 1: .infinity
        case 2: -.infinity
        case 3: .greatestFiniteMagnitude
        case 4: -.greatestFiniteMagnitude
        case 5: .leastNonzeroMagnitude
        case 6: .signalingNaN
        case 7: Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
        case 8: -Double.random(in: 0..<1_000, using: &random)
        default: Double.random(in: 0..<1_000, using: &random)
        }
    }
}

/// A screen that checks every number that it receives.
private final class CheckingScreen: KeyboardObservable, CommonKeyboardPresentable, FullKeyboardPresentable {
    var context = ""
    var events = 0
    var heights = 0

    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        events += 1
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        check(height: keyboardHeight)
        check(duration: duration)
    }

    func keyboardWillBeHidden(duration: TimeInterval) { check(duration: duration) }

    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        check(height: keyboardHeight)
        check(duration: duration)
    }

    func keyboardWasHidden(duration: TimeInterval) { check(duration: duration) }
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { check(keyboardInfo) }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { check(keyboardInfo) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { check(keyboardInfo) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { check(keyboardInfo) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) { check(keyboardInfo) }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) { check(keyboardInfo) }

    private func check(_ info: Notification.KeyboardInfo) {
        for frame in [info.frameBegin, info.frameEnd].compactMap(\.self) {
            let isFinite = [frame.minX, frame.minY, frame.maxX, frame.maxY].allSatisfy(\.isFinite)
            if !isFinite { Issue.record("\(context): frame \(frame)") }
        }
        if let duration = info.animationDuration { check(duration: duration) }
    }

    private func check(height: CGFloat) {
        heights += 1
        if !height.isFinite || height < 0 { Issue.record("\(context): height \(height)") }
    }

    private func check(duration: TimeInterval) {
        if !duration.isFinite || duration < 0 { Issue.record("\(context): duration \(duration)") }
    }
}
