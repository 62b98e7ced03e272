import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A screen with a bar above the keyboard, as a user writes it.
struct ScreenWithABarTests {
    @MainActor
    final class SignUpScreen: KeyboardObservable, CommonKeyboardPresentable {
        let view: View, content = View(), toolbar = Toolbar(), name = Entry(), mail = Entry()
        private let guide = KeyboardLayoutGuide()
        private let bar: TextFieldNavigator
        init(in view: View) {
            self.view = view
            bar = TextFieldNavigator(name, mail)
            bar.onChange = { [weak self] in self?.drawBar() }
            guide.onChange = { [weak self] _ in self?.makeRoom() }
            guide.viewFrameProvider = { [weak view] in view?.frameOnScreen ?? .zero }
            drawBar()
            showBar(guide.bottomInset > 0)  // the keyboard can already be shown
            subscribeOnKeyboardNotifications()
        }
        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { showBar(true) }
        func keyboardWillBeHidden(duration: TimeInterval) { showBar(false) }
        private func drawBar() { toolbar.items = bar.items }
        private func showBar(_ isShown: Bool) {
            toolbar.isHidden = !isShown
            makeRoom()
        }
        private func makeRoom() {
            toolbar.bottomMargin = guide.bottomInset
            content.bottomMargin = guide.bottomInset + (toolbar.isHidden ? 0 : bar.height)
        }
    }

    @MainActor @Test func contentMakesRoomForTheKeyboard() throws {
        try KeyboardTestBed.run(on: .phone375x667) { bed in
            let screen = SignUpScreen(in: View(frame: bed.screen.bounds))
            bed.keyboard.show(.lettersWithPredictions)
            bed.settle()
            #expect(screen.toolbar.bottomMargin == 258)  // 216 of keys, 42 of predictions
            #expect(screen.content.bottomMargin == 302)  // and 44 of the bar
        }
    }

    @MainActor @Test func thereIsNoBarWithoutAKeyboard() throws {
        try KeyboardTestBed.run(on: .phone375x667) { bed in
            let screen = SignUpScreen(in: View(frame: bed.screen.bounds))
            #expect(screen.toolbar.isHidden && screen.content.bottomMargin == 0)
            bed.keyboard.show()
            bed.settle()
            #expect(!screen.toolbar.isHidden)
            bed.keyboard.hide()
            bed.settle()
            #expect(screen.toolbar.isHidden && screen.content.bottomMargin == 0)
        }
    }

    @MainActor @Test func aScreenMadeUnderAShownKeyboardHasItsBarAtOnce() throws {
        try KeyboardTestBed.run(on: .phone375x667) { bed in
            let first = SignUpScreen(in: View(frame: bed.screen.bounds))
            bed.keyboard.show(.lettersWithPredictions)
            bed.settle()
            let second = SignUpScreen(in: View(frame: bed.screen.bounds))
            for turn in ["first", "last"] {
                #expect(!second.toolbar.isHidden, "\(turn)")
                #expect(second.content.bottomMargin == first.content.bottomMargin, "\(turn)")
                bed.settle()
            }
        }
    }

    @MainActor @Test func theBarIsDrawnAgainWhenAFieldTakesTheFocus() throws {
        try KeyboardTestBed.run(on: .phone375x667) { bed in
            let screen = SignUpScreen(in: View(frame: bed.screen.bounds))
            screen.name.becomeFirstResponder()
            #expect(screen.toolbar.items.map(\.isEnabled) == [false, true, true])
            screen.toolbar.items[1].action()
            #expect(screen.mail.isFirstResponder)
            #expect(screen.toolbar.items.map(\.isEnabled) == [true, false, true])
        }
    }

    @MainActor @Test func theScreenConforms() async {
        let conformance = ScreenConformance { bed in
            SignUpScreen(in: View(frame: bed.screen.bounds))
        } bottomInset: {
            $0.content.bottomMargin
        }
        let findings = await conformance.findings() + conformance.findings(lifetimes: 100)
        #expect(findings.isEmpty, "\(findings)")
    }

    // A toolkit that draws nothing.

    @MainActor
    final class View {
        var frameOnScreen: CGRect { frame() }
        var bottomMargin: CGFloat = 0
        private let frame: () -> CGRect

        init(frame: @autoclosure @escaping () -> CGRect = .zero) { self.frame = frame }
    }

    @MainActor
    final class Toolbar {
        var isHidden = false
        var bottomMargin: CGFloat = 0
        var items: [TextFieldNavigator.Item] = []
    }

    @MainActor
    final class Entry: FormField {
        let formState = FieldState(center: NotificationCenter())
        var text = ""
        var isHidden: Bool { false }
        var isEnabled: Bool { true }
        var isMultiLine: Bool { false }
        private(set) var isFirstResponder = false

        @discardableResult
        func becomeFirstResponder() -> Bool {
            isFirstResponder = true
            fieldDidBeginEditing()
            return true
        }

        @discardableResult
        func resignFirstResponder() -> Bool {
            isFirstResponder = false
            fieldDidEndEditing()
            return true
        }
    }
}
