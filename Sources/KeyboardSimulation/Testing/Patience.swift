/// A wait in real time until objects are released.
///
/// For example, a request can retain a screen for a while.
package struct Patience {
    /// A closure that waits for a given duration.
    ///
    /// By default, the closure sleeps, because the requests and timers of an app take real time. Tests replace the
    /// closure.
    package var pause: @MainActor (Duration) async -> Void

    package init(pause: @escaping @MainActor (Duration) async -> Void = { try? await Task.sleep(for: $0) }) {
        self.pause = pause
    }

    /// Waits until all objects are released.
    ///
    /// The wait also ends if no object is released for two seconds.
    ///
    /// - Parameter remainingCount: A closure that returns the number of remaining objects.
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
