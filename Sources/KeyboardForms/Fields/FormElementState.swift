public import Foundation

/// The storage that a field or a container keeps for its forms.
///
/// The element creates one state and retains it. The state retains no field, no order and no screen.
@MainActor
public final class FormElementState {
    // These properties are internal, because the code in Focus, Links and Values stores its data about a field here.

    /// The center that the field posts to when its editing begins and ends.
    let center: NotificationCenter
    var accessibilityLabel: String?
    weak var returnKeyHandler: (any ReturnKeyHandler)?
    package weak var value: (any FieldValue)?
    var placeholder: String?
    /// Whether a move gives the focus to the field now, as opposed to a click.
    var isTakingFocusByMove = false

    private var next = FormLink()
    private var previous = FormLink()
    private var memberships: [FormMembership] = []

    /// Creates a state that does not yet belong to a form.
    ///
    /// - Parameter center: The center that the field posts to when its editing begins and ends.
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

    /// Changes the element's record in an order, and removes the record if it is then empty.
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
            // Records of deallocated orders are removed here. Otherwise they would accumulate in a field that joins
            // many orders.
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
    /// The registration that created the link.
    ///
    /// The property is `nil` if the app set the link directly.
    var registration: FormLinkRegistration?
    /// Whether the field has a place in a chain.
    ///
    /// The last field of a chain has a place, but no target.
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

    /// Removes the links that this registration created and that no later call replaced.
    ///
    /// - Returns: The states of the fields that lost a link.
    func removeLinks(_ direction: FocusDirection) -> [FormElementState] {
        let states = members.compactMap(\.state).filter { $0[link: direction].registration === self }
        for state in states { state[link: direction] = FormLink() }
        return states
    }
}

/// The data that one order stores about an element.
struct FormMembership: Sendable {
    weak let order: (any FormOrder)?
    /// Whether the app added the element directly.
    ///
    /// The property is `false` for a field that was found through a container or a link.
    var isElement = false
    /// The element's position in the latest arrangement.
    ///
    /// The position of a container is 0.
    var position: Int?
    /// The group that the app added the field to; `nil` if there is none.
    var group: Int?

    fileprivate var isEmpty: Bool {
        !isElement && position == nil && group == nil
    }
}

/// The part of a ``FocusOrder`` that its elements use.
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

    /// An element was deallocated.
    ///
    /// This method may be called on any thread.
    nonisolated func elementWasDeallocated()
}
