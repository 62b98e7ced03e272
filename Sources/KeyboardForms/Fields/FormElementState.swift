public import Foundation

/// The storage that a field or a container keeps for its forms.
///
/// The element creates one state and retains it. The state retains no field, no order and no screen.
@MainActor
public final class FormElementState {
    // These properties are internal, because the code of Focus, Links and Values stores its part of a field here.

    /// Where the field's begin and end of editing are posted.
    let center: NotificationCenter
    var accessibilityLabel: String?
    weak var returnKeyHandler: (any ReturnKeyHandler)?
    package weak var valueField: (any ValueField)?
    /// The text that a tap on return has committed, while the tap is handled.
    var committedText: String?

    private var next = FormLink()
    private var previous = FormLink()
    private var memberships: [FormMembership] = []

    /// Creates a state that belongs to no form yet.
    ///
    /// - Parameter center: Where the field's begin and end of editing are posted.
    public nonisolated init(center: NotificationCenter = .default) {
        self.center = center
    }

    deinit {
        for membership in memberships { membership.order?.elementWasDeallocated() }
    }

    /// The orders that this element belongs to, in the order in which it joined them.
    var orders: [any FormOrder] {
        memberships.compactMap(\.order)
    }

    func membership(in order: any FormOrder) -> FormMembership? {
        memberships.first { $0.order === order }
    }

    /// Changes the element's record in an order, and removes the record if nothing is left in it.
    func updateMembership(in order: any FormOrder, _ change: (inout FormMembership) -> Void) {
        let index = memberships.firstIndex { $0.order === order }
        var membership = index.map { memberships[$0] } ?? FormMembership(order: order)
        change(&membership)
        switch (index, membership.isEmpty) {
        case (let index?, false):
            memberships[index] = membership
        case (let index?, true):
            memberships.remove(at: index)
        case (nil, false):
            // Records of deallocated orders are removed here, so that a field may join any number of orders.
            memberships.removeAll { $0.order == nil }
            memberships.append(membership)
        case (nil, true):
            break
        }
    }

    /// Whether the field belongs to a chain of links.
    var isLinked: Bool {
        next.isSet || previous.isSet
    }

    subscript(link direction: FocusDirection) -> FormLink {
        get {
            switch direction {
            case .next: next
            case .previous: previous
            }
        }
        set {
            switch direction {
            case .next: next = newValue
            case .previous: previous = newValue
            }
        }
    }
}

/// The direction of a move or a link.
enum FocusDirection {
    case next, previous
}

/// A link from one field to another, as plain data.
struct FormLink {
    weak var target: (any FormField)?
    /// The registration that made the link.
    ///
    /// `nil` if the app set the link itself.
    var registration: FormLinkRegistration?
    /// Whether the field has a place in a chain.
    ///
    /// The last field of a chain has a place and no target.
    var isSet = false
}

/// The fields that one call of `registerNextForm()` or `registerPreviousForm()` linked.
///
/// The links retain the registration. The registration holds the fields weakly.
@MainActor
final class FormLinkRegistration {
    private struct Member {
        weak let state: FormElementState?
    }

    private let members: [Member]

    init(_ fields: [any FormField]) {
        members = fields.map { Member(state: $0.formState) }
    }

    /// Removes the links that this registration made and that no later call replaced.
    ///
    /// - Returns: The states of the fields that lost a link.
    func removeLinks(_ direction: FocusDirection) -> [FormElementState] {
        let states = members.compactMap(\.state).filter { $0[link: direction].registration === self }
        for state in states { state[link: direction] = FormLink() }
        return states
    }
}

/// What one order records about an element, as plain data.
struct FormMembership: Sendable {
    weak let order: (any FormOrder)?
    /// Whether the app added the element itself.
    ///
    /// `false` for a field that a container or a link leads to.
    var isElement = false
    /// The element's position in the latest arrangement.
    ///
    /// 0 for containers.
    var position: Int?
    /// The group that the app put the field into.
    var group: Int?

    fileprivate var isEmpty: Bool {
        !isElement && position == nil && group == nil
    }
}

/// A ``FocusOrder``, as its elements see it.
@MainActor
protocol FormOrder: ReturnKeyHandler, Sendable {
    /// Whether the order handles the return key of its single-line fields.
    var handlesReturnKey: Bool { get }

    func editingBegan(in field: any FormField)
    func editingEnded(in field: any FormField)
    func fieldChanged(_ field: any FormField)

    /// A container's elements or its visibility changed.
    func structureChanged()

    /// A link of one of the fields changed.
    func linksChanged()

    /// An element was deallocated. Called on any thread.
    nonisolated func elementWasDeallocated()
}

/// A value behind a field's text, as the field sees it.
@MainActor
package protocol ValueField: AnyObject {
    func textDidChange()

    /// Sets the value to what the text says.
    ///
    /// - Returns: Whether the text was valid or unchanged.
    @discardableResult
    func commit() -> Bool
}
