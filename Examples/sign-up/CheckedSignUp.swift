import Foundation
import KeyboardForms
import KeyboardSimulation
import TerminalToolkit

/// Checks the screens of the app, for example in CI.
@MainActor
enum CheckedSignUp {
    /// Checks both screens, and prints the findings.
    ///
    /// - Returns: Whether there are no findings.
    static func run() async -> Bool {
        let account = ScreenConformance<AccountScreen>(rotates: false) { bed in
            let screen = AccountScreen(in: Window(size: bed.screen.size)) {}
            screen.notes.becomeFirstResponder()
            return screen
        } focusedFrame: {
            $0.view.focusedFrame
        }
        let code = ScreenConformance<CodeScreen>(rotates: false) { bed in
            let screen = CodeScreen(in: Window(size: bed.screen.size)) {}
            screen.code.becomeFirstResponder()
            return screen
        } focusedFrame: {
            $0.view.focusedFrame
        }
        var findings = await account.findings() + code.findings()
        findings += await account.findings(lifetimes: 5_000) + code.findings(lifetimes: 5_000)
        for finding in findings { StandardOutput.write("\(finding)") }
        StandardOutput.write("2 screens, 10000 lifetimes, \(findings.count) findings")
        return findings.isEmpty
    }
}

extension ScrollPane {
    /// The frame at which the focused field is drawn.
    fileprivate var focusedFrame: CGRect? {
        window?.focusedField?.formState.frame().offsetBy(dx: 0, dy: -scrollOffset)
    }
}
