import Foundation
import KeyboardForms

@MainActor
final class ContactScreen {
    private let order: FocusOrder

    init(name: any FormField, mail: any FormField, notes: any FormField) {
        order = FocusOrder(name, mail, notes)
    }

    /// The toolkit calls this method for each tap into the content, in the coordinates of the fields' frames.
    func contentTapped(at point: CGPoint) {
        let isOnField = order.fields.contains { !$0.isHidden && $0.formState.frame().contains(point) }
        if !isOnField { order.endEditing() }
    }
}
