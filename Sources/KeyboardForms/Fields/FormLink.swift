/// The link of a field in one direction, and the links from other fields to this field.
struct FormLink {
    struct Source {
        weak let state: FormElementState?
    }

    weak var target: (any FormField)?
    /// Whether `registerNextForm()` or `registerPreviousForm()` created the link.
    var isRegistered = false
    /// Whether the field belongs to a chain of linked fields.
    ///
    /// The last field of a registered chain belongs to the chain, but has no target. If the app sets a link with
    /// `nextForm` or `previousForm`, the target of the link does not join the chain.
    var isSet = false
    /// The fields with a current or an earlier link to this field.
    var sources: [Source] = []
}

extension FormElementState {
    /// Whether another field links to this field.
    var isLinkTarget: Bool {
        isLinkTarget(.next) || isLinkTarget(.previous)
    }

    func isLinkTarget(_ direction: FocusDirection) -> Bool {
        self[link: direction].sources.contains { $0.state.map { self.isTarget(of: $0, direction) } ?? false }
    }

    /// Returns the state of the field that links to this field.
    ///
    /// The method considers only links from `registerNextForm()` and `registerPreviousForm()`. At most one such link
    /// leads to a field. Each of the two methods removes the earlier link to a field before the method creates a new
    /// link to this field.
    func registeredSource(_ direction: FocusDirection) -> FormElementState? {
        self[link: direction].sources.lazy.compactMap(\.state).first { source in
            source[link: direction].isRegistered && self.isTarget(of: source, direction)
        }
    }

    /// Replaces the link of the field.
    ///
    /// The old target leaves its chain if both conditions are met:
    ///
    /// - No other field links to the old target.
    /// - The old target does not link to another field.
    ///
    /// - Returns: The state of this field. If the field had a target before, the result also contains the state of the
    ///   old target.
    @discardableResult
    func setLink(_ direction: FocusDirection, to target: (any FormField)?, isRegistered: Bool) -> [FormElementState] {
        let old = self[link: direction].target?.formState
        self[link: direction].target = target
        self[link: direction].isRegistered = isRegistered
        self[link: direction].isSet = isRegistered || target != nil
        target?.formState.addSource(self, direction)
        guard let old else { return [self] }
        if old[link: direction].target == nil, !old.isLinkTarget(direction) { old[link: direction].isSet = false }
        return [self, old]
    }

    private func addSource(_ source: FormElementState, _ direction: FocusDirection) {
        self[link: direction].sources.removeAll { $0.state == nil || $0.state === source }
        self[link: direction].sources.append(FormLink.Source(state: source))
    }

    private func isTarget(of source: FormElementState, _ direction: FocusDirection) -> Bool {
        source[link: direction].target?.formState === self
    }
}

extension FormField {
    /// Moves the focus along the links, to the first field that takes the focus.
    ///
    /// - Parameters:
    ///   - direction: The direction of the links.
    ///   - closesKeyboard: Whether the method closes the keyboard when no linked field takes the focus.
    /// - Returns: `atEnd` if no field takes the focus; otherwise `moved` or `interrupted`.
    func moveFocusAlongLinks(_ direction: FocusDirection, closesKeyboard: Bool) -> FocusMoveResult {
        var transfer = FocusTransfer(from: self)
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var last: any FormField = self
        let result = transfer.offerFocus(skipping: [.unavailable]) {
            // If the links form a cycle, the loop ends before it visits a field again.
            guard let next = last.formState[link: direction].target, visited.insert(ObjectIdentifier(next)).inserted
            else { return nil }
            last = next
            return next
        }
        if result == .moved || result == .interrupted { return result }
        if closesKeyboard { transfer.resign() }
        return .atEnd
    }
}
