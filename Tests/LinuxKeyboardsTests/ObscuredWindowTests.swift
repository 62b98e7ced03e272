import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@testable import LinuxKeyboards

/// The events of a keyboard when a full-screen window covers its window.
@MainActor
struct ObscuredWindowTests {
    private let keyboard = StatedWindow()
    private let below = CGRect(x: 0, y: 810, width: 1_280, height: 205)
    private let docked = CGRect(x: 0, y: 595, width: 1_280, height: 205)

    private func obscure(_ isObscured: Bool) {
        keyboard.isObscured = isObscured
        keyboard.window(docked, isMapped: true)
    }

    private func show() {
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.slide(796, 700, 595)
        _ = keyboard.takeLog()
    }

    @Test func aShownKeyboardPostsFramesInPlace() {
        show()
        #expect(!keyboard.pool.keyboard.isObscured)
        for isObscured in [true, false] {
            obscure(isObscured)
            #expect(
                keyboard.takeLog() == [
                    "willChangeFrame 0,595 to 0,595 in 0.0", "didChangeFrame 0,595 to 0,595 in 0.0",
                ]
            )
            #expect(keyboard.pool.keyboard.isObscured == isObscured)
            #expect(keyboard.pool.keyboard.phase == .shown && keyboard.pool.keyboard.placement == .docked)
            obscure(isObscured)
            #expect(keyboard.takeLog() == [])
        }
    }

    @Test func aSlideGoesOn() {
        let guide = KeyboardLayoutGuide(pool: keyboard.pool)
        guide.viewFrame = StatedWindow.screen
        keyboard.window(below, isMapped: false)
        keyboard.says(true)
        keyboard.window(below, isMapped: true)
        keyboard.slide(796, 700)
        #expect(guide.bottomInset > 0)
        keyboard.isObscured = true
        keyboard.slide(650)
        #expect(guide.bottomInset == 0 && keyboard.pool.keyboard.phase == .appearing)
        keyboard.slide(595)
        #expect(keyboard.pool.keyboard.phase == .shown && keyboard.pool.keyboard.isObscured)
        #expect(guide.bottomInset == 0)
        #expect(keyboard.events.suffix(2).map(\.kind) == [.didChangeFrame, .didShow])
        keyboard.wait(2_000)
        obscure(false)
        #expect(guide.bottomInset == 205)
    }

    @Test func aHiddenKeyboardAppearsAsItDisappeared() {
        show()
        obscure(true)
        keyboard.slide(598, 700)
        keyboard.says(false)
        #expect(keyboard.events.last?.kind == .didHide && keyboard.events.last?.info.isObscured == true)
        keyboard.isObscured = false
        keyboard.window(below, isMapped: false)
        #expect(keyboard.takeLog().last?.hasPrefix("didHide") == true)
        keyboard.says(true)
        #expect(keyboard.pool.keyboard.isObscured)
        keyboard.window(below, isMapped: true)
        #expect(!keyboard.pool.keyboard.isObscured)
    }

    @Test func anObserverCanHideTheKeyboardBetweenTheFrames() {
        show()
        let token = keyboard.pool.observe(for: keyboard, [.willChangeFrame]) { keyboard, event in
            if event.info.frameBegin == event.info.frameEnd { keyboard.says(false) }
        }
        obscure(true)
        #expect(keyboard.pool.keyboard.phase == .hidden)
        withExtendedLifetime(token) {}
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func theEventsKeepTheRules(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var checker = EventSequenceChecker(capabilities: [.frames, .didEvents])
        show()
        for _ in 0..<20 {
            keyboard.isObscured = Bool.random(using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: keyboard.says(Bool.random(using: &random))
            case 1: keyboard.window(docked, isMapped: true)
            case 2: keyboard.window(below, isMapped: Bool.random(using: &random))
            default: keyboard.slide(700, 650)
            }
            keyboard.wait([0, 100, 3_000].randomElement(using: &random) ?? 0)
        }
        keyboard.window(docked, isMapped: true)
        keyboard.wait(3_000)
        for event in keyboard.events { checker.receive(event) }
        checker.finishTransitions()
        #expect(checker.findings.filter { $0.rule == .payloadIsComplete || $0.rule == .willNeedsDid } == [])
        let last = keyboard.events.last { $0.kind != .didChangeFrame }
        #expect(keyboard.pool.keyboard.isObscured == last?.info.isObscured)
    }
}
