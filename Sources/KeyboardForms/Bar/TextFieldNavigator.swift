public import Foundation

/// The bar above the keyboard, with items for the previous field, the next field and *Done*.
///
/// ```swift
/// navigator = TextFieldNavigator(nameField, mailField, notesView)
/// for item in navigator.items { toolbar.add(item.label, isEnabled: item.isEnabled, action: item.action) }
/// ```
///
/// The navigator is a model. A toolkit draws it. It is the accessory of the field of its order that has the focus. Its
/// items are observable, as ``FocusOrder/canMoveToNext`` is. The fields and the navigator hold each other weakly. The
/// screen retains the navigator.
@MainActor
public final class TextFieldNavigator: InputAccessory {
    /// One item of the bar, at the time it was read.
    public struct Item: Sendable {
        /// The name of the item, for the screen and for screen readers.
        public let label: String

        /// The symbol that replaces the label on screen, if there is one.
        public let symbol: String?

        /// Whether the item can be pressed.
        public let isEnabled: Bool

        /// Performs the item's action, if it is still possible.
        ///
        /// The closure retains nothing.
        public let action: @MainActor @Sendable () -> Void
    }

    /// The names of the items, for the screen and for screen readers.
    public struct Labels: Sendable, Hashable {
        /// The name of the item that moves the focus to the previous field.
        public var previous: String
        /// The name of the item that moves the focus to the next field.
        public var next: String
        /// The name of the item that closes the keyboard.
        public var done: String

        /// Creates labels.
        ///
        /// The default labels are English.
        public init(previous: String = "Previous", next: String = "Next", done: String = "Done") {
            self.previous = previous
            self.next = next
            self.done = done
        }
    }

    /// The order that the bar moves the focus through.
    ///
    /// The navigator retains it.
    public let order: FocusOrder

    /// The names of the items.
    public var labels: Labels

    /// The bar's height, in points.
    ///
    /// The default is 44, the height of UIKit's toolbar.
    public let height: CGFloat

    /// Creates the bar of an order, and makes it the order's accessory.
    ///
    /// - Parameters:
    ///   - order: The order that the bar moves the focus through.
    ///   - labels: The names of the items.
    ///   - height: The bar's height, in points.
    public init(_ order: FocusOrder, labels: Labels = Labels(), height: CGFloat = 44) {
        self.order = order
        self.labels = labels
        self.height = height
        order.accessory = self
    }

    /// Creates the bar of fields and containers, in an order of its own.
    public convenience init(_ elements: any FormElement...) {
        self.init(FocusOrder(elements))
    }

    /// The field that has the focus, held weakly.
    public var activeField: (any FormField)? {
        order.focusedField
    }

    /// The item that moves the focus to the previous field.
    ///
    /// It is enabled if there is one.
    public var previous: Item {
        Item(label: labels.previous, symbol: "↑", isEnabled: order.canMoveToPrevious) { [weak order] in
            order?.moveToPrevious()
        }
    }

    /// The item that moves the focus to the next field.
    ///
    /// It is enabled if there is one.
    public var next: Item {
        Item(label: labels.next, symbol: "↓", isEnabled: order.canMoveToNext) { [weak order] in
            order?.moveToNext()
        }
    }

    /// The item that closes the keyboard.
    ///
    /// It is enabled while a field of the order has the focus.
    public var done: Item {
        Item(label: labels.done, symbol: nil, isEnabled: activeField != nil) { [weak order] in
            order?.endEditing()
        }
    }

    /// The items from the leading edge.
    ///
    /// Space that is left precedes the last item.
    public var items: [Item] {
        [previous, next, done]
    }
}
