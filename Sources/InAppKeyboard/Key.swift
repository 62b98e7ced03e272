public import Foundation
public import KeyboardForms

extension AppKeyboard {
    /// A key at its place on the keyboard.
    public struct Key: Sendable, Hashable {
        /// The effect of a key.
        public enum Kind: Sendable, Hashable {
            /// Types the text, which can be a space.
            case character(String)
            /// Deletes the selected text or the character before the caret.
            case delete
            /// Changes between lowercase and uppercase letters.
            case shift
            /// Shows another page of keys.
            case page(Page)
            /// Shows the letters of the next layout in ``AppKeyboard/layouts``.
            case nextLayout
            /// Hides the keyboard.
            case hide
            /// Notifies the field that the return key was tapped.
            case returnKey(ReturnKeyType)
        }

        /// The keys that are shown together.
        public enum Page: Sendable, Hashable {
            /// The letters of a layout.
            case letters
            /// Digits and the most frequent symbols.
            case symbols
            /// Further symbols.
            case moreSymbols
            /// A pad of digits.
            case numbers
        }

        /// The effect of the key.
        public let kind: Kind

        /// The text or the symbol on the key.
        ///
        /// The label of a space bar is empty. A toolkit can draw its own symbol for a ``kind``.
        public let label: String

        /// The name of the key for screen readers, in the language of the layout.
        public let accessibilityLabel: String

        /// The place of the key, in points, in the coordinates of the keyboard.
        ///
        /// The origin is at the top left of the keyboard. The frames of neighboring keys touch each other. A toolkit
        /// draws the key smaller than this frame, so that there is space between the keys. The frame of a key that a
        /// long press offers can be above the keyboard.
        public package(set) var frame: CGRect

        /// Whether the key is a shift key that is on.
        public let isOn: Bool

        /// Whether a finger presses the key.
        public package(set) var isPressed = false
    }
}
