/// A link from one field to another, as plain data.
struct FormLink {
    weak var target: (any FormField)?
    /// The fields that have or had a link to this field.
    var sources = WeakStates()
    /// Whether a registration created the link, as opposed to the app.
    var isRegistered = false
    /// Whether the field has a place in a chain.
    ///
    /// The last field of a chain has a place, but no target.
    var isSet = false
}

extension FormElementState {
    /// The fields with a link to the field.
    func linkSources(_ direction: FocusDirection) -> some Collection<FormElementState> {
        self[link: direction].sources.states.filter { $0[link: direction].target?.formState === self }
    }

    /// Replaces the link of the field.
    ///
    /// The target of the old link loses its place as the last field of a chain, unless the link of another field leads to
    /// it.
    ///
    /// - Returns: The state of the old target, if there is one.
    @discardableResult
    func setLink(
        _ direction: FocusDirection,
        to target: (any FormField)?,
        isRegistered: Bool
    ) -> [FormElementState] {
        let old = self[link: direction].target?.formState
        updateLink(direction) { link in
            link.target = target
            link.isRegistered = isRegistered
            link.isSet = isRegistered || target != nil
        }
        if let old {
            old.updateLink(direction) { $0.sources.remove(self) }
            if old[link: direction].target == nil, old.linkSources(direction).isEmpty {
                old.updateLink(direction) { $0.isSet = false }
            }
        }
        target?.formState.updateLink(direction) { $0.sources.insert(self) }
        return old.map { [$0] } ?? []
    }
}
