import Foundation
import KeyboardObservation

/// Computes the transitions of a keyboard from its visibility and from the usable areas of the app and of the output.
///
/// While the keyboard is visible, the compositor makes the area of the app and the area of the output smaller. The
/// frame of the keyboard is the strip that an area has lost at the bottom. The keyboard reports its visibility, the app
/// reports its area, and a `LayerProbe` measures the area of the output. The reports can arrive in any order. If the
/// app's area has lost a strip, the object uses this strip as the frame, because the strip is in the coordinates of the
/// app's window. If no area is known, the events have no frames.
///
/// The keyboard does not slide, so a transition takes 0 seconds.
@MainActor
final class AreaTransitions {
    /// The longest time that this object waits for a smaller area.
    ///
    /// The wait begins if the keyboard reports that it is visible, but no area is smaller yet.
    ///
    /// With squeekboard 1.21 under sway, the report of the app arrives up to 16 ms after the report of the keyboard.
    /// The measurement of the output arrives up to 49 ms before the report of the keyboard, or up to 19 ms after this
    /// report.
    static let longestWait = Duration.milliseconds(100)

    /// The longest time that this object waits for the report that the keyboard is hidden.
    ///
    /// The wait begins when an area has its full height again. If a keyboard disappears and immediately appears again,
    /// both reports of the keyboard can arrive before the area has its full height. On a busy phone, the compositor
    /// then takes more than 0.1 seconds to make the area smaller again.
    static let longestGap = Duration.milliseconds(500)

    /// The longest time between the report of a smaller area and the report that the keyboard is visible.
    ///
    /// If the report of the keyboard does not arrive in this time, the area has become smaller for another reason. The
    /// smaller area then becomes the new `UsableArea.full`.
    ///
    /// One second is long enough for a busy phone. The wait does not delay an event.
    static let longestDoubt = Duration.seconds(1)

    private let poster: KeyboardTransitionPoster
    /// The area that the app reports.
    private let area: UsableArea
    /// The free area of the output.
    private var freeArea = UsableArea()
    /// The number of the measured output.
    private var outputName: UInt32?
    /// The area that most recently lost the strip of the keyboard.
    private var reducedArea: UsableArea
    /// The area of the whole output; `nil` before the first measurement.
    private var output: CGRect?
    /// The height that panels and keyboards above a full-screen window occupy.
    private var overlayHeight: CGFloat = 0
    private let scheduler: any KeyboardScheduler
    /// Whether a probe can measure the free area of the output.
    ///
    /// If a keyboard is visible before the first measurement, this object waits for the measurement.
    var canMeasureOutput = false {
        didSet { if canMeasureOutput != oldValue { update() } }
    }
    /// Whether the keyboard has reported that it is visible; `nil` before its first report.
    private var saysVisible: Bool?
    /// Whether this object still has to post the *show* of a visible keyboard.
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
    ///   - area: The usable area that the app has already reported. The object copies the area.
    ///   - scheduler: The scheduler that supplies the time.
    init(postingTo center: NotificationCenter, area: UsableArea, scheduler: any KeyboardScheduler) {
        poster = KeyboardTransitionPoster(center: center)
        // Several sessions receive the same `UsableArea` object. Changes of the original object do not affect a copy.
        self.area = UsableArea(area)
        reducedArea = self.area
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
        // The keyboard was visible before the first measurement, so the free area was already smaller.
        if saysVisible == nil, isVisible, let output, let reported = freeArea.reported {
            freeArea.report(output, isKeyboardVisible: false)
            freeArea.report(reported, isKeyboardVisible: true)
        }
        record(isVisible)
        update()
    }

    /// Forgets the measurements of the output after the loss of the probe.
    func outputEnded() {
        freeArea = UsableArea()
        if poster.isObscured != nil { poster.isObscured = false }
        canMeasureOutput = false
    }

    private func record(_ isVisible: Bool) {
        saysVisible = isVisible
        owesShow = isVisible
        if !isVisible { hide() }
    }

    /// Receives the usable area that the app reports.
    func areaChanged(to new: CGRect?, isFullScreen: Bool = false) {
        area.report(new, isKeyboardVisible: isVisible, isFullScreen: isFullScreen)
        update()
    }

