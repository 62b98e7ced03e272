/// A key of the computer's keyboard.
package enum Key: Sendable, Hashable {
    case character(Character)
    case `return`, tab, backTab, escape, backspace, delete
    case left, right, up, down, home, end, pageUp, pageDown
    /// A function key: F1 has the number 1.
    case function(Int)
    /// A letter that is pressed together with Control.
    case control(Character)
}
