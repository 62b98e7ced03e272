import Foundation
import KeyboardObservation

extension ScreenConformance {
    /// Creates and drops many screens in one pool, and checks for leaks.
    ///
    /// During the lifetimes, the keyboard is shown and hidden, the device rotates, and transitions are interrupted.
    /// Screens are dropped at rest, in mid-transition and before the first event. The method counts the screens and
    /// observers that still exist at the end. The method also counts the pool's entries for deallocated observers. The
    /// method reports remaining observers only if two conditions are met: All screens were deallocated, and the number
    /// of observers has grown during the second half of the lifetimes.
    ///
    /// - Parameters:
    ///   - lifetimes: The number of screens.
    ///   - checksMemory: Whether the method also checks the resident memory and the observers of the shared pool. Pass
    ///     `true` only in an executable, or in a test that runs alone. If other tests run at the same time, these tests
    ///     change the memory and the shared pool. The memory is checked only if there are at least 5,000 lifetimes.
    ///   - progress: A closure that receives the number of dropped screens after every 100 screens.
    /// - Returns: The findings, at most one for each rule.
    public func findings(
        lifetimes: Int,
        checksMemory: Bool = false,
        progress: @MainActor @escaping (Int) -> Void = { _ in }
    ) async -> [ScreenFinding] {
        await findings(
            lifetimes: lifetimes,
            readingMemory: checksMemory ? residentMemory : nil,
            checksSharedPool: checksMemory,
            progress: progress
        )
    }

    /// Creates and drops many screens, and reads the size of the memory with the closure `memory`.
    ///
    /// A test can pass its own closure. If `checksSharedPool` is `true`, the method also checks whether screens add
    /// observers to the shared pool.
    package func findings(
        lifetimes: Int,
        readingMemory memory: (@MainActor () -> Int?)?,
        checksSharedPool: Bool = false,
        progress: @MainActor @escaping (Int) -> Void = { _ in }
    ) async -> [ScreenFinding] {
        let stress = LifetimeStress(self, lifetimes, memory, checksSharedPool, progress)
        await KeyboardObserverPool.$current.withValue(stress.bed.pool) { @MainActor in
            await stress.run()
        }
        return stress.findings
    }
}

/// A stress test that creates and drops many screens in one pool.
@MainActor
private final class LifetimeStress<Screen: AnyObject> {
    /// The number of lifetimes between two checks.
    private static var batch: Int { 100 }

    /// The number of remaining screens at which the stress test ends early.
    ///
    /// More screens would not change the finding.
    private static var limit: Int { 1_000 }

    let bed: KeyboardTestBed
    private(set) var findings: [ScreenFinding] = []
    private let conformance: ScreenConformance<Screen>
    private let total: Int
    private let memory: (@MainActor () -> Int?)?
    private let checksSharedPool: Bool
    private let progress: @MainActor (Int) -> Void
    private var count = 0
    /// One closure for each dropped screen of the batch.
    ///
    /// Each closure returns whether its screen still exists.
    private var dropped: [() -> Bool] = []
    /// One closure for each remaining screen.
    ///
    /// Each closure returns whether its screen still exists.
    ///
    /// A remaining screen is a screen that still existed at the end of its batch.
    private var remaining: [() -> Bool] = []
    private var observersAtHalf = 0
    /// The number of checked screens that added observers to the shared pool.
    ///
    /// The stress test checks every sixteenth screen.
    private var sharedGains = 0
    private var memoryBefore: Int?

    init(
        _ conformance: ScreenConformance<Screen>,
        _ total: Int,
        _ memory: (@MainActor () -> Int?)?,
        _ checksSharedPool: Bool,
        _ progress: @MainActor @escaping (Int) -> Void
    ) {
        bed = KeyboardTestBed(conformance.model ?? .phone393x852, .portrait, SimulatedKeyboard.Behavior())
        self.conformance = conformance
        self.total = total
        self.memory = total >= conformance.fewestLifetimesForMemory ? memory : nil
        self.checksSharedPool = checksSharedPool
        self.progress = progress
    }

    func run() async {
        while count < total, remaining.count < Self.limit {
            await addLifetime()
            if count == (total + 1) / 2 { await countObserversAtHalf() }
            if count % Self.batch == 0 {
                await checkBatch()
                progress(count)
            }
        }
        await end()
    }

