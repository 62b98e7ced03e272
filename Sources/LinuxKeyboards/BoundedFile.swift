import Foundation

/// Reads small files that another program or the kernel writes.
enum BoundedFile {
    static func text(_ path: String, limit: Int = 4_096) -> String {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: limit) else {
            return ""
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
