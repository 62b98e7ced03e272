/// What has become of a field's being asked to take the focus over.
enum FocusHandover {
    case taken
    /// Nothing has changed: the next one may be asked.
    case refused
    /// The field that had the focus has lost it on the way: who heard of that has decided where it goes.
    case lost
}
