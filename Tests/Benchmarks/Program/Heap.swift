import CHeapSize
import Foundation

/// Counts bytes and allocations of the heap.
@MainActor
enum Heap {
    struct CountError: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the growth of the heap in bytes for each screen that subscribes.
    static func bytes(_ job: Job, _ size: Int) -> Double {
        let before = heap_bytes_in_use()
        job.subscribe()
        return (Double(heap_bytes_in_use()) - Double(before)) / Double(size)
    }

    /// Counts the bytes in a separate process, because other rows have changed the heap of this process.
    static func bytesInOwnProcess(_ implementation: Implementation, _ size: Int) throws -> Double {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [
            "--only", Work.memoryBytes.rawValue, "--of", implementation.rawValue, "--screens", "\(size)",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let bytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw CountError(
                description: "memory_bytes of \(implementation) printed \"\(text)\", not a number of bytes"
            )
        }
        return bytes
    }

    static func allocations(_ job: Job) -> Double {
        job.subscribe()
        let runs = 100
        for _ in 0..<runs { job.run() }
        let before = heap_allocation_count()
        for _ in 0..<runs { job.run() }
        let count = heap_allocation_count() - before
        job.requireCalls()
        return Double(count) / Double(runs)
    }
}
