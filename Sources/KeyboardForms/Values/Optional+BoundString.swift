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
