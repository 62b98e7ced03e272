public import Foundation

/// Keeps the focused field of a scroll view or a sheet visible above the keyboard.
///
/// ```swift
/// avoider = KeyboardAvoider(scrollView) { [weak order] in
///     order?.focusedField.map {
///         FocusedContent($0, field: $0.formState.frame(), caret: $0.formState.caretRectangle())
///     }
/// }
/// ```
///
/// The avoider follows the keyboard of a ``KeyboardObserverPool``. The scroll view or sheet is the *pane* of the
/// avoider. The avoider sets the pane's insets and offset for each display frame, so the pane and the keyboard move
/// together. When the keyboard hides, the pane returns to its earlier offset. If a person has scrolled while the
/// keyboard was shown, the pane keeps its offset. For the rules, see <doc:KeepTheFocusedFieldVisible>.
///
/// Retain the avoider. The avoider holds its pane weakly, and requests display frames only while the keyboard or the
/// pane moves.
///
/// If the pool or the avoider is deallocated, the pane keeps its insets and its offset. To restore the insets and the
/// offset, set ``isEnabled`` to `false` before you release the avoider. Also set ``isEnabled`` to `false` before you
/// create another avoider for the same pane.
@MainActor
public final class KeyboardAvoider {
    /// The rules that determine how much of the pane the keyboard covers.
    ///
    /// By default, the pane does not avoid a floating or split keyboard. See ``KeyboardGeometry/undocked``.
    public var geometry = KeyboardGeometry() {
        didSet {
            guard geometry != oldValue else { return }
            layoutDidChange()
            if geometry.screen != oldValue.screen { pool?.keyboards.followersDidChange() }
        }
    }

    /// The distance between the focused content and the keyboard or a bar, as a multiple of ``PaneGeometry/unit``.
    ///
    /// The default is 1.
    public var margin: CGFloat = 1 {
        didSet { if margin != oldValue { layoutDidChange() } }
    }

    /// The height of the app's bar above the keyboard.
    ///
    /// The app moves the bar together with the keyboard. If the frame of the keyboard is unknown, the avoider assumes
    /// that the bar is at the pane's bottom edge. The default is 0.
    public var barHeight: CGFloat = 0 {
        didSet { if barHeight != oldValue { settingsDidChange() } }
    }

    /// Whether the avoider changes its pane.
    ///
    /// The default is `true`. If you set the property to `false`, the avoider restores the insets and the offset of the
    /// pane at once.
    public var isEnabled = true {
        didSet { if isEnabled != oldValue { settingsDidChange() } }
    }

    /// Whether the avoider restores the pane's earlier offset when the keyboard hides.
    ///
    /// The default is `true`. If the value is `false`, the pane keeps its offset after the keyboard hides, and after
    /// you disable the avoider. However, if the offset is then outside of the range of the content, the avoider moves
    /// the pane back into the range. If the content bounces while the keyboard hides, only the toolkit moves it back.
    public var restoresOffset = true

    /// Whether a scroll view stays at the end of its content, for example in a chat.
    ///
    /// The property affects only a scroll view that shows the end of its content. If the value is `true`, the scroll
    /// view still shows the end after the keyboard has appeared, changed its height or disappeared. While the keyboard
    /// is on screen, the scroll view also shows the end when content is added. The scroll view shows the end with or
    /// without a focused field. After a person has scrolled away from the end, the pane keeps its offset. Set the
    /// property before the keyboard appears. The default is `false`.
    public var staysAtEnd = false {
        didSet { if staysAtEnd != oldValue { layoutDidChange() } }
    }

    /// The avoider of the outer pane, which contains the pane of this avoider.
    ///
    /// The reference is weak. The inner pane scrolls first, and the outer pane moves by the remaining distance. If the
    /// outer pane is a scroll view, the outer pane already has insets for the keyboard. The inner pane adds only the
    /// part of its insets that exceeds the insets of the outer pane.
    ///
    /// After a person has scrolled the inner pane, the outer pane does not move to show the focused field.
    ///
    /// If a bar stands above the keyboard, set ``barHeight`` of both avoiders. If ``isEnabled`` or ``barHeight`` of the
    /// outer avoider changes, the inner pane with the focused field is updated at once. All other inner panes are
    /// updated at their next layout.
    public weak var outer: KeyboardAvoider? {
        didSet {
            guard outer !== oldValue else { return }
            oldValue?.receive(nil, from: self)
            layoutDidChange()
        }
    }

