import Foundation
import KeyboardObservation

/// Computes the transitions of a keyboard from its window and its reported visibility.
///
/// Changes of the window and of the visibility can arrive in any order. The window determines where the keyboard is.
/// The reported visibility is only an early notice of a change. The reported visibility can be wrong. For example,
/// Onboard can report that it is visible while its window is off screen.
///
/// A docked Onboard starts off screen, and slides onto the screen in steps. This object computes the end frame of the
/// slide in advance from the monitors and the panels. While the keyboard slides, this object posts the frame of each
/// step.
@MainActor
final class WindowTransitions {
    private enum Phase {
        case hidden
        case showing
        case shown
        case hiding
    }

    /// Onboard 1.4 slides for 250 ms in steps of 20 ms.
    private static let slideDuration = 0.25

    /// A window that has not moved for this time is treated as stopped.
    ///
    /// Onboard moves its window every 20 ms. Onboard announces a change 10 to 30 ms before the first movement.
    private static let longestStandstill = Duration.milliseconds(500)

    /// A window that is partly off screen is treated as stopped after a pause of this length.
    ///
    /// A docked keyboard does not stay partly off screen. On a busy machine, the slide of a keyboard can pause for more
    /// than half a second.
    private static let longestPause = Duration.seconds(2)

    /// While the window pauses, this object reports the unchanged frame to the pool at this interval.
    ///
    /// After 0.5 s without a reported frame, the pool would switch to the frames of the animation curve.
    private static let reportInterval = Duration.milliseconds(250)

    /// The longest time that a shown keyboard can be without a window.
    ///
    /// Onboard replaces its window in about 20 ms when it docks or undocks.
    private static let longestReplacement = Duration.milliseconds(200)

    private let poster: KeyboardTransitionPoster
    private let scheduler: any KeyboardScheduler
    private let slides: Bool
    private var desktop = MonitorLayout(monitors: [])
    private var window: KeyboardWindow?
    /// `nil` if the keyboard does not report its visibility.
    private var saysVisible: Bool?
    private var phase = Phase.hidden
    private var transitionBegin = CGRect.zero
    /// The distance between a hidden keyboard and the edge of the monitor, in pixels.
    private var clearance: CGFloat
    private var deadline: KeyboardScheduledAction?

    var onRest: () -> Void = {}

    /// Pass `true` for `slides` if the keyboard's docked window is mapped off screen and then slides to its end frame.
    ///
    /// The scale is the number of pixels in a point.
    init(
        to sink: @escaping KeyboardSink,
        slides: Bool,
        scale: Double = 1,
        scheduler: any KeyboardScheduler
    ) {
        poster = KeyboardTransitionPoster(scale: scale, to: sink)
        // The first event must contain `isObscured`, because an earlier session may have posted `true` to the same
        // center.
        poster.isObscured = false
        // The clearance is an estimate, because a unit of GTK may differ from a point of the app. The frame of a hidden
        // window shows the exact clearance.
        clearance = (MonitorLayout.clearanceInUnits * scale).rounded()
        self.slides = slides
        self.scheduler = scheduler
    }

    deinit {
        deadline?.cancel()
    }

    var isShown: Bool {
        phase == .showing || phase == .shown
    }

    var isHiding: Bool {
        phase == .hiding
    }

    func stop() {
        deadline?.cancel()
        poster.stop()
    }
}

// MARK: - Facts

extension WindowTransitions {
    func desktopChanged(to new: MonitorLayout) {
        let old = desktop
        desktop = new
        guard phase == .shown, let frame = window?.frame, old.monitor(of: frame) != new.monitor(of: frame) else {
            return
        }
        jump(to: frame)
    }

    /// Pass `nil` if the keyboard's program has ended.
    func visibilityChanged(to isVisible: Bool?) {
        let said = saysVisible
        saysVisible = isVisible
        switch (isVisible == true, phase) {
        case (true, .hidden): if said != true { show() }
        case (true, _): break
        case (false, _): hideAtOnce()
        }
    }

