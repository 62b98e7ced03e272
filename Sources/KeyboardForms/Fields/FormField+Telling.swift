import Foundation

extension FormField {
    /// Who answers this field's return key, and says what it reads. Held weakly.
    ///
    /// Where nobody is set, a field with links (``FormChangeable``) follows them, and a single-line field in a
    /// ``FocusOrder`` that follows return keys moves on in it.
    public var returnKeyHandler: (any ReturnKeyHandler)? {
        get { formNode.returnKeyHandler }
        set { formNode.returnKeyHandler = newValue }
    }

    /// Call it when the field has taken the focus, before the keyboard comes.
    ///
    /// The orders that it is in know where the focus is now; they set its accessory and its return key. Afterwards
    /// `Notification.Name.fieldDidBeginEditing` is posted.
    public func fieldDidBeginEditing() {
        // Who hears of it may take the focus away again.
        for order in formNode.orders where isFirstResponder { order.fieldDidBeginEditing(self) }
        guard isFirstResponder else { return }
        returnKeyAnswerer?.setupReturnKeyType(for: self)
        formNode.center.post(name: .fieldDidBeginEditing, object: self)
    }

    /// Call it when the field has lost the focus.
    ///
    /// A value field commits first. Afterwards `Notification.Name.fieldDidEndEditing` is posted.
    public func fieldDidEndEditing() {
        formNode.valueField?.commit()
        // Who hears of it may give the focus back.
        for order in formNode.orders where !isFirstResponder { order.fieldDidEndEditing(self) }
        guard !isFirstResponder else { return }
        formNode.center.post(name: .fieldDidEndEditing, object: self)
    }

    /// Call it when the field's text, its being enabled, its visibility, its frame or its readiness to take the focus
    /// has changed. What that costs, ``FocusOrder`` says.
    public func fieldDidChange() {
        formNode.valueField?.textDidChange()
        for order in formNode.orders { order.fieldDidChange(self) }
    }

    /// Call it when return was tapped, before a line break is inserted.
    ///
    /// A value field commits first; what it refuses keeps the focus here.
    ///
    /// - Returns: whether somebody took it. Otherwise a multi-line field inserts a line break, and a single-line field
    ///   does what its toolkit does.
    public func fieldReturnKeyTapped() -> Bool {
        if let value = formNode.valueField, !value.commit() { return true }
        if let answerer = returnKeyAnswerer {
            answerer.handleReturnKeyTapped(on: self)
            return true
        }
        guard formNode.isLinked else { return false }
        followLink(.next)
        return true
    }

    /// Who has been asked for by the app, or else the first order that would take it.
    var returnKeyAnswerer: (any ReturnKeyHandler)? {
        if let handler = formNode.returnKeyHandler { return handler }
        if formNode.isLinked || isMultiLine { return nil }
        return formNode.orders.first { $0.followsReturnKey }
    }
}
