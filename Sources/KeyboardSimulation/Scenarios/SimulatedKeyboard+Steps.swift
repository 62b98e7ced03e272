import Foundation

extension SimulatedKeyboard {
    /// Does what the step says. A wait is nothing to a keyboard: ``KeyboardScenario`` waits.
    public func perform(_ step: KeyboardStep) {
        switch step {
        case .show(let layout): show(layout)
        case .hide: hide()
        case .changeFrame(let layout, let animated): changeFrame(to: layout, animated: animated)
        case .setPredictions(let isOn): setPredictions(isOn)
        case .setAccessory(let height): setAccessory(height: height)
        case .undock(let top): undock(toTop: top)
        case .split(let top): split(toTop: top)
        case .float(let frame): float(in: frame)
        case .drag(let origin): drag(to: origin)
        case .dock: dock()
        case .rotate(let orientation): rotate(to: orientation)
        case .attachHardwareKeyboard: attachHardwareKeyboard()
        case .detachHardwareKeyboard: detachHardwareKeyboard()
        case .beginDismissing: beginDismissing()
        case .moveDismissing(let top): moveDismissing(toTop: top)
        case .endDismissing(let isCancelled): endDismissing(cancelled: isCancelled)
        case .presentAlert: presentAlert()
        case .dismissAlert: dismissAlert()
        case .promptForPassword: promptForPassword()
        case .dismissPasswordPrompt: dismissPasswordPrompt()
        case .showOtherAppsKeyboard(let layout): showOtherAppsKeyboard(layout)
        case .hideOtherAppsKeyboard: hideOtherAppsKeyboard()
        case .wait: break
        }
    }

    /// Whether a person could do this, in the state that the keyboard is in. What a person could not do does nothing.
    public func canPerform(_ step: KeyboardStep) -> Bool {
        let isCovered = isAlertPresented || isPasswordPromptPresented
        return switch step {
        case .show, .promptForPassword: !isCovered && draggedTop == nil && focus != .otherApp
        case .hide: focus == .field && draggedTop == nil
        case .changeFrame, .setPredictions: presence.kind == .docked && focus == .field && draggedTop == nil
        case .setAccessory: draggedTop == nil
        case .undock, .split, .float: isTablet && canBeMoved
        case .drag: presence.kind == .free
        case .dock: placement != .docked && draggedTop == nil
        case .rotate(let orientation): orientation != screen.orientation && draggedTop == nil
        case .attachHardwareKeyboard: !hasHardwareKeyboard && draggedTop == nil
        case .detachHardwareKeyboard: hasHardwareKeyboard && draggedTop == nil
        case .beginDismissing: canBeDismissed
        case .moveDismissing, .endDismissing: draggedTop != nil
        case .presentAlert: !isCovered && draggedTop == nil
        case .dismissAlert: isAlertPresented
        case .dismissPasswordPrompt: isPasswordPromptPresented
        case .showOtherAppsKeyboard: focus == .nobody && !isCovered
        case .hideOtherAppsKeyboard: focus == .otherApp
        case .wait: true
        }
    }

    private var canBeMoved: Bool {
        focus == .field && draggedTop == nil && (presence.kind == .docked || presence.kind == .free)
    }

    /// Keyboards of phones stay docked. The smallest iPads are 744 points wide.
    private var isTablet: Bool {
        min(screen.size.width, screen.size.height) >= 700
    }
}
