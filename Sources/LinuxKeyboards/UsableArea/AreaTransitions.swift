import Foundation
import KeyboardObservation

/// Derives the transitions of a keyboard from its visibility and from the usable area.
///
/// The compositor makes the area smaller while the keyboard is visible. The frame of the keyboard is the strip that the
/// area has lost at the bottom. The visibility and the area arrive in either order. Without a report of the area, the
/// events have no frames.
///
/// The keyboard does not slide, so a transition takes 0 seconds.
@MainActor
final class AreaTransitions {
    /// The longest wait for the second of two reports that belong together.
    ///
    /// If the keyboard reports that it is visible, the transitions wait for a smaller area. If the app reports a larger
    /// area, the transitions wait for the report of the hidden keyboard.
    ///
    /// An app's window is resized up to 16 ms before or after the keyboard's signal. The 16 ms apply to squeekboard
    /// 1.21 under sway.
    static let longestWait = Duration.milliseconds(100)

    /// The longest time from a reduction of the area to the report that the keyboard is visible.
    ///
    /// If the report does not arrive, the area has become smaller for another reason. The smaller area then counts as
    /// the area without the keyboard.
    ///
    /// The wait delays no event, so it can be long enough for a busy phone.
    static let longestDoubt = Duration.seconds(1)

    private let poster: TransitionPoster
    private let area: UsableArea
    private let scheduler: any KeyboardScheduler
    private var saysVisible = false
    /// Whether the keyboard has reported that it is visible, but the *show* has not been posted yet.
    private var owesShow = false
    private var wait: (reason: Wait, end: KeyboardScheduledAction)?

    /// The report for which the transitions wait.
    private enum Wait {
        case reducedArea, visibleKeyboard, hiddenKeyboard
    }

    /// Creates the transitions of a hidden keyboard.
    ///
    /// - Parameters:
    ///   - center: The center to which the transitions are posted.
    ///   - area: The usable area, which outlives this object.
    ///   - scheduler: The scheduler that supplies the time.
    init(postingTo center: NotificationCenter, area: UsableArea, scheduler: any KeyboardScheduler) {
        poster = TransitionPoster(center: center)
        self.area = area
        self.scheduler = scheduler
    }

    deinit {
        wait?.end.cancel()
    }

    /// Reads the area that was reported before the start.
    func start() {
        update()
    }

    /// Stops posting for good.
    func stop() {
        wait?.end.cancel()
        poster.stop()
    }

    /// Receives the visibility that the keyboard reports; `false` when the keyboard's program has ended.
    func visibilityChanged(to isVisible: Bool) {
        guard isVisible != saysVisible else { return }
        saysVisible = isVisible
        owesShow = isVisible
        if !isVisible { hide() }
        update()
    }

    /// Receives the usable area that the app reports.
    func areaChanged(to new: CGRect) {
        area.report(new, isKeyboardVisible: saysVisible)
        update()
    }
}

extension AreaTransitions {
    private var isShown: Bool {
        poster.place == .docked
    }

    /// Posts the transition that the visibility and the area require, or waits for a missing report.
    private func update() {
        switch (saysVisible, area.keyboardFrame) {
        case (true, let frame?): show(in: frame)
        case (true, nil) where area.reported == nil: show(in: nil)
        case (true, nil) where owesShow: wait(for: .reducedArea, Self.longestWait) { $0.show(in: nil) }
        // If the keyboard no longer makes the area smaller, the keyboard covers nothing of the app.
        case (true, nil) where poster.frame != nil: wait(for: .hiddenKeyboard, Self.longestWait) { $0.hide() }
        // The keyboard may report soon that it is visible.
        case (false, _?): wait(for: .visibleKeyboard, Self.longestDoubt) { $0.area.keyboardDoesNotReduceArea() }
        case (_, nil): endWait()
        }
    }

    /// Calls the action after a delay, unless the missing report arrives first.
    ///
    /// If the same report is already awaited, the delay does not start again.
    private func wait(
        for reason: Wait,
        _ delay: Duration,
        _ action: @escaping @MainActor (AreaTransitions) -> Void
    ) {
        guard wait?.reason != reason else { return }
        // equivalent mutation: between two reasons there has been an update that waits for nothing.
        endWait()
        let end = scheduler.schedule(after: delay) { [weak self] in
            guard let self else { return }
            wait = nil
            action(self)
        }
        wait = (reason, end)
    }

    private func endWait() {
        wait?.end.cancel()
        wait = nil
    }

    private func show(in frame: CGRect?) {
        owesShow = false
        endWait()
        guard !isShown || frame != poster.frame else { return }
        poster.begin(to: frame, .docked, from: frame.map(hiddenFrame), screenBounds: area.full)
        poster.end()
    }

    private func hide() {
        guard isShown else { return }
        poster.begin(to: poster.frame.map(hiddenFrame), .hidden, screenBounds: area.full)
        poster.end()
    }

    /// Returns the frame of the hidden keyboard, below the screen.
    ///
    /// The screen may have grown while the keyboard was shown.
    private func hiddenFrame(_ frame: CGRect) -> CGRect {
        let bottom = max(frame.maxY, area.full?.maxY ?? frame.maxY)
        return CGRect(x: frame.minX, y: bottom, width: frame.width, height: frame.height)
    }
}
