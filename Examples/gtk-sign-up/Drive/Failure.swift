/// An expectation of the drive that was not met.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws a failure with a sentence unless a condition is true.
func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    if !condition { throw Failure(sentence()) }
}
