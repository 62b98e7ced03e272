/// A link from one field to another, as plain data.
struct FormLink {
    /// A mark of a field that links lead to.
    ///
    /// Each field with a link to the field retains the mark, so that the mark is deallocated with the last link. Finding
    /// out whether a link leads to a field costs O(1), for any number of links and of deallocated fields.
    final class TargetMark: Sendable {}

    weak var target: (any FormField)?
    /// The mark of ``target``.
    var targetMark: TargetMark?
    /// The mark of the field itself; `nil` if no link leads to the field.
    weak var mark: TargetMark?
    /// The field with a link to this field that a registration has created.
    ///
    /// There is at most one, because a registration removes the link of the earlier one.
    weak var registeredSource: FormElementState?
    /// Whether a registration created the link, as opposed to the app.
    var isRegistered = false
    /// Whether the field has a place in a chain.
    ///
    /// The last field of a chain has a place, but no target.
    var isSet = false
}

extension FormElementState {
    /// Whether the link of another field leads to the field.
    func isLinkTarget(_ direction: FocusDirection) -> Bool {
        self[link: direction].mark != nil
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
        let mark = target.map { $0.formState.targetMark(direction) }
        updateLink(direction) { link in
            link.target = target
            link.targetMark = mark
            link.isRegistered = isRegistered
            link.isSet = isRegistered || target != nil
        }
        if let old {
            old.updateLink(direction) { if $0.registeredSource === self { $0.registeredSource = nil } }
            if old[link: direction].target == nil, !old.isLinkTarget(direction) {
                old.updateLink(direction) { $0.isSet = false }
            }
        }
        if isRegistered { target?.formState.updateLink(direction) { $0.registeredSource = self } }
        return old.map { [$0] } ?? []
    }

    /// Returns the mark of the field, which the caller retains.
    private func targetMark(_ direction: FocusDirection) -> FormLink.TargetMark {
        if let mark = self[link: direction].mark { return mark }
        let mark = FormLink.TargetMark()
        updateLink(direction) { $0.mark = mark }
        return mark
    }
}
