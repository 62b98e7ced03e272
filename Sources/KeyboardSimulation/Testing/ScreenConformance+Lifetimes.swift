import Foundation
import KeyboardObservation

extension ScreenConformance {
    /// Creates and drops many screens in one pool, and checks that nothing is left of them.
    ///
    /// The keyboard shows and hides, and screens are dropped at rest, in mid-transition and before the first event. The
    /// number of screens, observers and orphans is checked always. If the standard error is a terminal, a line shows the
    /// progress.
    ///
    /// - Parameters:
    ///   - lifetimes: The number of screens.
    ///   - checksMemory: Whether the resident memory of the process is checked. Pass `true` in an executable and in a
    ///     test that runs alone, because other tests of the process use memory as well. The memory of fewer than 5,000
    ///     lifetimes is not checked.
    /// - Returns: The findings, at most one for each rule.
    public func findings(lifetimes: Int, checksMemory: Bool = false) async -> [ScreenFinding] {
        await findings(lifetimes: lifetimes, readingMemory: checksMemory ? residentMemory : nil)
    }

    /// Creates and drops many screens with another source of the memory's size, for tests.
    package func findings(
        lifetimes: Int,
        readingMemory memory: (@MainActor () -> Int?)?
    ) async -> [ScreenFinding] {
        let stress = LifetimeStress(model ?? .phone393x852, lifetimes, memory)
        await KeyboardObserverPool.$current.withValue(stress.bed.pool) { @MainActor in
            await stress.run(makeScreen)
        }
        return stress.findings
    }
}

/// Many lifetimes of screens in one pool.
@MainActor
private final class LifetimeStress {
    /// The number of lifetimes between two checks.
    private static let batch = 100

    let bed: KeyboardTestBed
    private(set) var findings: [ScreenFinding] = []
    private let total: Int
    private let memory: (@MainActor () -> Int?)?
    private var progress: StressProgress
    private var count = 0
    private var dropped: [() -> Bool] = []
    private var leakCount = 0
    private var memoryBefore: Int?

    init(_ model: SimulatedScreenModel, _ total: Int, _ memory: (@MainActor () -> Int?)?) {
        bed = KeyboardTestBed(model, .portrait, SimulatedKeyboard.Behavior())
        self.total = total
        self.memory = total >= 5_000 ? memory : nil
        progress = StressProgress(total: total)
    }

    func run<Screen: AnyObject>(_ makeScreen: ScreenConformance<Screen>.Factory) async {
        // More leaks do not say more.
        while count < total, leakCount < 1_000 { await addLifetime(makeScreen) }
        await end()
    }

    private func addLifetime<Screen: AnyObject>(_ makeScreen: ScreenConformance<Screen>.Factory) async {
        var screen: Screen? = makeScreen(bed)
        weak let observed = screen
        dropped.append { observed != nil }
        if count % 3 > 0 {
            bed.keyboard.show()
            bed.advance(by: .milliseconds(count % 3 == 1 ? 100 : 1_000))
        }
        if count % 16 == 0 { await KeyboardTestBed.runTasks(turns: 4) }
        withExtendedLifetime(screen) {}
        screen = nil
        bed.keyboard.hide()
        count += 1
        if count % Self.batch == 0 { await checkBatch() }
    }

    private func checkBatch() async {
        let isFreed: () -> Bool = { [dropped] in !dropped.contains { $0() } }
        await bed.settle()
        await KeyboardTestBed.runTasks(turns: 5_000, until: isFreed)
        leakCount += dropped.count { $0() }
        dropped = []
        if count >= total / 5, memoryBefore == nil { memoryBefore = memory?() }
        progress.show(count)
    }

    private func end() async {
        await checkBatch()
        // Tasks that end at the next event.
        bed.keyboard.show()
        await bed.settle()
        bed.keyboard.hide()
        await bed.settle()
        let pool = bed.pool
        await KeyboardTestBed.runTasks(turns: 5_000) { pool.observerCount == 0 }
        progress.clear()
        if leakCount > 0 {
            add(.isDeallocated, "\(leakCount) of \(count) screens were not deallocated after they were dropped")
        }
        pool.sweep()
        if leakCount == 0, pool.observerCount > 0 {
            add(
                .isSilentAfterwards,
                "\(pool.observerCount) observers are still called after all \(count) screens were dropped"
            )
        }
        if pool.orphanCount > 0 {
            add(.isSilentAfterwards, "\(pool.orphanCount) orphans are left after a sweep")
        }
        checkMemory()
    }

    /// Compares the memory after the first fifth of the lifetimes with that after the last.
    private func checkMemory() {
        guard let before = memoryBefore, let after = memory?() else { return }
        let growth = after - before
        // Allocators keep pages of their own.
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

/// The resident memory of the process in bytes; `nil` if the system does not report it.
@MainActor
private func residentMemory() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
}
