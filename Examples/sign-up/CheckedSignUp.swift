import CommandLineOutput
import Foundation
import KeyboardForms
import KeyboardSimulation

/// The check of both screens, as an app runs it in CI.
@MainActor
enum CheckedSignUp {
    /// Prints what the checks find.
    ///
    /// - Returns: Whether they find nothing.
    static func run() async -> Bool {
        let name = ScreenConformance(rotates: false) { bed in
            NameScreen(keyboard: bed.keyboard) {}
        } focusedFrame: {
            $0.form.focusedFrame
        } scrollOffset: {
            $0.form.offset
        }
        let account = ScreenConformance(rotates: false) { bed in
            AccountScreen(keyboard: bed.keyboard)
        } focusedFrame: {
            $0.form.focusedFrame
        } scrollOffset: {
            $0.form.offset
        }
        var findings = await name.findings() + account.findings()
        findings += await name.findings(lifetimes: 5_000, checksMemory: true)
        findings += await account.findings(lifetimes: 5_000, checksMemory: true)
        for finding in findings { StandardOutput.write("\(finding)") }
        StandardOutput.write("2 screens, 10000 lifetimes, \(findings.count) findings")
        return findings.isEmpty
    }
}

extension Form {
    /// The frame of the focused field where it is drawn.
    fileprivate var focusedFrame: CGRect? {
        order.focusedField?.formState.frame.offsetBy(dx: 0, dy: -offset)
    }
}
