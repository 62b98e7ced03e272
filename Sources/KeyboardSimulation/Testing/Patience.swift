/// A wait in real time for objects that outlive a screen for a while.
///
/// For example, a request can outlive a screen.
package struct Patience {
    /// Waits for the duration.
    ///
    /// By default, the closure sleeps, because requests and timers of an app end in real time. Tests replace the
    /// closure.
    package var pause: @MainActor (Duration) async -> Void

    package init(pause: @escaping @MainActor (Duration) async -> Void = { try? await Task.sleep(for: $0) }) {
        self.pause = pause
    }

    /// Waits until no object is left, or until no object has been released for two seconds.
    ///
    /// - Parameter remainingCount: A closure that returns the number of objects that still exist.
    @MainActor
    func wait(_ remainingCount: () -> Int) async {
        var (remaining, waited) = (remainingCount(), Duration.zero)
        while remaining > 0, waited < .seconds(2) {
            let step = Duration.milliseconds(20)
            await pause(step)
            let now = remainingCount()
            waited = now < remaining ? .zero : waited + step
            remaining = now
        }
    }
}