    /// Whether the avoider leaves the pane unchanged, for example while a pointer is pressed.
    ///
    /// If the content moved under a pressed pointer, the toolkit would select text.
    package var isPaused = false {
        didSet { layoutDidChange() }
    }

    private static let updateLimit = 100

    private weak let pane: (any KeyboardPane)?
    private weak let pool: KeyboardObserverPool?
    private var focus: @MainActor () -> FocusedContent?
    private var tracking: FocusTracking?
    private var session: AvoidanceSession?
    /// The avoider of the inner pane that contains the focused field.
    private weak var inner: KeyboardAvoider?
    /// The focused content of ``inner``, in the coordinates of this pane's content.
    private var innerContent: FocusedContent?
    /// The pane's geometry before the keyboard appeared; `nil` if the pane was not at the end of its content.
    private var ending: PaneGeometry?
    private var updates = UpdateLoop()
    private var isLayoutReported = false
    /// Whether a person has scrolled since the previous update; `nil` if the toolkit has never reported scrolling.
    private var isPersons: Bool?

    /// Creates an avoider that follows the keyboard of a pool.
    ///
    /// If the keyboard is on screen, the initializer sets the pane's insets and offset.
    ///
    /// - Parameters:
    ///   - pane: The scroll view or the sheet. The avoider holds the pane weakly.
    ///   - pool: The pool that the avoider follows. The avoider holds the pool weakly. If the parameter is `nil`, the
    ///     avoider follows ``KeyboardObserverPool/current``.
    ///   - focus: A closure that returns the focused content in the pane, or `nil` if no field in the pane has the
    ///     focus. If the closure reads the focus from an observable property, the avoider notices each move of the
    ///     focus. For example, the focused field of a focus order is an observable property. If the closure reads no
    ///     observable property, call ``layoutDidChange()`` after each move of the focus. The avoider retains the
    ///     closure, so capture the view controller weakly.
    public init(
        _ pane: some KeyboardPane,
        pool: KeyboardObserverPool? = nil,
        focus: @escaping @MainActor () -> FocusedContent?
    ) {
        let pool = pool ?? .current
        self.pane = pane
        self.pool = pool
        self.focus = focus
        pool.keyboards.addWeakly(self)
        layoutDidChange()
    }

    /// Reports that the pane's layout or the focus may have changed.
    ///
    /// The toolkit calls ``layoutDidChange()`` after each layout. Also call ``layoutDidChange()`` after the content's
    /// size, the focused field or the caret has changed. If nothing has changed, the avoider does not set the pane's
    /// insets and offset.
    ///
    /// While the keyboard is at rest, the avoider applies most changes without an animation. The avoider animates a
    /// move of the focus. After an interrupted motion, the avoider also animates the remaining distance.
    public func layoutDidChange() {
        guard let pool else { return }
        let keyboard = pool.keyboards.snapshot(on: geometry.screen)
        isLayoutReported = true
        _ = follow(keyboard)
        if session?.isMoving(at: keyboard.time) == true { pool.keyboards.requestTick() }
    }

    /// Reports that a person or the toolkit has changed the offset of the pane.
    ///
    /// The toolkit calls ``scrollDidChange(byUser:)`` after each change of the offset, before the next display frame.
    /// The toolkit can omit the call for changes that ``KeyboardPane/avoidKeyboard(_:offset:)`` makes.
    ///
    /// After the first call, only the changes that the toolkit reports with `true` count as changes by a person.
    ///
    /// - Parameter byUser: Pass `true` while a person scrolls, and while the content decelerates afterwards. After a
    ///   person has scrolled, the pane keeps its offset. The pane moves again when the focus, the caret or the field's
    ///   height changes, or when the field would go out of sight. Pass `false` if the toolkit itself has moved the
    ///   content, for example to the focused field. After the toolkit has moved the content, the avoider shows the
    ///   focused content again. If a person scrolled before the toolkit moved the content, the avoider leaves the
    ///   content where it is.
    public func scrollDidChange(byUser: Bool) {
        guard !updates.isRunning else { return }
        isPersons = byUser || isPersons == true
        layoutDidChange()
    }

    /// Lets the leak test of `KeyboardSimulation` find out what the focus closure retains.
    package func end() {
        focus = { nil }
    }

