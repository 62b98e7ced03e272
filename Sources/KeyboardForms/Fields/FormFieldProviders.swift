public import Foundation

/// The closures that supply facts about a widget.
///
/// If the default result of a closure is wrong for a widget, the widget replaces the closure. For each closure,
/// ``FormElementState`` has a property with the same name. Reading the property calls the closure. Setting the property
/// replaces the closure.
///
/// ```swift
/// mailField.formState.providers.frame = { [weak view] in view?.frameInContent ?? .zero }
/// mailField.formState.canBecomeFirstResponder = false
/// ```
///
/// The ``FormElementState`` retains the closures. Capture the widget weakly. The widget calls
/// ``FormField/fieldDidChange()`` after the result of ``canBecomeFirstResponder`` has changed.
public struct FormFieldProviders: Sendable {
    /// Returns the opacity of the field, from 0 to 1.
    package var opacity: @MainActor @Sendable () -> Double = { 1 }

    /// Returns whether a view that contains the field is hidden.
    package var isHiddenByAncestor: @MainActor @Sendable () -> Bool = { false }

    /// Returns the frame of the field, in points.
    ///
    /// All fields of a form use the same coordinates, with the origin at the top left.
    ///
    /// If a focus order sorts its fields by position, the order reads the frames after each change of the form, and at
    /// each move of the focus.
    public var frame: @MainActor @Sendable () -> CGRect = { .zero }

    /// Returns whether the field can take the focus now.
    public var canBecomeFirstResponder: @MainActor @Sendable () -> Bool = { true }

    /// Returns whether the field can give up the focus now.
    ///
    /// In some toolkits, the app decides whether the editing of a field may end. In such a toolkit, the closure asks
    /// the app. A form calls the closure once per move, before the form offers the focus to another field or closes the
    /// keyboard. If the closure returns `false`, the focus does not move, and the keyboard stays.
    package var canResignFirstResponder: @MainActor @Sendable () -> Bool = { true }

    /// Returns the rectangle of the caret; `nil` if the rectangle is unknown.
    ///
    /// The rectangle is in the same coordinates as ``frame``. An app reads the rectangle to keep the caret above the
    /// keyboard. A form does not read the rectangle.
    public var caretRectangle: @MainActor @Sendable () -> CGRect? = { nil }
}
