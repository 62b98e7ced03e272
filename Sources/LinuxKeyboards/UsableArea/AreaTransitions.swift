import Foundation
import KeyboardObservation

/// Computes the transitions of a keyboard from its visibility and from the usable area of the app.
///
/// The compositor makes the area smaller while the keyboard is visible. The frame of the keyboard is the strip that the
/// area has lost at the bottom. The report of the visibility can arrive before or after the report of the area. If the
/// app does not report the area, the events have no frames.
///
/// The keyboard does not slide, so a transition takes 0 seconds.
@MainActor
final class AreaTransitions {
    /// The longest wait for a second report.
    ///
    /// The transitions wait for a second report in these cases:
    ///
    /// - The keyboard has reported that it is visible, and the app has not reported a smaller area yet.
    /// - The app has reported a larger area, and the keyboard has not reported that it is hidden yet.
    ///
    /// With squeekboard 1.21 under sway, the time between the two reports is up to 16 ms.
    static let longestWait = Duration.milliseconds(100)

    /// The longest wait for a visible keyboard after the area has become smaller.
    ///
    /// If the keyboard does not report that it is visible, the area has become smaller for another reason. The smaller
    /// area becomes the area without the keyboard.
    ///
    /// The wait is long enough for a busy phone, and does not delay an event.
    static let longestDoubt = Duration.seconds(1)

    private let poster: TransitionPoster
    private let area: UsableArea
    private let scheduler: any KeyboardScheduler
    private var saysVisible = false
    /// Whether the transitions still have to post a *show* for a visible keyboard.
    private var owesShow = false
    private var wait: (reason: Wait, end: KeyboardScheduledAction)?

    /// The missing report.
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

    /// Receives the visibility that the keyboard reports; `false` if the keyboard's program has ended.
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

    /// Posts a transition if the keyboard has changed, or waits for a missing report.
    private func update() {
        switch (saysVisible, area.keyboardFrame) {
        case (true, let frame?): show(in: frame)
        case (true, nil) where area.reported == nil: show(in: nil)
        case (true, nil) where owesShow: wait(for: .reducedArea, Self.longestWait) { $0.show(in: nil) }
        // The area has its full size again. The keyboard will probably report that it is hidden.
        case (true, nil) where poster.frame != nil: wait(for: .hiddenKeyboard, Self.longestWait) { $0.hide() }
        // The area has become smaller. The keyboard will probably report that it is visible.
        case (false, _?): wait(for: .visibleKeyboard, Self.longestDoubt) { $0.area.keyboardDoesNotReduceArea() }
        case (_, nil): endWait()
        }
    }

    /// Calls the action if the missing report does not arrive within the delay.
    ///
    /// If this object already waits for the same report, the call has no effect.
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

    /// Returns the frame of the hidden keyboard, below the area.
    ///
    /// The area may have become higher while the keyboard was shown.
    private func hiddenFrame(_ frame: CGRect) -> CGRect {
        let bottom = max(frame.maxY, area.full?.maxY ?? frame.maxY)
        return CGRect(x: frame.minX, y: bottom, width: frame.width, height: frame.height)
    }
}