    private func settingsDidChange() {
        layoutDidChange()
        inner?.layoutDidChange()
    }

    // MARK: Updates

    private func update(_ keyboard: KeyboardSnapshot, isReported: Bool) {
        let (isPersons, time) = (isPersons, keyboard.time)
        if isPersons != nil { self.isPersons = false }
        guard let view = pane, let pane = view.paneGeometry.checked else { return }
        if session == nil { ending = ending(of: pane) }
        let isAvoiding = avoids(keyboard)
        guard isAvoiding || session != nil else { return }
        func readFacts() -> AvoidanceFacts {
            AvoidanceFacts(pane: pane, keyboard: keyboard, time: time, staysAtEnd: staysAtEnd)
        }
        var session = session ?? AvoidanceSession(readFacts(), isAtEnd: ending != nil)
        if isReported || session.isOutdated(pane, keyboard, isAvoiding: isAvoiding) {
            var facts = readFacts()
            (facts.isAvoiding, facts.isNested, facts.restoresOffset) = (isAvoiding, outer != nil, restoresOffset)
            let margin = margin * pane.unit
            facts.margin = margin.isLength ? max(margin, 0) : 0
            facts.content = isEnabled ? readFocus() : nil
            facts.covered = covered(pane, keyboard, atEnd: true)
            facts.own = facts.covered.subtracting(outer?.coverage(keyboard, atEnd: true))
            session.update(with: facts, isPersons: isPersons)
            reportToOuter(session, pane)
        }
        if !isEnabled { session.stop() }
        (session.facts.keyboard, session.facts.time) = (keyboard, time)
        let own = covered(pane, keyboard, atEnd: false).subtracting(outer?.coverage(keyboard, atEnd: false))
        if let request = session.ask(pane, covered: own, isReported: isReported) {
            view.avoidKeyboard(request.insets, offset: request.offset)
            session.accepted = view.paneGeometry.checked?.offset ?? request.offset
        }
        let isOver = !isAvoiding && (keyboard.isAtRest && !session.isMoving(at: time) || !isEnabled)
        self.session = isOver ? nil : session
        if isOver { (tracking, ending) = (nil, view.paneGeometry.checked.flatMap(ending(of:))) }
    }

    /// Returns the pane if the pane is at the end of its content.
    ///
    /// A pane that was at the end still counts as being at the end after its frame or its insets have changed.
    private func ending(of pane: PaneGeometry) -> PaneGeometry? {
        let isKept = ending.map { $0.offset == pane.offset && $0.contentHeight == pane.contentHeight } ?? false
        return staysAtEnd && (isKept || pane.range(insets: pane.contentInsets).ends(pane)) ? pane : nil
    }

    // MARK: What is covered

    /// The result includes the app's bar.
    private func covered(_ pane: PaneGeometry, _ keyboard: KeyboardSnapshot, atEnd: Bool) -> KeyboardInsets {
        guard isEnabled else { return KeyboardInsets() }
        let end = atEnd ? keyboard.atEnd : nil
        func insets(of frame: CGRect) -> KeyboardInsets {
            end.map { geometry.insets(of: frame, with: $0) } ?? keyboard.insets(of: frame, geometry)
        }
        var covered = pane.covered(on: keyboard.screen, insets: insets)
        let bar = barHeight > 0 ? bar(above: end ?? keyboard) : 0
        guard bar > 0 else { return covered }
        covered.bottom += bar
        // If the keyboard's frame is unknown, the bar is at the pane's bottom edge.
        if covered.bottom == bar, keyboard.frame != nil {
            // The bar can cover a part of the pane even if the keyboard does not reach the pane.
            var frame = pane.frame
            frame.size.height += bar
            let reached = insets(of: frame).bottom
            let offScreen = keyboard.screen.map { max(frame.maxY - $0.maxY, 0) } ?? 0
            covered.bottom = reached > 0 ? reached + offScreen : 0
        }
        if pane.kind == .scrollView { covered.bottom = min(covered.bottom, pane.frame.height) }
        return covered
    }

