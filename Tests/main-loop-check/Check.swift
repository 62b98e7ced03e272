import Foundation

/// Prints the result of each check and counts the failures.
@MainActor
enum Check {
    private(set) static var failures = 0

    static func that(_ isTrue: Bool, _ sentence: String) {
        print(isTrue ? "ok     \(sentence)" : "FAILED \(sentence)")
        if !isTrue { failures += 1 }
    }
}
