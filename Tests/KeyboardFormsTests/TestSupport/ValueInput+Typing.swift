@testable import KeyboardForms

extension ValueInput {
    /// Whether a text that is appended can make the text valid.
    func canBecomeValid(_ text: String) -> Bool {
        rules.canBecomeValid(text)
    }
}
