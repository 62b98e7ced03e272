/// A failed expectation of the drive.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws a failure with a sentence if a condition is false.
func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    if !condition { throw Failure(sentence()) }
}
