extension Optional where Wrapped == String {
    /// The text of a field that edits this optional string.
    ///
    /// The getter returns `""` for `nil`, and the setter stores `nil` for `""`.
    ///
    /// ```swift
    /// nicknameField.text = profile.nickname.boundString
    /// profile.nickname.boundString = nicknameField.text
    /// ```
    public var boundString: String {
        get { self ?? "" }
        set { self = newValue.isEmpty ? nil : newValue }
    }
}

extension ValueFormat where Value == String? {
    /// A format that displays a string unchanged, and displays `nil` as an empty text.
    ///
    /// To edit an optional string, use a `ValueInput<String>` or a `ValueInput<String?>`. Both have the same effect.
    public static var text: ValueFormat {
        ValueFormat(format: \.boundString) { text in text.isEmpty ? nil : text }
    }
}
