public import Foundation

/// The bar above the keyboard: up to the previous field, down to the next one, and *Done*.
///
/// ```swift
/// navigator = TextFieldNavigator(nameField, mailField, notesView)
/// for item in navigator.items { toolbar.add(item.label, isEnabled: item.isEnabled, action: item.action) }
/// ```
///
/// It is a model that a toolkit draws. It is the accessory of whichever of its fields is edited, and follows them by
/// itself. Which items are enabled can be observed, as ``FocusOrder/canGoNext`` and its fellows can. Fields hold it
/// weakly and it holds them weakly: it lives as long as the screen that keeps it.
@MainActor
public final class TextFieldNavigator: InputAccessory {
    /// What the bar's items are called, for people and for screen readers.
    public struct Labels: Sendable, Hashable {
        /// What leads to the field before.
        public var previous: String
        /// What leads to the field after.
        public var next: String
        /// What closes the keyboard.
        public var done: String

        /// Makes labels, in English unless given.
        public init(previous: String = "Previous", next: String = "Next", done: String = "Done") {
            self.previous = previous
            self.next = next
            self.done = done
        }
    }

    /// Through which fields it leads. Held.
    public let order: FocusOrder

    /// What its items are called.
    public var labels: Labels

    /// How tall the bar is, in points. 44 unless given: what UIKit's toolbar takes.
    public let height: CGFloat

    /// Makes the bar of an order.
    ///
    /// - Parameters:
    ///   - order: through which fields it leads. Its accessory is this bar from now on.
    ///   - labels: what its items are called.
    ///   - height: how tall it is, in points.
    public init(_ order: FocusOrder, labels: Labels = Labels(), height: CGFloat = 44) {
        self.order = order
        self.labels = labels
        self.height = height
        order.accessory = self
    }

    /// Makes the bar of these fields, and of those that stand in these containers, as they are given.
    public convenience init(_ elements: any FormElement...) {
        self.init(FocusOrder(elements))
    }

    /// The field that is edited. Weak.
    public var activeField: (any FormField)? {
        order.focusedField
    }

    /// The up arrow. Enabled where a field comes before.
    public var previous: BarItem {
        BarItem(label: labels.previous, symbol: "↑", isEnabled: order.canGoPrevious) { [weak order] in
            order?.moveToPrevious()
        }
    }

    /// The down arrow. Enabled where a field comes after.
    public var next: BarItem {
        BarItem(label: labels.next, symbol: "↓", isEnabled: order.canGoNext) { [weak order] in
            order?.moveToNext()
        }
    }

    /// *Done*. Enabled while a field is edited; closes the keyboard.
    public var done: BarItem {
        BarItem(label: labels.done, symbol: nil, isEnabled: activeField != nil) { [weak order] in
            order?.endEditing()
        }
    }

    /// The items from the leading edge on. What space there is goes before the last one.
    public var items: [BarItem] {
        [previous, next, done]
    }
}
