public import Foundation

extension SimulatedKeyboard {
    /// Takes the keyboard off the bottom, as wide as it is.
    ///
    /// - Parameter top: where its top edge goes, in points; a third down the screen where `nil`.
    public func undock(toTop top: CGFloat? = nil) {
        free(.undocked, frame: wideFrame(top))
    }

    /// Splits the keyboard in two halves, and takes it off the bottom.
    ///
    /// - Parameter top: where its top edge goes, in points; a third down the screen where `nil`.
    public func split(toTop top: CGFloat? = nil) {
        free(.split, frame: wideFrame(top))
    }

    /// Makes the keyboard small, and lets it float in this frame of the screen.
    public func float(in frame: CGRect) {
        free(.floating, frame: frame)
    }

    /// Drags a keyboard that is not docked, so that its top left corner comes here. The *will* does not tell where:
    /// see ``Behavior/draggedEnd``.
    public func drag(to origin: CGPoint) {
        perform { keyboard in
            guard keyboard.placement != .docked, origin.x.isFinite, origin.y.isFinite else { return }
            keyboard.freeFrame.origin = origin
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

    private func free(_ placement: Placement, frame: CGRect) {
        perform { keyboard in
            guard frame.isFinite else { return }
            keyboard.placement = placement
            keyboard.freeFrame = frame
            keyboard.update()
        }
    }

    /// Puts a keyboard that is not docked where the turned screen has room for it.
    func fitFreeFrame() {
        switch placement {
        case .docked:
            break
        case .undocked, .split:
            freeFrame = wideFrame(min(freeFrame.minY, screen.size.height - freeFrame.height))
        case .floating:
            freeFrame.origin.x = max(min(freeFrame.minX, screen.size.width - freeFrame.width), 0)
            freeFrame.origin.y = max(min(freeFrame.minY, screen.size.height - freeFrame.height), 0)
        }
    }

    private func wideFrame(_ top: CGFloat?) -> CGRect {
        let height = screen.height(of: layout) + accessoryHeight
        return CGRect(x: 0, y: top ?? screen.size.height / 3, width: screen.size.width, height: height)
    }
}

extension CGRect {
    fileprivate var isFinite: Bool {
        [minX, minY, maxX, maxY].allSatisfy(\.isFinite)
    }
}
