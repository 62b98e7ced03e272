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
/// The avoider follows the keyboard of a pool. The scroll view or sheet is the avoider's *pane*. The avoider sets the
/// insets and the offset of its pane for each display frame. Therefore the pane and the keyboard move together during a
/// transition. When the keyboard hides, the avoider restores the offset that the pane had before the keyboard appeared.
/// If a person has scrolled in the meantime, the offset stays. For the rules, see <doc:KeepTheFocusedFieldVisible>.
///
/// Your view's controller retains the avoider, and the avoider holds its pane weakly. While nothing moves, the avoider
/// does not request display frames. If the pool or the avoider is deallocated, the pane stays as it is. To restore the
/// pane, set ``isEnabled`` to `false` before the avoider is deallocated. A pane can have only one avoider at a time.
/// Before you create another avoider for the same pane, set ``isEnabled`` of the previous avoider to `false`.
@MainActor
public final class KeyboardAvoider {
    /// The rules for the overlap of the keyboard and the pane.
    ///
    /// With ``KeyboardGeometry/UndockedPolicy/avoid``, the pane also avoids a floating keyboard.
    public var geometry = KeyboardGeometry() {
        didSet {
            guard geometry != oldValue else { return }
            layoutDidChange()
            if geometry.screen != oldValue.screen { pool?.keyboards.followersDidChange() }
        }
    }

    /// The distance between the focused content and the keyboard or bars.
    ///
    /// The avoider keeps this distance, in units of the pane. The default is 1. See ``KeyboardPane/unit``.
    public var margin: CGFloat = 1 {
        didSet { if margin != oldValue { layoutDidChange() } }
    }

    /// The height of the app's bar above the keyboard.
    ///
    /// The app moves the bar together with the keyboard. If the frame of the keyboard is unknown, the bar is assumed at
    /// the pane's bottom edge. The default is 0.
    public var barHeight: CGFloat = 0 {
        didSet { if barHeight != oldValue { layoutDidChange() } }
    }

