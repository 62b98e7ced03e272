import KeyboardObservation

/// The objects, observers and actions that remain after a screen was dropped.
@MainActor
final class DroppedScreen<Screen: AnyObject> {
    /// The dropped screen; `nil` if it was deallocated.
    weak var screen: Screen?
    /// Whether an action of the dropped screen schedules itself again and again.
    var hasEndlessAction = false
    /// Whether the run ended early.
    ///
    /// If the run ended early, the run does not report remaining observers and actions.
    var isOver = false
    /// The watch for block observers that refer to the screen or to its objects.
    ///
    /// Only a run with `ScreenRunWay.atRest` sets `references`.
    var references: ReferenceWatch?

    private let bed: KeyboardTestBed
    private let way: ScreenRunWay

    init(_ bed: KeyboardTestBed, _ way: ScreenRunWay) {
        self.bed = bed
        self.way = way
    }

    /// Whether the screen or one of its observers still exists.
    ///
    /// The screen or the observer can still be released later.
    var isWaiting: Bool {
        screen != nil || !isOver && bed.pool.observerCount > 0
    }

    /// Whether the screen, an observer or an endless action still exists.
    var isAny: Bool {
        isWaiting || hasEndlessAction
    }

    /// Returns a finding if the notification center still has a block observer of the screen.
    ///
    /// The reference of the block to the screen can be weak. The block can also refer only to an object of the screen.
    /// If the screen, an observer or an endless action still exists, the method returns `nil`. The method
    /// `findings(known:)` reports a remaining screen, observer or endless action.
    func blockObserverFinding() async -> ScreenFinding? {
        guard let references, !isAny, !isOver else { return nil }
        self.references = nil
        bed.releasePool()
        await bed.runTasks()
        guard references.areReleased(by: { bed.releaseCenter() }) else { return nil }
        let sentence =
            "a block observer of NotificationCenter is still called after the screen was dropped: remove the token that "
            + "addObserver(forName:) returns, because the center keeps the block until then"
        return ScreenFinding(rule: .isSilentAfterwards, sentence: sentence)
    }

    /// Returns the findings about the remaining screen, observers and actions.
    ///
    /// The method skips the rules in `known`, because earlier findings have already reported them.
    func findings(known: Set<ScreenFinding.Rule>) async -> [ScreenFinding] {
        if screen != nil, known.contains(.isDeallocated) { return [] }
        if let leak = await ScreenLeakOwner.reason(bed, screen: { [weak self] in self?.screen }) {
            let sentence = "the screen is not deallocated when it is dropped \(way.words): \(leak)"
            return [ScreenFinding(rule: .isDeallocated, sentence: sentence)]
        }
        var findings: [ScreenFinding] = []
        guard !isOver else { return findings }
        let count = bed.pool.observerCount
        if count > 0, !known.contains(.isSilentAfterwards) {
            let subject = count == 1 ? "1 observer of the screen is" : "\(count) observers of the screen are"
            let sentence = "\(subject) still called after the screen was dropped: a token or a task outlives it"
            findings.append(ScreenFinding(rule: .isSilentAfterwards, sentence: sentence))
        }
        if hasEndlessAction, !known.contains(.stopsItsTimers) {
            let sentence =
                "an action on the scheduler runs again and again after the screen was dropped: cancel it in deinit"
            findings.append(ScreenFinding(rule: .stopsItsTimers, sentence: sentence))
        }
        return findings
    }
}
