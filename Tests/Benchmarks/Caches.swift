/// Has the processor's caches hold something else.
@MainActor
enum Caches {
    private static var bytes = [UInt8](repeating: 1, count: 64 << 20)

    static func empty() {
        // A cache line has 64 bytes.
        for index in stride(from: 0, to: bytes.count, by: 64) { bytes[index] &+= 1 }
    }
}
