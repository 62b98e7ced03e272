/// A field that reports its selection and whether an input method composes a text.
///
/// A widget that can do so adopts the protocol in addition to ``FormField``, also in a subclass. A ``ValueField`` then
/// selects the text when a key moves the focus to the field, keeps the caret at its digit when the text is replaced, and
/// does not replace a text that is being composed.
@MainActor
public protocol TextInputField: FormField {
    /// The selected characters of the text, as offsets in characters.
    ///
    /// The range is empty if nothing is selected. It then is the position of the caret. A value field sets only ranges
    /// of the current text.
    var selectedTextRange: Range<Int> { get set }

    /// Whether an input method composes a part of the text.
    ///
    /// The widget calls ``FormField/fieldDidChange()`` after the composition has ended.
    var hasMarkedText: Bool { get }
}
