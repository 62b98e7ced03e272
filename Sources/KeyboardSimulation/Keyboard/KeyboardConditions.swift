import Foundation

/// The conditions that determine the part of the keyboard that is on screen.
///
/// The properties are internal, because the keyboard owns the only variable of this type.
struct KeyboardConditions {
    /// The place that the user types into.
    enum Focus {
        case none
        case field
        case otherApp
    }

    var focus = Focus.none
    var layout = SimulatedKeyboard.Layout.letters
    /// The keys of another app's keyboard.
    var otherLayout = SimulatedKeyboard.Layout.letters
    var docking = SimulatedKeyboard.Docking.docked
    /// The top edge of the undocked or split keyboard, as the user chose it.
    var undockedTop: CGFloat = 0
    /// The frame of the floating keyboard, as the user chose it.
    var floatingFrame = CGRect.zero
    var accessoryHeight: CGFloat = 0 {
        didSet { if !(accessoryHeight.isFinite && accessoryHeight >= 0) { accessoryHeight = 0 } }
    }
    var hasHardwareKeyboard = false
    var isAlertPresented = false
    var isPasswordPromptPresented = false

    /// Whether an alert or a password prompt covers the form.
    var isCovered: Bool {
        isAlertPresented || isPasswordPromptPresented
    }

    /// Returns the part of the keyboard that is on screen under these conditions.
    @MainActor
    func presence(on screen: SimulatedScreen, otherAppIsLocal: Bool) -> KeyboardPresence {
        guard focus != .none, !isCovered else { return .nothing }
        if focus == .otherApp {
            guard !hasHardwareKeyboard else { return .nothing }
            let frame = screen.bottomFrame(height: screen.height(of: otherLayout))
            return KeyboardPresence(kind: .docked, frame: frame, isLocal: otherAppIsLocal)
        }
        if hasHardwareKeyboard {
            guard accessoryHeight > 0 else { return .nothing }
            return KeyboardPresence(kind: .bar, frame: screen.bottomFrame(height: accessoryHeight), isLocal: true)
        }
        let docked = dockedFrame(of: layout, on: screen)
        switch docking {
        case .docked:
            return KeyboardPresence(kind: .docked, frame: docked, isLocal: true)
        case .undocked, .split:
            let top = min(max(undockedTop, 0), docked.minY)
            let frame = docked.offsetBy(dx: 0, dy: top - docked.minY)
            return KeyboardPresence(kind: .undocked, frame: frame, isLocal: true)
        case .floating:
            return KeyboardPresence(kind: .undocked, frame: floatingFrame.moved(into: screen.bounds), isLocal: true)
        }
    }

    /// Returns the frame of the docked keyboard with these keys and the accessory bar above them.
    @MainActor
    func dockedFrame(of layout: SimulatedKeyboard.Layout, on screen: SimulatedScreen) -> CGRect {
        screen.bottomFrame(height: screen.height(of: layout) + accessoryHeight)
    }
}

/// The part of the keyboard that is on screen.
struct KeyboardPresence: Equatable {
    enum Kind {
        case nothing
        /// An accessory bar without keys.
        case bar
        case docked
        /// Undocked, split or floating.
        case undocked
    }

    static let nothing = KeyboardPresence(kind: .nothing, frame: .zero, isLocal: true)

    let kind: Kind
    /// The frame on screen.
    ///
    /// The frame has no meaning if `kind` is `nothing`.
    let frame: CGRect
    let isLocal: Bool
}

extension SimulatedScreen {
    fileprivate func bottomFrame(height: CGFloat) -> CGRect {
        let height = min(height, size.height)
        return CGRect(x: 0, y: size.height - height, width: size.width, height: height)
    }
}

extension CGRect {
    /// Returns the rectangle, no larger than the bounds and within them.
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
