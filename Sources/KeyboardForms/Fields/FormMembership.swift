/// What one order knows of an element.
struct FormMembership: Sendable {
    weak let order: FocusOrder?
    /// Whether the app has added the element itself, rather than something that it stands in or is linked from.
    var isElement = false
    /// Where the order has placed it, when it was arranged last; 0 for containers.
    var position: Int?
    /// The group that the app has put the field in.
    var group: Int?

    var isKnown: Bool {
        isElement || position != nil || group != nil
    }
}
