// An existential type does not conform to its protocol, so each method is declared in three extensions, which are for
// the two kinds of mixed fields and for fields of one class, including subclasses.

@MainActor
extension Collection where Element == any FormField {
    /// Links each field to the next one.
    ///
    /// The links of these fields are replaced, and links of earlier registrations into a field that follows another
    /// one here are removed. A chain that ends with the first field is extended. Repeated occurrences of a field are
    /// ignored.
    public func registerNextForm() {
        link(Array(self), .next)
    }

    /// Links each field to the previous one.
    ///
    /// The links of these fields are replaced, and links of earlier registrations into a field that follows another
    /// one here are removed. A chain that ends with the first field is extended. Repeated occurrences of a field are
    /// ignored.
    public func registerPreviousForm() {
        link(reversed(), .previous)
    }

    /// Sets the return key type of the last field to `lastKeyType`, and of all other fields to `next`.
    ///
    /// - Parameter lastKeyType: The return key type of the last field.
    public func setNextReturnKeyType(lastKeyType: ReturnKeyType = .done) {
        for (index, field) in enumerated() {
            field.formState.returnKeyType = index + 1 < count ? .next : lastKeyType
        }
    }
}

@MainActor
extension Collection where Element == any FormChangeable {
    /// Links each field to the next one.
    ///
    /// The links of these fields are replaced, and links of earlier registrations into a field that follows another
    /// one here are removed. A chain that ends with the first field is extended. Repeated occurrences of a field are
    /// ignored.
    public func registerNextForm() {
        map { $0 as any FormField }.registerNextForm()
    }

    /// Links each field to the previous one.
    ///
    /// The links of these fields are replaced, and links of earlier registrations into a field that follows another
    /// one here are removed. A chain that ends with the first field is extended. Repeated occurrences of a field are
    /// ignored.
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
    /// The links of these fields are replaced, and links of earlier registrations into a field that follows another
    /// one here are removed. A chain that ends with the first field is extended. Repeated occurrences of a field are
    /// ignored.
    public func registerNextForm() {
        map { $0 as any FormField }.registerNextForm()
    }

    /// Links each field to the previous one.
    ///
    /// The links of these fields are replaced, and links of earlier registrations into a field that follows another
    /// one here are removed. A chain that ends with the first field is extended. Repeated occurrences of a field are
    /// ignored.
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
    var changed: [FormElementState] = []
    for (index, field) in fields.enumerated() {
        let target = fields.indices.contains(index + 1) ? fields[index + 1] : nil
        if let source = target?.formState.registeredSource(direction) {
            changed += source.setLink(direction, to: nil, isRegistered: false)
            // The source is the last field of its chain now, if a link leads to it.
            source[link: direction].isSet = source.isLinkTarget(direction)
        }
        changed += field.formState.setLink(direction, to: target, isRegistered: true)
    }
    reportLinks(of: changed)
}

/// Reports the change to each order once, and to the forms of the fields.
///
/// One report per order is enough, because an order reads all links. A link may change the handler of a return key.
@MainActor
func reportLinks(of states: [FormElementState]) {
    var reported: Set<ObjectIdentifier> = []
    for order in states.flatMap(\.orders) where reported.insert(ObjectIdentifier(order)).inserted {
        order.formDidChange()
    }
}