    /// Receives the measured areas of the output.
    ///
    /// - Parameters:
    ///   - size: The size of the whole output.
    ///   - freeSize: The size of the area that panels and the keyboard leave free.
    ///   - overlaySize: The size of the area that the overlay layer leaves free. The panels and keyboards in this layer
    ///     are above a full-screen window.
    ///   - name: The number of the output. With several outputs, the measured output can change.
    ///   - isKeyboardVisible: Whether the keyboard is visible. Pass `nil` if the keyboard reports its visibility.
    func outputChanged(
        to size: CGSize,
        free freeSize: CGSize,
        overlay overlaySize: CGSize,
        name: UInt32 = 0,
        isKeyboardVisible: Bool? = nil
    ) {
        let (new, free) = (CGRect(origin: .zero, size: size), CGRect(origin: .zero, size: freeSize))
        guard UsableArea.isValid(new), UsableArea.isValid(free) else { return }
        if let isKeyboardVisible, isKeyboardVisible != saysVisible { record(isKeyboardVisible) }
        let isOtherOutput = outputName != nil && name != outputName
        if isOtherOutput { freeArea = UsableArea() }
        (outputName, overlayHeight) = (name, size.height - overlaySize.height)
        // The area without the keyboard has not been measured.
        // equivalent mutation: the first report is the area without the keyboard in any case.
        if isOtherOutput || freeArea.reported == nil && isVisible { freeArea.report(new, isKeyboardVisible: false) }
        output = new
        freeArea.report(free, isKeyboardVisible: isVisible)
        update()
    }
}

extension AreaTransitions {
    private var isShown: Bool {
        poster.place == .docked
    }

    private var isVisible: Bool {
        saysVisible == true
    }

    /// Whether at least one area is current: the app's area or the free area of the output.
    private var knowsArea: Bool {
        area.isCurrent || freeArea.isCurrent
    }

    /// The frame of the keyboard, and the area that the keyboard has made smaller.
    ///
    /// The value is `nil` if no area is smaller, or if no area is known.
    private var keyboard: (frame: CGRect, area: UsableArea)? {
        if let frame = area.keyboardFrame { return (frame, area) }
        return freeArea.keyboardFrame.map { ($0, freeArea) }
    }

    /// Posts a transition after a report.
    ///
    /// If the report of the keyboard or the report of a smaller area is still missing, the method waits for the missing
    /// report.
    private func update() {
        updateObscured()
        switch (isVisible, keyboard) {
        case (true, let keyboard?): show(in: keyboard.frame, of: keyboard.area)
        case (true, nil) where owesShow && !knowsArea && !canMeasureOutput: show(in: nil)
        case (true, nil) where owesShow: wait(for: .reducedArea, Self.longestWait) { $0.show(in: nil) }
        // The area has its full height again, so the keyboard will probably report that it is hidden.
        case (true, nil) where poster.frame != nil && knowsArea:
            wait(for: .hiddenKeyboard, Self.longestGap) { $0.hide() }
        // The area has become smaller, so the keyboard will probably report that it is visible.
        case (false, _?):
            wait(for: .visibleKeyboard, Self.longestDoubt) {
                $0.area.keyboardDoesNotReduceArea()
                $0.freeArea.keyboardDoesNotReduceArea()
            }
        case (_, nil): endWait()
        }
    }

    /// Updates whether the app's window covers the keyboard.
    ///
    /// If the window is full screen and the frame of the keyboard is unknown, `isObscured` does not change. For
    /// example, the app can report the larger area before the keyboard reports that it is hidden. In this case, the
    /// frame is unknown.
    private func updateObscured() {
        if !area.isFullScreen {
            if poster.isObscured != nil { poster.isObscured = false }
        } else if let keyboard {
            // The keyboard's strip can also contain panels that a full-screen window covers. Therefore the window
            // covers the keyboard only if the overlay layer occupies less than half of the strip.
            poster.isObscured = keyboard.frame.height > 2 * overlayHeight
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

    private func show(in frame: CGRect?, of reduced: UsableArea? = nil) {
        owesShow = false
        endWait()
        guard !isShown || frame != poster.frame else { return }
        if let reduced { reducedArea = reduced }
        poster.begin(to: frame, .docked, from: frame.map(hiddenFrame), screenBounds: reducedArea.full)
        poster.end()
    }

    private func hide() {
        guard isShown else { return }
        poster.begin(to: poster.frame.map(hiddenFrame), .hidden, screenBounds: reducedArea.full)
        poster.end()
    }

    /// Returns the frame of the hidden keyboard.
    ///
    /// The frame is below the bottom edge of `UsableArea.full`. While the keyboard is shown, the height of
    /// `UsableArea.full` can grow. The shown keyboard then ends above the bottom edge.
    private func hiddenFrame(_ frame: CGRect) -> CGRect {
        let bottom = max(frame.maxY, reducedArea.full?.maxY ?? frame.maxY)
        return CGRect(x: frame.minX, y: bottom, width: frame.width, height: frame.height)
    }
}
