package import Foundation

/// A part of a screen that draws itself in cells.
@MainActor
package class Widget {
    /// The frame, in points, in the coordinates of the parent's content.
    package var frame = CGRect.zero {
        didSet { if frame != oldValue { layout() } }
    }
    package var isVisible = true {
        didSet { if isVisible != oldValue { setNeedsDisplay() } }
    }
    package internal(set) weak var parent: Widget?
    /// The window that shows the widget; `nil` if the widget has a parent.
    ///
    /// A widget with a parent finds the window through its parent.
    weak var host: Window?

    package init() {}

    package var window: Window? {
        host ?? parent?.window
    }

    /// The size of a cell of the window.
    var cell: CellSize {
        window?.cell ?? .standard
    }

    package func setNeedsDisplay() {
        window?.setNeedsDisplay()
    }

    /// Places the parts of the widget.
    package func layout() {
        setNeedsDisplay()
    }

    /// Draws the widget.
    ///
    /// The canvas and the widget have the same origin.
    package func draw(on canvas: inout Canvas, columns: Int, rows: Int) {}

    /// Handles a press at a position, in points from the widget's origin.
    package func press(at point: CGPoint) {}

    /// Handles a turn of the mouse wheel.
    package func scroll(rows: Int) {}
}

extension CellSize {
    /// A cell with a width of 10 points and a height of 30 points.
    package static let standard = CellSize(width: 10, height: 30)
}

/// A line of text.
package final class Label: Widget {
    package var text: String {
        didSet { setNeedsDisplay() }
    }
    private let style: Style

    package init(_ text: String, style: Style = .plain) {
        self.text = text
        self.style = style
    }

    package override func draw(on canvas: inout Canvas, columns: Int, rows: Int) {
        canvas.write(text, column: 0, row: 0, style)
    }
}