    /// Whether the avoider changes its pane.
    ///
    /// The default is `true`. A change to `false` while the keyboard is on screen restores the pane immediately. The
    /// avoider restores the insets and the offset of the pane.
    public var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            layoutDidChange()
            inner?.layoutDidChange()
        }
    }

    /// Whether the avoider restores the pane's earlier offset when the keyboard hides.
    ///
    /// The earlier offset is the offset before the keyboard appeared. The default is `true`. If the property is
    /// `false`, the offset stays when the keyboard hides. If the content is too short for the offset, the offset still
    /// changes.
    public var restoresOffset = true {
        didSet { if restoresOffset != oldValue { layoutDidChange() } }
    }

    /// The avoider of the outer pane that contains this avoider's pane; held weakly.
    ///
    /// This avoider's pane scrolls first, and the outer pane then moves by the remaining distance. An inset of an outer
    /// scroll view reduces the inset of this avoider's pane. Therefore the keyboard is avoided only once. A person can
    /// scroll this avoider's pane. After such a scroll, the outer pane does not move to show a field of this pane.
    /// ``isEnabled`` of the outer avoider can change while this pane does not contain the focus. After such a change,
    /// this pane is updated only at its next layout.
    public weak var outer: KeyboardAvoider? {
        didSet {
            guard outer !== oldValue else { return }
            oldValue?.receive(nil, from: self)
            layoutDidChange()
        }
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
    /// The focused content of the inner pane, converted to the coordinates of this pane's content.
    private var innerContent: FocusedContent?
    private var isUpdating = false
    /// Whether a change was reported after the last update of the pane.
    private var isUpdateNeeded = false
    /// Whether the avoider itself detects scrolling and edits.
    ///
    /// The value is `true` until the toolkit first reports scrolling.
    private var infersChanges = true
    /// The cause of the changes of the offset since the last update, as reported by the toolkit.
    private var reportedChange = OffsetChange.none
    /// Whether the toolkit has reported an edit since the last update.
    private var hasReportedEdit = false

    /// The cause of a change of the pane's offset that the avoider itself has not made.
    private enum OffsetChange {
        case none, byUser, byToolkit
    }

    /// Creates an avoider that follows the keyboard of a pool.
    ///
    /// If the keyboard is on screen, the initializer sets the pane's insets and offset.
    ///
    /// - Parameters:
    ///   - pane: The scroll view or the sheet. Held weakly.
    ///   - pool: The pool. If the parameter is `nil`, ``KeyboardObserverPool/current`` is used. Held weakly.
    ///   - focus: A closure that returns the focused content in the pane. If no field in the pane has the focus, the
    ///     result is `nil`. The focused field of a focus order is an observable property. If the closure reads
    ///     observable properties, the avoider notices each move of the focus. Otherwise, call ``layoutDidChange()``
    ///     after each move. The avoider retains the closure. Capture the controller weakly.
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

    /// Reports that the layout or the focus of the pane may have changed.
    ///
    /// The change can concern the layout of the pane or the size of its content. The change can also concern the
    /// focused field or the caret. The toolkit calls the method after each layout. If nothing has changed, the avoider
    /// does not set the pane's insets and offset. While the keyboard is at rest, a change takes effect immediately.
    /// Only two changes are animated:
    ///
    /// - a move of the focus
    /// - the remaining part of an interrupted motion
    public func layoutDidChange() {
        guard let pool else { return }
        let keyboards = pool.keyboards.snapshot
        isUpdateNeeded = true
        _ = follow(keyboards)
        if isAnimating(at: keyboards.time) { pool.keyboards.requestTick() }
    }

    /// Reports that the offset of the pane has changed, and whether a person has scrolled.
    ///
    /// The toolkit calls the method after each change of the offset, before the next display frame. For changes that
    /// ``KeyboardAvoiding/avoidKeyboard(_:offset:)`` makes, the call is optional. After the first call, the avoider
    /// itself no longer detects scrolling and edits. From then on, the toolkit must also call ``textDidChange()``.
    ///
    /// - Parameter byUser: Pass `true` if a person scrolls. Also pass `true` if the content still moves after a person
    ///   has scrolled. In this case, the offset stays until the focus moves or the text changes. Pass `false` if the
    ///   toolkit itself has moved the content, for example to the focused field. In this case, the avoider shows the
    ///   focused content again, unless a person has scrolled it away.
    public func scrollDidChange(byUser: Bool) {
        infersChanges = false
        guard !isUpdating else { return }
        if reportedChange != .byUser { reportedChange = byUser ? .byUser : .byToolkit }
        layoutDidChange()
    }

    /// Reports that the text of the focused field has changed.
    ///
    /// The avoider shows the focused content again, even after a person has scrolled the content away. A change of a
    /// rectangle is not necessary.
    public func textDidChange() {
        hasReportedEdit = true
        layoutDidChange()
        if let outer, outer.inner === self { outer.textDidChange() }
    }

    /// Releases the focus closure.
    ///
    /// After the call, the caller can find out whether the closure has retained the avoider.
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
            // Changes that were reported while no keyboard was shown must not affect the next session.
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
        // When the pane's frame changes, a toolkit can limit the offset before the avoider sets the insets.
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

    /// Computes the pane's target offset; called once for each movement and each reported change.
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
            let bar = isAvoiding && barHeight.isLength ? max(barHeight, 0) : 0
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
        func reveal(_ content: FocusedContent, from offset: CGFloat) -> CGFloat {
            var room = pane.room(covered: covered, screen: keyboard.screen)
            // If the content does not fit above the keyboard, this pane uses its full height. The outer pane moves this
            // pane by the remaining distance.
            if outer != nil, !room.fits(content) {
                room = pane.room(covered: KeyboardInsets(), screen: keyboard.screen)
            }
            return room.offset(from: offset, showing: content, in: range, margin: margin(pane))
        }
        let wasAvoiding = session.isAvoiding
        session.isAvoiding = isAvoiding
        var target = session.target
        if !isAvoiding {
            let base = range.clamp(session.base)
            if !restoresOffset {
                target = range.clamp(target)
            } else if !session.restoresBase, let content = session.content {
                target = reveal(content, from: base)
            } else {
                // A base out of range by less than half a unit is a rounding by the toolkit. After such a rounding, the
                // exact base is restored.
                target = abs(base - session.base) < pane.unit / 2 ? session.base : base
            }
        } else {
            if !wasAvoiding {
                session.startFromBase()
                target = session.base
            } else if !session.isAppearing, !focus.isLateCaret, !session.isSliding(at: time), hasNewEnd || hasNewBasis {
                session.start = target
            }
            let isBouncing = session.isBouncing(pane)
            if session.isScrolled {
                target = pane.offset
            } else if session.hasFocus, let content = session.content {
                target = reveal(content, from: isBouncing ? session.start : range.clamp(session.start))
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
        if !isEnabled { session.endMotion() }
    }

    private func avoids(_ keyboard: KeyboardSnapshot) -> Bool {
        let end = keyboard.end
        return isEnabled && end.place.placement != .offScreen && geometry.counts(keyboard.visible.state)
            && (geometry.undocked != .ignore || !end.place.placement.isUndocked)
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

    /// Reads the focus again as soon as the current change is complete.
    private func scheduleFocusRead() {
        guard !isFocusReadScheduled, let pool else { return }
        isFocusReadScheduled = true
        pool.keyboards.schedule { [weak self] in
            self?.isFocusReadScheduled = false
            self?.layoutDidChange()
        }
    }

    // MARK: Nested panes

    /// Returns the insets that the keyboard covers in the pane.
    ///
    /// A sheet does not make room with an inset, so the insets of a sheet are 0.
    private func coverage(_ keyboard: KeyboardSnapshot, atEnd: Bool) -> KeyboardInsets {
        guard isEnabled, let pane = pane?.keyboardPane.checked, pane.kind == .scrollView else {
            return KeyboardInsets()
        }
        guard atEnd else { return keyboard.insets(of: pane.frame, geometry) }
        return geometry.insets(of: pane.frame, with: keyboard.visible.atEnd)
    }

    /// Reports the focused content to the outer pane.
    ///
    /// The reported position is the position after the move of this pane.
    private func reportToOuter(_ session: AvoidanceSession, _ pane: KeyboardPane) {
        guard let outer, outer !== self, let outerPane = outer.pane?.keyboardPane.checked else { return }
        let top = pane.frame.minY - outerPane.frame.minY + outerPane.offset
        // If a person has scrolled the field away, the outer pane does not show the field.
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
        // An inner pane that did not have the focus can report `nil`. Such a report is ignored, because another inner
        // pane can have the focus.
        guard content != nil || inner === avoider, content != innerContent || inner !== avoider else { return }
        inner = content == nil ? nil : avoider
        innerContent = content
        layoutDidChange()
    }
}

extension KeyboardAvoider: LayoutObserver {
    func follow(_ keyboards: AllKeyboards) -> Bool {
        let keyboard = keyboards[on: geometry.screen]
        // During an update, the pane and the closures can change the avoider.
        if isUpdating {
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

    /// Repeats the update while each update causes another update.
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
    /// The bounds of the screen; `nil` if they are not known.
    var screen: CGRect? {
        visible.state.screenBounds
    }
}

extension KeyboardInsets {
    /// Returns these insets, reduced by the insets of another pane.
    fileprivate func subtracting(_ others: KeyboardInsets?) -> KeyboardInsets {
        guard let others else { return self }
        return KeyboardInsets(top: max(top - others.top, 0), bottom: max(bottom - others.bottom, 0))
    }
}
