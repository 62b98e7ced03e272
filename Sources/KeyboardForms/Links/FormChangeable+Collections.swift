// Each method is declared for `any FormField` and for fields of one class, because the type `any FormField` does not
// conform to `FormField`.

@MainActor
extension Collection where Element == any FormField {
    /// Links each field to the next field of the collection.
    ///
    /// The method replaces the existing link of each field. An earlier call may have linked another field to a field of
    /// the collection. The method also removes such a link. For example, after `[b, c].registerNextForm()`, the call
    /// `[a, c].registerNextForm()` removes the link from `b` to `c`.
    ///
    /// There is one exception: the method keeps a link from another field to the first field of the collection. For
    /// example, after `[a, b, c].registerNextForm()`, the call `[c, d].registerNextForm()` creates the chain
    /// `[a, b, c, d]`. If the collection contains a field twice, the method ignores the second occurrence.
    public func registerNextForm() {
        link(Array(self), .next)
    }

    /// Links each field to the previous field of the collection.
    ///
    /// The method replaces the existing link of each field. An earlier call may have linked another field to a field of
    /// the collection. The method also removes such a link. For example, after `[c, b].registerPreviousForm()`, the
    /// call `[c, a].registerPreviousForm()` removes the link from `b` to `c`.
    ///
    /// There is one exception: the method keeps a link from another field to the last field of the collection. For
    /// example, after `[b, c, d].registerPreviousForm()`, the call `[a, b].registerPreviousForm()` creates the chain
    /// `[a, b, c, d]`. If the collection contains a field twice, the method ignores the second occurrence.
    public func registerPreviousForm() {
        link(reversed(), .previous)
    }

    /// Sets the return key types of the fields.
    ///
    /// The last field has the return key type `lastKeyType`. All other fields have the return key type `next`.
    ///
    /// - Parameter lastKeyType: The return key type of the last field.
    public func setNextReturnKeyType(lastKeyType: ReturnKeyType = .done) {
        for (index, field) in enumerated() {
            field.formState.returnKeyType = index + 1 < count ? .next : lastKeyType
        }
    }
}

@MainActor
extension Collection where Element: FormField {
    /// Links each field to the next field of the collection.
    ///
    /// The method follows the same rules as for a collection of `any FormField`.
    public func registerNextForm() {
        map { $0 as any FormField }.registerNextForm()
    }

    /// Links each field to the previous field of the collection.
    ///
    /// The method follows the same rules as for a collection of `any FormField`.
    public func registerPreviousForm() {
        map { $0 as any FormField }.registerPreviousForm()
    }

    /// Sets the return key type of the last field to `lastKeyType`, and of all other fields to `next`.
    public func setNextReturnKeyType(lastKeyType: ReturnKeyType = .done) {
        map { $0 as any FormField }.setNextReturnKeyType(lastKeyType: lastKeyType)
    }
}

@MainActor
private func link(_ fields: [any FormField], _ direction: FocusDirection) {
    var seen: Set<ObjectIdentifier> = []
    let fields = fields.filter { seen.insert(ObjectIdentifier($0)).inserted }
    var changed: [FormElementState] = []
    for (index, field) in fields.enumerated() {
        let target = fields.indices.contains(index + 1) ? fields[index + 1] : nil
        if let source = target?.formState.registeredSource(direction) {
            changed += source.setLink(direction, to: nil, isRegistered: false)
            // `source` has lost its link to `target`. `source` stays in a chain only if another field links to
            // `source`.
            source[link: direction].isSet = source.isLinkTarget(direction)
        }
        changed += field.formState.setLink(direction, to: target, isRegistered: true)
    }
    reportLinks(of: changed)
}

/// Notifies the orders of the fields after links have changed.
///
/// The function notifies each order only once, because an order then reads all links. If the change affects the return
/// key of the focused field, the field reports its new return key type to the toolkit.
@MainActor
func reportLinks(of states: [FormElementState]) {
    var reported: Set<ObjectIdentifier> = []
    for order in states.flatMap(\.orders) where reported.insert(ObjectIdentifier(order)).inserted {
        order.formDidChange()
    }
}
