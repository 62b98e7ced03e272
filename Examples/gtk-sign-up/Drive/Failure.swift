/// Something that the drive expected, and that did not happen.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws a sentence unless a condition is true.
func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    if !condition { throw Failure(sentence()) }
}
