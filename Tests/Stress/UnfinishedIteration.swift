/// An iteration that is started and never finished.
@MainActor
final class UnfinishedIteration<Iterator> {
    private let iterator: Iterator
    private let lifetime: CountedLifetime

    init(_ iterator: Iterator, _ kind: ObjectKind) {
        self.iterator = iterator
        lifetime = CountedLifetime(kind)
    }
}
