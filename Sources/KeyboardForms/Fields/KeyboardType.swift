/// Which keys a field wants. UIKit's names, without those that are brands.
public enum KeyboardType: String, Sendable, Hashable, CaseIterable {
    case `default`, asciiCapable, numbersAndPunctuation, url, numberPad, phonePad, namePhonePad, emailAddress
    case decimalPad, webSearch, asciiCapableNumberPad

    /// Whether these keys have no return key, so that what is typed is committed when the focus leaves.
    public var isPad: Bool {
        switch self {
        case .numberPad, .phonePad, .decimalPad, .asciiCapableNumberPad: true
        default: false
        }
    }
}
