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
        ///   - direction: The direction in which each row is read, such as `locale.language.characterDirection`. Every
        ///     direction except `rightToLeft` has the effect of `leftToRight`.
        case byPosition(rowTolerance: CGFloat = 10, direction: Locale.LanguageDirection = .leftToRight)

        @MainActor
        func sorted(_ entries: [FieldCollector.Entry]) -> [FieldCollector.Entry] {
            guard case .byPosition(let tolerance, let direction) = self else { return entries }
            // Fields at the same position keep their sequence, because the standard library's sort is stable (SE-0372).
            let all = entries.map { Placed(entry: $0, frame: $0.field.formState.frame()) }
            var rows: [[Placed]] = []
            for field in all.filter(\.isFinite).sorted(by: { $0.frame.midY < $1.frame.midY }) {
                if let first = rows.last?.first, field.frame.midY - first.frame.midY <= tolerance {
                    rows[rows.count - 1].append(field)
                } else {
                    rows.append([field])
                }
            }
            let sorted = rows.flatMap { row in
                row.sorted { direction == .rightToLeft ? $0.frame.maxX > $1.frame.maxX : $0.frame.minX < $1.frame.minX }
            }
            return (sorted + all.filter { !$0.isFinite }).map(\.entry)
        }
    }
}

private struct Placed {
    let entry: FieldCollector.Entry
    let frame: CGRect

    var isFinite: Bool {
        [frame.minX, frame.minY, frame.maxX, frame.maxY].allSatisfy(\.isFinite)
    }
}
