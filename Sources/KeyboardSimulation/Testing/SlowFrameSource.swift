import KeyboardObservation

/// A frame source that ticks eleven times a second.
///
/// If a run judges the screen only while the keyboard is at rest, the run uses this frame source.
@MainActor
final class SlowFrameSource: KeyboardFrameSource {
    private let scheduler: ManualScheduler

    init(_ scheduler: ManualScheduler) {
        self.scheduler = scheduler
    }

    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        // If 100 ms pass without a display frame, the pool ticks by itself.
        scheduler.schedule(after: .milliseconds(90), action)
    }
}
