// Twice, for a mixed literal is an array of `any FormChangeable` and that is no `FormChangeable` itself.

@MainActor
extension Collection where Element == any FormChangeable {
    /// Links each field to the one after it. Undoes what earlier registrations of any of them left behind.
    public func registerNextForm() {
        FormChain.register(Array(self), \.next)
    }

    /// Links each field to the one before it. Undoes what earlier registrations of any of them left behind.
    public func registerPreviousForm() {
        FormChain.register(reversed(), \.previous)
    }

    /// Lets all return keys say *next*, save the last one's.
    public func setNextReturnKeyType(lastKeyType: ReturnKeyType = .done) {
        for (index, field) in enumerated() {
            field.setReturnKeyType(index + 1 < count ? .next : lastKeyType)
        }
    }
}

@MainActor
extension Collection where Element: FormChangeable {
    /// Links each field to the one after it. Undoes what earlier registrations of any of them left behind.
    public func registerNextForm() {
        map { $0 as any FormChangeable }.registerNextForm()
    }

    /// Links each field to the one before it. Undoes what earlier registrations of any of them left behind.
    public func registerPreviousForm() {
        map { $0 as any FormChangeable }.registerPreviousForm()
    }

    /// Lets all return keys say *next*, save the last one's.
    public func setNextReturnKeyType(lastKeyType: ReturnKeyType = .done) {
        map { $0 as any FormChangeable }.setNextReturnKeyType(lastKeyType: lastKeyType)
    }
}
