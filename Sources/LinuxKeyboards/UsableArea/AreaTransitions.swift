import Foundation
import KeyboardObservation

/// Computes transitions from the keyboard's visibility, the app's usable area and the output's free area.
///
/// A visible keyboard makes both areas smaller. The frame of the keyboard is the strip that an area has lost at the
/// bottom. The reports of the keyboard, the app and the `LayerProbe` can arrive in any order. If both areas have lost a
/// strip, the frame is the strip of the app's area. That strip is in the coordinates of the app's window. If no area is
/// known, the events have no frames.
///
/// The keyboard does not slide, so a transition takes 0 seconds.
@MainActor
final class AreaTransitions {
    /// The longest time to wait for the report of a smaller area, after the keyboard has reported that it is visible.
    ///
    /// With squeekboard 1.21 under sway, up to 16 ms pass between the two reports.
    static let longestWait = Duration.milliseconds(100)

    /// The longest time to wait for a smaller free area of the output, after the keyboard has reported that it is
    /// visible.
    ///
    /// stevia and phosh-osk-stub slide in before they make the free area smaller. Under phosh, the area changes up to
    /// 0.33 seconds after the report of the keyboard. Under phoc without phosh, the area changes up to 1.7 seconds
    /// after the report.
    static let longestSlide = Duration.seconds(2)

    /// If the known areas keep their full height for this time, a keyboard that had a frame counts as hidden.
    ///
    /// The keyboard counts as hidden even if its latest report says that it is visible.
    ///
    /// A keyboard can report that it is hidden, and then that it is visible again, while the area has not changed yet.
    /// A busy phone can need more than 0.1 seconds to make the area smaller again.
    static let longestGap = Duration.milliseconds(500)

    /// The longest time to wait for the keyboard to report that it is visible, after the report of a smaller area.
    ///
    /// If the keyboard reports nothing within this time, something else has made the area smaller, for example a panel.
    /// One second is enough for a busy phone. The wait for the keyboard delays no event.
    static let longestDoubt = Duration.seconds(1)

    private typealias Output = (measured: MeasuredOutput, area: UsableArea)

    private let poster: KeyboardTransitionPoster
    private let area: UsableArea
    private var outputs: [Output] = []
    /// The area that the keyboard has most recently made smaller.
    private var reducedArea: UsableArea
    private let scheduler: any KeyboardScheduler
    /// Whether a measurement of the output's free area can still arrive after the keyboard has reported that it is
    /// visible.
    ///
    /// If the value is `true`, the *show* event waits for the measurement.
    var canMeasureOutput = false {
        didSet { if canMeasureOutput != oldValue { update() } }
    }
    /// Whether the keyboard is visible according to its latest report; `nil` before the first report.
    private var saysVisible: Bool?
    private var owesShow = false
    private var wait: (reason: Wait, end: KeyboardScheduledAction)?

    private enum Wait {
        case reducedArea, visibleKeyboard, hiddenKeyboard
    }

    /// Until the first report of the keyboard's visibility, the keyboard counts as hidden.
    init(to sink: @escaping KeyboardSink, area: UsableArea, scheduler: any KeyboardScheduler) {
        poster = KeyboardTransitionPoster(to: sink)
        // Several sessions receive the same area, so this object needs its own copy.
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

    func stop() {
        wait?.end.cancel()
        poster.stop()
    }

    /// Pass `false` if the keyboard's program has ended.
    func visibilityChanged(to isVisible: Bool) {
        guard isVisible != saysVisible else { return }
        let wasVisibleBefore = saysVisible == nil && isVisible
        record(isVisible)
        if wasVisibleBefore {
            // The keyboard appeared before the first measurement, so the free area was already smaller.
            let measured = outputs.map(\.measured)
            outputs.removeAll { $0.measured == Self.mostReduced(measured) }
            measure(measured)
        }
        update()
    }

    func outputEnded() {
        outputs = []
        if poster.isObscured != nil { poster.isObscured = false }
        canMeasureOutput = false
    }

    private func record(_ isVisible: Bool) {
        saysVisible = isVisible
        owesShow = isVisible
        if !isVisible { hide() }
    }

    func areaChanged(to new: CGRect?, isFullScreen: Bool = false) {
        area.report(new, isKeyboardVisible: isVisible, isFullScreen: isFullScreen)
        update()
    }

    /// The keyboard is on the output that has lost the most height.
    ///
    /// Pass `nil` for `isKeyboardVisible` if the keyboard reports its visibility.
    func outputsChanged(to new: [MeasuredOutput], isKeyboardVisible: Bool? = nil) {
        if let isKeyboardVisible, isKeyboardVisible != saysVisible { record(isKeyboardVisible) }
        let valid = new.filter { output in
            [output.size, output.freeArea].allSatisfy { UsableArea.isValid(CGRect(origin: .zero, size: $0)) }
        }
        measure(valid)
        // The keyboard is certainly hidden, so only panels have made the areas smaller.
        if isKeyboardVisible == false { keyboardDoesNotReduceOutputs() }
        update()
    }

    /// If the output was never measured without the keyboard, the result is the height of the whole output.
    func fullHeight(of output: MeasuredOutput) -> CGFloat {
        let known = known(output).flatMap { $0.measured.size == output.size ? $0.area.full : nil }
        return known?.height ?? output.size.height
    }

    private func known(_ output: MeasuredOutput) -> Output? {
        outputs.first { $0.measured.name == output.name }
    }

    private static func mostReduced(_ outputs: [MeasuredOutput]) -> MeasuredOutput? {
        outputs.max { $0.size.height - $0.freeArea.height < $1.size.height - $1.freeArea.height }
    }

    private func measure(_ new: [MeasuredOutput]) {
        let reduced = isVisible ? Self.mostReduced(new) : nil
        outputs = new.map { output in
            let (old, free) = (known(output), CGRect(origin: .zero, size: output.freeArea))
            var area = UsableArea()
            if let old, old.measured.size == output.size {
                area = old.area
            } else if output == reduced {
                // The full area cannot be measured while the keyboard is visible. An output that changes its size keeps
                // the height of its panels. The other outputs have no keyboard, so their free areas are their full
                // areas.
                let panels = old.map { $0.measured.size.height - fullHeight(of: $0.measured) } ?? 0
                let full = CGRect(x: 0, y: 0, width: free.width, height: output.size.height - panels)
                keyboardDoesNotReduceOutputs()
                area.report(full, isKeyboardVisible: false)
            }
            area.report(free, isKeyboardVisible: isVisible)
            return (output, area)
        }
    }

    private func keyboardDoesNotReduceOutputs() {
        for output in outputs { output.area.keyboardDoesNotReduceArea() }
    }
}

extension AreaTransitions {
    var frame: CGRect? {
        isShown ? poster.frame : nil
    }

