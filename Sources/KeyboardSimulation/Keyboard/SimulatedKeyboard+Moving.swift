import Foundation
import KeyboardObservation

extension SimulatedKeyboard {
    /// How a move differs from the usual.
    struct MoveStyle {
        /// What is told, in seconds; what the behaviour says where `nil`.
        var duration: Double?
        /// When the *did* pair comes, in seconds; with the duration where `nil`.
        var didDelay: Double?
        var oddity: KeyboardPost.Oddity?
        /// Whether the keys are others than before.
        var hasOtherKeys = false
    }

    func update(duration: Double? = nil) {
        update(MoveStyle(duration: duration))
    }

    /// Moves to what should be on screen, and tells it.
    func update(_ style: MoveStyle) {
        let (old, new) = (presence, desiredPresence)
        guard old != new else { return }
        if new.kind == .docked, old.kind != .docked || style.hasOtherKeys {
            for height in burstHeights.dropLast() {
                let keys = self.height(of: .custom(height: height))
                go(to: Presence(kind: .docked, frame: bottomFrame(height: keys), isLocal: new.isLocal), style)
            }
        }
        go(to: new, style)
        // Whatever the finger held is somewhere else now.
        draggedTop = nil
    }

    /// The heights that the keys which come think they have, one after the other.
    private var burstHeights: [CGFloat] {
        guard case .thirdParty(let heights) = focus == .otherApp ? otherLayout : layout else { return [] }
        return heights
    }

    private func go(to new: Presence, _ style: MoveStyle) {
        let old = presence
        guard old != new else { return }
        presence = new
        let begin = old.kind == .nothing ? frameBefore(new) : old.frame
        let end = new.kind == .nothing ? frameAfter(old) : new.frame
        if old.kind == .free, new.kind == .docked {
            // Docking tells the frame first, and that the keyboard shows when it has arrived.
            move(from: begin, to: end, .frame, style) { $0.announceAgain(.showWithoutFrame) }
        } else {
            let announcement = announcement(from: old, to: new)
            // Who was told of a hide that has not ended must hear that it has, wherever the keyboard goes meanwhile.
            let isHideUnderWay = endOfMove != nil && lastAnnouncement == .hide
            move(from: begin, to: end, announcement == .frame && isHideUnderWay ? .hide : announcement, style)
        }
    }

    /// Tells of a keyboard that stays as it is, or comes back there.
    func announceAgain(_ announcement: Announcement = .show, _ style: MoveStyle = MoveStyle()) {
        move(from: presence.frame, to: presence.frame, announcement, style)
    }

    private func announcement(from old: Presence, to new: Presence) -> Announcement {
        switch (old.kind, new.kind) {
        case (_, .docked): .show
        case (_, .bar): .hide
        case (.docked, .free), (.bar, .free): placement == .floating && !behavior.hidesToFloat ? .frame : .hide
        case (.docked, .nothing), (.bar, .nothing): .hide
        // A keyboard that floats without having told a hide still counts as shown.
        case (.free, .nothing): isToldAsShown ? .hide : .frame
        default: .frame
        }
    }

    /// Off screen, before the keyboard comes.
    private func frameBefore(_ new: Presence) -> CGRect {
        if new.kind == .docked, behavior.presentation == .underWayFromOneScreenBelow {
            return new.frame.offsetBy(dx: 0, dy: screen.size.height)
        }
        let height = behavior.beginHeight ?? new.frame.height
        return CGRect(x: new.frame.minX, y: screen.size.height, width: new.frame.width, height: height)
    }

    /// Off screen, when the keyboard has gone.
    private func frameAfter(_ old: Presence) -> CGRect {
        let hasHeight = !behavior.hidesToZeroHeight && !behavior.isCrossFading
        return CGRect(
            x: old.frame.minX,
            y: screen.size.height,
            width: old.frame.width,
            height: hasHeight ? old.frame.height : 0
        )
    }

    private func move(
        from begin: CGRect,
        to end: CGRect,
        _ announcement: Announcement,
        _ style: MoveStyle,
        then next: (@MainActor (SimulatedKeyboard) -> Void)? = nil
    ) {
        lastAnnouncement = announcement
        if announcement != .frame { isToldAsShown = announcement != .hide }
        let duration = duration(announcement, style)
        let start = motion?.isVisible(at: scheduler.now) == true || draggedTop != nil ? currentFrame : begin
        motion = KeyboardTransition(
            from: start,
            to: end,
            startTime: scheduler.now,
            duration: behavior.isCrossFading ? 0 : duration,
            curve: KeyboardAnimationCurve(told: behavior.curve)
        )
        frame = end
        let post = KeyboardPost(
            announcement,
            begin: told(begin),
            end: told(end),
            duration: duration,
            oddity: style.oddity,
            isLocal: isLocalTold,
            screenBounds: behavior.reportsScreenBounds ? told(screen.bounds) : nil,
            behavior: behavior
        )
        // Within about 40 ms: UIKit with cross-fade.
        let didDelay = style.didDelay ?? (behavior.isCrossFading ? 0.04 : duration)
        tell(post, didAfter: didDelay, then: next)
    }

    private func duration(_ announcement: Announcement, _ style: MoveStyle) -> Double {
        let usual: Double
        switch behavior.motion {
        case .none: return 0
        case .crossFade(let duration): usual = duration
        // 0.4: UIKit, when a field takes the focus while its screen is presented.
        case .full: usual = announcement == .show && behavior.presentation != .none ? 0.4 : behavior.duration
        }
        let duration = style.duration ?? usual
        return duration.isFinite ? max(duration, 0) : 0
    }

    private var isLocalTold: Bool? {
        guard behavior.tellsIsLocal else { return nil }
        // What goes is told with the mark that it came with.
        if presence.kind != .nothing { lastIsLocal = presence.isLocal }
        return lastIsLocal
    }

    /// The frame in the coordinates that are told.
    private func told(_ frame: CGRect) -> CGRect {
        guard behavior.coordinates == .fixedPortrait, screen.orientation == .landscape else { return frame }
        return frame.turned(onScreenOfHeight: screen.size.height)
    }
}

extension SimulatedKeyboard.Behavior {
    fileprivate var isCrossFading: Bool {
        if case .crossFade = motion { true } else { false }
    }
}
