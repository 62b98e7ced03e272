package import Foundation

/// A row of items.
///
/// The items begin at the left end of the row. If there are several items, the last item is at the right end.
package final class Toolbar: Widget {
    private struct Item {
        let label: String
        let isEnabled: Bool
        let action: @MainActor () -> Void
    }

    private var items: [Item] = []

    package func removeAll() {
        items = []
        setNeedsDisplay()
    }

    package func add(_ label: String, isEnabled: Bool, action: @escaping @MainActor () -> Void) {
        items.append(Item(label: label, isEnabled: isEnabled, action: action))
        setNeedsDisplay()
    }

    package override func press(at point: CGPoint) {
        let column = Int(point.x / cell.width)
        let columns = Int((frame.width / cell.width).rounded())
        guard let index = places(columns: columns).firstIndex(where: { $0.contains(column) }) else { return }
        if items[index].isEnabled { items[index].action() }
    }

    package override func draw(on canvas: inout Canvas, columns: Int, rows: Int) {
        canvas.fill(CellFrame(column: 0, row: 0, columns: columns, rows: 1), .bar)
        for (item, place) in zip(items, places(columns: columns)) {
            let text = item.isEnabled ? "[\(item.label)]" : " \(item.label) "
            canvas.write(text, column: place.lowerBound, row: 0, item.isEnabled ? .bar : .faint)
        }
    }

    /// The columns of each item.
    private func places(columns: Int) -> [Range<Int>] {
        var start = 1
        return items.indices.map { index in
            let width = items[index].label.columnCount + 2
            if index > 0, index == items.count - 1 { start = max(start, columns - width - 1) }
            defer { start += width + 1 }
            return start..<start + width
        }
    }
}
