import Observation

extension FocusOrder {
    func fieldDidBeginEditing(_ field: any FormField) {
        guard position(of: field) != nil else { return }
        if focused !== field { take(field) }
        tellChanges()
    }

    func take(_ field: any FormField) {
        setFocused(field)
        if let accessory { field.inputAccessory = accessory }
    }

    func release(_ field: any FormField) {
        setFocused(nil)
        if let accessory, field.inputAccessory === accessory { field.inputAccessory = nil }
    }

    func fieldDidEndEditing(_ field: any FormField) {
        guard focused === field else { return }
        release(field)
        tellChanges()
    }

    func fieldDidChange(_ field: any FormField) {
        guard isArranged, let position = field.formNode.membership(in: self)?.position else { return }
        let place = places.all[position]
        if sorting != .asGiven, place.frame != field.frame {
            isArranged = false
        } else {
            places.update(position, isOpen: !place.isSkipped(by: skipping))
        }
        tellChanges()
    }

    /// A field that a container or a link leads to is known as soon as it is there: it may take the focus at once.
    func structureDidChange() {
        isArranged = false
        arrangeIfNeeded()
        tellChanges()
    }

    func setFocused(_ field: (any FormField)?) {
        registrar.withMutation(of: self, keyPath: \.focusedField) { focused = field }
        isFocusKnown = field != nil
        deaths.setWatched(field != nil)
    }

    func updateAccessory() {
        arrangeIfNeeded()
        focused?.inputAccessory = accessory
    }

    /// A field has died while somebody edits in this order.
    func lookAfterDeaths() {
        arrangeIfNeeded()
        tellChanges()
    }

    var currentReach: Reach {
        arrangeIfNeeded()
        let reach = computedReach
        if toldReach == nil { toldReach = reach }
        return reach
    }

    /// Tells those who observe what can be reached, where that has changed. While the fields are not arranged it tells
    /// once that it may have: a thousand fields that move are arranged once, when somebody asks.
    func tellChanges() {
        guard movesUnderWay == 0 else { return }
        guard isArranged, !deaths.isPending else {
            guard toldReach != nil else { return }
            toldReach = nil
            registrar.withMutation(of: self, keyPath: \.canGoNext) {}
            registrar.withMutation(of: self, keyPath: \.canGoPrevious) {}
            return
        }
        updateReturnKey()
        guard let old = toldReach else { return }
        let reach = computedReach
        toldReach = reach
        if old.next != reach.next { registrar.withMutation(of: self, keyPath: \.canGoNext) {} }
        if old.previous != reach.previous { registrar.withMutation(of: self, keyPath: \.canGoPrevious) {} }
    }

    private var computedReach: Reach {
        guard let focused, let position = focused.formNode.membership(in: self)?.position else { return Reach() }
        return Reach(next: step(from: position, .next) != nil, previous: step(from: position, .previous) != nil)
    }
}
