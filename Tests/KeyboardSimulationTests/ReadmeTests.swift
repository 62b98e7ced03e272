import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The test in the README, and a comparison of both.
struct ReadmeTests {
    @MainActor @Test func contentMakesRoomForTheKeyboard() {
        let center = NotificationCenter(), scheduler = ManualScheduler()
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler)  // one clock for all
        let keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone375x667), scheduler: scheduler)
        keyboard.start(postingTo: center)

        KeyboardObserverPool.$current.withValue(pool) {
            let guide = KeyboardLayoutGuide()  // a screen's, as in the app: follows this pool
            guide.viewFrame = CGRect(x: 0, y: 0, width: 375, height: 667)
            keyboard.show(.lettersWithPredictions)  // will…: now
            scheduler.advance(by: .seconds(1))  // the keyboard slides in, did…
            #expect(guide.bottomInset == 258)
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
