import Foundation

/// Prints the result of each check and counts the failures.
enum Check {
    private(set) static var failures = 0

    static func that(_ isTrue: Bool, _ sentence: String) {
        print(isTrue ? "ok     \(sentence)" : "FAILED \(sentence)")
        fflush(nil)
        if !isTrue { failures += 1 }
    }
}
