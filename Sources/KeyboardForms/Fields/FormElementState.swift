public import Foundation

/// The storage that a field or a container keeps for its forms.
///
/// The element creates one state and retains it. The state retains no field, no order and no screen.
///
/// The optional properties of a field are here, and not in ``FormField``: a property of the widget with the same name
/// cannot be mistaken for them.
///
/// ```swift
/// mailField.formState.keyboardType = .emailAddress
/// mailField.formState.providers.frame = { [weak view] in view?.frameInContent ?? .zero }
/// mailField.formState.onTraitChange = { [weak toolbar] _ in toolbar?.update() }
/// ```
@MainActor
public final class FormElementState {
    // These properties are internal, because the code in Focus, Links and Values stores its data about a field here.

    /// The center that the field posts to when its editing begins and ends.
    let center: NotificationCenter
    /// The receiver of the field's issues.
    nonisolated let diagnostics: FormDiagnostics
    weak var returnKeyHandler: (any ReturnKeyHandler)?
    package weak var value: (any FieldValue)? {
        didSet { reportValidity() }
    }
    /// Whether a move gives the focus to the field now, as opposed to a click.
    var isTakingFocusByMove = false
    /// Whether an order gives the focus to the field now to show the error of the field.
    var isTakingFocusForError = false
    /// Whether the field has reported the begin of its editing, and not the end.
    var isEditing = false
    /// Whether the widget itself has reported the begin of its editing, and not the end.
    ///
    /// A form reports the begin of a widget that does not. The widget may still report it later.
    var hasWidgetReportedBegin = false
    /// How often the field has reported the end of its editing or repeated a begin.
    ///
    /// A focused field with another count than before an offer of the focus has kept the focus or taken it back.
    var keepCount = 0
    private var isWidgetDestroyed = false
    private var hasSwiftWidget = false
    private weak var swiftWidget: AnyObject?

    // MARK: Traits

    /// Receives each change of a trait.
    ///
    /// The toolkit sets the closure to redraw the widget or its keyboard. Capture the widget weakly.
    public var onTraitChange: (@MainActor (Trait) -> Void)?

    /// Receives each change of a trait for an adapter or a widget of this package.
    ///
    /// An app may set ``onTraitChange`` of the same state.
    package var onTraitChangeOfWidget: (@MainActor (Trait) -> Void)?

    /// The closures that supply what the widget knows about itself.
    ///
    /// An order reads the result of a closure each time it looks at the field. The result is used instead of the stored
    /// value.
    public var providers = FormFieldProviders() {
        didSet { reportChange() }
    }

    var traits = FormFieldTraits()
    /// What the forms of the field determine while they exist, instead of ``traits``.
    var orderTraits = FormOrderTraits()
    var reportedTraits = ReportedFormTraits()

    private var next = FormLink()
    private var previous = FormLink()
    private var memberships: [FormMembership] = []
    private var reportedIssues: Set<FormIssue.Kind> = []

    /// Creates a state that does not yet belong to a form.
    ///
    /// - Parameters:
    ///   - center: The center that the field posts to when its editing begins and ends.
    ///   - diagnostics: The receiver of the issues of the field.
    public nonisolated init(center: NotificationCenter = .default, diagnostics: FormDiagnostics = .shared) {
        self.center = center
        self.diagnostics = diagnostics
    }

    deinit {
        for membership in memberships { membership.order?.elementWasDeallocated() }
    }

    // MARK: Orders

    /// The orders that this element belongs to, in the order in which it joined them.
    var orders: [any FormOrder] {
        memberships.compactMap(\.order)
    }

    func membership(in order: any FormOrder) -> FormMembership? {
        memberships.first { $0.order === order }
    }

    /// Changes the element's record in an order, and removes the record if it is then empty.
    func updateMembership(in order: any FormOrder, _ change: (inout FormMembership) -> Void) {
        let index = memberships.firstIndex { $0.order === order }
        var membership = index.map { memberships[$0] } ?? FormMembership(order: order)
        change(&membership)
        switch (index, membership.isEmpty) {
        case (let index?, false):
            memberships[index] = membership
        case (let index?, true):
            memberships.remove(at: index)
        case (nil, false):
            // Records of deallocated orders are removed here. Otherwise they would accumulate in a field that joins
            // many orders.
            memberships.removeAll { $0.order == nil }
            memberships.append(membership)
        case (nil, true):
            break
        }
    }

    /// Reports a change of the element to its orders.
    func reportChange() {
        for order in orders { order.elementChanged(self) }
    }

