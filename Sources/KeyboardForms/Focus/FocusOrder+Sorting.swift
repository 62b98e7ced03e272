public import Foundation

extension FocusOrder {
    /// The rule that sorts the fields of an order.
    public enum Sorting: Sendable, Hashable {
        /// The fields have the order in which they were added, or in which their containers list them.
        case asGiven
        /// The fields are sorted in rows from top to bottom, by the vertical centers of their frames.
        ///
        /// - Parameters:
        ///   - rowTolerance: The largest distance of a field below the first field of its row, in points.
        ///   - direction: The direction in which each row is read.
        case byPosition(rowTolerance: CGFloat = 10, direction: ReadingDirection = .leftToRight)

        func sorted(_ records: [FocusableFields.Record]) -> [FocusableFields.Record] {
            guard case .byPosition(let tolerance, let direction) = self else { return records }
            // Fields with frames that are not finite are last. Fields at the same position keep their sequence, because
            // the standard library's sort is stable (SE-0372).
            let placed = records.compactMap { record in record.frame.map { Placed(record: record, frame: $0) } }
            let fromTop = placed.sorted { $0.frame.midY < $1.frame.midY }
            var rows: [[Placed]] = []
            for field in fromTop {
                if let first = rows.last?.first, field.frame.midY - first.frame.midY <= tolerance {
                    rows[rows.count - 1].append(field)
                } else {
                    rows.append([field])
                }
            }
            return rows.flatMap(direction.sorted).map(\.record) + records.filter { $0.frame == nil }
        }
    }

    /// The direction in which a row is read.
    public enum ReadingDirection: Sendable, Hashable {
        /// From left to right.
        case leftToRight
        /// From right to left.
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
    let record: FocusableFields.Record
    let frame: CGRect
}

extension CGRect {
    /// The rectangle, or `nil` if one of its edges is not finite.
    ///
    /// A rectangle that is not a number differs from itself, so it would count as changed each time.
    var ifFinite: CGRect? {
        [minX, minY, maxX, maxY].allSatisfy(\.isFinite) ? self : nil
    }
}
