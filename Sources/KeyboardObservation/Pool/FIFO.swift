/// A first-in, first-out queue.
///
/// The methods `append(_:)` and `popFirst()` are O(1), amortised.
struct FIFO<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int {
        elements.count - head
    }

    var isEmpty: Bool {
        head == elements.count
    }

    /// The last element of the queue; `nil` if the queue is empty.
    ///
    /// If the queue is empty, an assignment to `last` has no effect.
    var last: Element? {
        get { elements.last.flatMap(\.self) }
        set { if let index = elements.indices.last { elements[index] = newValue } }
    }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: elements.capacity <= 64)
            head = 0
        } else if head > 64, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Removes and returns all elements in order.
    @discardableResult
    mutating func removeAll() -> [Element] {
        defer { (elements, head) = ([], 0) }
        return elements[head...].compactMap { $0 }
    }
}
