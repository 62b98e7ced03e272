import Foundation

/// Reads small files that another program or the kernel writes.
enum BoundedFile {
    /// Returns the first bytes of a file as a text, without white space at the beginning and at the end.
    ///
    /// If the file cannot be read, the text is empty.
    static func text(_ path: String, limit: Int = 4_096) -> String {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: limit) else {
            return ""
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
