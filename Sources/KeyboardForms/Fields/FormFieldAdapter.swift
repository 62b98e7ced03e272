public import Foundation

/// A field for a widget that cannot adopt ``FormField`` itself.
///
/// Write a subclass for each kind of widget. For example, a subclass for a C entry overrides these members:
///
/// ```swift
/// final class EntryAdapter: FormFieldAdapter {
///     private let entry: OpaquePointer
///
///     init(_ entry: OpaquePointer) {
///         self.entry = entry
///         super.init()
///         entry_set_data(entry, retainedPointer(), FormFieldAdapter.widgetWasDestroyed)
///         entry_on_change(entry) { data in FormFieldAdapter.with(data) { $0.fieldDidChange() } }
///     }
///
///     override var text: String {
///         get { String(cString: entry_get_text(entry)) }
///         set { entry_set_text(entry, newValue) }
///     }
///     override var isFirstResponder: Bool { entry_has_focus(entry) }
///     override func becomeFirstResponder() -> Bool { entry_grab_focus(entry) }
///     override func resignFirstResponder() -> Bool { entry_drop_focus(entry) }
/// }
/// ```
///
/// To supply more information about the widget, a subclass sets the closures of its `formState`. For example,
/// ``FieldState/frame`` returns the frame of the entry.
///
/// The widget retains its adapter:
///
/// - A C widget stores the pointer from ``retainedPointer()`` as its user data. The destroy function of the user data
///   is ``widgetWasDestroyed``.
/// - A Swift widget stores the adapter in a property. The toolkit passes the widget to
///   ``init(of:center:diagnostics:)``.
///
/// Each ``FocusOrder`` holds the adapter weakly. If an adapter is deallocated before its widget, ``FormDiagnostics``
/// receives an issue.
///
/// The adapter leaves its forms when the destroy function is called or the Swift widget is deallocated. After the
/// widget was destroyed, a form does not call the adapter, even if the app still retains the adapter.
///
/// If the app retains the adapter of a Swift widget, a form notices the widget's deallocation only at the next use of
/// the form. To update the bar above the keyboard and the label of the return key earlier, call
/// ``FocusOrder/formDidChange()``.
@MainActor
open class FormFieldAdapter: FormField {
    /// The state of the field in its forms.
    public nonisolated let formState: FieldState

    /// Creates an adapter for a widget.
    ///
    /// - Parameters:
    ///   - widget: A Swift widget, which retains the adapter. The adapter holds the widget weakly. Pass `nil` if the
    ///     widget is a C pointer.
    ///   - center: The notification center to which the field posts `fieldDidBeginEditing` and `fieldDidEndEditing`.
    ///   - diagnostics: The receiver of the field's issues.
    public init(
        of widget: AnyObject? = nil,
        center: NotificationCenter = .default,
        diagnostics: FormDiagnostics = .shared
    ) {
        formState = FieldState(center: center, diagnostics: diagnostics)
        if let widget { formState.bind(to: widget) }
        formState.onTraitChangeOfWidget = { [weak self] in self?.traitDidChange($0) }
    }

    // When the deallocation of a Swift widget releases the adapter, the weak reference to the widget is already `nil`.
    isolated deinit {
        if !formState.isDetached { formState.report(.adapterDeallocated, of: self) }
    }

    /// Whether the widget was destroyed.
    ///
    /// After the widget was destroyed, forms do not call the adapter, and a pointer to the C widget is not valid.
    public final var isWidgetDestroyed: Bool { formState.isDetached }

    // MARK: Required overrides

    /// The text that the widget holds.
    open var text: String {
        get {
            formState.report(.missingOverride("text"), of: self)
            return ""
        }
        set { formState.report(.missingOverride("text"), of: self) }
    }

    /// Whether the widget has the focus.
    open var isFirstResponder: Bool {
        formState.report(.missingOverride("isFirstResponder"), of: self)
        return false
    }

    /// Takes the focus.
    ///
    /// - Returns: Whether the widget has the focus now.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        formState.report(.missingOverride("becomeFirstResponder()"), of: self)
        return false
    }

    /// Gives up the focus.
    ///
    /// - Returns: `true` if the widget does not have the focus now.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        formState.report(.missingOverride("resignFirstResponder()"), of: self)
        return true
    }

    // MARK: Optional overrides

    /// Whether the widget is hidden.
    ///
    /// The default is `false`.
    open var isHidden: Bool { false }

    /// Whether the widget accepts input.
    ///
    /// The default is `true`.
    open var isEnabled: Bool { true }

    /// Whether the widget accepts more than one line.
    ///
    /// The default is `false`.
    open var isMultiLine: Bool { false }

    /// Applies a changed trait to the widget.
    ///
    /// The adapter calls `traitDidChange(_:)` after the app or a form has changed a trait of the field. If the app has
    /// set ``FieldState/onTraitChange``, the adapter calls `traitDidChange(_:)` before this closure. The default
    /// implementation does nothing.
    open func traitDidChange(_ trait: FieldState.Trait) {}
}

extension FormFieldAdapter {
    /// Returns a pointer that a C widget stores as its user data.
    ///
    /// The pointer retains the adapter. Pass ``widgetWasDestroyed`` as the destroy function of the user data. The
    /// destroy function releases the adapter.
    public func retainedPointer() -> UnsafeMutableRawPointer {
        // The pointer is valid until the destroy function releases the adapter.
        unsafe Unmanaged.passRetained(self).toOpaque()
    }

    /// Releases the adapter of a C widget when the widget is destroyed.
    ///
    /// The toolkit calls the function once, on the main actor, with the pointer from ``retainedPointer()``.
    public nonisolated static let widgetWasDestroyed: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void = {
        pointer in
        guard let pointer = unsafe pointer else { return }
        // The pointer comes from retainedPointer(), and the toolkit calls this function only once.
        let adapter = unsafe Unmanaged<FormFieldAdapter>.fromOpaque(pointer).takeRetainedValue()
        MainActor.assumeIsolated { adapter.formState.detach() }
    }

    /// Calls a closure with the adapter of a C widget.
    ///
    /// A callback of the toolkit calls this function on the main actor.
    ///
    /// - Parameters:
    ///   - pointer: The pointer from ``retainedPointer()``, which the C widget stores as its user data. If the pointer
    ///     is `nil`, the function has no effect.
    ///   - body: The closure.
    public nonisolated static func with(
        _ pointer: UnsafeMutableRawPointer?,
        _ body: @MainActor (FormFieldAdapter) -> Void
    ) {
        guard let pointer = unsafe pointer else { return }
        // The widget retains the adapter until the widget is destroyed. A destroyed widget calls no callback.
        let adapter = unsafe Unmanaged<FormFieldAdapter>.fromOpaque(pointer).takeUnretainedValue()
        MainActor.assumeIsolated { body(adapter) }
    }
}
