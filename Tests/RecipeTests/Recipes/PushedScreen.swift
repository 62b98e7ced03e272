import Foundation
import KeyboardForms
import KeyboardObservation

@MainActor
final class NoteScreen: KeyboardObservable, CommonKeyboardPresentable {
    private let toolbar: Toolbar, order: FocusOrder, avoider: KeyboardAvoider

    init(in scrollView: ScrollView, toolbar: Toolbar, title: any FormField, note: any FormField) {
        let order = FocusOrder(title, note)
        (self.order, self.toolbar) = (order, toolbar)
        // The focus moves before there is an avoider, because an avoider animates each move of the focus.
        note.becomeFirstResponder()
        avoider = KeyboardAvoider(scrollView) { [weak order] in
            order?.focusedField.map { FocusedContent($0, field: $0.formState.frame()) }
        }
        avoider.barHeight = toolbar.height
        toolbar.isHidden = !KeyboardObserverPool.current.keyboard.isOnScreen
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { toolbar.isHidden = false }
    func keyboardWillBeHidden(duration: TimeInterval) { toolbar.isHidden = true }

    /// The toolkit calls this method after each layout, also while the screen slides in.
    func viewDidLayOut() { avoider.layoutDidChange() }
}
