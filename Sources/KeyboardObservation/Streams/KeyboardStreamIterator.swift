/// One iteration over what a pool tells: its events, or its states.
///
/// It may be made and dropped on any thread, and hears what comes from then on until it is dropped.
public struct KeyboardStreamIterator<Element: Sendable>: AsyncIteratorProtocol {
    private let iteration: StreamIteration<Element>

    init(_ iteration: StreamIteration<Element>) {
        self.iteration = iteration
    }

    /// The next element, as soon as there is one; `nil` when the iteration has ended.
    nonisolated(nonsending) public mutating func next() async -> Element? {
        await iteration.next(isolation: #isolation)
    }

    /// The next element, as soon as there is one; `nil` when the iteration has ended.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
        await iteration.next(isolation: actor)
    }
}
