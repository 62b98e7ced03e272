public import Foundation

/// What a widget knows about itself, each fact as a closure that supplies it.
///
/// A widget replaces a closure if it knows better than the default. A ``FormElementState`` has a property for each fact
/// with the same name, which calls the closure. A property that is set replaces the closure.
///
/// ```swift
/// mailField.formState.providers.frame = { [weak view] in view?.frameInContent ?? .zero }
/// mailField.formState.canBecomeFirstResponder = false
/// ```
///
/// The state retains the closures. Capture the widget weakly. If the result of ``opacity``, ``isHiddenByAncestor`` or
/// ``canBecomeFirstResponder`` changes, the widget calls ``FormField/fieldDidChange()``.
public struct FormFieldProviders: Sendable {
    /// Returns the opacity of the field, from 0 to 1.
    public var opacity: @MainActor @Sendable () -> Double = { 1 }

    /// Returns whether a view that contains the field is hidden.
    public var isHiddenByAncestor: @MainActor @Sendable () -> Bool = { false }

    /// Returns the frame of the field, in points, in coordinates that all fields of the form share; origin top left.
    ///
    /// An order that sorts by position reads the frame at each change and each move.
    public var frame: @MainActor @Sendable () -> CGRect = { .zero }

    /// Returns whether the field would take the focus now.
    public var canBecomeFirstResponder: @MainActor @Sendable () -> Bool = { true }

    /// Returns whether the field would give up the focus now.
    ///
    /// A toolkit that asks the app whether editing should end asks it here. A form asks once per move, before
    /// it offers the focus to another field or closes the keyboard, and does neither if the result is `false`.
    public var canResignFirstResponder: @MainActor @Sendable () -> Bool = { true }

    /// Returns the rectangle of the caret in the coordinates of ``frame``, or `nil`.
    ///
    /// An app reads the rectangle to keep the caret above the keyboard. A form does not read it.
    public var caretRectangle: @MainActor @Sendable () -> CGRect? = { nil }

    /// Creates providers that supply the defaults.
    public init() {}
}
