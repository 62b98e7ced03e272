import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// A screen whose parts a test sets.
@MainActor
class TestScreen: KeyboardObservable, CommonKeyboardPresentable {
    final class Row {
        weak var owner: TestScreen?
        var delegate: AnyObject?
    }

    let screen: SimulatedScreen
    var inset: CGFloat = 0
    var count = 0
    var focusedFrame: (@MainActor () -> CGRect?)?
    var viewFrame: (@MainActor () -> CGRect)?
    /// Computes the inset from the inset before and the height of the keyboard.
    var layOut: @MainActor (_ old: CGFloat, _ height: CGFloat) -> CGFloat = { $1 }
    var onShow: (() -> Void)?
    var onHide: (() -> Void)?
    var tapped: (() -> Void)?
    var tokens: [KeyboardObservationToken] = []
    var objects: [AnyObject] = []
    var task: Task<Void, Never>?
    var throwingTask: Task<Void, any Error>?
    var timer: KeyboardScheduledAction?
    var guide: KeyboardLayoutGuide?
    var bar: TextFieldNavigator?
    var items: [TextFieldNavigator.Item] = []
    let row = Row()
    var avoider: KeyboardAvoider?
    var blocks: [any NSObjectProtocol] = []

    init(_ bed: KeyboardTestBed) { screen = bed.screen }

    isolated deinit {
        task?.cancel()
        throwingTask?.cancel()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        inset = layOut(inset, keyboardHeight)
        onShow?()
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        inset = layOut(inset, 0)
        onHide?()
    }

    /// Follows the states instead of the events.
    func follow(_ pool: KeyboardObserverPool, _ inset: @escaping @MainActor (KeyboardState) -> CGFloat) {
        tokens.append(pool.observeState { [weak self] in self?.inset = inset($0) })
    }
}

extension TestScreen: KeyboardPane {
    var paneGeometry: PaneGeometry { .sheet(frame: screen.bounds, offset: 0) }
    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {}
}

final class ClosureBox {
    let action: () -> Void = {}
}

/// What outlives the screens.
@MainActor
enum Lost {
    static var objects: [AnyObject] = []
    static var first: KeyboardObservationToken?
}

/// Removes a block observer when it is released.
@MainActor
final class Removal {
    private let center: NotificationCenter
    private let token: any NSObjectProtocol

    init(_ center: NotificationCenter, _ token: any NSObjectProtocol) {
        (self.center, self.token) = (center, token)
    }

    isolated deinit { center.removeObserver(token) }
}
