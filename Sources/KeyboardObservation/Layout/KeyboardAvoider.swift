public import Foundation

/// Keeps the focused field of a scroll view or a sheet visible above the keyboard.
///
/// ```swift
/// avoider = KeyboardAvoider(scrollView) { [weak order] in
///     order?.focusedField.map {
///         FocusedContent($0, field: $0.formState.frame, caret: $0.formState.caretRectangle)
///     }
/// }
/// ```
///
/// The avoider follows the keyboard of a ``KeyboardObserverPool``. The scroll view or sheet is the avoider's *pane*.
/// The avoider sets the insets and the offset of its pane for each display frame. Therefore the pane and the keyboard
/// move together during a transition. When the keyboard hides, the avoider restores the offset that the pane had before
/// the keyboard appeared. If a person has scrolled while the keyboard was on screen, the avoider does not restore the
/// offset. For the rules, see <doc:KeepTheFocusedFieldVisible>.
///
/// Your view controller must retain the avoider. The avoider holds its pane weakly. The avoider requests display frames
/// only while the keyboard or the pane moves.
///
/// If the pool or the avoider is deallocated, the pane keeps its current insets and offset. To restore the insets and
/// the offset, set ``isEnabled`` to `false` before you release the avoider. A pane can have only one avoider at a time.
/// Before you create another avoider for the same pane, set ``isEnabled`` of the previous avoider to `false`.
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

    /// The distance that the avoider keeps between the focused content and the keyboard or a bar.
    ///
    /// The distance is in units of ``KeyboardPane/unit``. The default is 1.
    public var margin: CGFloat = 1 {
        didSet { if margin != oldValue { layoutDidChange() } }
    }

    /// The height of the app's bar above the keyboard.
    ///
    /// The app moves the bar together with the keyboard. If the frame of the keyboard is unknown, the avoider assumes
    /// that the bar is at the pane's bottom edge. The default is 0.
    public var barHeight: CGFloat = 0 {
        didSet {
            guard barHeight != oldValue else { return }
            layoutDidChange()
            inner?.layoutDidChange()
        }
    }

    /// Whether the avoider changes its pane.
    ///
    /// The default is `true`. If you set ``isEnabled`` to `false` while the keyboard is on screen, the avoider
    /// immediately restores the insets and the offset of the pane.
    public var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            layoutDidChange()
            inner?.layoutDidChange()
        }
    }

    /// Whether the avoider restores the pane's earlier offset when the keyboard hides.
    ///
    /// The earlier offset is the offset before the keyboard appeared. The default is `true`. If ``restoresOffset`` is
    /// `false`, the pane keeps its current offset when the keyboard hides. The avoider reduces the offset only if the
    /// content is too short for the offset.
    public var restoresOffset = true {
        didSet { if restoresOffset != oldValue { layoutDidChange() } }
    }

    /// The avoider of the outer pane, which contains the pane of this avoider.
    ///
    /// The reference is weak. The pane of this avoider is the inner pane. The inner pane scrolls first, and the outer
    /// pane moves by the remaining distance. If the outer pane is a scroll view, this avoider subtracts the inset of
    /// the outer pane from the inset of the inner pane. Without this subtraction, both panes would make room for the
    /// same keyboard.
    ///
    /// If a person scrolls the inner pane, the outer pane does not move to show a field of the inner pane.
    ///
    /// If a bar stands above the keyboard, set ``barHeight`` of both avoiders.
    ///
    /// If you change ``isEnabled`` or ``barHeight`` of the outer avoider, this change immediately updates the inner pane
    /// that contains the focused field. All other inner panes are updated at their next layout.
    public weak var outer: KeyboardAvoider? {
        didSet {
            guard outer !== oldValue else { return }
            oldValue?.receive(nil, from: self)
            layoutDidChange()
        }
    }

    /// Whether the pane keeps its insets and its offset, whatever happens to the keyboard and the focus.
    ///
    /// A toolkit sets this while a pointer is down on the content: content that moves under it would be selected.
    package var isPaused = false {
        didSet { if oldValue, !isPaused { layoutDidChange() } }
    }

    private static let updateLimit = 100

    private weak let pane: (any KeyboardAvoiding)?
    private weak let pool: KeyboardObserverPool?
    private var focus: @MainActor () -> FocusedContent?
    private var tracking: FocusTracking?
    private var isFocusReadScheduled = false
    private var session: AvoidanceSession?
    /// The avoider of the inner pane that contains the focused field.
    private weak var inner: KeyboardAvoider?
    /// The focused content of the inner pane, in the coordinates of this pane's content.
    private var innerContent: FocusedContent?
    private var isUpdating = false
    /// Whether a change was reported after the previous update of the pane.
    private var isUpdateNeeded = false
    /// Whether the avoider itself detects scrolling and text changes.
    ///
    /// `infersChanges` is `true` until the toolkit calls ``scrollDidChange(byUser:)`` for the first time.
    private var infersChanges = true
    /// The reported cause of an offset change; `none` if the toolkit has reported no change since the previous update.
    private var reportedChange = OffsetChange.none
    /// Whether the toolkit has reported an edit since the previous update.
    private var hasReportedEdit = false

    /// The possible causes of a change of the pane's offset.
    private enum OffsetChange {
        case none, byUser, byToolkit
    }

    /// Creates an avoider that follows the keyboard of a pool.
    ///
    /// If the keyboard is on screen, the initializer sets the pane's insets and offset.
    ///
    /// - Parameters:
    ///   - pane: The scroll view or the sheet. Held weakly.
    ///   - pool: The pool that the avoider follows. Held weakly. If the parameter is `nil`, the avoider follows
    ///     ``KeyboardObserverPool/current``.
    ///   - focus: A closure that returns the focused content in the pane, or `nil` if no field in the pane has the
    ///     focus. If the closure reads the focus from an observable property, the avoider notices each move of the
    ///     focus. For example, the focused field of a focus order is an observable property. If the closure reads no
    ///     observable property, call ``layoutDidChange()`` after each move of the focus. The avoider retains the
    ///     closure, so capture the view controller weakly.
    public init(
        _ pane: some KeyboardAvoiding,
        pool: KeyboardObserverPool? = nil,
        focus: @escaping @MainActor () -> FocusedContent?
    ) {
        let pool = pool ?? .current
        self.pane = pane
        self.pool = pool
        self.focus = focus
        pool.keyboards.add(WeakFollower(self))
        layoutDidChange()
    }

    /// Reports that the pane's layout or focus has possibly changed.
    ///
    /// The toolkit calls ``layoutDidChange()`` after each layout. Also call ``layoutDidChange()`` after the content's
    /// size, the focused field or the caret has changed. If nothing has changed, the avoider does not set the pane's
    /// insets and offset.
    ///
    /// While the keyboard is at rest, the avoider applies a change immediately. The avoider animates only two kinds of
    /// changes:
    ///
    /// - a move of the focus
    /// - the remaining distance of an interrupted motion
    public func layoutDidChange() {
        guard let pool else { return }
        let keyboards = pool.keyboards.snapshot
        isUpdateNeeded = true
        _ = follow(keyboards)
        if isAnimating(at: keyboards.time) { pool.keyboards.requestTick() }
    }

    /// Reports that a person or the toolkit has changed the offset of the pane.
    ///
    /// The toolkit calls ``scrollDidChange(byUser:)`` after each change of the offset, before the next display frame.
    /// If ``KeyboardAvoiding/avoidKeyboard(_:offset:)`` has changed the offset, the toolkit can omit the call.
    ///
    /// After the first call of ``scrollDidChange(byUser:)``, the avoider itself no longer detects scrolling and text
    /// changes. Therefore a toolkit that calls ``scrollDidChange(byUser:)`` must also call ``textDidChange()``.
    ///
    /// - Parameter byUser: Pass `true` while a person scrolls, and while the content decelerates afterwards. The pane
    ///   then keeps its offset until the focus moves or the text changes. Pass `false` if the toolkit itself has moved
    ///   the content, for example to the focused field. The avoider then shows the focused content again. If a person
    ///   had already scrolled the content out of view, the avoider leaves the content out of view.
    public func scrollDidChange(byUser: Bool) {
        infersChanges = false
        guard !isUpdating else { return }
        if reportedChange != .byUser { reportedChange = byUser ? .byUser : .byToolkit }
        layoutDidChange()
    }

    /// Reports that the text of the focused field has changed.
    ///
    /// The avoider shows the focused content again, even if the rectangles of the content have not changed. If a person
    /// has scrolled the content out of view, the avoider moves the content back into view.
    public func textDidChange() {
        hasReportedEdit = true
        layoutDidChange()
        if let outer, outer.inner === self { outer.textDidChange() }
    }

    /// Releases the focus closure.
    ///
    /// The leak test of `KeyboardSimulation` calls `end()` to find out whether the closure has retained the avoider.
    package func end() {
        focus = { nil }
        tracking = nil
    }

    // MARK: Updates

    private func isAnimating(at time: Duration) -> Bool {
        session.map { $0.isTimed(at: time) || $0.followsBounce } ?? false
    }

    private func update(_ keyboard: KeyboardSnapshot, _ time: Duration, isReported: Bool) {
        guard let view = pane, let pane = view.keyboardPane.checked else {
            session?.expireBounce(at: time)
            return
        }
        let isAvoiding = avoids(keyboard)
        guard var session = session ?? (isAvoiding ? AvoidanceSession(pane) : nil) else {
            // If the toolkit reported a change while the keyboard was hidden, the change must not affect the next
            // session.
            (reportedChange, hasReportedEdit) = (.none, false)
            return
        }
        let progress = keyboard.visible.progress
        func visibleInsets(of frame: CGRect) -> KeyboardInsets {
            isEnabled ? keyboard.insets(of: frame, geometry) : KeyboardInsets()
        }
        let visible = pane.covered(on: keyboard.screen, insets: visibleInsets)
        var covered = session.withBar(visible, pane, keyboard, progress, insets: visibleInsets)
        func range() -> OffsetRange {
            pane.range(covered: covered, screen: keyboard.screen, margin: margin(pane))
        }

        let isReturning = session.isReturning(pane)
        // When the pane's frame changes, a toolkit can limit the offset before the avoider sets the insets. The offset
        // then changes, although no person has scrolled.
        let hasNewFrame = !pane.frame.matches(session.layout.frame)
        let mayBeInferred = infersChanges && !isReturning && !(hasNewFrame && session.isLimited(pane))
        if hasNewFrame { session.slideTime = time }
        var change = isReturning ? .none : reportedChange
        if change == .byToolkit, session.isRounded(pane) { change = .none }
        if mayBeInferred, !session.expects(pane, in: range) { change = .byUser }
        let needsTarget = isReported || change != .none || hasNewFrame || session.end != keyboard.end
        let content = needsTarget && isEnabled ? readFocus() : nil
        if change == .byToolkit || mayBeInferred && change == .byUser, let content, session.anchor(pane, at: content) {
            change = .none
        }
        switch change {
        case .byUser: session.scroll(to: pane.offset)
        case .byToolkit: session.move(to: pane.offset)
        case .none: if mayBeInferred { session.scrollOn(pane, in: range) }
        }
        if hasReportedEdit { session.edit() }
        (reportedChange, hasReportedEdit) = (.none, false)
        let hasNewLayout = hasNewFrame || isReported && !pane.hasSameLayout(as: session.layout)
        if needsTarget {
            retarget(&session, pane, keyboard, time, content, isAvoiding: isAvoiding, isOffsetNew: change != .none)
            covered = session.withBar(visible, pane, keyboard, progress, insets: visibleInsets)
        }
        let own = covered.subtracting(outer.map { $0.coverage(keyboard, atEnd: false) })
        let insets = pane.insets(covered: own)
        let ownRange = pane.range(covered: own, screen: keyboard.screen, margin: margin(pane))
        let offset = session.offset(of: pane, covered: covered, at: progress, time: time, in: ownRange)
        let differs = session.differs(
            insets,
            offset,
            pane,
            hasNewLayout: hasNewLayout || isReturning,
            isReported: isReported
        )
        if differs {
            view.avoidKeyboard(insets, offset: offset)
            session.set(insets, offset, reported: view.keyboardPane.checked?.offset ?? offset, isRequest: true)
        } else if offset == pane.offset {
            session.set(insets, offset, reported: offset, isRequest: false)
        }
        session.isAppearing = keyboard.visible.state.phase == .appearing
        session.expireBounce(at: time)
        let isOver = !isAvoiding && (keyboard.isAtRest && !session.isTimed(at: time) || !isEnabled)
        self.session = isOver ? nil : session
        if isOver { tracking = nil }
    }

    // MARK: Targets

    /// Computes the pane's target offset.
    ///
    /// The avoider calls `retarget` once for each movement of the keyboard and once for each reported or detected
    /// change.
    private func retarget(
        _ session: inout AvoidanceSession,
        _ pane: KeyboardPane,
        _ keyboard: KeyboardSnapshot,
        _ time: Duration,
        _ content: FocusedContent?,
        isAvoiding: Bool,
        isOffsetNew: Bool
    ) {
        let hasNewEnd = session.end != keyboard.end
        func insetsAtEnd(of frame: CGRect) -> KeyboardInsets {
            isEnabled ? geometry.insets(of: frame, with: keyboard.visible.atEnd) : KeyboardInsets()
        }
        let visible = pane.covered(on: keyboard.screen, insets: insetsAtEnd)
        if !keyboard.end.isInteractive {
            let bar = barAtEnd(keyboard)
            let covered = visible.adding(bar: bar, to: pane, keyboard, insets: insetsAtEnd)
            session.setBar(covered.bottom > 0 ? bar : 0, visible, keyboard, isNew: hasNewEnd)
        }
        (session.end, session.layout) = (keyboard.end, pane)
        let infersEdits = infersChanges
        let focus = isEnabled ? session.focus(content, infersEdits) : (isMove: false, isLateCaret: false)
        let known = session.hasFocus ? session.content : nil
        let hasNewBasis = session.updateBasis(AvoidanceBasis(geometry, margin, barHeight, known, pane))
        defer { reportToOuter(session, pane) }
        // While a finger drags the keyboard, only the insets change.
        guard !keyboard.end.isInteractive || !session.isAvoiding else {
            if hasNewEnd { session.hold(pane) }
            return
        }

        let covered = session.withBarAtEnd(visible, pane, keyboard, insets: insetsAtEnd)
        let own = covered.subtracting(outer.map { $0.coverage(keyboard, atEnd: true) })
        let range = pane.range(covered: own, screen: keyboard.screen, margin: margin(pane))
        func reveal(_ content: FocusedContent, from offset: CGFloat, in range: OffsetRange) -> CGFloat {
            var room = pane.room(covered: covered, screen: keyboard.screen)
            // If the caret does not fit above the keyboard, the inner pane scrolls as if no keyboard covered the inner
            // pane. The outer pane then moves by the remaining distance.
            if outer != nil, !room.fits(content) {
                room = pane.room(covered: KeyboardInsets(), screen: keyboard.screen)
            }
            return room.offset(from: offset, showing: content, in: range, margin: margin(pane))
        }
        let wasAvoiding = session.isAvoiding
        session.isAvoiding = isAvoiding
        var target = session.target
        var wanted: CGFloat?
        if !isAvoiding {
            let base = range.clamp(session.base)
            if !restoresOffset {
                target = range.clamp(target)
            } else if !session.restoresBase, let content = session.content {
                target = reveal(content, from: base, in: range)
            } else {
                // If the base is out of range by less than half a unit, the toolkit has only rounded the offset. The
                // avoider then restores the exact base.
                target = abs(base - session.base) < pane.unit / 2 ? session.base : base
            }
        } else {
            if !wasAvoiding {
                session.startFromBase()
                target = session.base
            } else if !session.isAppearing, !focus.isLateCaret, !session.isSliding(at: time), hasNewEnd || hasNewBasis {
                session.start = session.wanted
            }
            let isBouncing = session.isBouncing(pane)
            if session.isScrolled {
                target = pane.offset
            } else if session.hasFocus, let content = session.content {
                let start = isBouncing ? session.start : range.clamp(session.start)
                target = reveal(content, from: start, in: range)
                // If the range limits the start by less than the margin, the content is seen at the limit, and a larger
                // range later gives it the rest of the margin.
                let isNear = abs(session.start - start) <= margin(pane)
                wanted = reveal(content, from: isNear ? session.start : start, in: .unlimited)
            } else if !isBouncing {
                target = range.clamp(target)
            }
        }
        let isAnimated = focus.isMove && wasAvoiding && isAvoiding && (!hasNewEnd || keyboard.isAtRest)
        let isNew = hasNewEnd || isOffsetNew
        session.setTarget(
            target,
            in: range,
            covered: covered,
            isNew: isNew,
            isAnimated: isAnimated,
            pane,
            keyboard,
            time
        )
        if let wanted { session.wanted = wanted }
        if !isEnabled { session.endMotion() }
    }

    private func avoids(_ keyboard: KeyboardSnapshot) -> Bool {
        let end = keyboard.end
        return isEnabled && end.place.placement != .offScreen && geometry.counts(keyboard.visible.state)
            && (geometry.undocked != .ignore || !end.place.placement.isUndocked)
    }

    /// Returns the height of the app's bar at the end of the keyboard's transition.
    private func barAtEnd(_ keyboard: KeyboardSnapshot) -> CGFloat {
        avoids(keyboard) && barHeight.isLength ? max(barHeight, 0) : 0
    }

    private func margin(_ pane: KeyboardPane) -> CGFloat {
        let margin = margin * pane.unit
        return margin.isLength ? max(margin, 0) : 0
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

    /// Reads the focus again as soon as the observed property has changed.
    private func scheduleFocusRead() {
        guard !isFocusReadScheduled, let pool else { return }
        isFocusReadScheduled = true
        pool.keyboards.schedule { [weak self] in
            self?.isFocusReadScheduled = false
            self?.layoutDidChange()
        }
    }

    // MARK: Nested panes

    /// Returns the insets for the part of the pane that the keyboard and the app's bar cover.
    ///
    /// If the pane is a sheet, the result is 0, because a sheet moves as a whole and needs no insets. If the avoider is
    /// disabled, the result is also 0.
    private func coverage(_ keyboard: KeyboardSnapshot, atEnd: Bool) -> KeyboardInsets {
        guard isEnabled, let pane = pane?.keyboardPane.checked, pane.kind == .scrollView else {
            return KeyboardInsets()
        }
        func insets(of frame: CGRect) -> KeyboardInsets {
            atEnd
                ? geometry.insets(of: frame, with: keyboard.visible.atEnd) : keyboard.insets(of: frame, geometry)
        }
        let covered = insets(of: pane.frame)
        let progress = atEnd ? 1 : keyboard.visible.progress
        guard var session, session.end == keyboard.end || progress < 1 else {
            // The pool has updated the inner avoider first, and this avoider has no target for the transition yet.
            return covered.adding(bar: progress < 1 ? 0 : barAtEnd(keyboard), to: pane, keyboard, insets: insets)
        }
        return atEnd
            ? session.withBarAtEnd(covered, pane, keyboard, insets: insets)
            : session.withBar(covered, pane, keyboard, progress, insets: insets)
    }

    /// Reports the focused content to the avoider of the outer pane.
    ///
    /// The method computes the rectangles as if this pane had already moved to its target.
    private func reportToOuter(_ session: AvoidanceSession, _ pane: KeyboardPane) {
        guard let outer, outer !== self, let outerPane = outer.pane?.keyboardPane.checked else { return }
        let top = pane.frame.minY - outerPane.frame.minY + outerPane.offset
        // After a person has scrolled the inner pane, the outer pane does not move to show the field.
        let content = session.isAvoiding && session.hasFocus && !session.isScrolled ? session.content : nil
        outer.receive(
            content?.moved(
                by: top - session.target,
                within: VerticalExtent(top: top, bottom: top + pane.frame.height)
            ),
            from: self
        )
    }

    private func receive(_ content: FocusedContent?, from avoider: KeyboardAvoider) {
        // If a report is `nil`, this avoider accepts the report only from `inner`. If a different avoider reports
        // `nil`, the pane of `inner` can still have the focus.
        guard content != nil || inner === avoider, content != innerContent || inner !== avoider else { return }
        inner = content == nil ? nil : avoider
        innerContent = content
        layoutDidChange()
    }
}

