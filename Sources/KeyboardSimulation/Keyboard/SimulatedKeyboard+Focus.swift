import Foundation

extension SimulatedKeyboard {
    /// A field takes the focus, or wants other keys: one move for the keys and the bar above them.
    func takeFocus(_ layout: Layout?, accessoryHeight: CGFloat, isRefocusing: Bool = true) {
        perform { keyboard in
            keyboard.accessoryHeight = accessoryHeight.isFinite ? max(accessoryHeight, 0) : 0
            keyboard.bringUp(layout, isRefocusing: isRefocusing)
        }
    }

    /// The field with the focus has resigned.
    func dropFocus() {
        perform { keyboard in
            // Between the call and now somebody may have taken the focus.
            guard keyboard.firstResponder == nil, keyboard.focus == .field else { return }
            keyboard.focus = .nobody
            keyboard.update()
        }
    }

    func bringUp(_ layout: Layout?, isRefocusing: Bool) {
        let isRefocused = focus == .field && isRefocusing
        let before = presence
        focus = .field
        changeLayout(to: layout ?? self.layout)
        guard isRefocused, presence == before, behavior.repeatsShowOfSameHeight else { return }
        switch before.kind {
        case .docked: announceAgain()
        case .bar: announceAgain(.hide)
        case .nothing, .free: break
        }
    }
}
