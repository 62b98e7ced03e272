import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TerminalToolkit

/// The keyboard on the screen of the phone.
///
/// Like an app, the view reads the keyboard's frame only from the pool.
@MainActor
final class KeyboardView: KeyboardObservable, KeyboardTransitionPresentable {
    /// Called after the keyboard has moved.
    var onMove: (@MainActor () -> Void)?
    /// Receives the keys that are pressed.
    var onKey: (@MainActor (DrawnKey.Action) -> Void)?
    var layout: @MainActor () -> SimulatedKeyboard.Layout = { .lettersWithPredictions }
    var isSplit: @MainActor () -> Bool = { false }

    /// The part of the screen that the keyboard covers, in points.
    private(set) var visibleFrame = CGRect.zero
    private var height: CGFloat = 0
    private var isShifted = false
    private let window: Window

    init(in window: Window) {
        self.window = window
        subscribeOnKeyboardNotifications()
    }

    // MARK: Following the keyboard

    var keyboardAvoidingFrame: CGRect { window.bounds }
    var keyboardGeometry: KeyboardGeometry { KeyboardGeometry(undocked: .avoid) }

    func keyboardWillBeShown(notification: Notification) {}
    func keyboardWillBeHidden(notification: Notification) {}

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {
        height = max(transition.begin.height, transition.end.height)
    }

    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
        move(to: overlap)
    }

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        if isFinished, !overlap.isEmpty { height = transition.end.height }
        move(to: overlap)
    }

    private func move(to frame: CGRect) {
        // Only a keyboard at the bottom of the screen can be partly below the screen.
        if !frame.isEmpty, frame.maxY < window.bounds.maxY { height = frame.height }
        guard frame != visibleFrame else { return }
        visibleFrame = frame
        onMove?()
    }

    // MARK: Keys

    /// The bar above the keys; `nil` if the focused field has none.
    private var toolbar: Toolbar? {
        window.focusedField?.formState.inputAccessory == nil ? nil : window.toolbar
    }

    /// The cells of the whole keyboard.
    ///
    /// Some of the cells may be below the screen.
    private var place: CellFrame {
        var frame = visibleFrame
        frame.size.height = max(height, frame.height)
        return window.cell.cells(of: frame)
    }

    private struct PlacedKey {
        let key: DrawnKey
        let place: CellFrame
    }

    /// The keys and their cells, from the top left of the keyboard.
    private var keys: [PlacedKey] {
        let place = place
        let first = toolbar == nil ? 0 : 1
        var rows = KeyboardKeys(layout(), for: window.focusedField, isShifted: isShifted).rows
        let room = place.rows - first
        // If the keyboard has too few rows, the row of predictions is left out.
        if room < rows.count { rows.removeFirst(max(rows.count - max(room, 4), 0)) }
        guard room > 0 else { return [] }
        return rows.enumerated().flatMap { index, row in
            let top = first + index * room / rows.count
            let bottom = first + (index + 1) * room / rows.count
            return placed(row, top..<bottom, columns: place.columns)
        }
    }

    private func placed(_ row: [DrawnKey], _ rows: Range<Int>, columns: Int) -> [PlacedKey] {
        let total = row.reduce(0) { $0 + $1.width }
        let gap = isSplit() ? Double(columns) / 5 : 0
        var end = 0.0
        return row.map { key in
            // The right half of a split keyboard begins behind the gap.
            let shift = (end + key.width / 2) / total > 0.5 ? gap : 0
            let left = (end / total * (Double(columns) - gap) + shift).rounded()
            end += key.width
            let right = (end / total * (Double(columns) - gap) + shift).rounded()
            let (column, width) = (Int(left), Int(right - left))
            return PlacedKey(
                key: key,
                place: CellFrame(column: column, row: rows.lowerBound, columns: width, rows: rows.count)
            )
        }
    }

    /// Presses the key or the item of the bar at a point.
    ///
    /// - Returns: Whether the keyboard covers the point.
    func press(at point: CGPoint) -> Bool {
        guard visibleFrame.contains(point) else { return false }
        let inside = CGPoint(x: point.x - visibleFrame.minX, y: point.y - visibleFrame.minY)
        let (column, row) = (Int(inside.x / window.cell.width), Int(inside.y / window.cell.height))
        if let toolbar, row == 0 {
            toolbar.frame = CGRect(x: 0, y: 0, width: visibleFrame.width, height: window.cell.height)
            toolbar.press(at: inside)
        } else if let key = keys.first(where: { $0.place.contains(column: column, row: row) })?.key {
            press(key.action)
        }
        return true
    }

    /// Whether a finger at a point would drag the keyboard.
    func isInTopRow(_ point: CGPoint) -> Bool {
        visibleFrame.contains(point) && point.y < visibleFrame.minY + window.cell.height
    }

    private func press(_ action: DrawnKey.Action) {
        isShifted = action == .shift && !isShifted
        onKey?(action)
        window.setNeedsDisplay()
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        guard !visibleFrame.isEmpty else { return }
        let visible = window.cell.cells(of: visibleFrame)
        let (keys, toolbar) = (keys, toolbar)
        canvas.draw(in: visible) { canvas in
            if !isSplit() {
                canvas.fill(CellFrame(column: 0, row: 0, columns: visible.columns, rows: visible.rows), .key)
            }
            for placed in keys {
                let isLast = placed.place.column + placed.place.columns == visible.columns
                draw(placed, on: &canvas, isLast: isLast)
            }
            guard let toolbar else { return }
            let row = CellFrame(column: 0, row: 0, columns: visible.columns, rows: 1)
            canvas.draw(in: row) { toolbar.draw(on: &$0, columns: visible.columns, rows: 1) }
        }
    }

    private func draw(_ placed: PlacedKey, on canvas: inout Canvas, isLast: Bool) {
        canvas.draw(in: placed.place) { canvas in
            let columns = placed.place.columns
            canvas.fill(CellFrame(column: 0, row: 0, columns: columns, rows: placed.place.rows), .key)
            let label = placed.key.label
            let room = columns >= 3 ? columns - 1 : columns
            canvas.write(label, column: max((room - label.columnCount + 1) / 2, 0), row: 0, .key)
            guard columns >= 3, !isLast else { return }
            for row in 0..<placed.place.rows { canvas.write("│", column: columns - 1, row: row, .key) }
        }
    }
}
