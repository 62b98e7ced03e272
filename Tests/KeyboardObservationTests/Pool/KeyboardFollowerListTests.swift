import Foundation
import KeyboardSimulation
import Testing

@testable import KeyboardObservation

/// Followers that are added while the list asks which ones have ended.
///
/// Another thread can release an observer meanwhile, so that the question itself runs a `deinit`.
@MainActor
struct KeyboardFollowerListTests: PhoneSuite {
    final class Follower: KeyboardFollower {
        var hasEnded = false
        var onQuestion: (@MainActor () -> Void)?
        private(set) var callCount = 0

        var isEnded: Bool {
            onQuestion.take()?()
            return hasEnded
        }

        func follow(_ keyboards: [KeyboardSnapshot]) -> Bool? {
            callCount += 1
            return hasEnded ? nil : false
        }
    }

    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
    }

    @Test(arguments: [1, 10, 100])
    func aFollowerThatIsAddedDuringAPurgeIsCalledOnce(count: Int) {
        let (first, added) = (Follower(), (0..<count).map { _ in Follower() })
        pool.keyboards.add(first)
        for _ in 0..<15 {
            let follower = Follower()
            pool.keyboards.add(follower)
            follower.hasEnded = true
        }
        first.onQuestion = { for follower in added { pool.keyboards.add(follower) } }
        pool.keyboards.add(Follower())
        post(.willShow, from: offScreen, to: docked, duration: 0)
        #expect(added.allSatisfy { $0.callCount == 1 })
        #expect(first.callCount == 1)
        #expect(pool.trackingEntryCount == count + 2)
    }
}
