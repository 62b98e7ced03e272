// An existential type does not conform to its protocol. Therefore three extensions declare each method. The extensions
// are for `any FormField`, for `any FormChangeable`, and for fields of one class.

@MainActor
extension Collection where Element == any FormField {
    /// Links each field to the next one.
    ///
    /// The method replaces the links of these fields. An earlier registration may have linked another field to one of
    /// these fields. The method removes such a link, unless the link leads to the first field. A chain that ends with
    /// the first field therefore grows. Repeated occurrences of a field are ignored.
    public func registerNextForm() {
        link(Array(self), .next)
    }

    /// Links each field to the previous one.
    ///
    /// The method replaces the links of these fields. An earlier registration may have linked another field to one of
    /// these fields. The method removes such a link, unless the link leads to the last field. A chain that ends with
    /// the last field therefore grows. Repeated occurrences of a field are ignored.
    public func registerPreviousForm() {
        link(reversed(), .previous)
    }

    /// Sets the return key types of the fields.
    ///
    /// The type of the last field is `lastKeyType`. All other fields have the type `next`.
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
    /// The method replaces the links of these fields. An earlier registration may have linked another field to one of
    /// these fields. The method removes such a link, unless the link leads to the first field. A chain that ends with
    /// the first field therefore grows. Repeated occurrences of a field are ignored.
    public func registerNextForm() {
        map { $0 as any FormField }.registerNextForm()
    }

    /// Links each field to the previous one.
    ///
    /// The method replaces the links of these fields. An earlier registration may have linked another field to one of
    /// these fields. The method removes such a link, unless the link leads to the last field. A chain that ends with
    /// the last field therefore grows. Repeated occurrences of a field are ignored.
    public func registerPreviousForm() {
        map { $0 as any FormField }.registerPreviousForm()
    }

    /// Sets the return key types of the fields.
    ///
    /// The type of the last field is `lastKeyType`. All other fields have the type `next`.
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
    /// The method replaces the links of these fields. An earlier registration may have linked another field to one of
    /// these fields. The method removes such a link, unless the link leads to the first field. A chain that ends with
    /// the first field therefore grows. Repeated occurrences of a field are ignored.
    public func registerNextForm() {
        map { $0 as any FormField }.registerNextForm()
    }

    /// Links each field to the previous one.
    ///
    /// The method replaces the links of these fields. An earlier registration may have linked another field to one of
    /// these fields. The method removes such a link, unless the link leads to the last field. A chain that ends with
    /// the last field therefore grows. Repeated occurrences of a field are ignored.
    public func registerPreviousForm() {
        map { $0 as any FormField }.registerPreviousForm()
    }

    /// Sets the return key types of the fields.
    ///
    /// The type of the last field is `lastKeyType`. All other fields have the type `next`.
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
            // If another field links to the source, the source is now the last field of its chain.
            source[link: direction].isSet = source.isLinkTarget(direction)
        }
        changed += field.formState.setLink(direction, to: target, isRegistered: true)
    }
    reportLinks(of: changed)
}

/// Reports the change once to each order of the fields.
///
/// One report per order is enough, because an order reads all links. If a link changes the handler of the focused
/// field, the order reports the return key.
@MainActor
func reportLinks(of states: [FormElementState]) {
    var reported: Set<ObjectIdentifier> = []
    for order in states.flatMap(\.orders) where reported.insert(ObjectIdentifier(order)).inserted {
        order.formDidChange()
    }
}
