import Dispatch
import Foundation
import KeyboardObservation

/// Runs a loop that waits in `poll` and drains the main queue, like GLib's loop.
@MainActor
private func runLoop(until isDone: () -> Bool) -> (isDone: Bool, wakes: Int) {
    var wakes = 0
    while !isDone() {
        var descriptor = pollfd(fd: MainQueueLoop.descriptor, events: Int16(POLLIN), revents: 0)
        // A check fails if the queue has no work for ten seconds. No check waits for a fixed time.
        guard unsafe poll(&descriptor, 1, 10_000) > 0 else { return (false, wakes) }
        MainQueueLoop.drain()
        wakes += 1
    }
    return (true, wakes)
}

@MainActor
func checkPollLoop() {
    let center = NotificationCenter()
    let pool = KeyboardObserverPool(center: center, sweepInterval: .milliseconds(5))
    var heights: [CGFloat] = []
    var wereOnMainThread = true
    let token = pool.observe { event in
        wereOnMainThread = wereOnMainThread && Thread.isMainThread
        heights.append(event.info.frameEnd?.height ?? -1)
    }

    center.post(event(height: 1).notification)
    Check.that(heights == [1], "a post on the main actor has been delivered when it returns")

    MainQueueLoop.drain()
    MainQueueLoop.drain()
    Check.that(heights == [1], "draining a main queue that has no work returns")

    Thread { for height in 2...500 { center.post(event(height: CGFloat(height)).notification) } }.start()
    let delivered = runLoop { heights.count == 500 }
    Check.that(
        delivered.isDone && heights == (1...500).map { CGFloat($0) } && wereOnMainThread,
        "posts off the main actor are all delivered on the main thread, in order"
    )

    var hasTaskRun = false
    Task { @MainActor in
        await Task.yield()
        center.post(event(height: 501).notification)
        hasTaskRun = heights.last == 501
    }
    Check.that(runLoop { hasTaskRun }.isDone, "a post in a main-actor task has been delivered when it returns")

    var screens = (0..<10).map { _ in Screen() }
    for screen in screens { pool.add(screen) }
    screens = []
    let orphans = pool.orphanCount
    let swept = runLoop { pool.orphanCount == 0 }
    Check.that(orphans == 10 && swept.isDone, "the periodic sweep removes the orphans")
    Check.that(swept.wakes < 10, "the loop sleeps between the ticks: it woke \(swept.wakes) times")
    withExtendedLifetime(token) {}
}

private func event(height: CGFloat) -> KeyboardEvent {
    KeyboardEvent(.willShow, info: .init(frameEnd: CGRect(x: 0, y: 0, width: 1, height: height)))
}

private final class Screen: KeyboardObservable {
    func keyboardWillBeShown(notification: Notification) {}
    func keyboardWillBeHidden(notification: Notification) {}
}
