extension FocusOrder {
    /// Where a field is. Arranges the fields first, where that is needed.
    func position(of field: any FormField) -> Int? {
        arrangeIfNeeded()
        return field.formNode.membership(in: self)?.position
    }

    func arrangeIfNeeded() {
        // What a field or a closure of the app asks while it is looked at gets what was right before.
        guard !isArranging, deaths.take() || !isArranged else { return }
        isArranging = true
        isArranged = true
        let known = places.all.compactMap { $0.field as (any FormElement)? } + containers.compactMap(\.element)
        for element in known {
            element.formNode.updateMembership(in: self) { $0.position = nil }
        }
        var collected = FormWalk(self)
        collected.run()
        containers = collected.containers.map(WeakElement.init)
        places = FieldPlaces(sorted(collected.places), skipping: skipping)
        for container in collected.containers {
            container.formNode.updateMembership(in: self) { $0.position = 0 }
        }
        for (position, place) in places.all.enumerated() {
            place.field?.formNode.updateMembership(in: self) { $0.position = position }
        }
        forgetFocusOfStranger()
        welcomeFocusedField()
        updateReturnKey()
        isArranging = false
    }

    /// A field may have the focus when it joins.
    private func welcomeFocusedField() {
        guard focused == nil else { return }
        if let field = places.all.lazy.compactMap(\.field).first(where: \.isFirstResponder) { take(field) }
    }

    private func sorted(_ places: [FieldPlaces.Place]) -> [FieldPlaces.Place] {
        switch sorting {
        case .asGiven: places
        case .byPosition(let tolerance, let direction): RowSorting(tolerance, direction).sorted(places)
        }
    }

    private func forgetFocusOfStranger() {
        guard isFocusKnown else { return }
        if let focused {
            if focused.formNode.membership(in: self)?.position == nil { release(focused) }
        } else {
            setFocused(nil)
        }
    }
}
