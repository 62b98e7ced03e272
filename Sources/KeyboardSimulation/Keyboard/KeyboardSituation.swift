import Foundation
import KeyboardObservation

/// The situation determines what is on screen, and which steps are possible.
struct KeyboardSituation: Sendable {
    enum Focus: Sendable {
        case none
        case field
        case otherApp
    }

    struct Fields: Sendable {
        var tappable: Set<Int> = []
        var takesText = false
    }

    let model: SimulatedScreenModel
    var orientation: SimulatedScreen.Orientation
    var focus = Focus.none {
        didSet {
            if focus != .field { fields.takesText = false }
            if focus == .none { isStuckOffScreen = false }
        }
    }
    var fields = Fields()
    var layout = SimulatedKeyboard.Layout.letters
    var otherLayout = SimulatedKeyboard.Layout.letters
    var docking = SimulatedKeyboard.Docking.docked
    var undockedTop: CGFloat = 0
    var floatingFrame = CGRect.zero
    var accessoryHeight: CGFloat = 0 {
        didSet { if !accessoryHeight.isFinite || accessoryHeight < 0 { accessoryHeight = 0 } }
    }
    var hasHardwareKeyboard = false
    /// If the value is `nil`, the keyboard does not report *isObscured*.
    var isObscured: Bool?
    var isAlertPresented = false
    /// The value is `nil` except during an interactive dismissal.
    var draggedTop: CGFloat?
    /// Whether the keyboard has ignored a show request.
    ///
    /// The next request to hide the keyboard ends this state.
    var isStuckOffScreen = false
    var rotationTime: Duration?

    init(model: SimulatedScreenModel, orientation: SimulatedScreen.Orientation) {
        self.model = model
        self.orientation = orientation
    }

    var presence: KeyboardPresence {
        guard rotationTime == nil, focus != .none, !isAlertPresented, !isStuckOffScreen else { return .nothing }
        if focus == .otherApp {
            guard !hasHardwareKeyboard else { return .nothing }
            let height = model.height(of: otherLayout, in: orientation)
            return KeyboardPresence(kind: .docked, frame: bottomFrame(height), isLocal: false)
        }
        if hasHardwareKeyboard {
            guard accessoryHeight > 0 else { return .nothing }
            return KeyboardPresence(kind: .bar, frame: bottomFrame(accessoryHeight), isLocal: true)
        }
        switch docking {
        case .docked:
            return KeyboardPresence(kind: .docked, frame: dockedFrame(of: layout), isLocal: true)
        case .undocked, .split:
            return KeyboardPresence(kind: .undocked, frame: undockedFrame(top: undockedTop), isLocal: true)
        case .floating:
            let bounds = CGRect(origin: .zero, size: size)
            return KeyboardPresence(kind: .undocked, frame: floatingFrame.moved(into: bounds), isLocal: true)
        }
    }

    var size: CGSize {
        model.size(in: orientation)
    }

    func dockedFrame(of layout: SimulatedKeyboard.Layout) -> CGRect {
        bottomFrame(model.height(of: layout, in: orientation) + accessoryHeight)
    }

    private func undockedFrame(top: CGFloat) -> CGRect {
        let docked = dockedFrame(of: layout)
        return docked.offsetBy(dx: 0, dy: min(max(top, 0), docked.minY) - docked.minY)
    }

    private func bottomFrame(_ height: CGFloat) -> CGRect {
        let height = min(height, size.height)
        return CGRect(x: 0, y: size.height - height, width: size.width, height: height)
    }
}

// MARK: - Possible steps

extension KeyboardSituation {
    var isDragged: Bool {
        draggedTop != nil
    }

    var canTakeFocus: Bool {
        guard !isAlertPresented else { return false }
        return draggedTop == nil
    }

    var canType: Bool {
        fields.takesText && !isAlertPresented && !isDragged
    }

    var canBeDismissed: Bool {
        presence.kind == .docked && focus == .field && !isDragged
    }

    /// Keyboards of phones stay docked.
    private var canLeaveDock: Bool {
        !model.isPhone && focus == .field && !isDragged && [.docked, .undocked].contains(presence.kind)
    }

    func canUndock(toTop top: CGFloat?) -> Bool {
        let top = top ?? topOfUndocking
        return canLeaveDock && top.isFinite && undockedFrame(top: top) != dockedFrame(of: layout)
    }

    func canFloat(in frame: CGRect) -> Bool {
        guard canLeaveDock, frame.isFinite, frame.size.width > 0, frame.size.height > 0 else { return false }
        return frame.moved(into: CGRect(origin: .zero, size: size)) != dockedFrame(of: layout)
    }

    var topOfUndocking: CGFloat {
        size.height / 3
    }

    func limitedDrag(_ top: CGFloat) -> CGFloat {
        min(max(top, presence.frame.minY), size.height)
    }
}

struct KeyboardPresence: Equatable {
    enum Kind {
        case nothing
        /// Only an accessory bar is on screen.
        case bar
        case docked
        /// The keyboard is undocked, split or floating.
        case undocked
    }

    static let nothing = KeyboardPresence(kind: .nothing, frame: .zero, isLocal: true)

    let kind: Kind
    let frame: CGRect
    let isLocal: Bool
}

extension CGRect {
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
