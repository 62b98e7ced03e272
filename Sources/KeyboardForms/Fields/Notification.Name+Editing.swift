public import Foundation

extension Notification.Name {
    /// A field has taken the focus. Its `object` is the ``FormField``. Posted on the main actor, after the field's own
    /// forms know, on the center of its ``FormNode``.
    public static let fieldDidBeginEditing = Notification.Name("FormFieldDidBeginEditingNotification")

    /// A field has lost the focus. Its `object` is the ``FormField``. Posted on the main actor, after the field's
    /// value has been committed and its forms know, on the center of its ``FormNode``.
    public static let fieldDidEndEditing = Notification.Name("FormFieldDidEndEditingNotification")
}
