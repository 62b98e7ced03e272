import Foundation
import KeyboardObservation
import KeyboardSimulation

@testable import LinuxKeyboards

/// A window for which a test states the facts.
///
/// It logs the posted events, and has a pool on its notification center.
@MainActor
final class StatedWindow {
    static let screen = CGRect(x: 0, y: 0, width: 1_280, height: 800)

    let scheduler = ManualScheduler()
    let center = NotificationCenter()
    let pool: KeyboardObserverPool
    let transitions: WindowTransitions
    private(set) var events: [KeyboardEvent] = []
    private var motionObserver: (any NSObjectProtocol)?
    private let motion = Motion()
    private var token: KeyboardObservationToken?
    private var startOfLog = 0
    private var frame = CGRect.zero
    private var identifier: UInt32 = 1
    /// Whether a full-screen window covers the window.
    var isObscured = false

    private final class Motion: Sendable {
        @MainActor var frames: [CGRect] = []
    }

    init(
        _ desktop: MonitorLayout = MonitorLayout(monitors: [.init(frame: screen, isPrimary: true)], workArea: screen),
        slides: Bool = true
    ) {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        transitions = WindowTransitions(to: center.sink, slides: slides, scheduler: scheduler)
        transitions.desktopChanged(to: desktop)
        token = pool.observe(for: self) { keyboard, event in keyboard.events.append(event) }
        motionObserver = center.addObserver(forName: .keyboardFrameInMotion, object: nil, queue: nil) { [motion] in
            let frame = $0.keyboardInfo.frameEnd
            MainActor.assumeIsolated { if let frame { motion.frames.append(frame) } }
        }
    }

    isolated deinit {
        if let motionObserver { center.removeObserver(motionObserver) }
    }

    /// The frames of the `keyboardFrameInMotion` posts so far.
    var framesInMotion: [CGRect] { motion.frames }

    /// The events since the last call, as "willShow 0,810 to 0,595 in 0.25".
    func takeLog() -> [String] {
        defer { startOfLog = events.count }
        return events[startOfLog...].map { event in
            let (begin, end) = (event.info.frameBegin ?? .null, event.info.frameEnd ?? .null)
            let frames = "\(Int(begin.minX)),\(Int(begin.minY)) to \(Int(end.minX)),\(Int(end.minY))"
            return "\(event.kind) \(frames) in \(event.info.animationDuration ?? -1)"
        }
    }

    /// Advances the time.
    func wait(_ milliseconds: Int) {
        scheduler.advance(by: .milliseconds(milliseconds))
    }

    func window(_ frame: CGRect, isMapped: Bool, identifier: UInt32? = nil) {
        self.frame = frame
        if let identifier { self.identifier = identifier }
        var window = KeyboardWindow(identifier: self.identifier, frame: frame, isMapped: isMapped)
        window.isObscured = isObscured
        transitions.windowChanged(to: window)
    }

    /// Moves the mapped window to each of these vertical positions, and waits 20 ms before each move.
    func slide(_ positions: Int...) {
        for y in positions {
            wait(20)
            frame.origin.y = CGFloat(y)
            window(frame, isMapped: true)
        }
    }

    func says(_ isVisible: Bool?) {
        transitions.visibilityChanged(to: isVisible)
    }
}

extension NotificationCenter {
    /// Posts what a poster reports.
    var sink: KeyboardSink {
        { self.post($0.notification) }
    }
}
