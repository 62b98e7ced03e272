import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A finger that drags the keyboard by its top row.
@MainActor
final class Finger {
    /// Called when the finger has dismissed the keyboard.
    var onDismissal: (@MainActor () -> Void)?

    private let keyboard: SimulatedKeyboard
    private let scheduler: any KeyboardScheduler
    /// The distance from the keyboard's top left corner; `nil` if the finger does not touch the keyboard.
    private var grip: CGPoint?
    /// Whether the docked keyboard follows the finger.
    private var isDismissing = false

    init(on keyboard: SimulatedKeyboard, scheduler: any KeyboardScheduler) {
        self.keyboard = keyboard
        self.scheduler = scheduler
    }

    func touch(_ point: CGPoint) {
        let frame = keyboard.currentFrame
        grip = CGPoint(x: point.x - frame.minX, y: point.y - frame.minY)
    }

    func move(to point: CGPoint) {
        guard let grip else { return }
        let origin = CGPoint(x: point.x - grip.x, y: point.y - grip.y)
        guard keyboard.docking == .docked else { return keyboard.perform(.drag(to: origin)) }
        if !isDismissing {
            guard keyboard.canPerform(.beginDismissing) else { return }
            isDismissing = true
            // A keyboard that follows a finger does not follow a curve, so it reports its frames.
            keyboard.behavior.reportsFrames = true
            keyboard.perform(.beginDismissing)
        }
        keyboard.perform(.moveDismissing(toTop: origin.y))
    }

    func lift() {
        grip = nil
        guard isDismissing else { return }
        isDismissing = false
        keyboard.behavior.reportsFrames = false
        keyboard.perform(.endDismissing())
        if [.hidden, .disappearing].contains(keyboard.phase) { onDismissal?() }
    }

    /// Drags the docked keyboard down, as fast as a finger does.
    func dragDown() {
        guard grip == nil, keyboard.canPerform(.beginDismissing), keyboard.docking == .docked else { return }
        let frame = keyboard.currentFrame
        touch(frame.origin)
        drag(step: 1, from: frame)
    }

    private func drag(step: Int, from frame: CGRect) {
        move(to: CGPoint(x: frame.minX, y: frame.minY + frame.height * CGFloat(step) / 10))
        scheduler.schedule(after: .milliseconds(30)) { [weak self] in
            guard let self, isDismissing else { return }
            step < 7 ? drag(step: step + 1, from: frame) : lift()
        }
    }
}
