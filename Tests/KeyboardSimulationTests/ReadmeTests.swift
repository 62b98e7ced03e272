import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The test in the README, and a comparison of both.
struct ReadmeTests {
    @MainActor @Test func contentMakesRoomForTheKeyboard() throws {
        try KeyboardTestBed.run(on: .phone375x667) { bed in
            let screen = LoginScreen()  // subscribes to the pool of the test bed
            bed.keyboard.show(.lettersWithPredictions)
            bed.settle()
            #expect(screen.bottomMargin == 258)
        }
    }

    @Test func theReadmeContainsItsTest() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        let lines = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("    @MainActor @Test func contentMakesRoom") })
        let end = try #require(lines.dropFirst(start).firstIndex { $0 == "    }" })
        let recipe = lines[start...end].map { $0.isEmpty ? $0 : String($0.dropFirst(4)) }.joined(separator: "\n")
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(recipe)\n```"), "expected in README.md:\n\(recipe)")
    }
}

private final class LoginScreen: KeyboardObservable, CommonKeyboardPresentable {
    private(set) var bottomMargin: CGFloat = 0

    init() { subscribeOnKeyboardNotifications() }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { bottomMargin = keyboardHeight }
    func keyboardWillBeHidden(duration: TimeInterval) { bottomMargin = 0 }
}
