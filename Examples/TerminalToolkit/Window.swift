package import Foundation
package import KeyboardForms

/// The window of an app: its content, and the focus.
@MainActor
package final class Window {
    package let cell: CellSize
    /// The size of the window, in points.
    package var size: CGSize {
        didSet { if size != oldValue { layout() } }
    }
    /// Called when the window must be drawn again.
    package var onNeedsDisplay: (@MainActor () -> Void)?
    /// Called when the focused widget requests the focus again, for example because a person presses the widget.
    package var onFocusAgain: (@MainActor () -> Void)?

    package private(set) var content: Widget?
    /// The bar above the keyboard.
    package private(set) weak var toolbar: Toolbar?
    package private(set) weak var focusedWidget: TextWidget?

    package init(size: CGSize, cell: CellSize = .standard) {
        self.size = size
        self.cell = cell
    }

    /// Replaces the content.
    ///
    /// The focused field loses the focus.
    package func present(_ content: Widget, toolbar: Toolbar? = nil) {
        focus(nil)
        self.content = content
        self.toolbar = toolbar
        content.host = self
        toolbar?.host = self
        layout()
    }

    package var bounds: CGRect {
        CGRect(origin: .zero, size: size)
    }

    package func setNeedsDisplay() {
        onNeedsDisplay?()
    }

    private func layout() {
        content?.frame = bounds
        setNeedsDisplay()
    }

    // MARK: The focus

    /// The focused widget as a field of a form.
    package var focusedField: (any FormField)? {
        focusedWidget as? any FormField
    }

    /// Moves the focus.
    ///
    /// - Returns: Whether the widget has the focus now. A callback may have moved the focus to another widget.
    @discardableResult
    package func focus(_ widget: TextWidget?) -> Bool {
        guard widget !== focusedWidget else {
            if widget != nil { onFocusAgain?() }
            return true
        }
        if let old = focusedWidget {
            focusedWidget = nil
            old.focusDidLeave()
            guard focusedWidget == nil else { return focusedWidget === widget }
        }
        focusedWidget = widget
        widget?.focusDidEnter()
        guard focusedWidget === widget else { return false }
        setNeedsDisplay()
        return true
    }

    func caretDidMove() {
        (focusedWidget?.parent as? ScrollPane)?.onLayout?()
        setNeedsDisplay()
    }

    // MARK: Input

    package func handle(_ key: Key) {
        focusedWidget?.handle(key)
        setNeedsDisplay()
    }

    package func paste(_ text: String) {
        focusedWidget?.paste(text)
        setNeedsDisplay()
    }

    package func press(at point: CGPoint) {
        content?.press(at: point)
        setNeedsDisplay()
    }

    package func scroll(rows: Int) {
        content?.scroll(rows: rows)
    }

    // MARK: Drawing

    package func draw(on canvas: inout Canvas) {
        let place = cell.cells(of: bounds)
        canvas.draw(in: place) { content?.draw(on: &$0, columns: place.columns, rows: place.rows) }
    }
}
