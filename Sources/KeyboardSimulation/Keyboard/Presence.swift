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
        let isLocal = focus == .field
        if hasHardwareKeyboard {
            guard accessoryHeight > 0 else { return .nothing }
            return Presence(kind: .bar, frame: bottomFrame(height: accessoryHeight), isLocal: isLocal)
        }
        if placement == .docked {
            let keys = screen.height(of: burstHeight.map(Layout.custom) ?? layout)
            return Presence(kind: .docked, frame: bottomFrame(height: keys + accessoryHeight), isLocal: isLocal)
        }
        return Presence(kind: .free, frame: freeFrame, isLocal: isLocal)
    }

    func bottomFrame(height: CGFloat) -> CGRect {
        let height = min(height, screen.size.height)
        return CGRect(x: 0, y: screen.size.height - height, width: screen.size.width, height: height)
    }
}
