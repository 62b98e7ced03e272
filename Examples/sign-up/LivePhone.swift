import Foundation
import KeyboardObservation
import TerminalToolkit

/// An interactive phone in a terminal.
@MainActor
final class LivePhone {
    private let terminal: Terminal
    private let phone: Phone
    private let screen: TerminalScreen
    private var overlay = Overlay.none
    private var showsPool = false

    init(_ terminal: Terminal) {
        self.terminal = terminal
        phone = Phone(center: .default, scheduler: MainQueueScheduler.shared)
        screen = TerminalScreen(terminal)
    }

    /// Runs until a person leaves the program.
    func run() async {
        screen.draw = { [weak self] columns, rows in self?.grid(columns, rows) }
        phone.onNeedsDisplay = { [weak self] in self?.screen.setNeedsDisplay() }
        terminal.onInput = { [weak self] in self?.receive($0) }
        await screen.run()
    }

    private func grid(_ columns: Int, _ rows: Int) -> Grid {
        var drawing = phone.drawing
        drawing.overlay = overlay
        drawing.showsPool = showsPool
        return drawing.grid(columns: columns, rows: rows)
    }

    private func receive(_ input: TerminalInput) {
        screen.setNeedsDisplay()
        let hadHelp = overlay == .help
        overlay = .none
        switch input {
        case .key(let key): press(key, hadHelp: hadHelp)
        case .paste(let text): if !hadHelp { phone.paste(text) }
        // If a press closes the help, the press has no other effect. The phone always receives the release of the mouse
        // button, because the release ends the touch of a drawn key.
        case .pointer(let pointer): if !hadHelp || pointer.kind == .release { receive(pointer) }
        }
    }

    private func press(_ key: Key, hadHelp: Bool) {
        switch key {
        case .control("c"), .function(10): screen.end()
        case .control("z"): terminal.suspend()
        case .function(1): overlay = hadHelp ? .none : .help
        case .function(2): phone.rotate()
        case .function(6): phone.toggleKeyboard()
        case .function(7): phone.toggleAlert()
        case .function(8): showsPool.toggle()
        case .function(9): phone.toggleReducedMotion()
        default:
            guard !hadHelp else { return }
            let isTyping = phone.window.focusedWidget != nil || phone.isAlertPresented
            isTyping ? phone.type(key) : pressWithoutField(key)
        }
    }

    /// Presses a key while no field has the focus.
    ///
    /// Some keys are then commands of the program.
    private func pressWithoutField(_ key: Key) {
        switch key {
        case .character("q"): screen.end()
        case .character("?"): overlay = .help
        case .tab: phone.moveToFirstField()
        case .up: phone.window.scroll(rows: -1)
        case .down: phone.window.scroll(rows: 1)
        default: phone.type(key)
        }
    }

    private func receive(_ pointer: Pointer) {
        // The phone has a border of one cell.
        let point = phone.window.cell.center(column: pointer.column - 1, row: pointer.row - 1)
        switch pointer.kind {
        case .press: phone.press(at: point)
        case .drag: phone.drag(to: point)
        case .release: phone.lift(at: point)
        case .scrollUp: phone.window.scroll(rows: -1)
        case .scrollDown: phone.window.scroll(rows: 1)
        }
    }
}