extension KeyboardAvoider: LayoutObserver {
    func follow(_ keyboards: AllKeyboards) -> Bool {
        let keyboard = keyboards[on: geometry.screen]
        // During an update, the methods of the pane and the closures of the app can change the avoider.
        if isUpdating || isPaused {
            isUpdateNeeded = true
        } else if !keyboard.isPending {
            isUpdating = true
            let isReported = isUpdateNeeded
            isUpdateNeeded = false
            update(keyboard, keyboards.time, isReported: isReported)
            if isUpdateNeeded { settle() }
            isUpdating = false
        }
        return keyboard.needsTicks || isAnimating(at: keyboards.time)
    }

    /// Repeats the update until nothing changes any more.
    ///
    /// The method performs the update at most `updateLimit` times.
    private func settle() {
        for _ in 0..<Self.updateLimit {
            guard isUpdateNeeded, let pool else { return }
            let keyboards = pool.keyboards.snapshot
            let keyboard = keyboards[on: geometry.screen]
            guard !keyboard.isPending else { return }
            isUpdateNeeded = false
            update(keyboard, keyboards.time, isReported: true)
        }
        if isUpdateNeeded { pool?.report(.unsettledLayout(limit: Self.updateLimit)) }
    }
}

extension KeyboardSnapshot {
    /// The bounds of the keyboard's screen; `nil` if the bounds are unknown.
    var screen: CGRect? {
        visible.state.screenBounds
    }
}

extension KeyboardInsets {
    /// Returns these insets minus the insets of the outer pane.
    ///
    /// The resulting insets are at least 0.
    fileprivate func subtracting(_ others: KeyboardInsets?) -> KeyboardInsets {
        guard let others else { return self }
        return KeyboardInsets(top: max(top - others.top, 0), bottom: max(bottom - others.bottom, 0))
    }
}
