extension FocusOrder {
    /// The fields, in order, also those that are skipped. O(n).
    public var fields: [any FormField] {
        arrangeIfNeeded()
        return places.all.compactMap(\.field)
    }

    /// Adds a field or a container at the end. Twice is once. O(1) for a field, amortised; O(n) for a container.
    public func add(_ element: any FormElement) {
        if append(element) { addedElementsDidChange(element.leadsOn) }
    }

    /// Adds a field or a container before another one that was added; at the end where that one was not. Twice is once.
    /// O(n).
    public func insert(_ element: any FormElement, before other: any FormElement) {
        guard append(element) else { return }
        if let index = elements.firstIndex(where: { $0.element === other }) {
            elements.insert(elements.removeLast(), at: index)
        }
        addedElementsDidChange(element.leadsOn)
    }

    /// - Returns: whether it was not there yet.
    func append(_ element: any FormElement) -> Bool {
        guard element.formNode.membership(in: self)?.isElement != true else { return false }
        if elements.count >= 2 * purgedCount + 16 {
            elements.removeAll { $0.element == nil }
            purgedCount = elements.count
        }
        elements.append(WeakElement(element))
        element.formNode.updateMembership(in: self) { $0.isElement = true }
        return true
    }

    func addedElementsDidChange(_ leadToOthers: Bool) {
        if leadToOthers || followsLinks {
            structureDidChange()
        } else {
            setNeedsArranging()
        }
    }

    /// Takes out a field or a container that was added. A field that has the focus keeps it, without this order's
    /// accessory. O(n).
    public func remove(_ element: any FormElement) {
        elements.removeAll { $0.element == nil || $0.element === element }
        element.formNode.updateMembership(in: self) { membership in
            membership.isElement = false
            membership.group = nil
        }
        structureDidChange()
    }

    /// Keeps the focus among these fields: next and previous never leave them, nor come in from outside. A field that
    /// is kept already changes over.
    public func keepFocus(within fields: [any FormField]) {
        groupCount += 1
        for field in fields {
            field.formNode.updateMembership(in: self) { $0.group = groupCount }
        }
        setNeedsArranging()
    }

    /// Arranges the fields anew when the order is asked next. Call it where something changed that no field tells of,
    /// such as what a ``SkipRule/when(_:)`` looks at. O(1).
    public func setNeedsArranging() {
        isArranged = false
        tellChanges()
    }
}

extension FormElement {
    /// Whether what it brings with it has to be known at once: other fields, or the focus.
    var leadsOn: Bool {
        self is any FormContainer || (self as? any FormField)?.isFirstResponder == true
    }
}
