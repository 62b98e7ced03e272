public import Foundation
import KeyboardObservation

extension SimulatedKeyboard {
    /// Takes the keyboard off the bottom, as wide as it is.
    ///
    /// - Parameter top: where its top edge goes, in points, as far as the screen has room; a third down the screen
    ///   where `nil`.
    public func undock(toTop top: CGFloat? = nil) {
        free(.undocked, top)
    }

    /// Splits the keyboard in two halves, and takes it off the bottom.
    ///
    /// - Parameter top: where its top edge goes, in points, as far as the screen has room; a third down the screen
    ///   where `nil`.
    public func split(toTop top: CGFloat? = nil) {
        free(.split, top)
    }

    /// Makes the keyboard small, and lets it float in this frame, moved into the screen where it is not. A frame that
    /// is empty or not finite is nothing.
    public func float(in frame: CGRect) {
        perform { keyboard in
            guard frame.isFinite, frame.size.width > 0, frame.size.height > 0 else { return }
            keyboard.placement = .floating
            keyboard.floatingFrame = frame
            keyboard.update()
        }
    }

    /// Drags a keyboard that is not docked, so that its top left corner comes here, as far as the screen has room; one
    /// that is as wide as the screen goes up and down only. The *will* does not tell where: see
    /// ``Behavior``.
    public func drag(to origin: CGPoint) {
        perform { keyboard in
            guard keyboard.placement != .docked, origin.x.isFinite, origin.y.isFinite else { return }
            keyboard.freeTop = origin.y
            keyboard.floatingFrame.origin = origin
            keyboard.update(MoveStyle(duration: 0, oddity: .drag))
        }
    }

    /// Puts the keyboard back to the bottom.
    public func dock() {
        perform { keyboard in
            keyboard.placement = .docked
            keyboard.update()
        }
    }

    private func free(_ placement: Placement, _ top: CGFloat?) {
        perform { keyboard in
            let top = top ?? keyboard.screen.size.height / 3
            guard top.isFinite else { return }
            keyboard.placement = placement
            keyboard.freeTop = top
            keyboard.update()
        }
    }
}
