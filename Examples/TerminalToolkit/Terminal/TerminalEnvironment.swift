/// The properties of a terminal, read from the environment variables of a process.
package struct TerminalEnvironment: Sendable, Hashable {
    package let usesUTF8: Bool
    package let usesColor: Bool
    /// Whether the terminal can move its cursor.
    package let isCapable: Bool

    package init(_ variables: [String: String]) {
        // POSIX uses the first of these variables that is not empty.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variables[$0] }.first { !$0.isEmpty } ?? "C"
        let encoding = locale.uppercased()
        usesUTF8 = encoding.contains("UTF-8") || encoding.contains("UTF8")
        // https://no-color.org: any value that is not empty disables color.
        usesColor = variables["NO_COLOR"].map(\.isEmpty) ?? true
        isCapable = !["", "dumb"].contains(variables["TERM"] ?? "")
    }
}
