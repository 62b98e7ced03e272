// An existential type does not conform to its protocol, so each method stands in three extensions: for mixed fields, for
// mixed fields that are `FormChangeable`, and for fields of one class, including subclasses.

@MainActor
extension Collection where Element == any FormField {
    /// Links each field to the next one.
    ///
    /// Links that earlier registrations of these fields made are removed first. A field that occurs twice counts once.
    public func registerNextForm() {
        link(Array(self), .next)
    }

    /// Links each field to the previous one.
    ///
    /// Links that earlier registrations of these fields made are removed first. A field that occurs twice counts once.
    public func registerPreviousForm() {
        link(reversed(), .previous)
    }

    /// Sets the return key type of all fields to `next`, and that of the last field to another type.
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
    /// Links that earlier registrations of these fields made are removed first. A field that occurs twice counts once.
    public func registerNextForm() {
        map { $0 as any FormField }.registerNextForm()
    }

    /// Links each field to the previous one.
    ///
    /// Links that earlier registrations of these fields made are removed first. A field that occurs twice counts once.
    public func registerPreviousForm() {
        map { $0 as any FormField }.registerPreviousForm()
    }

    /// Sets the return key type of all fields to `next`, and that of the last field to another type.
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
    /// Links that earlier registrations of these fields made are removed first. A field that occurs twice counts once.
    public func registerNextForm() {
        map { $0 as any FormField }.registerNextForm()
    }

    /// Links each field to the previous one.
    ///
    /// Links that earlier registrations of these fields made are removed first. A field that occurs twice counts once.
    public func registerPreviousForm() {
        map { $0 as any FormField }.registerPreviousForm()
    }

    /// Sets the return key type of all fields to `next`, and that of the last field to another type.
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

/// Reports to each order once: an order reads all links.
@MainActor
private func reportLinks(of states: [FormElementState]) {
    var reported: Set<ObjectIdentifier> = []
    for order in states.flatMap(\.orders) where reported.insert(ObjectIdentifier(order)).inserted {
        order.linksChanged()
    }
}
