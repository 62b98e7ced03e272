package import Foundation
import KeyboardForms

/// A button that can also submit a form.
package final class Button: Widget, SubmitTarget {
    package let label: String
    package var isEnabled = true
    package var action: (@MainActor () -> Void)?

    package init(_ label: String) {
        self.label = label
    }

    package func submit() { action?() }

    package override func press(at point: CGPoint) {
        if isEnabled { submit() }
    }

    package override func draw(on canvas: inout Canvas, columns: Int, rows: Int) {
        let text = "⟨ \(label) ⟩"
        canvas.write(text, column: max((columns - text.columnCount) / 2, 0), row: 0, .button)
    }
}
