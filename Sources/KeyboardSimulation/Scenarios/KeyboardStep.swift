public import Foundation
import KeyboardObservation

/// One thing that a person does to a ``SimulatedKeyboard``, or a wait between two such things. Each but the wait is a
/// method of the keyboard.
public enum KeyboardStep: Sendable, Hashable {
    /// A field takes the focus; with these keys, or those of the last time.
    case show(SimulatedKeyboard.Layout? = nil)
    /// The field resigns.
    case hide
    /// The keys change.
    case changeFrame(to: SimulatedKeyboard.Layout, animated: Bool = true)
    /// The prediction row is turned on or off.
    case setPredictions(Bool)
    /// A bar of this height, in points, is put above the keys.
    case setAccessory(height: CGFloat)
    /// The keyboard is taken off the bottom, its top edge to here.
    case undock(toTop: CGFloat? = nil)
    /// The keyboard is split, its top edge to here.
    case split(toTop: CGFloat? = nil)
    /// The keyboard is made to float in this frame.
    case float(in: CGRect)
    /// A keyboard that is not docked is dragged here.
    case drag(to: CGPoint)
    /// The keyboard is put back to the bottom.
    case dock
    /// The device is turned.
    case rotate(to: SimulatedScreen.Orientation)
    /// A hardware keyboard is attached.
    case attachHardwareKeyboard
    /// The hardware keyboard is detached.
    case detachHardwareKeyboard
    /// A finger takes hold of the keyboard, to draw it off the screen.
    case beginDismissing
    /// The finger draws the top edge here.
    case moveDismissing(toTop: CGFloat)
    /// The finger lets go.
    case endDismissing(cancelled: Bool = false)
    /// An alert comes over the form.
    case presentAlert
    /// The alert goes.
    case dismissAlert
    /// The system asks for a password in a prompt of its own.
    case promptForPassword
    /// That prompt goes.
    case dismissPasswordPrompt
    /// Another app's keyboard comes.
    case showOtherAppsKeyboard(SimulatedKeyboard.Layout = .letters)
    /// Another app's keyboard goes.
    case hideOtherAppsKeyboard
    /// Nothing is done for so long.
    case wait(Duration)

    /// Long enough for any move to end: a second.
    public static let settle = KeyboardStep.wait(.seconds(1))
}

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
        case .undock, .split, .float: presence.kind == .docked || presence.kind == .free
        case .drag: presence.kind == .free
        case .dock: placement != .docked
        case .rotate(let orientation): orientation != screen.orientation && draggedTop == nil
        case .attachHardwareKeyboard: !hasHardwareKeyboard
        case .detachHardwareKeyboard: hasHardwareKeyboard
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
}

extension KeyboardStep: CustomStringConvertible {
    /// The step in words.
    public var description: String {
        switch self {
        case .show(nil): "show"
        case .show(let layout?): "show \(layout)"
        case .hide: "hide"
        case .changeFrame(let layout, let animated): "change to \(layout)\(animated ? "" : " at once")"
        case .setPredictions(let isOn): "predictions \(isOn ? "on" : "off")"
        case .setAccessory(let height): "accessory bar of \(height.short)"
        case .undock(let top): "undock\(Self.words(top))"
        case .split(let top): "split\(Self.words(top))"
        case .float(let frame):
            "float at \(frame.minX.short), \(frame.minY.short), \(frame.width.short)×\(frame.height.short)"
        case .drag(let origin): "drag to \(origin.x.short), \(origin.y.short)"
        case .dock: "dock"
        case .rotate(let orientation): "turn to \(orientation)"
        case .attachHardwareKeyboard: "attach a hardware keyboard"
        case .detachHardwareKeyboard: "detach the hardware keyboard"
        case .beginDismissing: "take hold"
        case .moveDismissing(let top): "draw to \(top.short)"
        case .endDismissing(let isCancelled): isCancelled ? "let go, and keep it" : "let go"
        case .presentAlert: "an alert comes"
        case .dismissAlert: "the alert goes"
        case .promptForPassword: "a password prompt comes"
        case .dismissPasswordPrompt: "the password prompt goes"
        case .showOtherAppsKeyboard(let layout): "another app shows \(layout)"
        case .hideOtherAppsKeyboard: "the other app hides"
        case .wait(let duration): "wait \((duration / .seconds(1)).short) s"
        }
    }

    private static func words(_ top: CGFloat?) -> String {
        top.map { " to \($0.short)" } ?? ""
    }
}

extension SimulatedKeyboard.Layout: CustomStringConvertible {
    /// The layout in words.
    public var description: String {
        switch self {
        case .letters: "letters"
        case .lettersWithPredictions: "letters with predictions"
        case .numberPad: "number pad"
        case .custom(let height): "keys of \(height.short)"
        case .thirdParty(let heights):
            "a third party's keys of \(heights.map(\.short).joined(separator: ", "))"
        }
    }
}

extension BinaryFloatingPoint {
    /// As few digits as tell it.
    package var short: String {
        String(format: "%g", Double(self))
    }
}
