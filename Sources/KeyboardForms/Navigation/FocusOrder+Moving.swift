extension FocusOrder {
    /// Gives the focus to the next field that is not skipped. The field that has it does not resign: the keyboard stays.
    ///
    /// - Returns: whether the focus moved. It does not where no field of this order has it, where there is none to go
    ///   to, and where the field that has it does not let it go.
    @discardableResult
    public func moveToNext() -> Bool {
        focused.map { move(from: $0, .next) } ?? false
    }

    /// Gives the focus to the previous field that is not skipped, as ``moveToNext()`` does to the next one.
    @discardableResult
    public func moveToPrevious() -> Bool {
        focused.map { move(from: $0, .previous) } ?? false
    }

    /// Gives the focus to the first field that is not skipped.
    ///
    /// - Returns: whether a field took it.
    @discardableResult
    public func moveToFirst() -> Bool {
        arrangeIfNeeded()
        guard let first = places.first() else { return false }
        return settle { focus(startingAt: first, .next, wraps: false) }
    }

    /// Takes the focus away: the keyboard closes.
    ///
    /// - Returns: whether no field of this order has it now; the one that had it may refuse.
    @discardableResult
    public func endEditing() -> Bool {
        focused?.resignFirstResponder() ?? true
    }

    /// The field that the focus would go to from this one. Nothing moves.
    public func next(after field: any FormField) -> (any FormField)? {
        neighbor(of: field, .next)
    }

    /// The field that the focus would go back to from this one. Nothing moves.
    public func previous(before field: any FormField) -> (any FormField)? {
        neighbor(of: field, .previous)
    }

    func move(from field: any FormField, _ direction: FormLink.Direction) -> Bool {
        guard field.canBeLeft, let position = position(of: field), let first = step(from: position, direction)
        else { return false }
        return settle { focus(startingAt: first, direction, wraps: wraps, home: field) }
    }

    /// Asks one candidate after the other. What a candidate does about it may change the order, and the order anew.
    private func focus(
        startingAt start: Int,
        _ direction: FormLink.Direction,
        wraps: Bool,
        home: (any FormField)? = nil
    ) -> Bool {
        var asked: Set<ObjectIdentifier> = []
        var position: Int? = start
        while let here = position, places.all.indices.contains(here) {
            let place = places.all[here]
            if let field = place.field {
                guard field !== home, asked.insert(ObjectIdentifier(field)).inserted else { return false }
                if place.isSkipped(by: skipping) {
                    // It has changed, and has not told.
                    places.update(here, isOpen: false)
                } else if field.becomeFirstResponder() {
                    return true
                } else if !skipping.contains(where: \.isRefusing) {
                    return false
                }
                position = self.position(of: field).flatMap { step(from: $0, direction) }
            } else {
                position = step(from: here, direction)
            }
        }
        return false
    }

    private func neighbor(of field: any FormField, _ direction: FormLink.Direction) -> (any FormField)? {
        var position = position(of: field)
        while let here = position, let there = step(from: here, direction) {
            let place = places.all[there]
            if let neighbor = place.field, !place.isSkipped(by: skipping) { return neighbor }
            places.update(there, isOpen: false)
            position = here
        }
        return nil
    }

    func step(from position: Int, _ direction: FormLink.Direction) -> Int? {
        switch direction {
        case .next: places.next(after: position, wraps: wraps)
        case .previous: places.previous(before: position, wraps: wraps)
        }
    }

    private var wraps: Bool {
        if case .wrap = end.kind { true } else { false }
    }

    /// Tells what can be reached once the focus has settled, rather than at each field that it passes.
    private func settle(_ move: () -> Bool) -> Bool {
        movesUnderWay += 1
        let hasMoved = move()
        movesUnderWay -= 1
        tellChanges()
        return hasMoved
    }
}

extension SkipRule {
    fileprivate var isRefusing: Bool {
        if case .refusing = reason { true } else { false }
    }
}
