/// A wait in real time for what outlives a screen for a while, such as a request.
package struct Patience {
    /// Waits for the duration.
    ///
    /// The default sleeps, because requests and timers of an app end in real time. Tests replace it.
    package var pause: @MainActor (Duration) async -> Void

    package init(pause: @escaping @MainActor (Duration) async -> Void = { try? await Task.sleep(for: $0) }) {
        self.pause = pause
    }

    /// Waits until nothing is left, and at most two seconds for the next release.
    ///
    /// - Parameter remainingCount: Returns the number of objects that are left.
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
