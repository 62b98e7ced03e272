// The smallest toolkit that the examples in the README and in the articles need. It draws nothing. To try the examples,
// copy this file. Later, replace its classes with those of your toolkit.

import Foundation
import KeyboardForms
import KeyboardObservation

@MainActor
class View {
    private var place: @MainActor () -> CGRect
    var height: CGFloat
    var opacity: CGFloat = 1
    /// The distance between the bottom of the superview and the bottom of the view.
    var bottomMargin: CGFloat = 0 {
        didSet { onMove?() }
    }
    var onMove: (() -> Void)?

    convenience init(frame: CGRect) { self.init { frame } }

    /// Creates a view that turns with a screen, for example `View { screen.bounds }`.
    init(_ place: @escaping @MainActor () -> CGRect = { .zero }) {
        (self.place, height) = (place, place().height)
    }

    var frameOnScreen: CGRect {
        get { place() }
        set { place = { newValue } }
    }
}

final class ScrollView: View, KeyboardPane {
    /// The height of the content, which a real toolkit measures.
    var contentHeight: CGFloat = 640
    private(set) var scrollOffset: CGFloat = 0
    private(set) var bottomInset: CGFloat = 0

    convenience init(frame: CGRect, contentHeight: CGFloat) {
        self.init(frame: frame)
        self.contentHeight = contentHeight
    }

    var paneGeometry: PaneGeometry {
        .scrollView(frame: frameOnScreen, contentHeight: contentHeight, offset: scrollOffset)
    }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        bottomInset = insets.bottom
        scrollOffset = offset
    }
}

@MainActor
final class Window {
    private(set) weak var focused: Entry?

    func focus(_ entry: Entry?) -> Bool {
        guard entry !== focused else { return true }
        let former = focused
        focused = entry
        former?.fieldDidEndEditing()
        // When the previous entry ended editing, an observer may have moved the focus to another entry.
        if let entry, entry === focused { entry.fieldDidBeginEditing() }
        return entry === focused
    }
}

@MainActor
final class Entry: FormChangeable {
    let formState = FieldState()
    var text = ""
    var isHidden = false
    var isEnabled = true
    let isMultiLine = false
    private let window: Window

    /// Creates an entry at a distance from the top of its scroll view's content.
    init(in window: Window, y: CGFloat = 0) {
        self.window = window
        formState.frame = { CGRect(x: 20, y: y, width: 280, height: 40) }
    }

    var isFirstResponder: Bool { window.focused === self }
    @discardableResult func becomeFirstResponder() -> Bool { window.focus(self) }
    @discardableResult func resignFirstResponder() -> Bool { !isFirstResponder || window.focus(nil) }
}

@MainActor
final class Toolbar {
    let height: CGFloat = 44
    var isHidden = false
    var items: [TextFieldNavigator.Item] = []
    /// The distance between the bottom of the screen and the bottom of the bar.
    var bottomMargin: CGFloat = 0
}

@MainActor
final class Label {
    var text = ""
}

@MainActor
final class Button: SubmitTarget {
    private(set) var pressCount = 0
    var isEnabled: Bool { true }

    func submit() { pressCount += 1 }
}
