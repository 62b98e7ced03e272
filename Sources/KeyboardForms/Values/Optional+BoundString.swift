extension Optional where Wrapped == String {
    /// The string as the text of a field.
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
