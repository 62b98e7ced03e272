public import Foundation

extension SimulatedKeyboard {
    /// A finger takes hold of the docked keyboard's top edge, to draw it off the screen. Nothing is posted.
    public func beginDismissing() {
        perform { keyboard in
            guard keyboard.canBeDismissed else { return }
            keyboard.draggedTop = keyboard.currentFrame.minY
        }
    }

    /// The finger draws the top edge to this height of the screen, in points. Nothing is posted; ``currentFrame``
    /// follows. The edge goes no higher than where the keyboard is docked, and no lower than the screen.
    public func moveDismissing(toTop top: CGFloat) {
        perform { keyboard in
            guard keyboard.draggedTop != nil, top.isFinite else { return }
            keyboard.draggedTop = min(max(top, keyboard.frame.minY), keyboard.screen.size.height)
            keyboard.tellFrame()
        }
    }

    /// The finger lets go: the keyboard goes, or comes back up where the person has thought better of it, or where the
    /// field with the focus refuses to let it go.
    public func endDismissing(cancelled: Bool = false) {
        perform { keyboard in
            guard let top = keyboard.draggedTop else { return }
            if !cancelled, keyboard.takesFocusFromField() {
                keyboard.focus = .nobody
                // What has been drawn off the screen altogether has no way left to go.
                keyboard.update(duration: top < keyboard.screen.size.height ? nil : 0)
            } else {
                let duration: Double? = keyboard.behavior.returnsAtOnce ? 0 : nil
                keyboard.announceAgain(.show, MoveStyle(duration: duration))
                keyboard.draggedTop = nil
            }
        }
    }

    /// The field with the focus may refuse, and who hears that it has lost it may give it to somebody else.
    private func takesFocusFromField() -> Bool {
        guard let field = firstResponder else { return true }
        guard field.canResignFirstResponder else { return false }
        field.loseFocus()
        return firstResponder == nil
    }

    var canBeDismissed: Bool {
        presence.kind == .docked && focus == .field && draggedTop == nil
    }
}
