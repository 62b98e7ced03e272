import Foundation
import KeyboardObservation

/// The state of the keyboard after all actions of users and apps.
///
/// The situation determines what is on screen, and which steps are possible.
struct KeyboardSituation: Sendable {
    /// The field or app that receives the user's typing.
    enum Focus: Sendable {
        case none
        case field
        case otherApp
    }

    struct Fields: Sendable {
        /// The indices of the fields that the user can focus with a tap.
        var tappable: Set<Int> = []
        /// Whether the focused field accepts input.
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
    /// The keys of another app's keyboard.
    var otherLayout = SimulatedKeyboard.Layout.letters
    var docking = SimulatedKeyboard.Docking.docked
    /// The top edge that the user chose for the undocked or split keyboard.
    var undockedTop: CGFloat = 0
    /// The frame that the user chose for the floating keyboard.
    var floatingFrame = CGRect.zero
    var accessoryHeight: CGFloat = 0 {
        didSet { if !accessoryHeight.isFinite || accessoryHeight < 0 { accessoryHeight = 0 } }
    }
    var hasHardwareKeyboard = false
    /// Whether the window of the app covers the keyboard; `nil` if the keyboard does not report the value.
    var isObscured: Bool?
    var isAlertPresented = false
    /// The top edge of the keyboard during an interactive dismissal; otherwise `nil`.
    var draggedTop: CGFloat?
    /// Whether the keyboard stays off screen because it has ignored a show request.
    ///
    /// After the next request to hide the keyboard, the keyboard can appear again.
    var isStuckOffScreen = false
    /// The remaining time of a rotation; `nil` if the device is not rotating.
    var rotationTime: Duration?

    init(model: SimulatedScreenModel, orientation: SimulatedScreen.Orientation) {
        self.model = model
        self.orientation = orientation
    }

    /// What is on screen: nothing, only an accessory bar, or the keyboard.
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

    /// Returns the frame of the docked keyboard with this layout, including the accessory bar.
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

    /// Whether the user can undock, split or float the keyboard.
    ///
    /// Keyboards of phones stay docked.
    private var canLeaveDock: Bool {
        !model.isPhone && focus == .field && !isDragged && [.docked, .undocked].contains(presence.kind)
    }

    /// Returns whether the user can undock or split the keyboard.
    ///
    /// The keyboard stays docked if its frame would not change.
    func canUndock(toTop top: CGFloat?) -> Bool {
        let top = top ?? topOfUndocking
        return canLeaveDock && top.isFinite && undockedFrame(top: top) != dockedFrame(of: layout)
    }

    /// Returns whether the user can make the keyboard float in this frame.
    func canFloat(in frame: CGRect) -> Bool {
        guard canLeaveDock, frame.isFinite, frame.size.width > 0, frame.size.height > 0 else { return false }
        return frame.moved(into: CGRect(origin: .zero, size: size)) != dockedFrame(of: layout)
    }

    /// The default y coordinate of the top edge when the user undocks or splits the keyboard.
    var topOfUndocking: CGFloat {
        size.height / 3
    }

    /// Returns the top edge, limited to the range from the docked position to the bottom of the screen.
    func limitedDrag(_ top: CGFloat) -> CGFloat {
        min(max(top, presence.frame.minY), size.height)
    }
}

/// What is on screen: nothing, only an accessory bar, or the keyboard.
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
    /// The frame of the visible keyboard or bar.
    ///
    /// If `kind` is `nothing`, the frame is a zero rectangle.
    let frame: CGRect
    let isLocal: Bool
}

extension CGRect {
    /// Moves the rectangle into the bounds, and shrinks the rectangle if it is larger than the bounds.
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
