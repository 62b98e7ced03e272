extension FocusOrder {
    /// Gives the focus to the next field that is not skipped. The field that has it does not resign: the keyboard
    /// stays.
    ///
    /// - Returns: whether the focus moved. It does not where no field of this order has it, where there is none to go
    ///   to, and where the field that has it does not let it go.
    @discardableResult
    public func moveToNext() -> Bool {
        focused.map { move(from: $0, .next) == .moved } ?? false
    }

    /// Gives the focus to the previous field that is not skipped, as ``moveToNext()`` does to the next one.
    @discardableResult
    public func moveToPrevious() -> Bool {
        focused.map { move(from: $0, .previous) == .moved } ?? false
    }

    /// Gives the focus to the first field that is not skipped; where a field of a group has it, to the group's first.
    ///
    /// - Returns: whether a field took it, or had it.
    @discardableResult
    public func moveToFirst() -> Bool {
        arrangeIfNeeded()
        guard let first = places.first(inGroupOf: focused.flatMap(position)) else { return false }
        if let field = places.all[first].field, field.isFirstResponder { return true }
        return settle { focus(startingAt: first, .next, from: focused) } == .moved
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

    /// What has become of a move.
    enum Move {
        case moved
        /// There is nowhere to go.
        case atEnd
        /// Somebody keeps the focus, or does not want it.
        case refused
    }

    func move(from field: any FormField, _ direction: FormLink.Direction) -> Move {
        guard field.canBeLeft else { return .refused }
        guard let first = position(of: field).flatMap({ step(from: $0, direction) }) else { return .atEnd }
        return settle { focus(startingAt: first, direction, from: field) }
    }

    /// Asks one candidate after the other. What a candidate does about it may change the order, and the order anew.
    private func focus(
        startingAt start: Int,
        _ direction: FormLink.Direction,
        from home: (any FormField)?
    ) -> Move {
        var visited: Set<ObjectIdentifier> = []
        var outcome = Move.atEnd
        var position: Int? = start
        while let here = position, places.all.indices.contains(here) {
            let place = places.all[here]
            guard let field = place.field else {
                position = step(from: here, direction)
                continue
            }
            guard field !== home, visited.insert(ObjectIdentifier(field)).inserted else { break }
            // A field that has changed and has not told is passed, this time.
            if !place.isSkipped(by: skipping) {
                switch field.takeFocus(from: home) {
                case .taken: return .moved
                case .lost: return .refused
                case .refused: outcome = .refused
                }
                guard skipping.contains(where: \.isRefusing) else { break }
            }
            position = self.position(of: field).flatMap { step(from: $0, direction) }
        }
        return outcome
    }

    private func neighbor(of field: any FormField, _ direction: FormLink.Direction) -> (any FormField)? {
        guard let start = position(of: field) else { return nil }
        var position = start
        for _ in places.all.indices {
            guard let next = step(from: position, direction), next != start else { return nil }
            let place = places.all[next]
            if let neighbor = place.field, !place.isSkipped(by: skipping) { return neighbor }
            position = next
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
    private func settle(_ move: () -> Move) -> Move {
        movesUnderWay += 1
        let outcome = move()
        movesUnderWay -= 1
        tellChanges()
        return outcome
    }
}

extension SkipRule {
    fileprivate var isRefusing: Bool {
        if case .refusing = reason { true } else { false }
    }
}
