import Foundation
import KeyboardObservation
import Testing

/// The keyboard frames of a transition that interrupts other transitions.
struct BlendedTransitionTests {
    private let docked = CGRect(x: 0, y: 516, width: 393, height: 336)
    private let floating = CGRect(x: 40, y: 200, width: 300, height: 240)

    @Test func aTransitionHasAtMostEightPartsHoweverOftenItIsInterrupted() {
        var parts: [KeyboardTransition.Part] = []
        for number in 0..<20 {
            let undocks = number.isMultiple(of: 2)
            let transition = KeyboardTransition(
                from: undocks ? docked : floating,
                to: undocks ? floating : docked,
                beginPlacement: undocks ? .docked : .floating,
                endPlacement: undocks ? .floating : .docked
            )
            let middle = CGRect(x: 20, y: 358, width: 346.5, height: 288)
            parts = transition.parts(at: middle, beginningWith: parts)
            #expect(parts.count == min(number + 2, 8))
            #expect(parts.last?.weight == 0.5, "only a part with a smaller weight is merged")
            #expect(abs(parts.reduce(0) { $0 + $1.weight } - 1) < 1e-9)
        }
    }
}
