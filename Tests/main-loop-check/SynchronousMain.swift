import Dispatch
import Foundation
import KeyboardObservation

/// Checks a `main` that never suspends and runs no loop.
///
/// A post off the main actor is delivered only together with a later post on the main actor.
@MainActor
func checkSynchronousMain() {
    let center = NotificationCenter()
    let pool = KeyboardObserverPool(center: center)
    var kinds: [KeyboardEvent.Kind] = []
    let token = pool.observe { kinds.append($0.kind) }

    center.post(name: .keyboardWillShow, object: nil)
    Check.that(kinds == [.willShow], "a post in a synchronous main has been delivered when it returns")

    DispatchQueue.global().sync { center.post(name: .keyboardDidShow, object: nil) }
    onAThread { center.post(name: .keyboardWillHide, object: nil) }
    Check.that(kinds == [.willShow], "a post off the main actor waits for it")

    center.post(name: .keyboardDidHide, object: nil)
    Check.that(
        kinds == [.willShow, .didShow, .willHide, .didHide],
        "a later post on the main actor does not overtake earlier ones off it"
    )

    DispatchQueue(label: "from main").sync { center.post(name: .keyboardWillShow, object: nil) }
    center.post(name: .keyboardDidShow, object: nil)
    Check.that(
        kinds.suffix(2) == [.willShow, .didShow],
        "a post inside a queue.sync on the main actor counts as off it, and is delivered"
    )
    withExtendedLifetime(token) {}
}

/// Runs the work on a thread that does not belong to Dispatch, and waits until the work is done.
func onAThread(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
        work()
        done.signal()
    }.start()
    done.wait()
}
