import KeyboardForms
import KeyboardSimulation

/// A key that is drawn.
struct DrawnKey: Equatable {
    enum Action: Equatable {
        case insert(String)
        case shift, backspace, `return`
        /// The key changes the layout of the keyboard.
        case change(to: SimulatedKeyboard.Layout)
    }

    let label: String
    let action: Action
    /// The width, as a multiple of the width of a letter.
    var width = 1.0

    init(_ label: String, _ action: Action, width: Double = 1) {
        (self.label, self.action, self.width) = (label, action, width)
    }
}

/// The keys of a keyboard, row by row.
struct KeyboardKeys {
    private static let letters = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
    private static let predictions = ["I", "the", "and"]

    let rows: [[DrawnKey]]

    @MainActor
    init(_ layout: SimulatedKeyboard.Layout, for field: (any FormField)?, isShifted: Bool) {
        let type = field?.formState.keyboardType ?? .default
        if layout == .numberPad {
            var rows = ["123", "456", "789"].map { $0.map { DrawnKey(String($0), .insert(String($0))) } }
            let mark = type == .phonePad ? "+" : "."
            rows.append([
                DrawnKey("ABC", .change(to: .letters)), DrawnKey(mark, .insert(mark), width: 0.5),
                DrawnKey("0", .insert("0")), DrawnKey("⌫", .backspace, width: 0.5),
            ])
            self.rows = rows
            return
        }
        var rows = Self.letters.map { row in
            row.map { letter in
                let text = isShifted ? letter.uppercased() : String(letter)
                return DrawnKey(text, .insert(text))
            }
        }
        rows[2] = [DrawnKey("⇧", .shift, width: 1.5)] + rows[2] + [DrawnKey("⌫", .backspace, width: 1.5)]
        let mark = type == .emailAddress ? "@" : ","
        rows.append([
            DrawnKey("123", .change(to: .numberPad), width: 1.5), DrawnKey(mark, .insert(mark)),
            DrawnKey("space", .insert(" "), width: 4), DrawnKey(".", .insert(".")),
            DrawnKey(field?.formState.returnKeyType.label ?? "return", .return, width: 2.5),
        ])
        if layout == .lettersWithPredictions {
            rows.insert(Self.predictions.map { DrawnKey($0, .insert("\($0) ")) }, at: 0)
        }
        self.rows = rows
    }
}

extension ReturnKeyType {
    fileprivate var label: String {
        switch self {
        case .default: "return"
        case .emergencyCall: "call"
        default: rawValue
        }
    }
}
