/// Evicts other data from the processor's caches.
@MainActor
enum ProcessorCaches {
    private static var bytes = [UInt8](repeating: 1, count: 64 << 20)

    static func evict() {
        // A cache line has 64 bytes.
        for index in stride(from: 0, to: bytes.count, by: 64) { bytes[index] &+= 1 }
    }
}
