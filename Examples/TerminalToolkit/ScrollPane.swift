package import Foundation

/// A scrollable column of widgets.
package final class ScrollPane: Widget {
    private struct Row {
        let label: String
        let widget: Widget
        let rows: Int
    }

    /// The free space below the content, in points.
    package var bottomInset: CGFloat = 0 {
        didSet { if bottomInset != oldValue { setNeedsDisplay() } }
    }
    /// The distance by which the content has moved up, in points.
    package var scrollOffset: CGFloat = 0 {
        didSet { if scrollOffset != oldValue { setNeedsDisplay() } }
    }
    /// The height of the content, in points.
    package private(set) var contentHeight: CGFloat = 0
    /// Called after each layout, after each scroll by a person, and after each move of the caret.
    package var onLayout: (@MainActor () -> Void)?

    private var items: [Row] = []

    /// Adds a widget below the others, with a label on its left.
    ///
    /// The row below each widget is free for the message of a field.
    package func add(_ widget: Widget, label: String = "", rows: Int = 1) {
        widget.parent = self
        items.append(Row(label: label, widget: widget, rows: rows))
        layout()
    }

    package var fields: [TextWidget] {
        items.compactMap { $0.widget as? TextWidget }
    }

    /// The largest offset.
    private var maximumOffset: CGFloat {
        max(contentHeight + bottomInset - frame.height, 0)
    }

    /// Shows the end of the content above the bottom inset.
    package func scrollToBottom() {
        scrollOffset = maximumOffset
    }

    package override func scroll(rows: Int) {
        scrollOffset = min(max(scrollOffset + CGFloat(rows) * cell.height, 0), maximumOffset)
        onLayout?()
    }

    private static let labelColumns = 9

    package override func layout() {
        var y = cell.height
        for item in items {
            let left = CGFloat(item.label.isEmpty ? 1 : Self.labelColumns + 2) * cell.width
            item.widget.frame = CGRect(
                x: left,
                y: y,
                width: max(frame.width - left - cell.width, cell.width),
                height: CGFloat(item.rows) * cell.height
            )
            y += CGFloat(item.rows + 1) * cell.height
        }
        contentHeight = y
        super.layout()
        onLayout?()
    }

    package override func draw(on canvas: inout Canvas, columns: Int, rows: Int) {
        canvas.draw(movedUp: Int((scrollOffset / cell.height).rounded())) { canvas in
            for item in items where item.widget.isVisible {
                let place = cell.cells(of: item.widget.frame)
                let field = item.widget as? TextWidget
                if field?.hasFocus == true { canvas.write("▸", column: 0, row: place.row) }
                canvas.write(item.label.fitted(to: Self.labelColumns), column: 1, row: place.row)
                canvas.draw(in: place) { canvas in
                    item.widget.draw(on: &canvas, columns: place.columns, rows: place.rows)
                }
                if let message = field?.message {
                    let text = "✗ \(message)".fitted(to: columns - 2)
                    canvas.write(text, column: 1, row: place.row + place.rows, .error)
                }
            }
        }
    }

    package override func press(at point: CGPoint) {
        let point = CGPoint(x: point.x, y: point.y + scrollOffset)
        guard let item = items.first(where: { $0.widget.isVisible && $0.widget.frame.contains(point) }) else { return }
        let origin = item.widget.frame.origin
        item.widget.press(at: CGPoint(x: point.x - origin.x, y: point.y - origin.y))
    }
}
