import Foundation
import KeyboardForms
import KeyboardObservation

@MainActor
final class ProfileScreen: KeyboardObservable, CommonKeyboardPresentable {
    var budget: Decimal? = 1_250
    private let toolbar: Toolbar, bar: TextFieldNavigator, avoider: KeyboardAvoider
    private let guide = KeyboardLayoutGuide()
    private var budgetInput: NumberInput<Decimal>?

    init(in scrollView: ScrollView, toolbar: Toolbar, fields: [any FormField], budget field: any FormField) {
        let order = FocusOrder(fields + [field])
        (self.toolbar, bar) = (toolbar, TextFieldNavigator(order))
        avoider = KeyboardAvoider(scrollView) { [weak order] in
            order?.focusedField.map { FocusedContent($0, field: $0.formState.frame()) }
        }
        avoider.barHeight = toolbar.height
        let format = NumericFormat<Decimal>.style(.currency(code: "EUR"), locale: Locale(identifier: "en_US"))
        budgetInput = NumberInput(field, title: "Budget", value: .of(self, \.budget), format: format, range: 0...10_000)
        bar.onChange = { [weak self] in self?.drawBar() }
        guide.onChange = { [weak toolbar] inset in toolbar?.bottomMargin = inset }
        guide.viewFrameProvider = { [weak scrollView] in scrollView?.frameOnScreen ?? .zero }
        drawBar()
        toolbar.isHidden = !KeyboardObserverPool.current.keyboard.isOnScreen
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { toolbar.isHidden = false }
    func keyboardWillBeHidden(duration: TimeInterval) { toolbar.isHidden = true }

    private func drawBar() { toolbar.items = bar.items }
}