    /// Reports that what determines the bar or the return key of the field has changed.
    ///
    /// Each order of the field sets up or removes what it determines. Then the toolkit receives the changes.
    func reportFormsChange() {
        for order in orders { order.formsChanged(of: self) }
        reportReturnKeyType()
        reportAccessory()
    }

    /// Reports that the value of the field may have become valid or not valid.
    func reportValidity() {
        for order in orders { order.validityChanged(self) }
    }

    /// Reports an issue once.
    func report(_ kind: @autoclosure () -> FormIssue.Kind, of field: any FormField) {
        guard FormDiagnostics.isEnabled else { return }
        let kind = kind()
        guard reportedIssues.insert(kind).inserted else { return }
        diagnostics.report(FormIssue(kind, typeName: String(describing: type(of: field))))
    }

    /// Whether the widget of the field was destroyed.
    var isDetached: Bool {
        isWidgetDestroyed || hasSwiftWidget && swiftWidget == nil
    }

    /// Lets the field end with a Swift widget, which is held weakly.
    func bind(to widget: AnyObject) {
        hasSwiftWidget = true
        swiftWidget = widget
    }

    /// Removes the element from its forms without looking at its widget.
    ///
    /// The links stay, because a chain leads on through the element.
    func detach() {
        isWidgetDestroyed = true
        onTraitChange = nil
        onTraitChangeOfWidget = nil
        providers = FormFieldProviders()
        returnKeyHandler = nil
        value = nil
        for order in orders { order.elementWasDetached(self) }
    }

    // MARK: Links

    /// Whether the field belongs to a chain of links.
    var isLinked: Bool {
        next.isSet || previous.isSet
    }

    /// Whether a link of another field leads to the field.
    var isLinkTarget: Bool {
        isLinkTarget(.next) || isLinkTarget(.previous)
    }

    subscript(link direction: FocusDirection) -> FormLink {
        switch direction {
        case .next: next
        case .previous: previous
        }
    }

    /// Changes a link in place.
    func updateLink(_ direction: FocusDirection, _ change: (inout FormLink) -> Void) {
        switch direction {
        case .next: change(&next)
        case .previous: change(&previous)
        }
    }
}

extension FormElementState: DeferredUpdate {
    /// Reports that the value of the field, or an order that determined its traits, was deallocated.
    func performDeferredUpdate() {
        reportFormsChange()
        reportValidity()
    }
}

/// The direction of a move or a link.
public enum FocusDirection: Sendable, Hashable {
    /// To the next field, as the Tab key moves.
    case next
    /// To the previous field, as the Tab key moves while Shift is pressed.
    case previous
}

/// The data that one order stores about an element.
struct FormMembership: Sendable {
    weak let order: (any FormOrder)?
    /// Whether the app added the element directly.
    ///
    /// The property is `false` for a field that was found through a container or a link.
    var isElement = false
    /// The element's position in the latest arrangement.
    ///
    /// The position of a container is 0.
    var position: Int?
    /// The group that the app added the field to; `nil` if there is none.
    var group: Int?

    fileprivate var isEmpty: Bool {
        !isElement && position == nil && group == nil
    }
}

/// The result of moving the focus.
enum FocusMoveResult {
    case moved
    /// No field follows.
    case atEnd
    /// A field refuses to give up or to take the focus.
    case refused
}

/// The part of a ``FocusOrder`` that its elements use.
@MainActor
protocol FormOrder: ReturnKeyHandler, Sendable {
    /// Whether the order handles the return key of its single-line fields.
    var handlesReturnKey: Bool { get }
    /// Whether the order consists of a chain of links.
    var followsLinks: Bool { get }
    var accessory: (any InputAccessory)? { get }

    /// Whether the order contained the element when it was arranged last.
    func contains(_ state: FormElementState) -> Bool
    /// Whether the element is the focused field of the order.
    func isFocused(_ state: FormElementState) -> Bool
    func moveFocus(from field: any FormField, _ direction: FocusDirection) -> FocusMoveResult

    /// The value of the field has refused its text when return was tapped.
    func valueWasRefused(of field: any FormField)

    func editingBegan(in field: any FormField)
    func editingEnded(in field: any FormField)
    /// A property of the element changed.
    func elementChanged(_ state: FormElementState)
    /// The value of the field may have become valid or not valid.
    func validityChanged(_ state: FormElementState)
    /// The bar or the return key of the field changed, in this form or in another one.
    func formsChanged(of state: FormElementState)
    /// The widget of the field was destroyed.
    func elementWasDetached(_ state: FormElementState)

    /// A container's elements or its visibility changed.
    func structureChanged()

    /// A link of one of the fields changed.
    func linksChanged()

    /// An element was deallocated.
    ///
    /// This method may be called on any thread.
    nonisolated func elementWasDeallocated()
}
