import Foundation
import KeyboardForms

@MainActor
final class CartItem {
    let name: String
    var quantity: Int

    init(_ name: String, quantity: Int) { (self.name, self.quantity) = (name, quantity) }
}

@MainActor
final class CartRow {
    let field: any FormField
    private var input: NumberInput<Int>?

    init(_ field: any FormField) { self.field = field }

    /// The list calls this method each time that it uses the row for an item.
    func show(_ item: CartItem) {
        if field.isFirstResponder { field.resignFirstResponder() }
        input = NumberInput(field, title: item.name, value: .of(item, \.quantity), format: .style(.number))
    }
}

@MainActor
final class CartList {
    let order: FocusOrder

    init(_ rows: [CartRow]) { order = FocusOrder(rows.map(\.field), sorting: .byPosition()) }
}
