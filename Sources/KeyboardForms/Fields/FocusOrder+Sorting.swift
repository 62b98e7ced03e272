public import Foundation

extension FocusOrder {
    /// The rule that sorts the fields of an order.
    public enum Sorting: Sendable, Hashable {
        /// The fields stay in the sequence in which the app added them.
        ///
        /// The fields of a container have the same sequence as ``FormContainer/formElements``.
        case asGiven
        /// The fields are sorted into rows, from top to bottom.
        ///
        /// The fields of a row have nearly the same vertical center.
        ///
        /// - Parameters:
        ///   - rowTolerance: The largest vertical distance, in points, between the centers of two fields in the same
        ///     row.
        ///   - direction: The direction in which each row is read.
        case byPosition(rowTolerance: CGFloat = 10, direction: ReadingDirection = .leftToRight)

        @MainActor
        func sorted(_ nodes: [FieldCollector.Node]) -> [FieldCollector.Node] {
            guard case .byPosition(let tolerance, let direction) = self else { return nodes }
            // Containers, and fields with an infinite or NaN coordinate, come after all other fields. Fields at the
            // same position keep their sequence, because the standard library's sort is stable (SE-0372).
            let all = nodes.map { Placed(node: $0, frame: $0.field?.formState.frame ?? .null) }
            var rows: [[Placed]] = []
            for field in all.filter(\.isFinite).sorted(by: { $0.frame.midY < $1.frame.midY }) {
                if let first = rows.last?.first, field.frame.midY - first.frame.midY <= tolerance {
                    rows[rows.count - 1].append(field)
                } else {
                    rows.append([field])
                }
            }
            return (rows.flatMap(direction.sorted) + all.filter { !$0.isFinite }).map(\.node)
        }
    }

    /// The direction in which a row is read.
    public enum ReadingDirection: Sendable, Hashable {
        /// Each row is read from left to right.
        case leftToRight
        /// Each row is read from right to left.
        case rightToLeft

        fileprivate func sorted(_ row: [Placed]) -> [Placed] {
            switch self {
            case .leftToRight: row.sorted { $0.frame.minX < $1.frame.minX }
            case .rightToLeft: row.sorted { $0.frame.maxX > $1.frame.maxX }
            }
        }
    }
}

private struct Placed {
    let node: FieldCollector.Node
    let frame: CGRect

    var isFinite: Bool {
        [frame.minX, frame.minY, frame.maxX, frame.maxY].allSatisfy(\.isFinite)
    }
}