    private var isShown: Bool {
        poster.place == .docked
    }

    var isVisible: Bool {
        saysVisible == true
    }

    private var knowsArea: Bool {
        area.isCurrent || !outputs.isEmpty
    }

    /// The output is `nil` if the frame is the strip that the app's area has lost.
    private var keyboard: (frame: CGRect, area: UsableArea, output: MeasuredOutput?)? {
        if let frame = area.keyboardFrame, fitsOutput { return (frame, area, nil) }
        return outputs.compactMap { output, area in area.keyboardFrame.map { ($0, area, output) } }
            .max { $0.frame.height < $1.frame.height }
    }

    /// Whether the app's full area fits an output; also `true` if the full area or the outputs are unknown.
    ///
    /// After a rotation, the app may report its new area late.
    ///
    /// Until the report, the known area has the old orientation and may not fit.
    private var fitsOutput: Bool {
        guard let full = area.full, !outputs.isEmpty else { return true }
        return outputs.contains { output, _ in
            full.maxX <= output.size.width && full.maxY <= output.size.height
        }
    }

    /// Posts a transition, or waits for the report that is missing.
    private func update() {
        updateObscured()
        switch (isVisible, keyboard) {
        case (true, let keyboard?): show(in: keyboard.frame, of: keyboard.area)
        case (true, nil) where owesShow && !knowsArea && !canMeasureOutput: show(in: nil)
        case (true, nil) where owesShow:
            let longest = canMeasureOutput ? Self.longestSlide : Self.longestWait
            wait(for: .reducedArea, longest) { $0.show(in: nil) }
        // The area has its full height again, so the keyboard will probably report that it is hidden.
        case (true, nil) where poster.frame != nil && knowsArea:
            wait(for: .hiddenKeyboard, Self.longestGap) { $0.hide() }
        // The area has become smaller, so the keyboard will probably report that it is visible.
        case (false, _?):
            wait(for: .visibleKeyboard, Self.longestDoubt) {
                $0.area.keyboardDoesNotReduceArea()
                $0.keyboardDoesNotReduceOutputs()
            }
        case (_, nil): endWait()
        }
    }

    /// While the frame of the keyboard is unknown, `isObscured` does not change.
    ///
    /// For example, the frame is unknown after the area has grown, but before the *hide* event.
    private func updateObscured() {
        if !area.isFullScreen {
            if poster.isObscured != nil { poster.isObscured = false }
        } else if let keyboard, let output = keyboard.output {
            // The frame of the keyboard is a strip that can also contain panels behind the window. A keyboard in front
            // of the window takes at least half of the strip.
            poster.isObscured = keyboard.frame.height > 2 * (output.size.height - output.overlayArea.height)
        }
    }

    private func wait(
        for reason: Wait,
        _ delay: Duration,
        _ action: @escaping @MainActor (AreaTransitions) -> Void
    ) {
        guard wait?.reason != reason else { return }
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

    /// The frame is below the bottom edge of `UsableArea.full`, which can grow while the keyboard is shown.
    private func hiddenFrame(_ frame: CGRect) -> CGRect {
        let bottom = max(frame.maxY, reducedArea.full?.maxY ?? frame.maxY)
        return CGRect(x: frame.minX, y: bottom, width: frame.width, height: frame.height)
    }
}
