public import Foundation

/// What forms know of a field or a container: its links, its orders, its value. The element owns it and looks at
/// nothing of it.
///
/// Everything in it is weak: a node keeps no field, no order and no screen alive.
@MainActor
public final class FormNode {
    let center: NotificationCenter
    weak var returnKeyHandler: (any ReturnKeyHandler)?
    weak var valueField: (any ValueField)?

    var next = FormLink()
    var previous = FormLink()

    private(set) var memberships: [FormMembership] = []

    /// Makes a node that belongs to no form yet.
    ///
    /// - Parameter center: where the field's begin and end of editing are posted.
    public nonisolated init(center: NotificationCenter = .default) {
        self.center = center
    }

    deinit {
        for order in memberships.compactMap(\.order) where order.deaths.tellDeath() {
            DeathBoard.post(order)
        }
    }

    /// Whether the field has been given a place in a chain of links.
    var isLinked: Bool {
        next.isSet || previous.isSet
    }

    /// The living orders, in the order in which they were joined.
    var orders: [FocusOrder] {
        memberships.compactMap(\.order)
    }

    func membership(in order: FocusOrder) -> FormMembership? {
        memberships.first { $0.order === order }
    }

    /// Changes what is known of the element in this order; an order that knows nothing of it any more is left.
    func updateMembership(in order: FocusOrder, _ change: (inout FormMembership) -> Void) {
        let index = memberships.firstIndex { $0.order === order }
        var membership = index.map { memberships[$0] } ?? FormMembership(order: order)
        change(&membership)
        switch (index, membership.isKnown) {
        case (let index?, true):
            memberships[index] = membership
        case (let index?, false):
            memberships.remove(at: index)
        case (nil, true):
            // Orders that died meanwhile go now, so that a field may join any number of them in its life.
            memberships.removeAll { $0.order == nil }
            memberships.append(membership)
        case (nil, false):
            break
        }
    }
}
