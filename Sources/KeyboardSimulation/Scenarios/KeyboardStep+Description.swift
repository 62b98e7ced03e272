import Foundation

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
    var short: String {
        String(format: "%g", Double(self))
    }
}
