import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

// The toolkit that the recipes assume.

@MainActor
final class View {
    let frameOnScreen: CGRect
    var height: CGFloat
    var opacity: CGFloat = 1
    /// The distance between the bottom of the superview and the bottom of the view.
    var bottomMargin: CGFloat = 0 {
        didSet { onMove?() }
    }
    var onMove: (() -> Void)?

    init(frame: CGRect = .zero) {
        frameOnScreen = frame
        height = frame.height
    }
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

@MainActor
final class ScrollView: KeyboardAvoiding {
    var frameOnScreen: CGRect
    let contentHeight: CGFloat
    private(set) var scrollOffset: CGFloat = 0
    private(set) var bottomInset: CGFloat = 0

    init(frame: CGRect, contentHeight: CGFloat) {
        (frameOnScreen, self.contentHeight) = (frame, contentHeight)
    }

    var keyboardPane: KeyboardPane {
        .scrollView(frame: frameOnScreen, contentHeight: contentHeight, offset: scrollOffset)
    }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        bottomInset = insets.bottom
        scrollOffset = offset
    }
}

extension SimulatedTextField {
    /// Creates a field that posts to a center of its own.
    convenience init(_ bed: KeyboardTestBed, top: CGFloat, height: CGFloat = 40) {
        self.init(
            on: bed.keyboard,
            frame: CGRect(x: 20, y: top, width: 300, height: height),
            center: NotificationCenter(),
            diagnostics: FormDiagnostics()
        )
    }
}

extension KeyboardTestBed {
    /// Advances the time by one second in steps of a display frame, and calls the closure after each step.
    func eachFrame(_ count: Int = 60, _ body: () -> Void) {
        for _ in 0..<count {
            advance(by: .seconds(1) / 60)
            body()
        }
    }

    /// The top edge of the keyboard as a person sees it.
    var keyboardTop: CGFloat { keyboard.currentFrame.minY }

    /// The height of the keyboard as a person sees it.
    ///
    /// By default, a view ignores a keyboard that covers less than 1 point (`KeyboardGeometry.minimumOverlap`).
    var coveredHeight: CGFloat {
        let height = screen.bounds.maxY - keyboardTop
        return height < 1 ? 0 : height
    }
}