    /// Creates and drops one screen.
    ///
    /// Every sixteenth screen lives for a few more turns of the main actor. During these turns, GCD can run the
    /// screen's blocks.
    private func addLifetime() async {
        let shared = KeyboardObserverPool.shared
        let sharedCount = shared.trackedCount
        var screen: Screen? = conformance.makeScreen(bed)
        weak let observed = screen
        dropped.append { observed != nil }
        if count % 3 > 0 {
            bed.keyboard.show()
            if count % 5 == 0, conformance.rotates {
                bed.keyboard.rotate(to: bed.screen.orientation == .portrait ? .landscape : .portrait)
            }
            if count % 7 == 0 {
                bed.advance(by: .milliseconds(50))
                bed.keyboard.hide()
                bed.advance(by: .milliseconds(50))
                bed.keyboard.show()
            }
            bed.advance(by: .milliseconds(count % 3 == 1 ? 100 : 1_000))
        }
        if count % 16 == 0 {
            await KeyboardTestBed.runTasks(turns: 4)
            if shared.trackedCount > sharedCount { sharedGains += 1 }
        }
        if let screen { conformance.close?(screen) }
        screen = nil
        bed.keyboard.hide()
        count += 1
    }

    private func checkBatch() async {
        guard !dropped.isEmpty else { return }
        let isFreed: () -> Bool = { [dropped] in !dropped.contains { $0() } }
        await bed.settle()
        await KeyboardTestBed.runTasks(turns: 200, until: isFreed)
        remaining = (remaining + dropped).filter { $0() }
        dropped = []
        if remaining.count >= Self.limit { await waitForRemaining() }
        if count >= total / 5, memoryBefore == nil { memoryBefore = memory?() }
    }

    /// Waits in real time, because a request or a sleeping task can retain a screen for a while.
    private func waitForRemaining() async {
        await conformance.patience.wait { remaining.count { $0() } + max(observerGrowth, 0) }
        remaining = remaining.filter { $0() }
    }

    /// The number of observers that were added during the second half of the lifetimes.
    ///
    /// The growth does not include an observer that the first screen creates for the whole app.
    private var observerGrowth: Int {
        bed.pool.observerCount - observersAtHalf
    }

    private func countObserversAtHalf() async {
        await checkBatch()
        await endTasks()
        observersAtHalf = bed.pool.observerCount
    }

    /// Shows and hides the keyboard, because some tasks end only after the next event.
    private func endTasks() async {
        bed.keyboard.show()
        await bed.settle()
        bed.keyboard.hide()
        await bed.settle()
        await KeyboardTestBed.runTasks(turns: 200) { [bed, observersAtHalf] in
            bed.pool.observerCount <= observersAtHalf
        }
    }

    private func end() async {
        await checkBatch()
        await endTasks()
        if remaining.count < Self.limit { await waitForRemaining() }
        let pool = bed.pool
        if !remaining.isEmpty {
            add(.isDeallocated, "\(remaining.count) of \(count) screens were not deallocated after they were dropped")
        }
        pool.sweep()
        if remaining.isEmpty, observerGrowth > 0 {
            let subject = observerGrowth == 1 ? "1 observer" : "\(observerGrowth) observers"
            let verb = observerGrowth == 1 ? "is" : "are"
            add(
                .isSilentAfterwards,
                "\(subject) of the last \(count - total / 2) screens \(verb) still called after the screens were dropped"
            )
        }
        if pool.orphanCount > 0 {
            add(.isSilentAfterwards, "\(pool.orphanCount) orphans are left after a sweep")
        }
        // The first screen can create an observer for the whole app. Therefore the check accepts one screen that adds
        // observers to the shared pool.
        if checksSharedPool, sharedGains > 1 { add(.usesCurrentPool, ScreenFinding.usesSharedPool) }
        checkMemory()
    }

    /// Adds a finding if the memory grows after the first fifth of the lifetimes.
    private func checkMemory() {
        guard let before = memoryBefore, let after = memory?() else { return }
        let growth = after - before
        // A small growth is allowed, because an allocator can keep memory after the app has released the memory.
        guard growth > max(1 << 20, 16 * (total - total / 5)) else { return }
        let bytes = growth / max(total - total / 5, 1)
        add(
            .memoryIsBounded,
            "memory grew by \(growth / 1_024) KiB in the last \(total - total / 5) lifetimes, \(bytes) bytes each: "
                + "an object that outlives the screen collects values"
        )
    }

    private func add(_ rule: ScreenFinding.Rule, _ sentence: String) {
        guard !findings.contains(where: { $0.rule == rule }) else { return }
        findings.append(ScreenFinding(rule: rule, sentence: sentence))
    }
}

/// The resident memory of the process in bytes; `nil` if the system has no `/proc/self/statm`.
@MainActor
private func residentMemory() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
}
