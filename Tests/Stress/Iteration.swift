/// An iteration that was started, and that nobody goes on with.
@MainActor
final class Iteration<Iterator> {
    private let iterator: Iterator
    private let mark: Mark

    init(_ iterator: Iterator, _ kind: Kind) {
        self.iterator = iterator
        mark = Mark(kind)
    }
}
