import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import TerminalToolkit

/// The view of the app's keyboard, and of the bar above the keyboard.
///
/// Like any screen, the view reads the place of the keyboard from the pool. Therefore, in a replay, the keys appear at
/// the place of the recorded keyboard.
@MainActor
final class KeyboardView: KeyboardObservable, KeyboardTransitionPresentable {
    let keyboard: AppKeyboard

    /// The part of the screen that the keyboard covers, in points.
    private(set) var visibleFrame = CGRect.zero
    private var height: CGFloat = 0
    private let window: Window

    /// Creates the view of a keyboard that is not started.
    init(in window: Window, scheduler: any KeyboardScheduler) {
        self.window = window
        keyboard = AppKeyboard(screenBounds: window.bounds, locale: AccountScreen.locale, scheduler: scheduler)
        keyboard.layouts += AppKeyboard.Layout.builtIn.filter { ["de", "el"].contains($0.language) }
        keyboard.onChange = { [weak window] in window?.setNeedsDisplay() }
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
        // Only a keyboard at the bottom of the screen can be partly below the screen. At any other place, the visible
        // height is the height of the whole keyboard.
        if !frame.isEmpty, frame.maxY < window.bounds.maxY { height = frame.height }
        guard frame != visibleFrame else { return }
        visibleFrame = frame
        window.setNeedsDisplay()
    }

    /// The frame of the whole keyboard.
    ///
    /// A part of the frame may be below the screen.
    private var wholeFrame: CGRect {
        var frame = visibleFrame
        frame.size.height = max(height, frame.height)
        return frame
    }

    /// The bar of the focused field; `nil` if the field has no bar.
    private var toolbar: Toolbar? {
        window.focusedField?.formState.accessory == nil ? nil : window.toolbar
    }

    /// The row above the keyboard, or the row below a keyboard at the top of the screen.
    private var barFrame: CGRect {
        let (frame, height) = (visibleFrame, window.cell.height)
        let y = frame.minY < height ? frame.maxY : frame.minY - height
        return CGRect(x: frame.minX, y: y, width: frame.width, height: height)
    }

    // MARK: Touches

    /// Touches the keyboard at a point, or presses the item of the bar at this point.
    ///
    /// - Returns: Whether the keyboard or its bar covers the point.
    func touchBegan(at point: CGPoint) -> Bool {
        guard !visibleFrame.isEmpty else { return false }
        if let toolbar, barFrame.contains(point) {
            toolbar.frame = barFrame
            toolbar.press(at: CGPoint(x: point.x - barFrame.minX, y: point.y - barFrame.minY))
            return true
        }
        guard visibleFrame.contains(point) else { return false }
        keyboard.touchBegan(at: keyboardPoint(point))
        return true
    }

    func touchMoved(to point: CGPoint) {
        keyboard.touchMoved(to: keyboardPoint(point))
    }

    func touchEnded(at point: CGPoint) {
        keyboard.touchEnded(at: keyboardPoint(point))
    }

    /// Returns a point of the screen in the coordinates of the keyboard.
    private func keyboardPoint(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x - visibleFrame.minX, y: point.y - visibleFrame.minY)
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas) {
        guard !visibleFrame.isEmpty else { return }
        canvas.fill(window.cell.cells(of: wholeFrame), .key)
        for key in keyboard.keys { draw(key, in: key.frame, on: &canvas) }
        if let toolbar {
            let place = window.cell.cells(of: barFrame)
            canvas.draw(in: place) { toolbar.draw(on: &$0, columns: place.columns, rows: 1) }
        }
        if let key = keyboard.previewedKey {
            draw(key, in: key.frame.offsetBy(dx: 0, dy: -key.frame.height), on: &canvas)
        }
        for key in keyboard.alternatives { draw(key, in: key.frame, on: &canvas) }
    }

    /// Draws a key; `frame` is in the coordinates of the keyboard.
    private func draw(_ key: AppKeyboard.Key, in frame: CGRect, on canvas: inout Canvas) {
        let (whole, size) = (wholeFrame, keyboard.frame.size)
        guard size.width > 0, size.height > 0 else { return }
        // In a replay, the recorded keyboard and the keyboard of the app can have different sizes.
        let (scaleX, scaleY) = (whole.width / size.width, whole.height / size.height)
        let place = window.cell.cells(
            of: CGRect(
                x: whole.minX + frame.minX * scaleX,
                y: whole.minY + frame.minY * scaleY,
                width: frame.width * scaleX,
                height: frame.height * scaleY
            )
        )
        let style: Style = key.isPressed || key.isOn ? .selection : .key
        let label = label(of: key, columns: place.columns)
        let room = place.columns >= 3 ? place.columns - 1 : place.columns
        canvas.fill(place, style)
        canvas.draw(in: place) {
            $0.write(label, column: max((room - label.columnCount + 1) / 2, 0), row: 0, style)
        }
        guard room < place.columns else { return }
        for row in place.row..<place.row + place.rows {
            if frame.minX > 0.5 { canvas.write("│", column: place.column - 1, row: row, .key) }
            if frame.maxX < size.width - 0.5 { canvas.write("│", column: place.column + room, row: row, .key) }
        }
    }

    /// Returns the text that the view draws on a key.
    ///
    /// The text of the space bar is the name of the key. If the label of the return key is too long, the text is a
    /// symbol. For any other key, the text is the label.
    private func label(of key: AppKeyboard.Key, columns: Int) -> String {
        switch key.kind {
        case .character(" "): key.accessibilityLabel
        case .returnKey where key.label.columnCount > columns: "⏎"
        default: key.label
        }
    }
}
