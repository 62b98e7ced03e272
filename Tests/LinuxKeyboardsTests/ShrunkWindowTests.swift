import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@testable import LinuxKeyboards

/// A compositor makes the window smaller, so that the keyboard covers nothing.
///
/// The window is resized before, during or after the transition of the keyboard. At rest, the guide and the avoider add
/// no insets in any order.
@MainActor
struct ShrunkWindowTests {
    enum Order: CaseIterable, Sendable {
        case layoutFirst, frameFirst, layoutDuringTransition, withoutFrames
    }

    private let phone = StatedArea()
    private let window: ShrinkingWindow
    private let guide: KeyboardLayoutGuide
    private let avoider: KeyboardAvoider

    init() {
        window = ShrinkingWindow()
        guide = KeyboardLayoutGuide(pool: phone.pool)
        avoider = KeyboardAvoider(window, pool: phone.pool) { [weak window] in window?.focused }
        guide.viewFrame = window.frame
    }

    private func resize(height: CGFloat) {
        window.frame.size.height = height
        guide.viewFrame = window.frame
        avoider.layoutDidChange()
    }

    private func post(_ kinds: [KeyboardEvent.Kind], _ info: Notification.KeyboardInfo) {
        for kind in kinds { phone.center.post(KeyboardEvent(kind, info: info).notification) }
    }

    private func change(isVisible: Bool, _ order: Order) {
        let height: CGFloat = isVisible ? 1_210 : 1_440
        switch order {
        case .layoutFirst:
            resize(height: height)
            phone.wait(8)
            phone.area(CGRect(x: 0, y: 0, width: 720, height: height))
            phone.wait(8)
            phone.says(isVisible)
        case .frameFirst:
            phone.says(isVisible)
            phone.area(CGRect(x: 0, y: 0, width: 720, height: height))
            phone.wait(8)
            resize(height: height)
        case .layoutDuringTransition:
            let (top, bottom) = (
                CGRect(x: 0, y: 1_210, width: 720, height: 230), CGRect(x: 0, y: 1_440, width: 720, height: 230)
            )
            let info = Notification.KeyboardInfo(
                frameBegin: isVisible ? bottom : top,
                frameEnd: isVisible ? top : bottom,
                animationDuration: 0.25,
                animationCurve: 7,
                screenBounds: CGRect(x: 0, y: 0, width: 720, height: 1_440)
            )
            post(isVisible ? [.willChangeFrame, .willShow] : [.willChangeFrame, .willHide], info)
            phone.wait(120)
            resize(height: height)
            phone.wait(130)
            post(isVisible ? [.didChangeFrame, .didShow] : [.didChangeFrame, .didHide], info)
        case .withoutFrames:
            phone.says(isVisible)
            resize(height: height)
        }
        phone.wait(3_000)
    }

    @Test(arguments: Order.allCases, [CGFloat(200), 1_150, 1_350, 2_300])
    func theKeyboardIsAvoidedOnce(_ order: Order, fieldTop: CGFloat) {
        if order == .layoutFirst || order == .frameFirst { phone.area(window.frame) }
        window.focusField(top: fieldTop)
        phone.wait(3_000)
        let offset = window.offset
        for _ in 0..<3 {
            change(isVisible: true, order)
            #expect(phone.pool.keyboard.phase == .shown)
            #expect(guide.bottomInset == 0)
            #expect(window.insets == KeyboardInsets())
            #expect(window.showsField)

            change(isVisible: false, order)
            #expect(phone.pool.keyboard.phase == .hidden)
            #expect(guide.bottomInset == 0)
            #expect(window.insets == KeyboardInsets())
            #expect(window.showsField)
            #expect(window.offset == offset)
        }
    }
}

/// A maximized window with a list of 3,000 points.
@MainActor
private final class ShrinkingWindow: KeyboardPane {
    var frame = CGRect(x: 0, y: 0, width: 720, height: 1_440)
    private(set) var insets = KeyboardInsets()
    private(set) var offset: CGFloat = 0
    private(set) var focused: FocusedContent?
    private final class Field {}
    private let field = Field()
    private var fieldFrame = CGRect.zero

    var paneGeometry: PaneGeometry {
        .scrollView(frame: frame, contentHeight: 3_000, offset: offset)
    }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        (self.insets, self.offset) = (insets, offset)
    }

    /// Focuses a field, which the toolkit scrolls into view.
    func focusField(top: CGFloat) {
        fieldFrame = CGRect(x: 20, y: top, width: 300, height: 40)
        offset = max(0, fieldFrame.maxY - frame.height)
        focused = FocusedContent(field, field: fieldFrame)
    }

    var showsField: Bool {
        fieldFrame.minY >= offset && fieldFrame.maxY <= offset + frame.height
    }
}
