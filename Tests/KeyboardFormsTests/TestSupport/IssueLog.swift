import KeyboardForms
import Synchronization

/// The issues that a receiver has received, on any thread.
final class IssueLog: Sendable {
    private let issues = Mutex<[FormIssue]>([])
    let diagnostics = FormDiagnostics()

    init() {
        diagnostics.onIssue = { [weak self] issue in self?.issues.withLock { $0.append(issue) } }
    }

    var kinds: [FormIssue.Kind] {
        issues.withLock { $0.map(\.kind) }
    }

    var descriptions: [String] {
        issues.withLock { $0.map(\.description) }
    }
}
