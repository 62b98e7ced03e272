// Each method is declared twice, because the type `any FormField` does not conform to `FormField`.

@MainActor
extension Collection where Element == any FormField {
    /// Links each field to the next and the previous field of the collection.
    ///
    /// The last field has no next field, and the first field has no previous field. Links of fields outside the
    /// collection do not change. If the collection contains a field twice, the second occurrence has no effect.
    public func registerNextForm() {
        var seen: Set<ObjectIdentifier> = []
        let fields = filter { seen.insert(ObjectIdentifier($0)).inserted }
        for (index, field) in fields.enumerated() {
            field.formState.previousForm = index > 0 ? fields[index - 1] : nil
            field.formState.nextForm = index + 1 < fields.count ? fields[index + 1] : nil
        }
    }

    /// Links each field to the next and the previous field of the collection, as `registerNextForm()` does.
    public func registerPreviousForm() {
        registerNextForm()
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
    /// Links each field to the next and the previous field of the collection.
    public func registerNextForm() {
        map { $0 as any FormField }.registerNextForm()
    }

    /// Links each field to the next and the previous field of the collection, as `registerNextForm()` does.
    public func registerPreviousForm() {
        registerNextForm()
    }

    /// Sets the return key type of the last field to `lastKeyType`, and the return key type of all other fields to
    /// `next`.
    public func setNextReturnKeyType(lastKeyType: ReturnKeyType = .done) {
        map { $0 as any FormField }.setNextReturnKeyType(lastKeyType: lastKeyType)
    }
}
