import Foundation

extension SimulatedKeyboard {
    enum Focus {
        case nobody
        case field
        case otherApp
    }

    /// What of the keyboard is on screen.
    struct Presence: Equatable {
        enum Kind {
            case nothing
            /// An accessory bar and no keys.
            case bar
            case docked
            /// Undocked, split or floating.
            case free
        }

        static let nothing = Presence(kind: .nothing, frame: .zero, isLocal: true)

        var kind: Kind
        /// Meaningless where there is nothing.
        var frame: CGRect
        var isLocal: Bool
    }

    /// What should be on screen, in the state that things are in.
    var desiredPresence: Presence {
        guard focus != .nobody, !isAlertPresented, !isPasswordPromptPresented, turn == nil else { return .nothing }
        if focus == .otherApp {
            guard !hasHardwareKeyboard else { return .nothing }
            let frame = bottomFrame(height: screen.height(of: otherLayout))
            return Presence(kind: .docked, frame: frame, isLocal: behavior.otherAppIsLocal)
        }
        if hasHardwareKeyboard {
            guard accessoryHeight > 0 else { return .nothing }
            return Presence(kind: .bar, frame: bottomFrame(height: accessoryHeight), isLocal: true)
        }
        switch placement {
        case .docked: return Presence(kind: .docked, frame: bottomFrame(height: height(of: layout)), isLocal: true)
        case .undocked, .split: return Presence(kind: .free, frame: wideFreeFrame, isLocal: true)
        case .floating: return Presence(kind: .free, frame: floatingFrame.moved(into: screen.bounds), isLocal: true)
        }
    }

    /// How tall the keyboard is with these keys and the bar above them.
    func height(of layout: Layout) -> CGFloat {
        screen.height(of: layout) + accessoryHeight
    }

    /// Where an undocked or split keyboard is: as wide as the screen, and within it.
    private var wideFreeFrame: CGRect {
        let docked = bottomFrame(height: height(of: layout))
        return docked.offsetBy(dx: 0, dy: min(max(freeTop, 0), docked.minY) - docked.minY)
    }

    func bottomFrame(height: CGFloat) -> CGRect {
        let height = min(height, screen.size.height)
        return CGRect(x: 0, y: screen.size.height - height, width: screen.size.width, height: height)
    }
}

extension CGRect {
    /// The rectangle, no larger than the bounds and within them.
    fileprivate func moved(into bounds: CGRect) -> CGRect {
        let size = CGSize(width: min(width, bounds.width), height: min(height, bounds.height))
        return CGRect(
            x: min(max(minX, bounds.minX), bounds.maxX - size.width),
            y: min(max(minY, bounds.minY), bounds.maxY - size.height),
            width: size.width,
            height: size.height
        )
    }
}
