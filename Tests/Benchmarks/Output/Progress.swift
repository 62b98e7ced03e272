import Foundation

/// Says on a terminal what is being measured; says nothing anywhere else.
struct Progress {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ title: String) {
        guard isShown else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[Kmeasuring \(title) …".utf8))
    }

    func clear() {
        guard isShown else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }
}
