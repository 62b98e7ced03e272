public import Foundation

/// The bar above the keyboard, with items for the previous field, the next field and *Done*.
///
/// ```swift
/// navigator = TextFieldNavigator(nameField, mailField, notesView)
/// navigator.onChange = { [weak self] in self?.updateBar() }
/// ```
///
/// The navigator is a model of the bar. A toolkit draws the bar once, and redraws it at each call of ``onChange``. The
/// navigator is the ``FocusOrder/accessory`` of its order. The property ``items`` is observable, as is the result of
/// ``FocusOrder/canMoveFocus(_:)``. The fields and the navigator hold each other weakly. The screen retains the
/// navigator.
@MainActor
public final class TextFieldNavigator: FieldAccessory {
    /// A snapshot of one item of the bar.
    public struct Item: Sendable {
        /// The name of the item, on screen and for screen readers.
        public let label: String

        /// The symbol that replaces the label on screen; `nil` if the label is shown.
        public let symbol: String?

        /// Whether the item can be pressed.
        public let isEnabled: Bool

        /// Performs the item's action.
        ///
        /// If the action is no longer possible, the closure has no effect. The closure does not retain the order or its
        /// fields.
        public let action: @MainActor @Sendable () -> Void
    }

    /// The names of the items, on screen and for screen readers.
    public struct Labels: Sendable, Hashable {
        package let previous: String
        package let next: String
        package let done: String

        /// Creates labels.
        ///
        /// The default labels are English.
        public init(previous: String = "Previous", next: String = "Next", done: String = "Done") {
            self.previous = previous
            self.next = next
            self.done = done
        }
    }

    /// The ``FocusOrder`` of the bar.
    ///
    /// The items of the bar move the focus among the fields of the order. The navigator retains the order.
    public let order: FocusOrder

    /// The names of the items.
    public var labels: Labels {
        didSet { onChange?() }
    }

    /// Called after a change of ``items``.
    ///
    /// While the navigator is the accessory of ``order``, the order calls `onChange` whenever it notifies its observers
    /// of a change. The navigator retains the closure. Capture the toolkit's bar weakly.
    public var onChange: (@MainActor () -> Void)?

    /// The bar's height, in points.
    ///
    /// The default is 44, the height of UIKit's toolbar.
    public let height: CGFloat

    /// Creates a bar that becomes the ``FocusOrder/accessory`` of the order.
    ///
    /// - Parameters:
    ///   - order: The ``FocusOrder`` of the bar.
    ///   - labels: The names of the items.
    ///   - height: The bar's height, in points.
    public init(_ order: FocusOrder, labels: Labels = Labels(), height: CGFloat = 44) {
        self.order = order
        self.labels = labels
        self.height = height
        order.accessory = self
    }

    /// Creates a bar and a new order of fields and containers.
    public convenience init(_ elements: any FormElement...) {
        self.init(FocusOrder(elements))
    }

    // The focused field reports that its accessory has changed, so the toolkit hides the bar.
    isolated deinit {
        order.focused?.formState.reportForms()
    }

    /// The items, in order from the leading edge: previous, next and *Done*.
    ///
    /// *Previous* is enabled if the focus can move to a previous field. *Next* is enabled if the focus can move to a
    /// next field. *Done* is enabled while a field of the order has the focus. If the bar is wider than its items, the
    /// free space is before the last item.
    public var items: [Item] {
        let status = order.observedStatus
        return [
            Item(label: labels.previous, symbol: "↑", isEnabled: status.canMoveToPrevious) { [weak order] in
                order?.moveFocus(.previous)
            },
            Item(label: labels.next, symbol: "↓", isEnabled: status.canMoveToNext) { [weak order] in
                order?.moveFocus(.next)
            },
            Item(label: labels.done, symbol: nil, isEnabled: status.focus != nil) { [weak order] in
                order?.endEditing()
            },
        ]
    }
}
