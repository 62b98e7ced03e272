import Foundation

/// Sorts fields as a person reads them: row by row, and each row in its direction.
struct RowSorting {
    private let tolerance: CGFloat
    private let direction: FocusOrder.ReadingDirection

    init(_ tolerance: CGFloat, _ direction: FocusOrder.ReadingDirection) {
        self.tolerance = tolerance
        self.direction = direction
    }

    /// What has no place on screen, as its frame is not finite, comes last. Those of one place stay as they were.
    func sorted(_ places: [FieldPlaces.Place]) -> [FieldPlaces.Place] {
        let (seen, unseen) = (places.filter(\.frame.isFinite), places.filter { !$0.frame.isFinite })
        // The standard library's sort is stable, in fact and by SE-0372.
        let fromTop = seen.sorted { $0.frame.midY < $1.frame.midY }
        var rows: [[FieldPlaces.Place]] = []
        for place in fromTop {
            if let first = rows.last?.first, place.frame.midY - first.frame.midY <= tolerance {
                rows[rows.count - 1].append(place)
            } else {
                rows.append([place])
            }
        }
        return rows.flatMap(inReadingDirection) + unseen
    }

    private func inReadingDirection(_ row: [FieldPlaces.Place]) -> [FieldPlaces.Place] {
        switch direction {
        case .leftToRight: row.sorted { $0.frame.minX < $1.frame.minX }
        case .rightToLeft: row.sorted { $0.frame.maxX > $1.frame.maxX }
        }
    }
}

extension CGRect {
    fileprivate var isFinite: Bool {
        [minX, minY, maxX, maxY].allSatisfy(\.isFinite)
    }
}
