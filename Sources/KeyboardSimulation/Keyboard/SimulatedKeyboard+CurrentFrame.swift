public import Foundation
import KeyboardObservation

extension SimulatedKeyboard {
    /// Where the keyboard is to be seen at this instant of the scheduler, in points, screen coordinates, origin top
    /// left: on its way by the curve of the move, under the finger, or at rest at ``frame``.
    ///
    /// A move that interrupts another begins where that one was. The keyboard's own curve is a spring, and still moves
    /// a little when the *did* events come. It leaps where there is nothing to be seen of a move: when the device
    /// turns, when a keyboard that is not docked is dragged, and when a move is ended by ``stop()``.
    public var currentFrame: CGRect {
        if let draggedTop {
            return CGRect(x: frame.minX, y: draggedTop, width: frame.width, height: frame.height)
        }
        return motion?.frame(at: scheduler.now) ?? frame
    }
}
