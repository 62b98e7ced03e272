import Foundation
import KeyboardForms
import KeyboardSimulation

/// The content of a screen: fields that can be moved up, and the bar that moves the focus between them.
@MainActor
final class Form {
    struct Row {
        let label: String
        let field: SimulatedTextField
        let isSecret: Bool
    }

    let title: String
    let rows: [Row]
    let order: FocusOrder
    let bar: TextFieldNavigator

    /// The top edge of the keyboard.
    ///
    /// `nil` while it is hidden.
    private var bottom: CGFloat?

    /// The error of a field, drawn below the field.
    var message: (@MainActor () -> (row: Int, text: String)?)?

    init(
        title: String,
        rows: [(label: String, type: KeyboardType, isSecret: Bool)],
        firstFieldY: CGFloat,
        keyboard: SimulatedKeyboard
    ) {
        self.title = title
        self.rows = rows.enumerated().map { index, row in
            let y = firstFieldY + CGFloat(index) * 72
            let frame = CGRect(x: 16, y: y, width: keyboard.screen.size.width - 32, height: 44)
            let field = SimulatedTextField(on: keyboard, frame: frame, keyboardType: row.type)
            return Row(label: row.label, field: field, isSecret: row.isSecret)
        }
        order = FocusOrder(self.rows.map(\.field))
        bar = TextFieldNavigator(order)
    }

    /// How far the content is moved up, in points.
    ///
    /// The focused field then ends 16 points above the keyboard. Another field may need another offset.
    var offset: CGFloat {
        guard let bottom, let field = order.focusedField else { return 0 }
        return max(field.formState.frame.maxY + 16 - bottom, 0)
    }

    func makeRoom(above bottom: CGFloat) {
        self.bottom = bottom
    }

    func removeRoom() {
        bottom = nil
    }
}