    func windowChanged(to new: KeyboardWindow?) {
        let old = window
        window = new
        // A hidden keyboard appears again at the same place, so an unmapped window does not change `isObscured`.
        if let new, new.isMapped { poster.isObscured = new.isObscured }
        guard let new, new.isMapped else {
            if let new { learnClearance(new.frame) }
            if old?.isMapped == true { windowDisappeared() }
            return
        }
        guard saysVisible != false else { return }
        guard let old, old.isMapped, old.identifier == new.identifier else { return windowAppeared(new) }
        guard old.frame != new.frame else { return }
        switch phase {
        case .hidden: if isOnScreen(new.frame) { show() }
        case .showing, .hiding: windowMoved(from: old.frame, to: new.frame)
        case .shown: shownWindowMoved(from: old.frame, to: new.frame)
        }
    }
}

// MARK: - From facts to transitions

extension WindowTransitions {
    private func windowAppeared(_ window: KeyboardWindow) {
        switch phase {
        case .hidden, .hiding: show()
        case .showing where window.frame == poster.frame: stand(at: window.frame, comingFrom: transitionBegin)
        // A new window may already be sliding, or may have stopped partly off screen.
        case .showing where isBetweenEnds(window.frame):
            waitForStep(from: window.frame, for: Self.longestStandstill)
        case .showing where isOnScreen(window.frame): change(to: window.frame)
        // If the window has changed its size since the slide was announced, the announced end frame is wrong.
        case .showing: if dock(hidingIn: window.frame)?.shown != poster.frame { show() }
        case .shown:
            deadline?.cancel()
            isOnScreen(window.frame) ? change(to: window.frame) : show()
        }
    }

    private func windowDisappeared() {
        switch phase {
        case .hidden, .hiding: hideAtOnce()
        case .showing, .shown:
            // The keyboard may soon open a new window that replaces the old window.
            saysVisible == true ? wait(Self.longestReplacement) : hideAtOnce()
        }
    }

    private func windowMoved(from old: CGRect, to new: CGRect) {
        guard let end = poster.frame else { return }
        guard new.size == end.size else {
            change(to: new)
            return
        }
        let isTurningBack = abs(new.minY - end.minY) > abs(old.minY - end.minY)
        if new == end {
            poster.report(new)
            stand(at: new, comingFrom: old)
            return
        }
        if isTurningBack, phase == .showing {
            hide(from: old)
        } else if isTurningBack, let dock = dock(hidingIn: end) {
            guard new != dock.shown else {
                jump(to: new)
                return
            }
            begin(.showing, to: dock.shown, .docked, duration: Self.slideDuration, from: end)
        }
        windowStepped(to: new)
    }

    private func windowStepped(to frame: CGRect) {
        waitForStep(from: frame, for: slidingDock(frame) == nil ? Self.longestStandstill : Self.longestPause)
    }

    private func stand(at frame: CGRect, comingFrom old: CGRect) {
        // If the window jumps instead of sliding, a transition of 0 seconds replaces the announced slide.
        let isEarly = phase == .showing && poster.place == .docked && !desktop.shows(old)
        isEarly ? jump(to: frame) : end()
    }

    private func shownWindowMoved(from old: CGRect, to new: CGRect) {
        guard slides, new.size == old.size, new.minX == old.minX, desktop.shows(new),
            let edge = desktop.dock(showing: old, clearance: clearance)?.edge,
            edge == .bottom ? new.minY > old.minY : new.minY < old.minY
        else {
            change(to: new)
            return
        }
        hide(from: old)
        windowStepped(to: new)
    }

    private func show() {
        guard let window else { return }
        learnClearance(window.frame)
        if slides, let dock = dock(hidingIn: window.frame) ?? slidingDock(window.frame) {
            begin(.showing, to: dock.shown, .docked, duration: Self.slideDuration, from: dock.hidden)
        } else if desktop.shows(window.frame) {
            // A keyboard that is found on screen does not move, so its transition begins at the frame of its window.
            let isFirst = poster.frame == nil && window.isMapped
            let begin = isFirst ? window.frame : hiddenFrame(from: window.frame)
            self.begin(.showing, to: window.frame, place(of: window.frame), duration: 0, from: begin)
            if window.isMapped { end() }
        }
    }

