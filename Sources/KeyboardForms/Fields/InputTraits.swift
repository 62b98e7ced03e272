public import Foundation

/// The keys that a field needs.
///
/// Except for ``url``, the cases have the same names as in UIKit. The enumeration omits UIKit's cases that are named
/// after a brand.
public enum KeyboardType: String, Sendable, Hashable, CaseIterable {
    /// The keyboard's standard keys.
    case `default`
    /// Keys for ASCII characters.
    case asciiCapable
    /// Keys for digits and punctuation.
    case numbersAndPunctuation
    /// Keys for a URL.
    case url
    /// A pad of digits, without a return key.
    case numberPad
    /// A pad for a telephone number, without a return key.
    case phonePad
    /// Keys for a name or a telephone number.
    case namePhonePad
    /// Keys for an email address.
    case emailAddress
    /// A pad of digits and a decimal separator, without a return key.
    ///
    /// For a ``NumberInput`` that accepts negative numbers, a keyboard inside the app also has a sign key.
    case decimalPad
    /// Keys for a web search.
    case webSearch
    /// A pad of ASCII digits, without a return key.
    case asciiCapableNumberPad

    package var hasReturnKey: Bool {
        switch self {
        case .numberPad, .phonePad, .decimalPad, .asciiCapableNumberPad: false
        default: true
        }
    }
}

/// The label of a return key.
///
/// The cases have the same names as in UIKit. The enumeration omits UIKit's cases that are named after a brand.
public enum ReturnKeyType: String, Sendable, Hashable, CaseIterable {
    /// The keyboard's standard label.
    case `default`
    /// *Go*: the key submits the form.
    case go
    /// *Join*.
    case join
    /// *Next*: the key moves the focus to the next field.
    case next
    /// *Route*.
    case route
    /// *Search*.
    case search
    /// *Send*.
    case send
    /// *Done*: the key closes the keyboard.
    case done
    /// *Emergency call*.
    case emergencyCall
    /// *Continue*.
    case `continue`
}

/// The letters that a keyboard capitalizes automatically.
///
/// The cases have the same names as in UIKit. The enumeration has no case that capitalizes all characters.
public enum AutocapitalizationType: String, Sendable, Hashable, CaseIterable {
    /// No letters.
    case none
    /// The first letter of each word.
    case words
    /// The first letter of each sentence.
    case sentences
}

/// A view above the keyboard's keys, such as UIKit's input accessory view.
///
/// The view is visible while a field is edited.
@MainActor
public protocol FieldAccessory: AnyObject {
    /// The view's height, in points.
    var height: CGFloat { get }
}

/// An object that sets the return key type of a field and handles taps on the return key.
@MainActor
public protocol ReturnKeyHandler: AnyObject {
    /// Sets the field's return key type.
    ///
    /// The field calls this method of its handler when editing begins, and when the app sets a handler during editing.
    func setupReturnKeyType(for field: any FormField)

    /// Handles a tap on the field's return key.
    func handleReturnKeyTapped(on field: any FormField)
}
