public import Foundation
public import Observation

/// The order in which the focus goes through a form, and what moves it.
///
/// ```swift
/// let order = FocusOrder(nameField, mailField, notesView)
/// order.skipping = [.hidden, .disabled, .filled]
/// order.end = .submit(signUpButton)
/// order.moveToNext()
/// ```
///
/// Fields and containers are held weakly. The order knows which field has the focus because fields say so
/// (``FormField/fieldDidBeginEditing()``), and by that sets their return key and their accessory. ``canGoNext``,
/// ``canGoPrevious`` and ``focusedField`` can be observed, with `withObservationTracking` or `Observations`.
///
/// A move among n fields costs O(log n), whichever are skipped, and so does a field that changes; one that begins or
/// ceases to be skipped moves up to 8 n bytes of memory besides. Fields that come, go or change places cost O(n) once,
/// however many there were, when the order is asked next; a container or a link that changes costs O(n) at once.
@MainActor
public final class FocusOrder: Observable {
    /// How the fields of an order are sorted.
    public enum Sorting: Sendable, Hashable {
        /// Not: as they were given, or as their containers hold them.
        case asGiven
        /// In rows from top to bottom, by the middles of their frames.
        ///
        /// - Parameters:
        ///   - rowTolerance: how far below the first field of a row a field may be to count as in it, in points.
        ///   - direction: in which direction each row is read.
        case byPosition(rowTolerance: CGFloat = 10, direction: ReadingDirection = .leftToRight)
    }

    /// In which direction a row is read.
    public enum ReadingDirection: Sendable, Hashable {
        case leftToRight, rightToLeft
    }

    /// How the fields are sorted.
    public var sorting: Sorting {
        didSet { if sorting != oldValue { setNeedsArranging() } }
    }

    /// Which fields are passed. Fields that are hidden, disabled or refuse, unless said otherwise.
    public var skipping: [SkipRule] {
        didSet { setNeedsArranging() }
    }

    /// What comes after the last field.
    public var end: OrderEnd {
        didSet { tellChanges() }
    }

    /// Whether return in a single-line field of this order moves on, and reads so. A field with a
    /// ``FormField/returnKeyHandler`` or with links of its own does what they say.
    public var followsReturnKey = true {
        didSet { updateReturnKey() }
    }

    /// What the focused field gets as its accessory, if anything. Weak.
    public weak var accessory: (any InputAccessory)? {
        didSet { if accessory !== oldValue { updateAccessory() } }
    }

    /// The field of this order that has the focus. Weak. O(1). Can be observed.
    public var focusedField: (any FormField)? {
        registrar.access(self, keyPath: \.focusedField)
        arrangeIfNeeded()
        return focused
    }

    /// Whether ``moveToNext()`` has somewhere to go. Can be observed.
    public var canGoNext: Bool {
        registrar.access(self, keyPath: \.canGoNext)
        return currentReach.next
    }

    /// Whether ``moveToPrevious()`` has somewhere to go. Can be observed.
    public var canGoPrevious: Bool {
        registrar.access(self, keyPath: \.canGoPrevious)
        return currentReach.previous
    }

    struct Reach: Equatable {
        var next = false
        var previous = false
    }

    let registrar = ObservationRegistrar()
    nonisolated let deaths = DeathNotice()
    var elements: [WeakElement] = []
    /// The containers that the fields were found in last.
    var containers: [WeakElement] = []
    let followsLinks: Bool
    /// How many elements there were the last time that the dead ones were taken out.
    var purgedCount = 0
    var groupCount = 0

    weak var focused: (any FormField)?
    /// Whether a field had the focus when that was looked at last; it may have died since.
    var isFocusKnown = false
    var places = FieldPlaces()
    var isArranged = false
    var isArranging = false
    /// What observers know; `nil` where they were told that it changed, and have not asked since.
    var toldReach: Reach? = Reach()
    var movesUnderWay = 0

    /// Makes an order of these fields and containers.
    ///
    /// - Parameters:
    ///   - elements: fields, and containers whose fields are taken one by one. Weak.
    ///   - sorting: how the fields are sorted.
    ///   - skipping: which fields are passed.
    ///   - end: what comes after the last field.
    public init(
        _ elements: [any FormElement],
        sorting: Sorting = .asGiven,
        skipping: [SkipRule] = .unavailable,
        end: OrderEnd = .stop
    ) {
        self.sorting = sorting
        self.skipping = skipping
        self.end = end
        followsLinks = false
        var leadToOthers = false
        for element in elements where append(element) {
            leadToOthers = leadToOthers || element.leadsOn
        }
        addedElementsDidChange(leadToOthers)
    }

    /// Makes an order of these fields and containers, as they are given.
    public convenience init(_ elements: any FormElement...) {
        self.init(elements)
    }

    /// Makes an order of a chain of linked fields, which follows it when links change.
    ///
    /// - Parameters:
    ///   - first: where the chain begins. Weak.
    ///   - skipping: which fields are passed.
    ///   - end: what comes after the last field.
    public init(linkedFrom first: any FormField, skipping: [SkipRule] = .unavailable, end: OrderEnd = .stop) {
        sorting = .asGiven
        self.skipping = skipping
        self.end = end
        followsLinks = true
        add(first)
    }
}
