public import Foundation

extension Locale {
    /// Returns the session's locale for a category, such as dates or numbers.
    ///
    /// On Linux, `Locale.current` is the locale `en_001`, and does not depend on the session. The method reads three
    /// environment variables in this order: `LC_ALL`, then the variable with the name of the category, then `LANG`. The
    /// method uses the first variable that is not empty. For the locale `C` or `POSIX`, the result is `Locale.current`.
    /// If all variables are empty, the result is also `Locale.current`.
    ///
    /// - Parameters:
    ///   - category: The name of a POSIX category, such as `LC_TIME` for dates, or `LC_NUMERIC` for numbers. The
    ///     default is `LC_MESSAGES`, the category for the language of messages.
    ///   - environment: The environment variables.
    /// - Returns: The locale.
    public static func ofSession(
        _ category: String = "LC_MESSAGES",
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Locale {
        let value = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // The value of the environment variable has the form language_region.encoding@modifier.
        let name = value.prefix { $0 != "." && $0 != "@" }
        guard !["", "C", "POSIX"].contains(name) else { return .current }
        // These modifiers of glibc's locales stand for scripts.
        let scripts = ["@latin": "Latn", "@cyrillic": "Cyrl", "@devanagari": "Deva"]
        var parts = name.split(separator: "_", maxSplits: 1).map(String.init)
        guard !parts.isEmpty else { return .current }
        if let script = scripts.first(where: { value.hasSuffix($0.key) })?.value { parts.insert(script, at: 1) }
        return Locale(identifier: parts.joined(separator: "_"))
    }
}
