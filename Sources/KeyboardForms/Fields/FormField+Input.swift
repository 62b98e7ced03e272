extension FormField {
    /// Returns the part of a typed or pasted input that the field accepts.
    ///
    /// Call this method before your toolkit changes the text, and insert the result. In a single-line field, line
    /// breaks become spaces. An input that would make the text longer than ``FieldState/maximumLength`` is cut at its
    /// end. If the text is already too long, an input that makes the text shorter is not cut. A deletion is an empty
    /// input, and is always permitted.
    ///
    /// - Parameters:
    ///   - input: The characters that replace the selection.
    ///   - head: The text before the selection.
    ///   - tail: The text after the selection.
    /// - Returns: The accepted characters; `nil` if the input does not fit into the text, or if
    ///   ``FieldState/inputFilter`` refuses the new text.
    public func acceptedInput(_ input: String, after head: String, before tail: String) -> String? {
        if input.isEmpty { return input }
        var input = isMultiLine ? input : String(input.map { $0.isNewline ? " " : $0 })
        if let maximumLength = formState.maximumLength {
            let limit = max(maximumLength, text.count - 1, 0)
            // The first and the last character of the input can merge with the characters next to them, so the input
            // can be two characters longer than the remaining room.
            input = String(input.prefix(max(limit - (head + tail).count, 0) + 2))
            while !input.isEmpty, (head + input + tail).count > limit { input.removeLast() }
            if input.isEmpty { return nil }
        }
        return formState.inputFilter?(head + input + tail) == false ? nil : input
    }
}