    /// The bar moves onto the screen and off the screen together with the keyboard.
    private func bar(above keyboard: KeyboardSnapshot) -> CGFloat {
        guard geometry.counts(keyboard.state), barHeight.isLength else { return 0 }
        guard let move = keyboard.moving else { return avoids(keyboard.placement) ? barHeight : 0 }
        if let frame = keyboard.wholePart?.frame, let screen = keyboard.state.screenBounds {
            let part = min(frame.maxY, screen.maxY) - max(frame.minY, screen.minY)
            return frame.height > 0 ? barHeight * min(max(part / frame.height, 0), 1) : 0
        }
        let (first, last) = (avoids(move.beginPlacement), avoids(move.endPlacement))
        return barHeight * ((first ? 1 - keyboard.progress : 0) + (last ? keyboard.progress : 0))
    }

    private func avoids(_ placement: KeyboardState.Placement) -> Bool {
        placement != .offScreen && (geometry.undocked != .ignore || !placement.isUndocked)
    }

    private func avoids(_ keyboard: KeyboardSnapshot) -> Bool {
        isEnabled && avoids(keyboard.placement) && geometry.counts(keyboard.state)
    }

    // MARK: Focus

    private func readFocus() -> FocusedContent? {
        let tracking = FocusTracking()
        self.tracking = tracking
        let content = tracking.track(focus) { [weak self] in
            if MainActorCheck.isOnMainActor {
                MainActor.assumeIsolated { self?.scheduleFocusRead() }
            } else {
                Task { @MainActor in self?.scheduleFocusRead() }
            }
        }
        return content?.checked ?? (inner == nil ? nil : innerContent)
    }

    /// The observed property has not changed yet, so the focus is read later.
    private func scheduleFocusRead() {
        pool?.keyboards.schedule { [weak self] in self?.layoutDidChange() }
    }

    // MARK: Nested panes

    /// A sheet moves as a whole, so the insets of a sheet are 0.
    private func coverage(_ keyboard: KeyboardSnapshot, atEnd: Bool) -> KeyboardInsets {
        guard let pane = pane?.paneGeometry.checked, pane.kind == .scrollView else { return KeyboardInsets() }
        return covered(pane, keyboard, atEnd: atEnd)
    }

    /// The report assumes that this pane has already reached its target offset.
    private func reportToOuter(_ session: AvoidanceSession, _ pane: PaneGeometry) {
        guard let outer, let outerPane = outer.pane?.paneGeometry.checked else { return }
        let top = pane.frame.minY - outerPane.frame.minY + outerPane.offset
        let facts = session.facts
        // After a person has scrolled the inner pane, the outer pane does not move to show the field.
        let content = facts.isAvoiding && facts.hasFocus && !session.isLeft ? facts.content : nil
        let limits = Extent(low: top, high: top + pane.frame.height)
        outer.receive(content?.moved(by: top - session.target, within: limits), from: self)
    }

    private func receive(_ content: FocusedContent?, from avoider: KeyboardAvoider) {
        // An avoider without a focused field sends `nil`. A `nil` from any avoider other than `inner` is ignored,
        // because the pane of `inner` can still have the focus.
        guard content != nil || inner === avoider, content != innerContent || inner !== avoider else { return }
        (inner, innerContent) = (content == nil ? nil : avoider, content)
        layoutDidChange()
    }
}

extension KeyboardAvoider: KeyboardFollower {
    func follow(_ keyboards: [KeyboardSnapshot]) -> Bool? {
        follow(keyboards[keyboards.index(followedOn: geometry.screen)])
    }

    private func follow(_ keyboard: KeyboardSnapshot) -> Bool {
        var keyboard = keyboard
        // During an update, the pane and the closures of the app can change the avoider, so the update is repeated.
        if !isPaused, updates.begin() {
            for _ in 0...Self.updateLimit where updates.isRunning && !keyboard.isPending {
                let isReported = isLayoutReported
                isLayoutReported = false
                update(keyboard, isReported: isReported)
                guard updates.isRepeated(), let pool else { break }
                keyboard = pool.keyboards.snapshot(on: geometry.screen)
            }
            if updates.isRunning, !keyboard.isPending { pool?.report(.unsettledLayout(limit: Self.updateLimit)) }
            updates.end()
        }
        return keyboard.needsTicks || session?.isMoving(at: keyboard.time) == true
    }
}

extension KeyboardSnapshot {
    var screen: CGRect? { state.screenBounds }
}

extension KeyboardInsets {
    fileprivate func subtracting(_ others: KeyboardInsets?) -> KeyboardInsets {
        KeyboardInsets(top: max(top - (others?.top ?? 0), 0), bottom: max(bottom - (others?.bottom ?? 0), 0))
    }
}
