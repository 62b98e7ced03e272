package import Foundation

extension Locale {
    /// Returns the locale of the session, which determines the layouts of a keyboard.
    ///
    /// On Linux, `Locale.current` is the locale `en_001`, and does not depend on the session. The method reads the first
    /// of the variables `LC_ALL`, `LC_MESSAGES` and `LANG` that is set. If this variable names no language, the method
    /// returns `Locale.current`.
    package static func ofSession(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Locale {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // The value has the form language_region.encoding@variant.
        let name = value.prefix { $0 != "." && $0 != "@" }
        return ["", "C", "POSIX"].contains(name) ? .current : Locale(identifier: String(name))
    }
}
