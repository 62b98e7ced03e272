import Foundation
import KeyboardObservation

/// Computes the transitions of a keyboard from its visibility and from the usable area of the app.
///
/// The compositor makes the area smaller while the keyboard is visible. The frame of the keyboard is the strip that the
/// area has lost at the bottom. The keyboard reports its visibility, and the app reports the area. The two reports can
/// arrive in either order. If the app does not report the area, the events have no frames.
///
/// The keyboard does not slide, so a transition takes 0 seconds.
@MainActor
final class AreaTransitions {
    /// The longest time that this object waits for a report from the keyboard or the app.
    ///
    /// This object waits for a report in these cases:
    ///
    /// - The keyboard has reported that it is visible, and the app has not yet reported a smaller area.
    /// - The app has reported a larger area, and the keyboard has not yet reported that it is hidden.
    ///
    /// With squeekboard 1.21 under sway, the two reports arrive up to 16 ms apart.
    static let longestWait = Duration.milliseconds(100)

    /// The longest time between a smaller area and the report that the keyboard is visible.
    ///
    /// If this report does not arrive, the area has become smaller for another reason. In this case, the smaller area
    /// is the new `UsableArea.full`.
    ///
    /// One second is long enough for a busy phone. The wait does not delay an event.
    static let longestDoubt = Duration.seconds(1)

    private let poster: TransitionPoster
    private let area: UsableArea
    private let scheduler: any KeyboardScheduler
    private var saysVisible = false
    /// Whether the keyboard has become visible, but this object has not yet posted the *show*.
    private var owesShow = false
    private var wait: (reason: Wait, end: KeyboardScheduledAction)?

    /// The report that this object waits for.
    private enum Wait {
        case reducedArea, visibleKeyboard, hiddenKeyboard
    }

    /// Creates an object for a keyboard that is hidden at first.
    ///
    /// - Parameters:
    ///   - center: The center that receives the notifications.
    ///   - area: The usable area, which `SystemKeyboard` keeps for the next session.
    ///   - scheduler: The scheduler that supplies the time.
    init(postingTo center: NotificationCenter, area: UsableArea, scheduler: any KeyboardScheduler) {
        poster = TransitionPoster(center: center)
        self.area = area
        self.scheduler = scheduler
    }

    deinit {
        wait?.end.cancel()
    }

    /// Reads the area that the app has reported before this call.
    func start() {
        update()
    }

    /// Stops posting permanently.
    func stop() {
        wait?.end.cancel()
        poster.stop()
    }

    /// Receives the visibility that the keyboard reports.
    ///
    /// Pass `false` if the keyboard's program has ended.
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

    /// Posts a transition after the keyboard or the app has made a report.
    ///
    /// If the report of the keyboard or of the app is still missing, the method waits for this report.
    private func update() {
        switch (saysVisible, area.keyboardFrame) {
        case (true, let frame?): show(in: frame)
        case (true, nil) where area.reported == nil: show(in: nil)
        case (true, nil) where owesShow: wait(for: .reducedArea, Self.longestWait) { $0.show(in: nil) }
        // The area has its full height again, so the keyboard will probably report that it is hidden.
        case (true, nil) where poster.frame != nil: wait(for: .hiddenKeyboard, Self.longestWait) { $0.hide() }
        // The area has become smaller, so the keyboard will probably report that it is visible.
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
        // equivalent mutation: before the reason changes, an update that waits for nothing has already ended the wait.
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

    /// Returns the frame of the hidden keyboard, which is below the area.
    ///
    /// The method uses the bottom edge of `UsableArea.full`, because this area may have become higher while the
    /// keyboard was shown.
    private func hiddenFrame(_ frame: CGRect) -> CGRect {
        let bottom = max(frame.maxY, area.full?.maxY ?? frame.maxY)
        return CGRect(x: frame.minX, y: bottom, width: frame.width, height: frame.height)
    }
}