    private func slidingDock(_ frame: CGRect) -> MonitorLayout.Dock? {
        let bounds = desktop.monitor(of: frame).frame
        let isOverEdge = frame.maxY > bounds.maxY + 1 || frame.minY < bounds.minY - 1
        return isOverEdge ? desktop.dock(showing: frame, clearance: clearance) : nil
    }

    /// Begins a *hide* transition after a docked window has started to slide out.
    private func hide(from frame: CGRect) {
        begin(.hiding, to: hiddenFrame(from: frame), .hidden, duration: Self.slideDuration, from: frame)
    }

    private func hideAtOnce() {
        guard phase != .hidden, let frame = poster.frame else { return }
        if phase != .hiding { begin(.hiding, to: hiddenFrame(from: frame), .hidden, duration: 0, from: frame) }
        end()
    }

    /// Call this method when the window has reached the frame without a slide, or has stopped at the frame.
    private func change(to frame: CGRect) {
        if !isOnScreen(frame) {
            hideAtOnce()
        } else if isShown, frame == poster.frame {
            end()
        } else {
            jump(to: frame)
        }
    }

    private func jump(to frame: CGRect) {
        begin(.showing, to: frame, place(of: frame), duration: 0, from: frame)
        end()
    }

    private func begin(
        _ phase: Phase,
        to end: CGRect,
        _ place: KeyboardTransitionPoster.Place,
        duration: Double,
        from begin: CGRect
    ) {
        self.phase = phase
        transitionBegin = begin
        wait(Self.longestStandstill)
        let screen = desktop.monitor(of: phase == .hiding ? begin : end).frame
        poster.begin(to: end, place, from: begin, duration: duration, screenBounds: screen)
    }

    private func end() {
        deadline?.cancel()
        phase = isShown ? .shown : .hidden
        poster.end()
        onRest()
    }

    private func wait(_ delay: Duration) {
        deadline?.cancel()
        deadline = scheduler.schedule(after: delay) { [weak self] in self?.settle() }
    }

    private func waitForStep(from frame: CGRect, for delay: Duration) {
        poster.report(frame)
        guard delay > Self.reportInterval else { return wait(delay) }
        deadline?.cancel()
        deadline = scheduler.schedule(after: Self.reportInterval) { [weak self] in
            self?.waitForStep(from: frame, for: delay - Self.reportInterval)
        }
    }

    /// Ends the transition when the window has not moved or appeared in time.
    ///
    /// If the window is on screen, the transition ends at its current frame; otherwise, the keyboard counts as hidden.
    private func settle() {
        if let window, window.isMapped, saysVisible != false {
            change(to: window.frame)
        } else {
            hideAtOnce()
        }
    }
}

// MARK: - Frames

extension WindowTransitions {
    private func place(of frame: CGRect) -> KeyboardTransitionPoster.Place {
        desktop.dock(showing: frame, clearance: clearance) == nil ? .undocked : .docked
    }

    private func hiddenFrame(from frame: CGRect) -> CGRect {
        if let dock = desktop.dock(showing: frame, clearance: clearance) { return dock.hidden }
        var hidden = frame
        hidden.origin.y = desktop.monitor(of: frame).frame.maxY + clearance
        return hidden
    }

    private func isBetweenEnds(_ frame: CGRect) -> Bool {
        let begin = transitionBegin
        guard let end = poster.frame, frame.size == end.size, frame.minX == end.minX, begin.minX == end.minX else {
            return false
        }
        return (frame.minY - begin.minY) * (end.minY - frame.minY) > 0
    }

    private func isOnScreen(_ frame: CGRect) -> Bool {
        desktop.shows(frame) && (!slides || dock(hidingIn: frame) == nil)
    }

    private func dock(hidingIn frame: CGRect) -> MonitorLayout.Dock? {
        desktop.dock(hidingIn: frame, clearance: clearance)
    }

    private func learnClearance(_ frame: CGRect) {
        guard !desktop.shows(frame), let dock = dock(hidingIn: frame) else { return }
        let bounds = desktop.monitor(of: dock.shown).frame
        clearance = dock.edge == .bottom ? frame.minY - bounds.maxY : bounds.minY - frame.maxY
    }
}
