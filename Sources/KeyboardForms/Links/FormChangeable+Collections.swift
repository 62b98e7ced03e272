// An existential type does not conform to its protocol, so each method is declared in three extensions, which are for
// mixed fields, for mixed fields that are `FormChangeable`, and for fields of one class, including subclasses.

@MainActor
extension Collection where Element == any FormField {
    /// Links each field to the next one.
    ///
    /// The links that earlier registrations of these fields created are removed first. Repeated occurrences of a field
    /// are ignored.
    public func registerNextForm() {
        link(Array(self), .next)
    }

    /// Links each field to the previous one.
    ///
    /// The links that earlier registrations of these fields created are removed first. Repeated occurrences of a field
    /// are ignored.
    public func registerPreviousForm() {
        link(reversed(), .previous)
    }

    /// Sets the return key type of the last field to `lastKeyType`, and of all other fields to `next`.
    ///
    /// - Parameter lastKeyType: The return key type of the last field.
    public func setNextReturnKeyType(lastKeyType: ReturnKeyType = .done) {
        for (index, field) in enumerated() {
            field.returnKeyType = index + 1 < count ? .next : lastKeyType
        }
    }
}

@MainActor
extension Collection where Element == any FormChangeable {
    /// Links each field to the next one.
    ///
    /// The links that earlier registrations of these fields created are removed first. Repeated occurrences of a field
    /// are ignored.
    public func registerNextForm() {
        map { $0 as any FormField }.registerNextForm()
    }

    /// Links each field to the previous one.
    ///
    /// The links that earlier registrations of these fields created are removed first. Repeated occurrences of a field
    /// are ignored.
    public func registerPreviousForm() {
        map { $0 as any FormField }.registerPreviousForm()
    }

    /// Sets the return key type of the last field to `lastKeyType`, and of all other fields to `next`.
    ///
    /// - Parameter lastKeyType: The return key type of the last field.
    public func setNextReturnKeyType(lastKeyType: ReturnKeyType = .done) {
        map { $0 as any FormField }.setNextReturnKeyType(lastKeyType: lastKeyType)
    }
}

@MainActor
extension Collection where Element: FormField {
    /// Links each field to the next one.
    ///
    /// The links that earlier registrations of these fields created are removed first. Repeated occurrences of a field
    /// are ignored.
    public func registerNextForm() {
        map { $0 as any FormField }.registerNextForm()
    }

    /// Links each field to the previous one.
    ///
    /// The links that earlier registrations of these fields created are removed first. Repeated occurrences of a field
    /// are ignored.
    public func registerPreviousForm() {
        map { $0 as any FormField }.registerPreviousForm()
    }

    /// Sets the return key type of the last field to `lastKeyType`, and of all other fields to `next`.
    ///
    /// - Parameter lastKeyType: The return key type of the last field.
    public func setNextReturnKeyType(lastKeyType: ReturnKeyType = .done) {
        map { $0 as any FormField }.setNextReturnKeyType(lastKeyType: lastKeyType)
    }
}

@MainActor
private func link(_ fields: [any FormField], _ direction: FocusDirection) {
    var seen: Set<ObjectIdentifier> = []
    let fields = fields.filter { seen.insert(ObjectIdentifier($0)).inserted }
    let unlinked = fields.compactMap { $0.formState[link: direction].registration }
        .flatMap { $0.removeLinks(direction) }
    let registration = FormLinkRegistration(fields)
    for (index, field) in fields.enumerated() {
        let target = fields.indices.contains(index + 1) ? fields[index + 1] : nil
        field.formState[link: direction] = FormLink(target: target, registration: registration, isSet: true)
    }
    reportLinks(of: unlinked + fields.map(\.formState))
}

/// Reports the change to each order once.
///
/// One report per order is enough, because an order reads all links.
@MainActor
private func reportLinks(of states: [FormElementState]) {
    var reported: Set<ObjectIdentifier> = []
    for order in states.flatMap(\.orders) where reported.insert(ObjectIdentifier(order)).inserted {
        order.linksChanged()
    }
}
